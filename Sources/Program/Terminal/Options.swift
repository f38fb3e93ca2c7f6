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
  static let bus = Options(rawValue: 1 << 22)
  static let noResume = Options(rawValue: 1 << 23)
  static let toggle = Options(rawValue: 1 << 24)
  static let wait = Options(rawValue: 1 << 25)
  static let hidePaused = Options(rawValue: 1 << 26)
  static let inhibit = Options(rawValue: 1 << 27)
  static let onAC = Options(rawValue: 1 << 28)
  static let bluetooth = Options(rawValue: 1 << 29)
  static let require = Options(rawValue: 1 << 30)

  /// The options that every command takes.
  static let everywhere: Options = .bus
  /// The options that choose players, and the one that silences messages about missing players.
  static let choice: Options = [.player, .ignore, .quiet]
}

/// An option: its letter and one of its names. The help and the completions of shells are made of these rows.
struct OptionRow {
  let option: Options
  let letter: Unicode.Scalar?
  let name: StaticString
  /// The placeholder of its value in the help; empty for an option without a value.
  let value: StaticString
  /// The description; empty for a second name. Completions show its first line.
  let about: StaticString

  /// Whether a value may be left out, and follows "=" alone.
  let isOptional: Bool

  /// Whether the option takes a value, and whether it needs one.
  var takesValue: Bool { value.utf8CodeUnitCount > 0 }
  var needsValue: Bool { takesValue && !isOptional }

  private init(
    _ option: Options, _ letter: Unicode.Scalar?, _ name: StaticString, value: StaticString = "",
    isOptional: Bool = false, _ about: StaticString
  ) {
    (self.option, self.letter, self.name, self.value) = (option, letter, name, value)
    (self.isOptional, self.about) = (isOptional, about)
  }

  /// All names of all options, the preferred name of each first.
  static let all: [OptionRow] = [
    OptionRow(
      .player, "p", "player", value: "NAME,…",
      "players to take, the first that is there; %any\nNAME as list or playerctl -l print it"),
    OptionRow(.ignore, "i", "ignore-player", value: "NAME,…", "players to leave out"),
    OptionRow(.all, "a", "all-players", "all players"),
    OptionRow(.list, "l", "list-all", "the names of the players, as -p takes them"),
    OptionRow(
      .format, "f", "format", value: "TEXT", "a template: \"{{artist}} – {{title}}\", {{json(title)}}"),
    OptionRow(.follow, "F", "follow", "print again whenever it changes"),
    OptionRow(.quiet, "s", "no-messages", "nothing about players that are not there"),
    OptionRow(.json, nil, "json", "a line of JSON for each"),
    OptionRow(.first, nil, "first", "only the most important session"),
    OptionRow(.waybar, nil, "waybar", "lines for a module of Waybar"),
    OptionRow(.hidePaused, nil, "hide-paused", "with --waybar: hidden while nothing plays"),
    OptionRow(.output, "o", "output", value: "FILE", "the file of a picture"),
    OptionRow(.size, nil, "size", value: "N", "pixels"),
    OptionRow(.ratio, nil, "ratio", value: "1:1|3:4", "aspect ratio"),
    OptionRow(.chapter, nil, "chapter", value: "NUMBER", "the picture of a chapter"),
    OptionRow(.order, nil, "order", value: "ORDER", "order of playlists"),
    OptionRow(.reverse, nil, "reverse", "the last first"),
    OptionRow(
      .pauseOthers, nil, "pause-others", value: "NAME,…", isOptional: true,
      "a second player pauses the first,\nor pauses only these"),
    OptionRow(.noResume, nil, "no-resume", "no player goes on by itself"),
    OptionRow(.startLast, nil, "start-last", "Play starts the last player"),
    OptionRow(
      .inhibit, nil, "inhibit", value: "music|video", isOptional: true,
      "the machine stays awake while it plays,\nor while it plays only music, or only videos"),
    OptionRow(.onAC, nil, "on-ac", "with --inhibit: not on battery"),
    OptionRow(.bluetooth, nil, "bluetooth", "keys and screens of headsets and cars"),
    OptionRow(.toggle, nil, "toggle", "remove what is set already, as a thumb does"),
    OptionRow(.wait, nil, "wait", "until the player shows the effect, at most 3 seconds"),
    OptionRow(.strict, nil, "strict", "check the player against all rules"),
    OptionRow(.yes, nil, "yes", "without asking"),
    OptionRow(.require, nil, "require", value: "RULE,…", "with --strict: a fault if these rules cannot be seen"),
    OptionRow(
      .bus, nil, "bus", value: "ADDRESS", "the bus to ask, in place of the session's\nunix:path=/run/player/bus"),
    OptionRow(.version, "v", "version", "the version"), OptionRow(.help, "h", "help", "help"),
    OptionRow(.help, "?", "help-all", ""),
  ]

  static func named(_ name: String) -> OptionRow? { all.first { ExactText($0.name) == name.exact } }
  static func named(_ letter: UInt32) -> OptionRow? { all.first { $0.letter?.value == letter } }
  static func name(of option: Options) -> String { all.first { $0.option == option }?.name.description ?? "" }
}
