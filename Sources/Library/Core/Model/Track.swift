// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension TrackKind {
  /// Whether the user may choose no track of this kind.
  public var mayBeNone: Bool { self != .audio }
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
