// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The programs that listen to players on the bus.
enum Listeners {
  /// The programs that have asked the bus for signals of players; nil when the bus does not say.
  static func all(_ bus: SessionBus) -> [String]? {
    let rules = bus.call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Debug.Stats", "GetAllMatchRules"
    ) { $0.readValue() }.value
    guard case .array(_, let entries) = rules else { return nil }
    var found: [String] = []
    for entry in entries {
      guard case .entry(.string(let connection), let rules) = entry,
        connection.exact != bus.connection.uniqueName?.exact,
        rules.strings?.contains(where: isAboutPlayers) ?? false
      else { continue }
      let name = process(of: connection, bus)?.name ?? connection
      if !found.contains(where: { $0.exact == name.exact }) { found.append(name) }
    }
    return found
  }

  private static func process(of name: String, _ bus: SessionBus) -> ProcessFacts? {
    bus.callBus("GetConnectionUnixProcessID", { $0.append(name) }) { $0.readUInt32() }.value
      .flatMap { ProcessFacts($0) }
  }

  private static func isAboutPlayers(_ rule: String) -> Bool {
    let (rule, mark) = (Array(rule.utf8), Array("org.mpris.MediaPlayer2".utf8))
    let path = Array(MPRIS.path.utf8)
    return contains(rule, mark) || contains(rule, path)
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    if text.count < part.count { return false }
    for start in 0...(text.count - part.count) where text[start..<(start + part.count)].elementsEqual(part) {
      return true
    }
    return false
  }
}
