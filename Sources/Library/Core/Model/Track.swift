// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The kind of a track of an item. The raw values are those of the C header.
public enum TrackKind: Int32, CaseIterable, Sendable {
  case audio = 1
  case subtitles, captions

  /// Whether none of this kind may be chosen.
  public var mayBeNone: Bool { self != .audio }
}

/// The nature of a track, beyond its language. The raw values are those of the C header.
public struct TrackCharacteristics: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static var isDefault: TrackCharacteristics { TrackCharacteristics(rawValue: 1) }
  public static var isForced: TrackCharacteristics { TrackCharacteristics(rawValue: 2) }
  public static var describesVideo: TrackCharacteristics { TrackCharacteristics(rawValue: 4) }
  public static var isCommentary: TrackCharacteristics { TrackCharacteristics(rawValue: 8) }
  /// Every bit that there is.
  public static let known = TrackCharacteristics(rawValue: 15)
}

/// An audio or subtitle track of what a session plays. Nothing of it changes.
public final class Track: Equatable, Sendable {
  public let kind: TrackKind
  /// Names it among those of its kind; never empty.
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

  /// Whether both name the same track, or are both selected: then they cannot be in one list.
  public func excludes(_ other: Track) -> Bool {
    kind == other.kind && (id.exact == other.id.exact || isSelected && other.isSelected)
  }

  public static func == (a: Track, b: Track) -> Bool {
    a === b
      || a.kind == b.kind && a.id.exact == b.id.exact && a.language?.exact == b.language?.exact
        && a.title?.exact == b.title?.exact && a.characteristics == b.characteristics && a.isSelected == b.isSelected
  }
}
