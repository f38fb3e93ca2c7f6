// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// A command of playerctl.
struct PlayerCommand {
  /// Whether the command takes `--format`.
  let takesFormat: Bool
  /// The property whose change makes `--follow` print again; nil when the command does not print.
  let followed: String?
  private let run: (Player, Request) throws(Failure) -> Outcome

  /// The arguments: the words behind the command, and the template; and the output that they are printed to.
  struct Request {
    let words: [String]
    let template: Template?
    let console: Console
  }

  /// The result of the command for one player.
  enum Outcome {
    /// The player cannot do it; the next player is tried.
    case notDone
    case done(String?)
  }

  func execute(_ player: Player, _ request: Request) throws(Failure) -> Outcome { try run(player, request) }

  static func named(_ name: String) -> PlayerCommand? {
    switch name.exact {
    case "open": doing(open)
    case "play": calling(.play, if: "CanPlay")
    case "pause": calling(.pause, if: "CanPause")
    case "play-pause": calling(.playPause, if: "CanPlay")
    // MPRIS has no CanStop; playerctl uses CanPlay for it.
    case "stop": calling(.stop, if: "CanPlay")
    case "next": calling(.next, if: "CanGoNext")
    case "previous": calling(.previous, if: "CanGoPrevious")
    case "position": PlayerCommand(takesFormat: true, followed: "Position", run: position)
    case "volume": PlayerCommand(takesFormat: true, followed: "Volume", run: volume)
    case "status": PlayerCommand(takesFormat: true, followed: "PlaybackStatus", run: status)
    case "loop": PlayerCommand(takesFormat: true, followed: "LoopStatus", run: loop)
    case "shuffle": PlayerCommand(takesFormat: true, followed: "Shuffle", run: shuffle)
    case "metadata": PlayerCommand(takesFormat: true, followed: "Metadata", run: metadata)
    default: nil
    }
  }

  private static func doing(_ run: @escaping (Player, Request) throws(Failure) -> Outcome) -> PlayerCommand {
    PlayerCommand(takesFormat: false, followed: nil, run: run)
  }

  private static func calling(_ call: PlayerCall, if ability: String) -> PlayerCommand {
    doing { (player: Player, _: Request) throws(Failure) -> Outcome in
      guard player.can(ability) else { return .notDone }
      try player.call(call.name)
      return .done(nil)
    }
  }

  /// Returns a line: the expanded template, or else the command's own text.
  private static func line(_ player: Player, _ request: Request, _ text: String) throws(Failure) -> Outcome {
    guard let template = request.template else { return .done(request.console.shown(text) + "\n") }
    return .done(try template.text(player, []) + "\n")
  }

  private static func refuseFormat(_ request: Request) throws(Failure) {
    if request.template != nil { throw Failure(text: "format strings are not supported on command functions.") }
  }

  // MARK: The commands

  private static func open(_ player: Player, _ request: Request) throws(Failure) -> Outcome {
    guard player.can("CanControl") else { return .notDone }
    if let word = request.words.first {
      let uri = FileURI.ofFile(word) ?? word
      try player.call("OpenUri") { $0.append(uri) }
    }
    return .done(nil)
  }

  private static func position(_ player: Player, _ request: Request) throws(Failure) -> Outcome {
    guard let word = request.words.first else {
      if request.template == nil, !player.has("Position", "x") { return .notDone }
      return try line(player, request, Number.fixed(Double(player.position.count) / 1_000_000, 6))
    }
    try refuseFormat(request)
    guard let step = Number.step(word, { Number.seconds($0) }) else {
      throw noNumber("Could not parse position as a number: ", word, forms: "90, 1:30, 10+ or 10-")
    }
    guard player.can("CanSeek") else { return .notDone }
    let offset = Clamp.int64(1_000_000 * step.value)
    if step.sign != 0 {
      try player.call("Seek") { $0.append(step.sign > 0 ? offset : Clamp.difference(0, offset)) }
    } else {
      guard let track = Player.trackID(try player.metadata()) else {
        throw Failure(text: "Could not get track id to set position")
      }
      try player.call("SetPosition") { message in
        message.append(path: track).then(message.append(offset))
      }
    }
    return .done(nil)
  }

  /// Returns the error for a word that is no number. playerctl takes the number that it begins with, which makes "50%"
  /// the loudest volume and "0:40" the start; where it finds none, the error is the same.
  ///
  /// - forms: what can be written.
  private static func noNumber(_ text: String, _ word: String, forms: String) -> Failure {
    Failure(text: text + word + (Number.read(word) == nil ? "" : "; write it as " + forms))
  }

  private static func volume(_ player: Player, _ request: Request) throws(Failure) -> Outcome {
    guard let word = request.words.first else {
      guard let volume = player.double("Volume") else { return .notDone }
      return try line(player, request, Number.fixed(volume, 6))
    }
    try refuseFormat(request)
    guard let step = Number.step(word) else {
      throw noNumber("could not parse volume as a number: ", word, forms: "0.5, 0.1+ or 0.1-")
    }
    // Some players take a negative volume for the loudest one.
    let level = max(0, step.applied(to: player.number("Volume") ?? 0))
    guard player.can("CanControl") else { return .notDone }
    try player.set("Volume", "d") { $0.append(level) }
    return .done(nil)
  }

  private static func status(_ player: Player, _ request: Request) throws(Failure) -> Outcome {
    player.has("PlaybackStatus", "s") ? try line(player, request, player.status) : .notDone
  }

  private static func loop(_ player: Player, _ request: Request) throws(Failure) -> Outcome {
    guard let word = request.words.first else {
      if request.template == nil, !player.has("LoopStatus", "s") { return .notDone }
      return try line(player, request, player.loop)
    }
    guard let wanted = Player.word(word, of: Player.loops) else {
      throw Failure(text: "Got unknown loop status: '" + word + "' (expected 'none', 'playlist', or 'track').")
    }
    guard player.can("CanControl") else { return .notDone }
    try player.set("LoopStatus", "s") { $0.append(wanted) }
    return .done(nil)
  }

  private static func shuffle(_ player: Player, _ request: Request) throws(Failure) -> Outcome {
    guard let word = request.words.first else {
      guard player.has("Shuffle", "b") else { return .notDone }
      return try line(player, request, player.can("Shuffle") ? "On" : "Off")
    }
    let wanted: Bool
    switch Player.word(word, of: ["on", "off", "toggle"])?.exact {
    case "on": wanted = true
    case "off": wanted = false
    case "toggle": wanted = !player.can("Shuffle")
    default: throw Failure(text: "Got unknown shuffle status: '" + word + "' (expected 'on', 'off', or 'toggle').")
    }
    guard player.can("CanControl") else { return .notDone }
    try player.set("Shuffle", "b") { $0.append(wanted) }
    return .done(nil)
  }

  private static func metadata(_ player: Player, _ request: Request) throws(Failure) -> Outcome {
    guard player.can("CanPlay") else { return .notDone }
    let metadata = try player.metadata().map { request.console.shown($0) }
    if let template = request.template {
      return metadata.isEmpty ? .notDone : .done(try template.text(player, metadata) + "\n")
    }
    if request.words.isEmpty {
      let lines = table(player, metadata)
      return lines.isEmpty ? .notDone : .done(lines)
    }
    // Looks up each key, but prints the last one only, as playerctl does.
    var text = ""
    for word in request.words {
      let isShort = word.equals("artist") || word.equals("album") || word.equals("title")
      guard let value = metadata[isShort ? "xesam:" + word : word] else { return .notDone }
      text = value.printed + "\n"
    }
    return .done(text)
  }

  /// Returns a table with a line for each value, and for each element of a list.
  private static func table(_ player: Player, _ metadata: [Variant.Property]) -> String {
    var text = ""
    for property in metadata {
      for value in property.value.children ?? [property.value] {
        text += padded(player.name, 5) + " " + padded(property.key, 25) + " " + value.printed + "\n"
      }
    }
    return text
  }

  /// Pads by bytes instead of characters, as C's printf() does.
  private static func padded(_ text: String, _ width: Int) -> String {
    text + " ".times(max(0, width - text.utf8.count))
  }
}
