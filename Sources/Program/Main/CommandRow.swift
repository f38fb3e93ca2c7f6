// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingProgram
import NowPlayingCore

/// A command: its name, its meaning, the options that it takes, and the function that carries it out. The help and the
/// completions of shells are made of these rows.
struct CommandRow {
  /// A chapter of the help.
  enum Section: CaseIterable {
    case shows, drives, playerctl, daemon, helps

    var title: String {
      switch self {
      case .shows: "What plays"
      case .drives: "Drive it"
      case .playerctl: "As playerctl"
      case .daemon: "One player for keys and bars, in the place of playerctld"
      case .helps: "When something is missing"
      }
    }
  }

  let section: Section
  let name: StaticString
  /// The forms of the command: the words that follow the name, and the meaning. Completions show the first line of the
  /// first form's meaning.
  let forms: [(words: StaticString, about: StaticString)]
  let options: Options
  /// The most words that may follow; nil where the command checks them itself, or ignores more as playerctl does.
  private let maxWords: Int?
  private let body: (Arguments, Console) throws(Failure) -> Void

  private init(
    _ section: Section, _ name: StaticString, _ forms: [(StaticString, StaticString)], _ options: Options,
    words: Int? = 0, _ body: @escaping (Arguments, Console) throws(Failure) -> Void
  ) {
    (self.section, self.name, self.options, maxWords, self.body) = (section, name, options, words, body)
    self.forms = forms.map { (words: $0.0, about: $0.1) }
  }

  /// Makes the row of a command of playerctl, which refuses --follow and --format in its own words.
  ///
  /// - most: the words that it takes, if it takes any; it ignores more, as playerctl does.
  private init(playerctl name: StaticString, words: StaticString = "", most: Int = 1, _ about: StaticString) {
    let most = words.utf8CodeUnitCount == 0 ? 0 : most
    self.init(.playerctl, name, [(words, about)], [.choice, .all, .follow, .format], words: nil) {
      (arguments: Arguments, console: Console) throws(Failure) in
      guard let command = PlayerCommand.named(name.description) else { return }
      try Playerctl.run(name.description, command, takes: most, arguments, console)
    }
  }

  var about: String { forms[0].about.description.before(10) }

  /// Checks words and options, and carries the command out.
  ///
  /// - label: the command's name for messages.
  func execute(_ label: String, _ arguments: Arguments, _ console: Console) throws(Failure) {
    if let maxWords, arguments.words.count > maxWords + 1 {
      throw UnknownWord.refusal(
        arguments.words[maxWords + 1], by: label, options,
        next: "'nowplaying help " + name.description + "' tells what it takes.")
    }
    try arguments.refuse(allBut: options, beside: label, help: " " + name.description)
    try body(arguments, console)
  }

  /// All commands. A command that prints when no arguments follow, and acts when some follow, is here in its printing
  /// form.
  static var all: [CommandRow] {
    [
      CommandRow(
        .shows, "list", [("", "a line for each session, the most important first")], [.choice, .json], List.run),
      CommandRow(
        .shows, "show", [("", "all that the first one says; with -a each")], [.choice, .all, .json], Show.run),
      CommandRow(
        .shows, "follow",
        [
          (
            "",
            """
            a line of JSON for each change, until Ctrl-C;
            on a terminal, without --json, the lines of list;
            with --first only for the most important session,
            with --waybar for a module of Waybar,
            and with --hide-paused only while something plays
            """
          )
        ], [.choice, .first, .waybar, .hidePaused, .json], Follow.run),
      CommandRow(
        .shows, "artwork", [("[-o FILE]", "the picture of the item\n[--size N] [--chapter NUMBER]")],
        [.choice, .output, .size, .chapter], Pictures.artwork),
      CommandRow(
        .shows, "preview", [("[-o FILE]", "the picture before a video\n[--size N] [--ratio 1:1|3:4]")],
        [.choice, .output, .size, .ratio], Pictures.preview),
      CommandRow(
        .shows, "video", [("[-o FILE]", "animated artwork, likewise")], [.choice, .output, .size, .ratio],
        Pictures.video),
      CommandRow(.shows, "devices", [("", "devices of sessions that play elsewhere")], [.choice, .json], Devices.list),
      CommandRow(
        .shows, "chapters", [("", "of the item; the present one has an asterisk")], [.choice, .json], Chapters.list),
      CommandRow(.shows, "tracks", [("", "audio and subtitles, likewise")], [.choice, .json], words: 2, Tracks.run),
      CommandRow(
        .shows, "lyrics", [("", "of the item; with -F each line when it is sung")], [.choice, .follow], Lyrics.run),
      CommandRow(
        .shows, "queue", [("", "what comes next, if the player shows it")], [.choice, .json], words: nil,
        Queues.run),
      CommandRow(
        .shows, "playlists", [("", "all of them, if the player shows them\n[--order ORDER] [--reverse]")],
        [.choice, .json, .order, .reverse], words: nil, Playlists.run),
      CommandRow(
        .drives, "send", [("COMMAND [ARGUMENT]", "a command of org.nowplaying; a TIME is 90 or 1:30")],
        [.choice, .all, .toggle, .wait], words: nil
      ) { (arguments: Arguments, console: Console) throws(Failure) in
        try Send.run(arguments, console, meant: Suggestion.sent)
      },
      CommandRow(.drives, "go-to-chapter", [("NUMBER", "by its number")], .choice, words: 1, Chapters.go),
      CommandRow(playerctl: "play", "play"), CommandRow(playerctl: "pause", "pause"),
      CommandRow(playerctl: "play-pause", "play or pause"), CommandRow(playerctl: "stop", "stop"),
      CommandRow(playerctl: "next", "the next item"), CommandRow(playerctl: "previous", "the previous item"),
      CommandRow(playerctl: "position", words: "[OFFSET[+|-]]", "the position, in seconds"),
      CommandRow(playerctl: "volume", words: "[LEVEL[+|-]]", "the volume, of a player or a device"),
      CommandRow(playerctl: "status", "whether it plays"),
      CommandRow(playerctl: "metadata", words: "[KEY…]", most: .max, "of the item"),
      CommandRow(playerctl: "open", words: "[URI]", "a file or URI"),
      CommandRow(playerctl: "loop", words: "[None|Track|Playlist]", "what is repeated"),
      CommandRow(playerctl: "shuffle", words: "[On|Off|Toggle]", "the order"),
      CommandRow(
        .daemon, "daemon",
        [
          (
            "",
            """
            stands for the player that plays
            with --pause-others a second one pauses the first,
            which with --no-resume stays paused;
            with --start-last Play starts the last one,
            with --inhibit the machine stays awake,
            and with --bluetooth headsets drive it, too;
            ~/.config/nowplaying/daemon.conf can have its options
            """
          ),
          ("shift|unshift", "the next player, the previous one"),
          ("status", "for which player it stands, and why,\nand everything else that it does"),
        ], Daemon.options.union(.json), words: 1, Daemon.run),
      CommandRow(
        .helps, "doctor",
        [
          ("", "why a player does not show up, and what to do"),
          ("--strict PLAYER", "drives it, and says which rules it breaks\n[--json] [--yes] [--require RULE,…]"),
        ], [.player, .strict, .json, .yes, .require], words: nil
      ) { (arguments: Arguments, console: Console) throws(Failure) in
        if !arguments.isStrict { try arguments.refuse(allBut: [.player], beside: "doctor without --strict") }
        let code = try arguments.isStrict ? Strict.run(arguments, console) : Doctor.run(arguments, console)
        if code != 0 { throw Failure(text: "", code: code) }
      },
      CommandRow(
        .helps, "browser",
        [
          ("", "which browsers know the host of the extension"),
          ("install|remove", "adds the host to browsers, or removes it"),
        ], [], words: 1, Companion.browser.run),
      CommandRow(
        .helps, "bridge",
        [
          ("", "what plays on the machines of the house, by MQTT"),
          ("check|try", "what is open at the broker; a first look"),
        ], [], words: 1, Companion.bridge.run),
      CommandRow(
        .helps, "record",
        [("PLAYER [-o FILE]", "writes what it sends and is asked, until Ctrl-C\nalso from its start on")],
        .output, words: 1, Recorder.run),
      CommandRow(
        .helps, "replay", [("FILE [PLAYER]", "acts as the player of a recording")], [], words: 2, Replay.run),
      CommandRow(
        .helps, "complete", [("-- WORD…", "the words that can complete the last one")], [], words: nil,
        Completion.run),
      CommandRow(.helps, "help", [("[COMMAND]", "help, or that of one command")], [], words: 1) {
        (arguments: Arguments, console: Console) throws(Failure) in
        try Help.print(for: arguments.words.dropFirst(), console)
      },
    ]
  }

  /// The acting forms of the commands that print when no arguments follow.
  static var acting: [CommandRow] {
    [
      CommandRow(
        .drives, "volume", [("DEVICE VALUE[+|-]", "0.0 to 1.0; louder, quieter")], .choice, words: 2, Devices.set),
      CommandRow(
        .drives, "tracks", [("KIND ID|none", "audio, subtitles or captions")], .choice, words: 2, Tracks.run),
      CommandRow(
        .drives, "queue",
        [
          ("go-to ENTRY", "by its number, or its id"), ("add URI [ENTRY]", "at the end, or after an entry"),
          ("play URI [ENTRY]", "the same, and at once"), ("remove ENTRY", "takes it out"),
        ], .choice, words: nil, Queues.run),
      CommandRow(
        .drives, "playlists", [("activate NAME", "or by its id")], .choice, words: nil, Playlists.run),
    ]
  }

  /// Carries out the command of the command line.
  static func execute(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let words = arguments.words
    guard let name = words.first, let row = named(name) else {
      let word = words.first ?? ""
      let command = Suggestion.command(for: word, Array(words.dropFirst())) ?? UnknownWord.player(word)
      throw Failure(
        text: "Could not execute command: Command not recognized: " + word
          + Spelling.question(command.map { "nowplaying " + $0 }),
        next: "'nowplaying help' names the commands.")
    }
    // "queue go-to ENTRY" and "volume DEVICE VALUE" act; playerctl's "volume LEVEL" has one word only.
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
