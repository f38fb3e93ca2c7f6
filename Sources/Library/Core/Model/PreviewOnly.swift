// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The reasons why only previews of animated artwork may be shown now, and no videos.
public struct PreviewOnly: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The computer saves power.
  public static let powerSaver = PreviewOnly(rawValue: 1)
  /// The network connection is metered.
  public static let metered = PreviewOnly(rawValue: 2)
  /// The computer is too hot.
  public static let thermal = PreviewOnly(rawValue: 4)
  /// The user wants less motion.
  public static let reducedMotion = PreviewOnly(rawValue: 8)
  /// The user wants no video to start by itself.
  public static let autoplayOff = PreviewOnly(rawValue: 16)

  /// The words that clients are sent, in this order.
  public var words: [String] {
    var words: [String] = []
    add(.powerSaver, "power-saver", &words)
    add(.metered, "metered", &words)
    add(.thermal, "thermal", &words)
    add(.reducedMotion, "reduced-motion", &words)
    add(.autoplayOff, "autoplay-off", &words)
    return words
  }

  /// A function, because an array of pairs would add a type to the code of the library.
  private func add(_ reason: PreviewOnly, _ word: StaticString, _ words: inout [String]) {
    if contains(reason) { words.append(word.string) }
  }
}
