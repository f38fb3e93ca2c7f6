// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The description of a field of contents. All code that sends, reads or prints fields loops over these rows. A field
/// needs a row here and a case in Fields.swift; tests compare both with the C header.
public struct FieldRow: Sendable {
  /// The type of a field's value on the bus.
  public enum Form: Sendable {
    case text, list, count, date, truth, rating
  }

  /// The field's number in the C header.
  public let number: Int32
  public let form: Form
  /// The kinds of content that have the field.
  let kinds: ContentKinds
  /// The key in `Content` of `org.nowplaying.Session1`.
  public let word: StaticString
  /// The key in MPRIS's metadata; "" for none.
  public let key: StaticString

  /// The smallest value of a count.
  public var least: Int64 { IntegerField(rawValue: number)?.countsFromOne ?? false ? 1 : 0 }

  private init(
    _ field: some FieldName, _ form: Form, _ kinds: ContentKinds, _ word: StaticString, _ key: StaticString = ""
  ) {
    number = field.rawValue
    self.form = form
    self.kinds = kinds
    self.word = word
    self.key = key
  }

  /// All fields, by the type of their values, those with the longest values last.
  public static var tables: [[FieldRow]] { [integers, numbers, texts, lists] }

  /// The name of a field's constant in the C header; "field" and the number for an unknown one.
  public static func constant(_ number: Int32) -> String {
    for table in tables {
      for row in table where row.number == number {
        let word = row.word.string.bytes.map { byte -> UInt8 in byte == 45 ? 95 : byte >= 97 ? byte - 32 : byte }
        return "NOWPLAYING_FIELD_" + String(decoding: word, as: UTF8.self)
      }
    }
    return "field " + Escape.decimal(Int64(clamping: number))
  }

  /// The fields that have one text, in the order of their numbers.
  public static let texts: [FieldRow] = [
    FieldRow(TextField.title, .text, .any, "title", "xesam:title"),
    FieldRow(TextField.subtitle, .text, .generic, "subtitle"),
    FieldRow(TextField.album, .text, .any, "album", "xesam:album"),
    FieldRow(TextField.showName, .text, [.podcast, .tvShow], "show-name"),
    FieldRow(TextField.author, .text, .book, "author"),
    FieldRow(TextField.narrator, .text, .book, "narrator"),
    FieldRow(TextField.stationName, .text, .radio, "station-name"),
    FieldRow(TextField.programName, .text, .radio, "program-name"),
    FieldRow(TextField.sourceName, .text, .homeMedia, "source-name"),
    FieldRow(TextField.description, .text, .homeMedia, "description"),
    FieldRow(TextField.isrc, .text, .music, "isrc"),
    FieldRow(TextField.url, .text, .any, "url", "xesam:url"),
    FieldRow(TextField.lyrics, .text, .any, "lyrics", "xesam:asText"),
    FieldRow(TextField.collectionID, .text, .any, "collection-id"),
    FieldRow(TextField.serviceID, .text, .any, "service-id"),
  ]

  /// The fields that have a list of texts. The keys for MusicBrainz are not in the MPRIS specification: Rhythmbox
  /// introduced them, and scrobblers read them.
  public static let lists: [FieldRow] = [
    FieldRow(ListField.artists, .list, .any, "artists", "xesam:artist"),
    FieldRow(ListField.albumArtists, .list, .any, "album-artists", "xesam:albumArtist"),
    FieldRow(ListField.composers, .list, .any, "composers", "xesam:composer"),
    FieldRow(ListField.lyricists, .list, .any, "lyricists", "xesam:lyricist"),
    FieldRow(ListField.genres, .list, .any, "genres", "xesam:genre"),
    FieldRow(ListField.comments, .list, .any, "comments", "xesam:comment"),
    FieldRow(ListField.musicBrainzTrackIDs, .list, .any, "musicbrainz-track-ids", "xesam:musicBrainzTrackID"),
    FieldRow(ListField.musicBrainzAlbumIDs, .list, .any, "musicbrainz-album-ids", "xesam:musicBrainzAlbumID"),
    FieldRow(ListField.musicBrainzArtistIDs, .list, .any, "musicbrainz-artist-ids", "xesam:musicBrainzArtistID"),
    FieldRow(
      ListField.musicBrainzAlbumArtistIDs, .list, .any, "musicbrainz-album-artist-ids",
      "xesam:musicBrainzAlbumArtistID"),
  ]

  /// The fields that are integers.
  public static let integers: [FieldRow] = [
    FieldRow(IntegerField.trackNumber, .count, .any, "track-number", "xesam:trackNumber"),
    FieldRow(IntegerField.discNumber, .count, .any, "disc-number", "xesam:discNumber"),
    FieldRow(IntegerField.beatsPerMinute, .count, .any, "beats-per-minute", "xesam:audioBPM"),
    FieldRow(IntegerField.playCount, .count, .any, "play-count", "xesam:useCount"),
    FieldRow(IntegerField.chapter, .count, .any, "chapter"),
    FieldRow(IntegerField.chapterCount, .count, .any, "chapter-count"),
    FieldRow(IntegerField.releaseDate, .date, .any, "release-date", "xesam:contentCreated"),
    FieldRow(IntegerField.firstPlayed, .date, .any, "first-played", "xesam:firstUsed"),
    FieldRow(IntegerField.lastPlayed, .date, .any, "last-played", "xesam:lastUsed"),
    FieldRow(IntegerField.explicit, .truth, .any, "explicit"),
    FieldRow(IntegerField.excludedFromSuggestions, .truth, .any, "excluded-from-suggestions"),
    FieldRow(IntegerField.season, .count, [.podcast, .tvShow], "season"),
    FieldRow(IntegerField.episode, .count, [.podcast, .tvShow], "episode"),
    FieldRow(IntegerField.advertisement, .truth, .any, "advertisement"),
  ]

  /// The fields that are numbers from 0 to 1.
  public static let numbers: [FieldRow] = [
    FieldRow(NumberField.userRating, .rating, .any, "user-rating", "xesam:userRating"),
    FieldRow(NumberField.autoRating, .rating, .any, "auto-rating", "xesam:autoRating"),
  ]
}

/// A set of kinds of content.
struct ContentKinds: OptionSet, Sendable {
  let rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ kind: ContentKind) { rawValue = 1 << UInt16(truncatingIfNeeded: kind.rawValue) }

  static let any = ContentKinds(rawValue: .max)
  static let music = ContentKinds(.music)
  static let podcast = ContentKinds(.podcast)
  static let tvShow = ContentKinds(.tvShow)
  static let book = ContentKinds(.book)
  static let radio = ContentKinds(.radio)
  static let homeMedia = ContentKinds(.homeMedia)
  static let generic = ContentKinds(.generic)
}
