// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The kind of an item. The raw values are those of the C header.
public enum ContentKind: Int32, CaseIterable, Sendable {
  case music = 1
  case podcast, movie, tvShow, book, radio, homeMedia, generic
}

/// Audio or video.
public enum MediaType: Int32, CaseIterable, Sendable {
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

  /// The kind of the length. A length of 0 counts as unknown.
  public var kind: DurationKind {
    switch self {
    case .unknown: .unknown
    case .finite(let length): length > 0 ? .finite : .unknown
    case .live: .live
    case .continuous: .continuous
    }
  }
}

/// Whether the length of an item is known, and why not. The raw values are those of the C header.
public enum DurationKind: Int32, CaseIterable, Sendable {
  case unknown = 0
  case finite, live, continuous
}

/// The aspect ratios that an animated artwork can have. The raw values are those of the C header.
public enum AspectRatio: Int32, CaseIterable, Sendable {
  /// 1:1.
  case square = 1
  /// 3:4.
  case tall
}

/// A set of aspect ratios. The raw values are those of the C header.
public struct AspectRatios: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let square = AspectRatios(rawValue: 1)
  public static let tall = AspectRatios(rawValue: 2)

  public init(_ ratio: AspectRatio) { self = ratio == .square ? .square : .tall }

  /// The words of the ratios in org.nowplaying, in its order.
  public var words: [String] {
    var words: [String] = []
    if contains(.square) { words.append(AspectRatio.square.word.string) }
    if contains(.tall) { words.append(AspectRatio.tall.word.string) }
    return words
  }
}

/// The ids of an item's animated artworks, one for each aspect ratio.
public struct AnimatedArtwork: Equatable, Sendable {
  public var square: String?
  public var tall: String?

  public init(square: String? = nil, tall: String? = nil) {
    self.square = square
    self.tall = tall
  }

  public subscript(ratio: AspectRatio) -> String? {
    get { ratio == .square ? square : tall }
    set { if ratio == .square { square = newValue } else { tall = newValue } }
  }

  public static func == (a: AnimatedArtwork, b: AnimatedArtwork) -> Bool {
    a.square?.exact == b.square?.exact && a.tall?.exact == b.tall?.exact
  }
}
