// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Finds the programs that listen to players on the bus.
enum Listeners {
  /// Returns the programs that have subscribed to signals of players; nil when the bus does not answer.
  static func all(_ bus: SessionBus) -> [String]? {
    let rules = bus.call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Debug.Stats", "GetAllMatchRules"
    ).value
    guard case .array(_, let entries) = rules else { return nil }
    var found: [String] = []
    for entry in entries {
      guard case .entry(.string(let connection), let rules) = entry,
        connection.exact != bus.connection.uniqueName?.exact,
        rules.strings?.contains(where: isAboutPlayers) ?? false
      else { continue }
      let name = process(of: connection, bus)?.name ?? connection
      if !found.has(name) { found.append(name) }
    }
    return found
  }

  private static func process(of name: String, _ bus: SessionBus) -> ProcessFacts? {
    guard case .value(.uint32(let id)) = bus.callBus("GetConnectionUnixProcessID", name) else { return nil }
    return ProcessFacts(id)
  }

  private static func isAboutPlayers(_ rule: String) -> Bool {
    rule.contains("org.mpris.MediaPlayer2") || rule.contains(MPRIS.path)
  }
}
