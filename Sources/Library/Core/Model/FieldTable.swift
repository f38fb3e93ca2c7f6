// Made by contract/generate of contract/data/fields.toml: do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A field that is one text.
public enum TextField: Int32, FieldName {
  case title = 1
  case subtitle, album, showName, author, narrator, stationName, programName, sourceName, description, isrc, url,
    lyrics, collectionID, serviceID

  public var row: FieldRow { FieldRow.texts[Int(truncatingIfNeeded: rawValue - Self.title.rawValue)] }
}

/// A field that is a list of texts.
public enum ListField: Int32, FieldName {
  case artists = 100
  case albumArtists, composers, lyricists, genres, comments, musicBrainzTrackIDs, musicBrainzAlbumIDs,
    musicBrainzArtistIDs, musicBrainzAlbumArtistIDs

  public var row: FieldRow { FieldRow.lists[Int(truncatingIfNeeded: rawValue - Self.artists.rawValue)] }
}

/// A field that is an integer.
public enum IntegerField: Int32, FieldName {
  case trackNumber = 200
  case discNumber, beatsPerMinute, playCount, chapter, chapterCount, releaseDate, firstPlayed, lastPlayed, explicit,
    excludedFromSuggestions, season, episode, advertisement

  public var row: FieldRow { FieldRow.integers[Int(truncatingIfNeeded: rawValue - Self.trackNumber.rawValue)] }
}

/// A field that is a number from 0 to 1.
public enum NumberField: Int32, FieldName {
  case userRating = 300
  case autoRating

  public var row: FieldRow { FieldRow.numbers[Int(truncatingIfNeeded: rawValue - Self.userRating.rawValue)] }
}

extension IntegerField {
  /// Whether the field counts from 1, so that 0 says nothing.
  public var countsFromOne: Bool {
    switch self {
    case .trackNumber, .discNumber, .chapter, .chapterCount, .season, .episode: true
    default: false
    }
  }
}

extension FieldRow {
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

  /// The fields that have a list of texts.
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
      ListField.musicBrainzAlbumArtistIDs, .list, .any, "musicbrainz-album-artist-ids", "xesam:musicBrainzAlbumArtistID"
    ),
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

extension ContentKinds {
  static let music = ContentKinds(.music)
  static let podcast = ContentKinds(.podcast)
  static let tvShow = ContentKinds(.tvShow)
  static let book = ContentKinds(.book)
  static let radio = ContentKinds(.radio)
  static let homeMedia = ContentKinds(.homeMedia)
  static let generic = ContentKinds(.generic)
}
