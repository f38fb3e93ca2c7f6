// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// `nowplaying list`: a line for each session.
enum List {
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let sessions = try Panel().sessions(of: arguments, console)
    let names = sessions.map { label($0, among: sessions) }
    let width = names.map { $0.unicodeScalars.count }.max() ?? 0
    let stateWidth = sessions.map { $0.state.utf8CodeUnitCount }.max() ?? 0
    for (session, name) in zip(sessions, names) {
      let state = session.state.description
      console.write(console.styled(padded(name, width), .strong) + "  ")
      console.write(console.styled(padded(state, stateWidth), style(session.state)) + "  ")
      console.write(CleanText.line(session.lines.prefix(2).joined(separator: " – ")) + "\n")
    }
  }

  /// The name of its player, and the id of the session where the player has more than one.
  private static func label(_ session: Session, among sessions: [Session]) -> String {
    let isAlone = sessions.filter { $0.player.utf8.elementsEqual(session.player.utf8) }.count < 2
    return CleanText.line(isAlone || session.id.isEmpty ? session.player : session.player + "/" + session.id)
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
