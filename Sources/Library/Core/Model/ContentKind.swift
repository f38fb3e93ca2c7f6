// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How long an item is.
public enum MediaDuration: Equatable, Sendable {
  case unknown
  /// A known length, 0 or more.
  case finite(Microseconds)
  /// A live broadcast: without a length, and without seeking.
  case live
  /// Endless, but not a broadcast.
  case continuous

  /// The kind of the length. A length of 0 counts as unknown.
  public var kind: DurationKind {
    switch self {
    case .unknown: .unknown
    case .finite(let length): length > .zero ? .finite : .unknown
    case .live: .live
    case .continuous: .continuous
    }
  }
}

extension AspectRatios {
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
