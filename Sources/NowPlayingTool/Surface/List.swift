// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC

/// `nowplaying list`: a line for each session.
enum List {
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let sessions = try Panel().sessions(of: arguments, console)
    let names = sessions.map { label($0) }
    let width = names.map { $0.unicodeScalars.count }.max() ?? 0
    let stateWidth = sessions.map { $0.state.utf8CodeUnitCount }.max() ?? 0
    for (session, name) in zip(sessions, names) {
      let state = session.state.description
      console.write(console.styled(padded(name, width), .strong) + "  ")
      console.write(console.styled(padded(state, stateWidth), style(session.state)) + "  ")
      console.write(CleanText.line(session.lines.prefix(2).joined(separator: " – ")) + "\n")
    }
  }

  /// The name of its player, and the id of a session that the player's MPRIS name does not show.
  private static func label(_ session: Session) -> String {
    let isShown = session.info.primary & NOWPLAYING_PRIMARY_APPLICATION != 0
    return CleanText.line(isShown ? session.player : session.player + "/" + session.id)
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count))
  }

  static func style(_ state: StaticString) -> Console.Style {
    switch state.description {
    case "playing": .good
    case "buffering": .warning
    default: .faint
    }
  }
}
