// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The kind of an item. The raw values are those of the C header.
public enum ContentKind: Int32, Sendable {
  case music = 1
  case podcast, movie, tvShow, book, radio, homeMedia, generic
}

/// Audio or video.
public enum MediaType: Int32, Sendable {
  case audio = 0
  case video
}

/// How long an item is.
public enum MediaDuration: Equatable, Sendable {
  case unknown
  /// A known length in microseconds, 0 or more.
  case finite(Int64)
  /// A live broadcast: without a length, and without seeking.
  case live
  /// Endless, but not a broadcast.
  case continuous
}

/// The aspect ratios in which an item has an animated artwork.
public struct AspectRatios: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// 1:1.
  public static let square = AspectRatios(rawValue: 1)
  /// 3:4.
  public static let tall = AspectRatios(rawValue: 2)
}

/// An animated artwork of an item. The content keeps it; MPRIS has no key for it, so no client sees it.
public struct AnimatedArtwork: Equatable, Sendable {
  public let id: String
  public let ratios: AspectRatios

  public init(id: String, ratios: AspectRatios) {
    self.id = id
    self.ratios = ratios
  }

  public static func == (a: AnimatedArtwork, b: AnimatedArtwork) -> Bool {
    a.id.exact == b.id.exact && a.ratios == b.ratios
  }
}
