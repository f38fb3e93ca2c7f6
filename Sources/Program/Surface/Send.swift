// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// `nowplaying send`: sends commands of org.nowplaying, also to players that have MPRIS alone.
enum Send {
  /// Returns the command that an unknown one means, with the words behind both; nil for none.
  typealias Meant = (_ word: String, _ given: [String]) -> String?

  static func run(_ arguments: Arguments, _ console: Console, meant: Meant) throws(Failure) {
    let words = Array(arguments.words.dropFirst())
    guard var word = words.first else {
      throw Failure(
        text: "send needs a command: 'nowplaying help send' lists them",
        next: "It is one of: " + names.joined(separator: " "))
    }
    // Accepts playerctl's name of the command.
    if word.equals("play-pause") { word = "toggle-play-pause" }
    let given = Array(words.dropFirst())
    let step = try step(word, given, meant, toggles: arguments.toggles)
    let most = rows.first { $0.name.exact == word.exact }?.argument.parts(32).count ?? 0
    if given.count > most {
      // Both words may be one command: "next chapter".
      let other = meant(words[0], given).flatMap {
        $0.exact == ("send " + words.joined(separator: " ")).exact ? nil : $0
      }
      throw Failure(
        text: word + " takes no '" + given[most] + "'" + Spelling.question(other.map { "nowplaying " + $0 }),
        next: "'nowplaying help " + word + "' tells what it takes.")
    }
    let panel = try Panel()
    let sessions = try panel.sessions(of: arguments, all: arguments.allPlayers, console)
    var (silent, patience): ([String], Microseconds?) = ([], nil)
    for session in sessions.prefix(arguments.allPlayers ? sessions.count : 1) {
      do throws(Failure) {
        try carryOut(step, given, session, panel, patience: patience)
        if arguments.waits { try wait(for: step, session, panel) }
      } catch {
        if error.silent.isEmpty { throw error }
        // Goes on with the other players.
        silent += error.silent
        patience = SessionBus.shortPatience
      }
    }
    if !silent.isEmpty { throw Failure.unanswered(silent, within: Panel.longestSeconds) }
  }

  private enum Step {
    /// A command of the player's own, by its id.
    case command(nowplaying_command_event, String)
    /// A command that is held for a time.
    case hold(nowplaying_command_event, Microseconds)
    case raise, quit
  }

  /// The commands that can be sent, each with its argument and its meaning for the help.
  static var rows: [(name: String, argument: String, about: String)] {
    CommandKind.allCases.map { ($0.word.description, argument(of: $0), $0.row.about.description) }
      + [("raise", "", "Bring the window of the player to the front."), ("quit", "", "End the player.")]
  }

  static var names: [String] { rows.map { $0.name } }

  private static func argument(of kind: CommandKind) -> String {
    let row = kind.row
    return switch row.takes {
    case .none: ""
    case .position: "TIME"
    case .interval, .phase: "[TIME]"
    case .mode: "[" + row.modes.map { $0.description }.joined(separator: "|") + (kind == .feedback ? "] [BUTTON]" : "]")
    case .truth: "[on|off]"
    case .rate: "[RATE]"
    case .fraction, .id: row.key.description.inLetters(capital: true)
    }
  }

  private static func step(_ word: String, _ given: [String], _ meant: Meant, toggles: Bool) throws(Failure) -> Step {
    if word.equals("raise") { return .raise }
    if word.equals("quit") { return .quit }
    guard let kind = CommandKind(word: word) else {
      throw Failure(text: unknown(word, given, meant), next: "It is one of: " + names.joined(separator: " "))
    }
    var event = nowplaying_command_event(kind: kind.rawValue)
    event.mode = NOWPLAYING_SURFACE_NEXT_MODE
    event.toggle = toggles ? 1 : 0
    switch kind.takes {
    case .none: break
    case .position: event.time_us = try microseconds(kind, given.first)
    case .interval:
      if let text = given.first { event.time_us = try microseconds(kind, text) }
    case .phase: return .hold(event, try given.first.map(hold) ?? .seconds(1))
    case .rate:
      guard let text = given.first else { break }
      guard let rate = Number.only(text), rate != 0 else {
        throw Failure(text: word + " needs a speed, as in '" + word + " 1.5'")
      }
      event.rate = rate
    case .mode:
      guard let text = given.first else { break }
      guard let mode = kind.mode(word: text) else { throw needs(word, oneOf: kind.row.modes.map { $0.description }) }
      event.mode = mode
      if given.count > 1 {
        guard kind == .feedback, let button = Number.only(given[1]), button >= 0 else {
          throw Failure(text: word + " takes no " + given[1])
        }
        event.button = UInt32(clamping: Clamp.int64(button))
      }
    case .fraction:
      guard let number = given.first.flatMap({ Number.only($0) }), number >= 0, number <= 1 else {
        throw Failure(text: word + " needs a number from 0 to 1, as in '" + word + " 0.8'")
      }
      event.rating = number
    case .truth:
      guard let text = given.first else { break }
      guard text.equals("on") || text.equals("off") else { throw needs(word, oneOf: ["on", "off"]) }
      event.mode = text.equals("on") ? 1 : 0
    case .id:
      guard let id = given.first, !id.isEmpty else {
        throw Failure(text: word + " needs the id of a button", next: "'nowplaying show' lists them.")
      }
      return .command(event, id)
    }
    return .command(event, "")
  }

  /// Returns the error for a word that is no command.
  private static func unknown(_ word: String, _ given: [String], _ meant: Meant) -> String {
    let text = "There is no command " + word
    guard let meant = meant(word, given) ?? UnknownWord.player(word) else {
      return text + ": 'nowplaying help send' lists them"
    }
    // The name alone suffices where "send" is written already and nothing follows.
    let parts = meant.parts(32)
    let isName = parts.count == 2 && parts[0].equals("send")
    return text + Spelling.question(isName ? parts[1] : "nowplaying " + meant)
  }

  private static func needs(_ word: String, oneOf words: [String]) -> Failure {
    Failure(text: word + " needs one of: " + words.joined(separator: ", "))
  }

  private static func hold(_ text: String) throws(Failure) -> Microseconds {
    guard let seconds = Number.only(text), seconds >= 0 else {
      throw Failure(text: "A button is held for a number of seconds, not '" + text + "'")
    }
    return Microseconds(clamping: seconds * 1_000_000)
  }

  private static func microseconds(_ kind: CommandKind, _ text: String?) throws(Failure) -> Int64 {
    guard let seconds = text.flatMap({ Number.seconds($0) }), seconds >= 0 else {
      throw Failure(
        text: kind.word.description + " needs a time, as in '" + kind.word.description + " 90' or '"
          + kind.word.description + " 1:30'")
    }
    return Clamp.int64(seconds * 1_000_000)
  }

  /// - given: the arguments of the command as the command line has them.
  private static func carryOut(
    _ step: Step, _ given: [String], _ session: Session, _ panel: Panel, patience: Microseconds?
  ) throws(Failure) {
    func send(_ event: nowplaying_command_event, _ id: String = "") throws(Failure) {
      try panel.ask(
        session, patience: patience, takes: "'nowplaying show' tells what each command takes.",
        invalid: { SendRefusal.failure(event, given.first ?? "", session) },
        // Some players carry a command out, and never answer.
        isShown: { panel.latest(session).map { isShown(step, session, $0) } ?? false }
      ) { done, data in
        id.withCString { text in
          var event = event
          if event.kind == NOWPLAYING_COMMAND_CUSTOM { event.id = text }
          if event.kind == NOWPLAYING_COMMAND_FEEDBACK, given.count == 1, let button = session.button(for: event.mode) {
            event.button = button
          }
          return nowplaying_surface_send_command(panel.surface, session.handle, &event, done, data, nil)
        }
      }
    }
    switch step {
    case .raise:
      try panel.ask(session, patience: patience) {
        nowplaying_surface_raise(panel.surface, session.handle, $0, $1, nil)
      }
    case .quit:
      try panel.ask(session, patience: patience) { nowplaying_surface_quit(panel.surface, session.handle, $0, $1, nil) }
    case .command(let event, let id): try send(event, id)
    case .hold(var event, let duration):
      event.phase = NOWPLAYING_PHASE_BEGIN
      try send(event)
      let end = Instant.now + duration
      while Instant.now < end { panel.turn(until: end) }
      event.phase = NOWPLAYING_PHASE_END
      try send(event)
    }
  }

  // MARK: Waiting

  /// The most time that a player may take to show what a command did.
  private static let showTime: Microseconds = .seconds(3)

  /// Waits until the player shows what a command did: another item, or for a command that leaves the item any change.
  /// A player that shows nothing new, as at the end of its queue, is no failure.
  private static func wait(for step: Step, _ before: Session, _ panel: Panel) throws(Failure) {
    let end = Instant.now + showTime
    while Instant.now < end {
      _ = try panel.takeChanges()
      guard let now = panel.latest(before), !isShown(step, before, now) else { return }
      panel.turn(until: end)
    }
  }

  private static func isShown(_ step: Step, _ before: Session, _ now: Session) -> Bool {
    // Session objects are immutable: a changed session has another address.
    guard now.handle != before.handle else { return false }
    guard case .command(let event, _) = step, let kind = CommandKind(rawValue: event.kind) else { return true }
    switch kind {
    case .next, .previous:
      let isOther = Session.text(now.item?.id).exact != Session.text(before.item?.id).exact
      // A player that has no item between two of them has not stopped.
      if now.item == nil { return now.playback.state == NOWPLAYING_STATE_STOPPED }
      return now.hasItem && (isOther || ![String].areSame(now.lines, before.lines))
    default: return true
    }
  }
}
