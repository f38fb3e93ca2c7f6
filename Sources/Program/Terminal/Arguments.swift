// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingProgram
import NowPlayingCore

/// The command line: options at any place, as GLib's parser accepts them for playerctl, and the other words in order.
final class Arguments {
  /// The command and the words that follow it.
  var words: [String] = []
  /// Players to use, in playerctl's syntax for lists.
  var players: [String] = []
  var ignored: [String] = []
  var allPlayers = false
  var listAll = false
  var follow = false
  var isQuiet = false
  var format: String?
  var asksVersion = false
  var asksHelp = false
  /// `-o`, for artwork, preview and video.
  var output: String?
  var size: Int32 = 0
  var isTall = false
  /// The number of a chapter, for artwork.
  var chapter: String?
  var isJSON = false
  /// Options of `follow`.
  var isFirstAlone = false
  var isForWaybar = false
  /// Whether the module of Waybar is empty while nothing plays.
  var hidesPaused = false
  /// The sort order of playlists: a number `NOWPLAYING_SURFACE_ORDER_…` of surface.h.
  var order: Int32 = 0
  var isReversed = false
  /// Options of `daemon`.
  var pausesOthers = false
  /// The only players that pause when another begins; empty for all.
  var pausedAlone: [String] = []
  var resumes = true
  var startsLast = false
  /// The sessions that keep the machine awake; nil where none does.
  var inhibitors: Wakefulness.Kind?
  var inhibitsOnACAlone = false
  var servesHeadsets = false
  /// Whether send takes back an opinion or rating that is set already, as a second press of a like button does.
  var toggles = false
  /// Whether send waits until the player shows what the command did.
  var waits = false
  /// Whether doctor drives the player, and whether it does so without asking.
  var isStrict = false
  var isConfirmed = false
  /// The ids of the rules that doctor must see.
  var required: [String] = []
  /// The address of the bus, for every command.
  var bus: String?

  /// The options that were given, in order.
  private(set) var options: [Options] = []
  /// All words as they were given.
  let given: [String]

  /// - options: options of a file, which those of the command line replace.
  init(_ given: [String], behind options: [String] = []) throws(Failure) {
    self.given = given
    let given = options + given
    var index = 0
    var areOptions = true
    func value(of name: String) throws(Failure) -> String {
      index += 1
      guard index < given.count else {
        throw Failure(text: "Missing argument for " + name, next: "'nowplaying help' names the options.")
      }
      return given[index]
    }
    while index < given.count {
      let word = given[index]
      let bytes = Array(word.utf8)
      if !areOptions || bytes.count < 2 || bytes[0] != 45 {
        words.append(word)
      } else if word.equals("--") {
        areOptions = false
      } else if bytes[1] == 45 {
        let end = bytes.firstIndex(of: 61) ?? bytes.count
        let name = String(decoding: bytes[2..<end], as: UTF8.self)
        let hasValue = end < bytes.count
        guard let row = OptionRow.named(name), row.takesValue || !hasValue else { throw Self.unknown(word) }
        if !hasValue, !row.needsValue {
          set(row.option)
        } else if hasValue {
          try set(row.option, String(decoding: bytes[(end + 1)...], as: UTF8.self))
        } else {
          try set(row.option, value(of: "--" + name))
        }
      } else {
        try read(letters: word, value)
      }
      index += 1
    }
  }

  /// Reads single-letter options behind one "-", of which the last may take a value.
  private func read(letters word: String, _ value: (String) throws(Failure) -> String) throws(Failure) {
    let letters = Array(word.scalars.dropFirst())
    for (index, letter) in letters.enumerated() {
      guard let row = OptionRow.named(letter) else { throw Self.unknown(word) }
      if !row.needsValue {
        set(row.option)
      } else if index == letters.count - 1 {
        try set(row.option, value("-" + String(scalars: [letter])))
      } else {
        throw Self.unknown(word)
      }
    }
  }

  private static func unknown(_ word: String) -> Failure {
    if Number.seconds(word.without(first: 1)) != nil {
      return Failure(
        text: "No command takes a number below 0, as " + word,
        next: "'send skip-backward 5' and 'position 5-' go back, and 'volume 0.1-' is quieter.")
    }
    let name = word.before(61)
    let known = OptionRow.all.map { "--" + $0.name.description }
    let meant = name.starts(with: "--") ? Spelling.nearest(to: name, of: known) : nil
    return Failure(
      text: "Unknown option " + word + (meant.map { ". Did you mean " + $0 + "?" } ?? ""),
      next: "'nowplaying help' names the options.")
  }

  /// Throws when an option was given that a command does not take.
  ///
  /// - taken: the options that the command takes.
  /// - word: the command's name for the message, "queue go-to".
  /// - help: the word behind "help", with a space before it; empty for the page of all commands.
  func refuse(allBut taken: Options, beside word: String, help: String = "") throws(Failure) {
    for option in options where !taken.union(.everywhere).contains(option) {
      let prints: Options = [.follow, .format]
      throw Failure(
        text: word + " takes no --" + OptionRow.name(of: option),
        next: prints.contains(option)
          ? "'nowplaying follow' prints what changes, as JSON."
          : "'nowplaying help" + help + "' names its options.")
    }
  }

  private func set(_ option: Options) {
    options.append(option)
    switch option {
    case .all: allPlayers = true
    case .list: listAll = true
    case .follow: follow = true
    case .quiet: isQuiet = true
    case .version: asksVersion = true
    case .help: asksHelp = true
    case .json: isJSON = true
    case .reverse: isReversed = true
    case .first: isFirstAlone = true
    case .waybar: isForWaybar = true
    case .pauseOthers: (pausesOthers, pausedAlone) = (true, [])
    case .noResume: resumes = false
    case .startLast: startsLast = true
    case .inhibit: inhibitors = .all
    case .onAC: inhibitsOnACAlone = true
    case .bluetooth: servesHeadsets = true
    case .toggle: toggles = true
    case .wait: waits = true
    case .hidePaused: hidesPaused = true
    case .strict: isStrict = true
    case .yes: isConfirmed = true
    default: break
    }
  }

  private func set(_ option: Options, _ value: String) throws(Failure) {
    options.append(option)
    switch option {
    case .player: players = Self.names(value)
    case .ignore: ignored = Self.names(value)
    case .format: format = value
    case .output: output = value
    case .chapter: chapter = value
    case .bus: bus = try Self.busAddress(value)
    case .size:
      let pixels = Int32(clamping: Clamp.int64(Number.only(value) ?? 0))
      guard (1...16384).contains(pixels) else {
        throw Failure(text: "--size takes a number of pixels from 1 to 16384, not '" + value + "'")
      }
      size = pixels
    case .ratio:
      guard let ratio = AspectRatio(word: value) else {
        throw Failure(text: "--ratio is 1:1 or 3:4, not '" + value + "'")
      }
      isTall = ratio == .tall
    case .require: required += Self.names(value).filter { !$0.isEmpty }
    case .pauseOthers:
      (pausesOthers, pausedAlone) = (true, Self.names(value).filter { !$0.isEmpty })
      if pausedAlone.isEmpty { throw Failure(text: "--pause-others takes names of players, or nothing") }
    case .inhibit:
      guard let kind = Wakefulness.Kind(word: value) else {
        throw Failure(text: "--inhibit takes music, video or nothing, not '" + value + "'")
      }
      inhibitors = kind
    case .order:
      guard let number = Playlists.orders.firstIndex(where: { ExactText($0) == value.exact }), number > 0 else {
        let words = Playlists.orders.dropFirst().map { $0.description }.joined(separator: ", ")
        throw Failure(text: "--order is one of: " + words)
      }
      order = Int32(clamping: number)
    default: break
    }
  }

  /// Makes the bus of `--bus` the session bus of this program and its libraries.
  func takeBus() {
    if let bus { bus.withCString { tool_set_bus($0) } }
  }

  /// Returns a D-Bus address, each part completed; "…;…" is a list of alternatives.
  private static func busAddress(_ word: String) throws(Failure) -> String {
    let isAddress = word.parts(59).allSatisfy { part in
      // Each alternative has a transport and its values, "unix:path=/run/user/1000/bus".
      let transport = part.before(58)
      let rest = part.without(first: transport.utf8.count)
      return !transport.isEmpty && !transport.utf8.contains(47) && rest.utf8.contains(61)
    }
    if isAddress, !word.parts(59).isEmpty { return word }
    let meant = word.utf8.first == 47 ? word : "/run/user/1000/bus"
    throw Failure(
      text: "--bus takes an address of D-Bus, not '" + word + "'",
      next: "The address of a socket is unix:path=" + meant + ".")
  }

  /// Returns the elements of a comma-separated list, without surrounding spaces.
  private static func names(_ list: String) -> [String] {
    Array(list.utf8).parts(44).map { trimmed($0) }
  }

  /// Returns a text without spaces around it.
  static func trimmed(_ text: ArraySlice<UInt8>) -> String {
    let start = text.firstIndex { !isSpace($0) } ?? text.endIndex
    let end = text.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
