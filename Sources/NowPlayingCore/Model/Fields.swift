// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The fields of a content, by the type of their values. The raw values are those of the C header.

/// A field that is one text.
public enum TextField: Int32, Sendable {
  case title = 1
  case subtitle, album, showName, author, narrator, stationName, programName, sourceName, description, isrc
  case url, lyrics, collectionID, serviceID

  /// Whether contents of a kind have this field.
  public func belongs(to kind: ContentKind) -> Bool {
    switch self {
    case .title, .album, .url, .lyrics, .collectionID, .serviceID: true
    case .subtitle: kind == .generic
    case .showName: kind == .podcast || kind == .tvShow
    case .author, .narrator: kind == .book
    case .stationName, .programName: kind == .radio
    case .sourceName, .description: kind == .homeMedia
    case .isrc: kind == .music
    }
  }

  /// The longest text that is kept, in bytes of UTF-8.
  public var limit: Int { self == .lyrics ? Limits.lyrics : Limits.text }
}

/// A field that is a list of texts. Contents of every kind have all of these.
public enum ListField: Int32, Sendable {
  case artists = 100
  case albumArtists, composers, lyricists, genres, comments
  case musicBrainzTrackIDs, musicBrainzAlbumIDs, musicBrainzArtistIDs, musicBrainzAlbumArtistIDs
}

/// A field that is an integer.
public enum IntegerField: Int32, Sendable {
  case trackNumber = 200
  case discNumber, beatsPerMinute, playCount, chapter, chapterCount
  case releaseDate, firstPlayed, lastPlayed
  case explicit, excludedFromSuggestions
  case season, episode

  /// Whether contents of a kind have this field.
  public func belongs(to kind: ContentKind) -> Bool {
    switch self {
    case .chapter, .chapterCount: kind == .book
    case .season, .episode: kind == .tvShow || kind == .podcast
    default: true
    }
  }

  /// Whether it is a date, in seconds since 1970.
  public var isDate: Bool {
    switch self {
    case .releaseDate, .firstPlayed, .lastPlayed: true
    default: false
    }
  }
}

/// A field that is a number from 0 to 1. Contents of every kind have both.
public enum NumberField: Int32, Sendable {
  case userRating = 300
  case autoRating
}

/// The values of a content's fields of one type: a short list, because a content has few and is copied often.
///
/// Inlinable, so that the Swift modules specialise it: otherwise each access looks up its types at run time, which
/// would be most of what a change of a model costs.
@frozen
public struct FieldValues<Field: Equatable & Sendable, Value: FieldValue>: Equatable, Sendable {
  @frozen @usableFromInline struct Entry: Sendable {
    @usableFromInline let field: Field
    @usableFromInline var value: Value

    @inlinable init(field: Field, value: Value) {
      self.field = field
      self.value = value
    }
  }

  @usableFromInline var entries: [Entry] = []

  @inlinable public init() {}

  public static func == (a: FieldValues, b: FieldValues) -> Bool {
    a.entries.elementsEqual(b.entries) { $0.field == $1.field && Value.areSame($0.value, $1.value) }
  }

  /// The value of a field; nil when the content does not have it.
  @inlinable public subscript(field: Field) -> Value? {
    get {
      // By index, because a loop over the entries themselves would copy each.
      for index in entries.indices where entries[index].field == field { return entries[index].value }
      return nil
    }
    set {
      var index = 0
      while index < entries.count, entries[index].field != field { index += 1 }
      if let newValue {
        if index < entries.count {
          entries[index].value = newValue
        } else {
          // Enough for an ordinary item, so that the list does not grow step by step.
          if entries.isEmpty { entries.reserveCapacity(6) }
          entries.append(Entry(field: field, value: newValue))
        }
      } else if index < entries.count {
        entries.remove(at: index)
      }
    }
  }
}
