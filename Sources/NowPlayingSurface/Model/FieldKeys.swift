// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// By which key a field of an item comes, and of which type.
struct FieldKey {
  enum Kind {
    case text, list, count, date, truth, rating
  }

  let key: StaticString
  /// As the C header numbers it.
  let field: Int32
  let kind: Kind

  private init(_ key: StaticString, _ field: Int32, _ kind: Kind) {
    self.key = key
    self.field = field
    self.kind = kind
  }

  private init(_ key: StaticString, _ field: TextField) { self.init(key, field.rawValue, .text) }
  private init(_ key: StaticString, _ field: ListField) { self.init(key, field.rawValue, .list) }
  private init(_ key: StaticString, _ field: IntegerField, _ kind: Kind = .count) {
    self.init(key, field.rawValue, kind)
  }
  private init(_ key: StaticString, _ field: NumberField) { self.init(key, field.rawValue, .rating) }

  /// Of `Session1.Content`.
  static let published: [FieldKey] = [
    FieldKey("title", TextField.title), FieldKey("subtitle", .subtitle), FieldKey("album", TextField.album),
    FieldKey("show-name", TextField.showName), FieldKey("author", TextField.author),
    FieldKey("narrator", TextField.narrator), FieldKey("station-name", TextField.stationName),
    FieldKey("program-name", TextField.programName), FieldKey("source-name", TextField.sourceName),
    FieldKey("description", TextField.description), FieldKey("isrc", TextField.isrc), FieldKey("url", TextField.url),
    FieldKey("collection-id", TextField.collectionID), FieldKey("service-id", TextField.serviceID),
    FieldKey("artists", ListField.artists), FieldKey("album-artists", ListField.albumArtists),
    FieldKey("composers", ListField.composers), FieldKey("lyricists", ListField.lyricists),
    FieldKey("genres", ListField.genres), FieldKey("comments", ListField.comments),
    FieldKey("musicbrainz-track-ids", ListField.musicBrainzTrackIDs),
    FieldKey("musicbrainz-album-ids", ListField.musicBrainzAlbumIDs),
    FieldKey("musicbrainz-artist-ids", ListField.musicBrainzArtistIDs),
    FieldKey("musicbrainz-album-artist-ids", ListField.musicBrainzAlbumArtistIDs),
    FieldKey("track-number", IntegerField.trackNumber), FieldKey("disc-number", IntegerField.discNumber),
    FieldKey("beats-per-minute", IntegerField.beatsPerMinute), FieldKey("play-count", IntegerField.playCount),
    FieldKey("chapter", IntegerField.chapter), FieldKey("chapter-count", IntegerField.chapterCount),
    FieldKey("season", IntegerField.season), FieldKey("episode", IntegerField.episode),
    FieldKey("release-date", .releaseDate, .date), FieldKey("first-played", .firstPlayed, .date),
    FieldKey("last-played", .lastPlayed, .date), FieldKey("explicit", .explicit, .truth),
    FieldKey("excluded-from-suggestions", .excludedFromSuggestions, .truth),
    FieldKey("user-rating", NumberField.userRating), FieldKey("auto-rating", NumberField.autoRating),
    // Last, because it is the longest.
    FieldKey("lyrics", TextField.lyrics),
  ]

  /// Of MPRIS's metadata.
  static let metadata: [FieldKey] = [
    FieldKey("xesam:title", TextField.title), FieldKey("xesam:album", TextField.album),
    FieldKey("xesam:url", TextField.url), FieldKey("xesam:artist", ListField.artists),
    FieldKey("xesam:albumArtist", ListField.albumArtists), FieldKey("xesam:composer", ListField.composers),
    FieldKey("xesam:lyricist", ListField.lyricists), FieldKey("xesam:genre", ListField.genres),
    FieldKey("xesam:comment", ListField.comments), FieldKey("xesam:musicBrainzTrackID", ListField.musicBrainzTrackIDs),
    FieldKey("xesam:musicBrainzAlbumID", ListField.musicBrainzAlbumIDs),
    FieldKey("xesam:musicBrainzArtistID", ListField.musicBrainzArtistIDs),
    FieldKey("xesam:musicBrainzAlbumArtistID", ListField.musicBrainzAlbumArtistIDs),
    FieldKey("xesam:trackNumber", IntegerField.trackNumber), FieldKey("xesam:discNumber", IntegerField.discNumber),
    FieldKey("xesam:audioBPM", IntegerField.beatsPerMinute), FieldKey("xesam:useCount", IntegerField.playCount),
    FieldKey("xesam:contentCreated", .releaseDate, .date), FieldKey("xesam:firstUsed", .firstPlayed, .date),
    FieldKey("xesam:lastUsed", .lastPlayed, .date), FieldKey("xesam:userRating", NumberField.userRating),
    FieldKey("xesam:autoRating", NumberField.autoRating), FieldKey("xesam:asText", TextField.lyrics),
  ]
}

/// The fields of an item, as far as they are kept.
struct Fields: Equatable {
  struct Texts: Equatable {
    let field: Int32
    let texts: [Text]
  }
  struct Integer: Equatable {
    let field: Int32
    let value: Int64
  }
  struct Number: Equatable {
    let field: Int32
    let value: Double
  }

  private(set) var texts: [Texts] = []
  private(set) var integers: [Integer] = []
  private(set) var numbers: [Number] = []
  /// Bytes of texts that may still come.
  private var left = Fields.mostBytes

  /// NOWPLAYING_SURFACE_MAX_ITEM_BYTES.
  static let mostBytes = 262_144

  init() {}

  /// Reads the fields of a table from a dictionary.
  ///
  /// - lenient: whether other types are taken too, as players of MPRIS send them.
  init(_ entries: [Decoded.Entry], _ keys: [FieldKey], lenient: Bool) {
    for key in keys {
      guard let value = entries[key.key] else { continue }
      switch key.kind {
      case .text: add(value.text.map { [$0] } ?? [], key.field)
      case .list:
        if case .strings = value { add(value.anyTexts, key.field) } else if lenient { add(value.anyTexts, key.field) }
      case .count:
        if case .uint32(let count) = value {
          add(Int64(clamping: count), key.field)
        } else if lenient, let count = value.anyInteger, count >= 0 {
          add(count, key.field)
        }
      case .date:
        if case .int64(let date) = value {
          add(date, key.field)
        } else if lenient, let date = value.text.flatMap({ DateText.seconds($0) }) {
          add(date, key.field)
        }
      case .truth: if let truth = value.truth { add(truth ? 1 : 0, key.field) }
      case .rating:
        if let rating = lenient ? value.anyNumber : value.number {
          numbers.append(Number(field: key.field, value: Clamp.number(rating, 0, 1)))
        }
      }
    }
  }

  private mutating func add(_ value: Int64, _ field: Int32) { integers.append(Integer(field: field, value: value)) }

  private mutating func add(_ values: [String], _ field: Int32) {
    var kept: [Text] = []
    let limit = TextField(rawValue: field)?.limit ?? Limits.text
    for value in values.prefix(Limits.list) {
      let text = Text(value, limit: limit)
      if text.isEmpty || text.count > left { continue }
      left -= text.count
      kept.append(text)
    }
    if !kept.isEmpty { texts.append(Texts(field: field, texts: kept)) }
  }

  subscript(field: TextField) -> Text? { self[texts: field.rawValue].first }
  subscript(field: ListField) -> [Text] { self[texts: field.rawValue] }

  /// The texts of a field; empty when there are none.
  subscript(texts field: Int32) -> [Text] {
    for index in texts.indices where texts[index].field == field { return texts[index].texts }
    return []
  }
}
