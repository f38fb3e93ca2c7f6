// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// `nowplaying show`: all of one session, or of each.
enum Show {
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let sessions = try Panel().sessions(of: arguments, console)
    for (index, session) in sessions.prefix(arguments.allPlayers ? sessions.count : 1).enumerated() {
      if index > 0 { console.write("\n") }
      show(session, console)
    }
  }

  private static func show(_ session: Session, _ console: Console) {
    for (index, line) in session.lines.enumerated() {
      let text = CleanText.line(line)
      console.write((index == 0 ? console.styled(text, .strong) : text) + "\n")
    }
    if session.lines.isEmpty { console.write(console.styled("nothing", .faint) + "\n") }
    write("state", progress(session, console), console)
    let name = session.name
    let isNamed = name.exact != session.player.exact
    write("player", CleanText.line(isNamed ? session.player + " (" + name + ")" : session.player), console)
    if !session.id.isEmpty { write("session", CleanText.line(session.id), console) }
    let commands = session.commands.compactMap { command -> String? in
      guard let kind = CommandKind(rawValue: command.kind) else { return nil }
      let word = kind.word.description
      return command.enabled != 0 ? word : console.styled(console.isColored ? word : "(" + word + ")", .faint)
    }
    write("commands", commands.isEmpty ? "none" : commands.joined(separator: " "), console)
    if session.info.volume >= 0 { write("volume", Number.fixed(session.info.volume * 100, 0) + " %", console) }
    for device in session.devices { write("device", Devices.line(device, console), console) }
    write("artwork", artwork(session), console)
    write("says", session.isWhole ? "org.nowplaying and MPRIS" : "MPRIS", console)
  }

  private static func write(_ label: String, _ text: String, _ console: Console) {
    console.write(console.styled(List.padded(label, 8), .faint) + "  " + text + "\n")
  }

  /// State, position and, on a terminal, how much of the item that is.
  private static func progress(_ session: Session, _ console: Console) -> String {
    var text = console.styled(session.state.description, List.style(session.state))
    guard let position = session.position else { return text }
    text += "  " + Number.clock(position)
    guard let duration = session.duration else { return text }
    text += " of " + Number.clock(duration)
    let width = min(40, console.columns - 40)
    guard console.isTerminal, width > 4 else { return text }
    let share = Clamp.number(Double(position) / Double(duration), 0, 1)
    let part = Int(clamping: Clamp.microseconds(share * Double(width)))
    return text + "  " + String(repeating: "━", count: part)
      + console.styled(String(repeating: "─", count: width - part), .faint)
  }

  private static func artwork(_ session: Session) -> String {
    guard let item = session.item else { return "none" }
    var found: [String] = []
    if item.artwork_id.pointee != 0 { found.append("picture") }
    if item.artwork_url.pointee != 0 { found.append(CleanText.line(Session.text(item.artwork_url))) }
    if item.animated_square_id.pointee != 0 { found.append("video 1:1") }
    if item.animated_tall_id.pointee != 0 { found.append("video 3:4") }
    return found.isEmpty ? "none" : found.joined(separator: ", ")
  }
}
