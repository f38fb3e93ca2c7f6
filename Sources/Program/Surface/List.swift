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
    let names = sessions.map { CleanText.line($0.label(among: sessions) + application($0)) }
    let width = names.map { Columns.count($0) }.max() ?? 0
    let stateWidth = sessions.map { $0.state.utf8CodeUnitCount }.max() ?? 0
    for (session, name) in zip(sessions, names) {
      console.write(console.styled(Columns.padded(name, width), .strong) + "  ")
      console.write(console.styled(Columns.padded(session.state.description, stateWidth), style(session.state)) + "  ")
      let text = CleanText.line(session.lines.prefix(2).joined(separator: " – "))
      let left = console.columns - width - stateWidth - 4
      console.write((console.isTerminal ? Columns.cut(text, to: left) : text) + "\n")
    }
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
    default: .faint
    }
  }
}
