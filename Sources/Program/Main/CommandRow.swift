// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// A command: its name, the options that it takes, and the function that carries it out.
struct CommandRow {
  let name: StaticString
  /// Its meaning, for completions; empty for a form of another row.
  let about: StaticString
  let options: Options
  /// The number of words that may follow; nil where the command checks them itself, or ignores more as playerctl does.
  private let maxWords: Int?
  private let body: (Arguments, Console) throws(Failure) -> Void

  private init(
    _ name: StaticString, _ about: StaticString, _ options: Options, words: Int? = 0,
    _ body: @escaping (Arguments, Console) throws(Failure) -> Void
  ) {
    (self.name, self.about, self.options, maxWords, self.body) = (name, about, options, words, body)
  }

  /// Makes the row of a command of playerctl, which refuses --follow and --format in its own words.
  private init(playerctl name: StaticString, _ about: StaticString) {
    self.init(name, about, [.choice, .all, .follow, .format], words: nil) {
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
      CommandRow("list", "a line for each session", [.choice, .json], List.run),
      CommandRow("show", "all that a session says", [.choice, .all, .json], Show.run),
      CommandRow("follow", "a line of JSON for each change", [.choice, .first, .waybar], Follow.run),
      CommandRow("artwork", "the picture of the item", [.choice, .output, .size, .chapter], Pictures.artwork),
      CommandRow("preview", "the picture before a video", [.choice, .output, .size, .ratio], Pictures.preview),
      CommandRow("video", "animated artwork", [.choice, .output, .size, .ratio], Pictures.video),
      CommandRow("devices", "where sessions play that play elsewhere", [.choice, .json], Devices.list),
      CommandRow("chapters", "of the item", [.choice, .json], Chapters.list),
      CommandRow("tracks", "audio and subtitles", [.choice, .json], words: 2, Tracks.run),
      CommandRow("lyrics", "of the item", [.choice, .follow], Lyrics.run),
      CommandRow("go-to-chapter", "by its number", .choice, words: 1, Chapters.go),
      CommandRow("queue", "what comes next", [.choice, .json], words: nil, Queues.run),
      CommandRow("playlists", "of a player", [.choice, .json, .order, .reverse], words: nil, Playlists.run),
      CommandRow("send", "a command of org.nowplaying", [.choice, .all], words: nil, Send.run),
      CommandRow(playerctl: "play", "play"), CommandRow(playerctl: "pause", "pause"),
      CommandRow(playerctl: "play-pause", "play or pause"), CommandRow(playerctl: "stop", "stop"),
      CommandRow(playerctl: "next", "the next item"), CommandRow(playerctl: "previous", "the previous item"),
      CommandRow(playerctl: "position", "the position, in seconds"),
      CommandRow(playerctl: "volume", "the volume, of a player or a device"),
      CommandRow(playerctl: "status", "whether it plays"), CommandRow(playerctl: "metadata", "of the item"),
      CommandRow(playerctl: "open", "a file or URI"), CommandRow(playerctl: "loop", "what is repeated"),
      CommandRow(playerctl: "shuffle", "the order"),
      CommandRow("daemon", "in the place of playerctld", [.pauseOthers, .startLast], words: 1, Daemon.run),
      CommandRow("doctor", "why a player does not show up", [.player, .strict, .json, .yes], words: nil) {
        (arguments: Arguments, console: Console) throws(Failure) in
        if !arguments.isStrict { try arguments.refuse(allBut: [.player], beside: "doctor without --strict") }
        let code = try arguments.isStrict ? Strict.run(arguments, console) : Doctor.run(arguments, console)
        if code != 0 { throw Failure(text: "", code: code) }
      },
      CommandRow("complete", "the words that a shell completes", [], words: nil, Completion.run),
      CommandRow("help", "a page of help", []) { (_: Arguments, console: Console) throws(Failure) in
        console.write(Help.text)
      },
    ]
  }

  /// The forms that act, by the words that follow.
  private static var acting: [CommandRow] {
    [
      CommandRow("volume", "", .choice, words: 2, Devices.set),
      CommandRow("queue", "", .choice, words: nil, Queues.run),
      CommandRow("playlists", "", .choice, words: nil, Playlists.run),
      CommandRow("tracks", "", .choice, words: 2, Tracks.run),
    ]
  }

  /// Carries out the command of the command line.
  static func execute(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let words = arguments.words
    guard let name = words.first, let row = named(name) else {
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

  static func named(_ name: String) -> CommandRow? { row(name, of: all) }

  private static func row(_ name: String, of rows: [CommandRow]) -> CommandRow? {
    rows.first { ExactText($0.name) == name.exact }
  }
}
