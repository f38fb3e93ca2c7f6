// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Options of the command line.
struct Options: OptionSet {
  let rawValue: UInt32

  static let player = Options(rawValue: 1)
  static let ignore = Options(rawValue: 1 << 1)
  static let all = Options(rawValue: 1 << 2)
  static let list = Options(rawValue: 1 << 3)
  static let follow = Options(rawValue: 1 << 4)
  static let quiet = Options(rawValue: 1 << 5)
  static let format = Options(rawValue: 1 << 6)
  static let version = Options(rawValue: 1 << 7)
  static let help = Options(rawValue: 1 << 8)
  static let output = Options(rawValue: 1 << 9)
  static let size = Options(rawValue: 1 << 10)
  static let ratio = Options(rawValue: 1 << 11)
  static let json = Options(rawValue: 1 << 12)
  static let order = Options(rawValue: 1 << 13)
  static let reverse = Options(rawValue: 1 << 14)
  static let first = Options(rawValue: 1 << 15)
  static let chapter = Options(rawValue: 1 << 16)
  static let waybar = Options(rawValue: 1 << 17)
  static let pauseOthers = Options(rawValue: 1 << 18)
  static let startLast = Options(rawValue: 1 << 19)
  static let strict = Options(rawValue: 1 << 20)
  static let yes = Options(rawValue: 1 << 21)

  /// The options that choose players, and the one that silences messages about missing players.
  static let choice: Options = [.player, .ignore, .quiet]
}

/// The letter and the names of an option.
struct OptionRow {
  let option: Options
  private let letter: Unicode.Scalar?
  private let name: StaticString
  let takesValue: Bool

  private init(_ option: Options, _ letter: Unicode.Scalar?, _ name: StaticString, takesValue: Bool = false) {
    (self.option, self.letter, self.name, self.takesValue) = (option, letter, name, takesValue)
  }

  /// Every name of every option; messages use the first of an option.
  private static let all: [OptionRow] = [
    OptionRow(.player, "p", "player", takesValue: true), OptionRow(.ignore, "i", "ignore-player", takesValue: true),
    OptionRow(.all, "a", "all-players"), OptionRow(.list, "l", "list-all"), OptionRow(.follow, "F", "follow"),
    OptionRow(.quiet, "s", "no-messages"), OptionRow(.format, "f", "format", takesValue: true),
    OptionRow(.version, "v", "version"), OptionRow(.help, "h", "help"), OptionRow(.help, "?", "help-all"),
    OptionRow(.output, "o", "output", takesValue: true), OptionRow(.size, nil, "size", takesValue: true),
    OptionRow(.ratio, nil, "ratio", takesValue: true), OptionRow(.json, nil, "json"),
    OptionRow(.order, nil, "order", takesValue: true), OptionRow(.reverse, nil, "reverse"),
    OptionRow(.first, nil, "first"), OptionRow(.chapter, nil, "chapter", takesValue: true),
    OptionRow(.waybar, nil, "waybar"),
    OptionRow(.pauseOthers, nil, "pause-others"), OptionRow(.startLast, nil, "start-last"),
    OptionRow(.strict, nil, "strict"), OptionRow(.yes, nil, "yes"),
  ]

  static func named(_ name: String) -> OptionRow? { all.first { ExactText($0.name) == name.exact } }
  static func named(_ letter: UInt32) -> OptionRow? { all.first { $0.letter?.value == letter } }
  static func name(of option: Options) -> String { all.first { $0.option == option }?.name.description ?? "" }
}
