// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// `nowplaying devices`, and `nowplaying volume DEVICE VALUE`.
enum Devices {
  static func list(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let sessions = try Panel().sessions(of: arguments, all: true, console)
    let found = sessions.flatMap { session in session.devices.map { (session: session, device: $0) } }
    // The session's name, the device's id and its name, which have columns, and the rest; a file has no columns.
    let cells = found.map { each in
      console.isTerminal ? [List.name(each.session, among: sessions, console)] + words(each.device, console) : []
    }
    let widths = (0..<3).map { column in cells.map { $0.isEmpty ? 0 : Columns.count($0[column]) }.max() ?? 0 }
    for (index, each) in found.enumerated() {
      if arguments.isJSON {
        console.write(SessionJSON.line(each.device, of: each.session))
      } else if console.isTerminal {
        let padded = zip(cells[index], widths).map { Columns.padded($0, $1) }
        let start = console.styled(padded[0], .strong) + "  " + padded[1] + "  " + padded[2] + "  "
        let rest = cells[index].dropFirst(3).joined(separator: "  ")
        let hasRoom = Columns.count(start) + Columns.count(rest) <= console.columns
        console.writeLine(start, rest, indent: hasRoom ? Columns.count(start) : widths[0] + 2)
      } else {
        console.write(CleanText.line(each.session.player) + "  " + line(each.device, console) + "\n")
      }
    }
    if found.isEmpty {
      throw Failure(
        text: "No session plays on other devices", next: "'nowplaying volume VALUE' is for all others.", isStatus: true)
    }
  }

  /// Returns a line about a device: its id, name, kind and level.
  static func line(_ device: nowplaying_device, _ console: Console) -> String {
    words(device, console).joined(separator: "  ")
  }

  private static func words(_ device: nowplaying_device, _ console: Console) -> [String] {
    let name = CleanText.line(Session.text(device.name))
    var words = [CleanText.line(Session.text(device.id)), console.isTerminal ? name : "\"" + name + "\""]
    words.append(DeviceType.word(device.type, else: .speaker).description)
    if device.volume >= 0 { words.append(Number.fixed(device.volume * 100, 0) + " %") }
    return device.can_step != 0 ? words + ["+ -"] : words
  }

  /// `volume DEVICE VALUE`: "0.5", "0.1+" or "0.1-"; for a device with steps only, "+" or "-".
  static func set(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let (name, value) = (arguments.words[1], arguments.words[2])
    let panel = try Panel()
    let sessions = try panel.sessions(of: arguments, all: true, console)
    for session in sessions {
      guard let device = session.devices.first(where: { isNamed($0, name) }) else { continue }
      return try set(device, value, session, panel)
    }
    let meant = UnknownWord.player(name) ?? UnknownWord.player(value)
    throw Failure(
      text: "There is no device " + name + Spelling.question(meant),
      next: "'nowplaying devices' lists them.")
  }

  private static func isNamed(_ device: nowplaying_device, _ name: String) -> Bool {
    Session.text(device.id).exact == name.exact || Session.text(device.name).exact == name.exact
  }

  private static func set(
    _ device: nowplaying_device, _ value: String, _ session: Session, _ panel: Panel
  ) throws(Failure) {
    // A sign alone is one step of the device.
    let isSign = value.equals("+") || value.equals("-")
    guard let step = Number.step(value, { isSign ? 0 : Number.only($0) }), step.value >= 0 else {
      throw Failure(text: "A volume is a number from 0.0 to 1.0, not '" + value + "'", next: "0.1+ makes it louder.")
    }
    if step.sign != 0, device.volume < 0 || isSign {
      try panel.ask(session) { done, data in
        nowplaying_surface_step_volume(panel.surface, session.handle, device.id, step.sign, done, data, nil)
      }
      return
    }
    let volume = Clamp.number(step.applied(to: device.volume), 0, 1)
    try panel.ask(session) { done, data in
      nowplaying_surface_set_volume(panel.surface, session.handle, device.id, volume, done, data, nil)
    }
  }
}
