// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The fields of a content, by the type of their values. The raw values are those of the C header; FieldTable.swift has
// everything else about each.

/// The name of a field, with its row in the table.
public protocol FieldName: RawRepresentable, Equatable, Sendable where RawValue == Int32 {
  var row: FieldRow { get }
}

extension FieldName {
  /// Whether contents of a kind have this field.
  public func belongs(to kind: ContentKind) -> Bool { row.kinds.contains(ContentKinds(kind)) }
}

/// A field that is one text.
public enum TextField: Int32, FieldName {
  case title = 1
  case subtitle, album, showName, author, narrator, stationName, programName, sourceName, description, isrc
  case url, lyrics, collectionID, serviceID

  public var row: FieldRow { FieldRow.texts[Int(truncatingIfNeeded: rawValue - Self.title.rawValue)] }

  /// The longest text that is kept, in bytes of UTF-8.
  public var limit: Int { self == .lyrics ? Limits.lyrics : Limits.text }
}

/// A field that is a list of texts.
public enum ListField: Int32, FieldName {
  case artists = 100
  case albumArtists, composers, lyricists, genres, comments
  case musicBrainzTrackIDs, musicBrainzAlbumIDs, musicBrainzArtistIDs, musicBrainzAlbumArtistIDs

  public var row: FieldRow { FieldRow.lists[Int(truncatingIfNeeded: rawValue - Self.artists.rawValue)] }
}

/// A field that is an integer.
public enum IntegerField: Int32, FieldName {
  case trackNumber = 200
  case discNumber, beatsPerMinute, playCount, chapter, chapterCount
  case releaseDate, firstPlayed, lastPlayed
  case explicit, excludedFromSuggestions
  case season, episode

  public var row: FieldRow { FieldRow.integers[Int(truncatingIfNeeded: rawValue - Self.trackNumber.rawValue)] }

  /// Whether it is a date, in seconds since 1970.
  public var isDate: Bool { row.form == .date }
}

/// A field that is a number from 0 to 1.
public enum NumberField: Int32, FieldName {
  case userRating = 300
  case autoRating

  public var row: FieldRow { FieldRow.numbers[Int(truncatingIfNeeded: rawValue - Self.userRating.rawValue)] }
}

/// The values of a content's fields of one type: a short list, because a content has few and is copied often. They are
/// in the order of their numbers, so that equal contents are sent as equal dictionaries.
///
/// Inlinable, so that the Swift modules specialise it: otherwise each access looks up its types at run time, which
/// would be most of what a change of a model costs.
@frozen
public struct FieldValues<Field: FieldName, Value: FieldValue>: Equatable, Sendable {
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
      while index < entries.count, entries[index].field.rawValue < field.rawValue { index += 1 }
      let isThere = index < entries.count && entries[index].field == field
      if let newValue {
        if isThere {
          entries[index].value = newValue
        } else {
          // Enough for an ordinary item, so that the list does not grow step by step.
          if entries.isEmpty { entries.reserveCapacity(6) }
          entries.insert(Entry(field: field, value: newValue), at: index)
        }
      } else if isThere {
        entries.remove(at: index)
      }
    }
  }
}
