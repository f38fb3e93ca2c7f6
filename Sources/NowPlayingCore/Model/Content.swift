// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The description of an item.
public struct Content: Equatable, Sendable {
  public let kind: ContentKind
  /// Names the item within its session. Never empty once it is set to a session.
  public var id: String
  public var mediaType: MediaType
  public var duration: MediaDuration
  /// Names the item's picture; nil when it has none.
  public var artworkID: String?
  public var animatedArtwork: AnimatedArtwork?
  public var texts = FieldValues<TextField, String>()
  public var lists = FieldValues<ListField, [String]>()
  public var integers = FieldValues<IntegerField, Int64>()
  public var numbers = FieldValues<NumberField, Double>()

  public init(kind: ContentKind, id: String) {
    self.kind = kind
    self.id = id
    mediaType = kind == .movie || kind == .tvShow ? .video : .audio
    duration = kind == .radio ? .live : .unknown
  }

  /// The length in microseconds, when it has one that is greater than 0.
  public var length: Int64? {
    if case .finite(let length) = duration, length > 0 { return length }
    return nil
  }

  /// Whether it makes sense to go to a position in it.
  public var hasPositions: Bool { duration != .live }
}
