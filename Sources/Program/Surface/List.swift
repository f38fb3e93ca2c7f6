// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// `nowplaying list`: prints a line for each session.
enum List {
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let sessions = try Panel().sessions(of: arguments, all: true, console)
    if arguments.isJSON {
      for session in sessions { console.write(SessionJSON.line(session)) }
      return
    }
    let names = sessions.map { name($0, among: sessions, console) }
    let width = names.map { Columns.count($0) }.max() ?? 0
    let stateWidth = sessions.map { $0.state.utf8CodeUnitCount }.max() ?? 0
    for (session, name) in zip(sessions, names) {
      console.write(line(session, name, width, stateWidth, console))
    }
  }

  /// Returns the name of a session as `list` prints it; on a terminal at most a third of a line.
  static func name(_ session: Session, among all: [Session], _ console: Console) -> String {
    let label = session.label(among: all, isTerminal: console.isTerminal)
    let name = CleanText.line(label + application(session))
    return console.isTerminal ? Columns.cut(name, to: max(8, console.columns / 3)) : name
  }

  /// The fewest columns of a title that is beside the name and the state.
  private static let fewest = 8

  /// Returns the line of a session: its name, its state and what it plays, in columns of these widths; on a terminal
  /// that has no room for them three lines.
  static func line(_ session: Session, _ name: String, _ width: Int, _ stateWidth: Int, _ console: Console) -> String {
    let text = CleanText.line(session.lines.prefix(2).joined(separator: " – "))
    let left = console.columns - width - stateWidth - 4
    if console.isTerminal, left < fewest {
      let below = console.columns - 2
      return console.styled(Columns.cut(name, to: console.columns), .strong) + "\n"
        + "  " + console.styled(Columns.cut(session.state.description, to: below), style(session.state)) + "\n"
        + (text.isEmpty ? "" : "  " + Columns.cut(text, to: below) + "\n")
    }
    let (name, state) = (Columns.padded(name, width), Columns.padded(session.state.description, stateWidth))
    return console.styled(name, .strong) + "  " + console.styled(state, style(session.state))
      + "  " + (console.isTerminal ? Columns.cut(text, to: left) : text) + "\n"
  }

  /// Returns the application's name; empty where the player's name already says it.
  private static func application(_ session: Session) -> String {
    let application = Session.text(session.info.application_id)
    let name = Escape.lowercased(session.player.before(46))
    let isSaid = Escape.lowercased(application).parts(separatedBy: 46).contains { $0.exact == name.exact }
    return isSaid || session.isRemote ? "" : " (" + application + ")"
  }

  static func style(_ state: StaticString) -> Console.Style {
    switch ExactText(state) {
    case "playing": .good
    case "buffering": .warning
    case "error": .bad
    default: .faint
    }
  }
}
