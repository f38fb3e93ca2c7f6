// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The answers that clients get while no player is there: a stopped player without an item. Status bars that take the
/// name of the daemon for a player read all its properties, and would show an error if they got one.
enum AbsentPlayer {
  private static let root = RootProperties(
    identity: PlayerNames.daemon, desktopEntry: "", canRaise: false, canQuit: false, takes: { _ in false },
    uriSchemes: [], mimeTypes: [])

  /// Answers a call that reads properties. Returns whether it has answered.
  ///
  /// - interface: the one that the client has named.
  /// - canPlay: whether Play starts a player.
  static func answer(_ call: Message, _ interface: String, canPlay: Bool) -> Bool {
    let known: StaticString
    switch interface.exact {
    case ExactText(MPRIS.player): known = MPRIS.player
    case ExactText(MPRIS.root): known = MPRIS.root
    default: return false
    }
    if call.isCall(MPRIS.properties, "GetAll") {
      call.reply { append(known, canPlay: canPlay, to: $0) }
      return true
    }
    guard call.isCall(MPRIS.properties, "Get"), let name = call.readString(),
      let row = rows(known, canPlay: canPlay).first(where: { ExactText($0.name) == name.exact })
    else { return false }
    call.reply { reply in reply.container(.variant, row.type) { append(row.value, to: reply) } }
    return true
  }

  /// Appends all properties of an interface; for a signal, only those that change signals may contain.
  static func append(_ interface: StaticString, canPlay: Bool, isSignal: Bool = false, to message: Message) -> Int32 {
    let shown = rows(interface, canPlay: canPlay).filter { !isSignal || !$0.name.description.equals("Position") }
    return message.container(.array, "{sv}") {
      message.append(each: shown) { row in
        message.append(entry: row.name, row.type) { append(row.value, to: message) }
      }
    }
  }

  /// The names of all properties of an interface.
  static func names(_ interface: StaticString) -> [String] {
    rows(interface, canPlay: false).map { $0.name.description }
  }

  private typealias Row = (name: StaticString, type: StaticString, value: Value)

  private static func rows(_ interface: StaticString, canPlay: Bool) -> [Row] {
    if ExactText(interface) == ExactText(MPRIS.root) {
      return RootProperties.table.rows.map { ($0.name, $0.signature, $0.get(root)) }
    }
    var player = PlayerProperties()
    player.canPlay = canPlay
    let rows: [Row] = PlayerProperties.table.rows.map { ($0.name, $0.signature, $0.get(player)) }
    return rows + [("Position", "x", .int64(0))]
  }

  private static func append(_ value: Value, to message: Message) -> Int32 {
    switch value {
    case .bool(let value): message.append(value)
    case .double(let number): message.append(number)
    case .int64(let number): message.append(number)
    case .string(let text): message.append(text)
    case .strings(let texts): message.append(texts)
    // Metadata is an empty dictionary.
    default: message.container(.array, "{sv}") { 0 }
    }
  }
}
