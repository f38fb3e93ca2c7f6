// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// A command: its name, the options that it takes, and the function that carries it out.
struct CommandRow {
  let name: StaticString
  private let options: Options
  /// The number of words that may follow; nil where the command checks them itself, or ignores more as playerctl does.
  private let maxWords: Int?
  private let body: (Arguments, Console) throws(Failure) -> Void

  private init(
    _ name: StaticString, _ options: Options, words: Int? = 0,
    _ body: @escaping (Arguments, Console) throws(Failure) -> Void
  ) {
    (self.name, self.options, maxWords, self.body) = (name, options, words, body)
  }

  /// Makes the row of a command of playerctl, which refuses --follow and --format in its own words.
  private init(playerctl name: StaticString) {
    self.init(name, [.choice, .all, .follow, .format], words: nil) {
      (arguments: Arguments, console: Console) throws(Failure) in
      guard let command = PlayerCommand.named(name.description) else { return }
      try Playerctl.run(name.description, command, arguments, console)
    }
  }

  /// Checks words and options, and carries the command out.
  ///
  /// - label: the command's name for messages.
  func execute(_ label: String, _ arguments: Arguments, _ console: Console) throws(Failure) {
    if let maxWords, arguments.words.count > maxWords + 1 {
      throw Failure(
        text: label + " takes no '" + arguments.words[maxWords + 1] + "'", next: "'nowplaying help' names its options."
      )
    }
    try arguments.refuse(allBut: options, beside: label)
    try body(arguments, console)
  }

  /// Every command; of those that also act when words follow, the form that prints.
  static var all: [CommandRow] {
    [
      CommandRow("list", [.choice, .json], List.run), CommandRow("show", [.choice, .all, .json], Show.run),
      CommandRow("follow", [.choice, .first, .waybar], Follow.run),
      CommandRow("artwork", [.choice, .output, .size, .chapter], Pictures.artwork),
      CommandRow("preview", [.choice, .output, .size, .ratio], Pictures.preview),
      CommandRow("video", [.choice, .output, .size, .ratio], Pictures.video),
      CommandRow("devices", [.choice, .json], Devices.list),
      CommandRow("chapters", [.choice, .json], Chapters.list),
      CommandRow("tracks", [.choice, .json], words: 2, Tracks.run),
      CommandRow("lyrics", [.choice, .follow], Lyrics.run),
      CommandRow("go-to-chapter", .choice, words: 1, Chapters.go),
      CommandRow("queue", [.choice, .json], words: nil, Queues.run),
      CommandRow("playlists", [.choice, .json, .order, .reverse], words: nil, Playlists.run),
      CommandRow("send", [.choice, .all], words: nil, Send.run),
      CommandRow(playerctl: "play"), CommandRow(playerctl: "pause"), CommandRow(playerctl: "play-pause"),
      CommandRow(playerctl: "stop"), CommandRow(playerctl: "next"), CommandRow(playerctl: "previous"),
      CommandRow(playerctl: "position"), CommandRow(playerctl: "volume"), CommandRow(playerctl: "status"),
      CommandRow(playerctl: "metadata"), CommandRow(playerctl: "open"), CommandRow(playerctl: "loop"),
      CommandRow(playerctl: "shuffle"),
      CommandRow("daemon", [.pauseOthers, .startLast], words: 1, Daemon.run),
      CommandRow("doctor", [.player, .strict, .json, .yes], words: nil) {
        (arguments: Arguments, console: Console) throws(Failure) in
        if !arguments.isStrict { try arguments.refuse(allBut: [.player], beside: "doctor without --strict") }
        let code = try arguments.isStrict ? Strict.run(arguments, console) : Doctor.run(arguments, console)
        if code != 0 { throw Failure(text: "", code: code) }
      },
      CommandRow("help", []) { (_: Arguments, console: Console) throws(Failure) in console.write(Help.text) },
    ]
  }

  /// The forms that act, by the words that follow.
  private static var acting: [CommandRow] {
    [
      CommandRow("volume", .choice, words: 2, Devices.set), CommandRow("queue", .choice, words: nil, Queues.run),
      CommandRow("playlists", .choice, words: nil, Playlists.run),
      CommandRow("tracks", .choice, words: 2, Tracks.run),
    ]
  }

  /// Carries out the command of the command line.
  static func execute(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let words = arguments.words
    guard let name = words.first, let row = row(name, of: all) else {
      let word = words.first ?? ""
      let meant = Suggestion.command(for: word).map { ". Did you mean 'nowplaying " + $0 + "'?" } ?? ""
      throw Failure(
        text: "Could not execute command: Command not recognized: " + word + meant,
        next: "'nowplaying help' names the commands.")
    }
    // "queue go-to ENTRY", and "volume DEVICE VALUE"; playerctl's "volume LEVEL" has one word.
    if words.count > (name.equals("volume") ? 2 : 1), let acting = Self.row(name, of: acting) {
      let label = name.equals("volume") ? "volume of a device" : name + " " + words[1]
      return try acting.execute(label, arguments, console)
    }
    try row.execute(name, arguments, console)
  }

  private static func row(_ name: String, of rows: [CommandRow]) -> CommandRow? {
    rows.first { ExactText($0.name) == name.exact }
  }
}
