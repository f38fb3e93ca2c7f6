// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The kind of a track of an item. The raw values are those of the C header.
public enum TrackKind: Int32, CaseIterable, Sendable {
  case audio = 1
  case subtitles, captions

  /// Whether the user may choose no track of this kind.
  public var mayBeNone: Bool { self != .audio }
}

/// The characteristics of a track beside its language. The raw values are those of the C header.
public struct TrackCharacteristics: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static var isDefault: TrackCharacteristics { TrackCharacteristics(rawValue: 1) }
  public static var isForced: TrackCharacteristics { TrackCharacteristics(rawValue: 2) }
  public static var describesVideo: TrackCharacteristics { TrackCharacteristics(rawValue: 4) }
  public static var isCommentary: TrackCharacteristics { TrackCharacteristics(rawValue: 8) }
  /// All bits of this version.
  public static let known = TrackCharacteristics(rawValue: 15)
}

/// An audio or subtitle track of an item. It is immutable.
public final class Track: Equatable, Sendable {
  public let kind: TrackKind
  /// The id among the tracks of its kind; never empty.
  public let id: String
  public let language: String?
  public let title: String?
  public let characteristics: TrackCharacteristics
  public let isSelected: Bool

  public init(
    _ kind: TrackKind, id: String, language: String? = nil, title: String? = nil,
    characteristics: TrackCharacteristics = [], isSelected: Bool = false
  ) {
    (self.kind, self.id, self.language, self.title) = (kind, id, language, title)
    (self.characteristics, self.isSelected) = (characteristics, isSelected)
  }

  /// Whether two tracks cannot be in one list: they have the same kind, and the same id or are both selected.
  public func excludes(_ other: Track) -> Bool {
    kind == other.kind && (id.exact == other.id.exact || isSelected && other.isSelected)
  }

  public static func == (a: Track, b: Track) -> Bool {
    a === b
      || a.kind == b.kind && a.id.exact == b.id.exact && a.language?.exact == b.language?.exact
        && a.title?.exact == b.title?.exact && a.characteristics == b.characteristics && a.isSelected == b.isSelected
  }
}
