// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Keeps the bus's answers about one player.
final class Examination {
  let bus: SessionBus
  let entry: Roster.Entry
  /// The player's MPRIS name without what all have in common.
  var instance: String { entry.instance }
  var process: ProcessFacts? { entry.process }
  /// Nil when it does not answer in time, or by an error.
  let root: [Variant.Property]?
  let player: [Variant.Property]?
  /// The interfaces at MPRIS's object; nil when it does not say.
  let interfaces: [String]?
  /// Every player.
  let others: [Roster.Entry]
  /// Signals that it has sent while it was examined: whether each had a position, and names without values.
  private(set) var signals: [(hasPosition: Bool, hasInvalidated: Bool)] = []
  /// The distance that its position moved in a moment, the time that this took, and the position then, all in µs; nil
  /// without a position.
  private(set) var moved: (distance: Int64, time: Int64, position: Int64)?

  /// In µs: how long its position is watched; and how long one that stands still, because some tell whole seconds.
  private static let moment: Int64 = 300_000
  private static let longest: Int64 = 1_300_000

  init(_ bus: SessionBus, _ entry: Roster.Entry, _ roster: Roster) {
    self.bus = bus
    self.entry = entry
    others = roster.entries
    root = entry.root.value?.properties
    player = entry.player.value?.properties
    let name = PlayerNames.prefix.description + entry.instance
    // A player that has not answered one question in time is not asked another.
    if root == nil || player == nil {
      interfaces = nil
      return
    }
    var signals: [(hasPosition: Bool, hasInvalidated: Bool)] = []
    let subscription = bus.connection.subscribe(
      "type='signal',sender='" + entry.owner + "',path='" + MPRIS.path + "',member='PropertiesChanged'"
    ) { message in
      if let signal = message.readChange() {
        signals.append((signal.changed["Position"] != nil, !signal.invalidated.isEmpty))
      }
    }
    interfaces = Self.interfaces(of: name, bus)
    if isPlaying { moved = Self.watch(name, bus) }
    withExtendedLifetime(subscription) {}
    self.signals = signals
  }

  private static func interfaces(of name: String, _ bus: SessionBus) -> [String]? {
    let text = bus.call(
      name, MPRIS.path, "org.freedesktop.DBus.Introspectable", "Introspect", timeout: Roster.timeout
    ).text
    guard let text else { return nil }
    // Takes the text between `<interface name="` and the next quote.
    let bytes = Array(text.utf8)
    let mark = Array("<interface name=".utf8)
    var found: [String] = []
    var index = 0
    while index + mark.count + 1 < bytes.count {
      if bytes[index...].starts(with: mark) {
        let start = index + mark.count + 1
        let end = bytes[start...].firstIndex(of: bytes[start - 1]) ?? bytes.count
        found.append(String(decoding: bytes[start..<end], as: UTF8.self))
        index = end
      }
      index += 1
    }
    return found
  }

  /// How far the position moves in a moment, or in the time until it does.
  private static func watch(
    _ name: String, _ bus: SessionBus
  ) -> (distance: Int64, time: Int64, position: Int64)? {
    func read() -> (position: Int64, time: Int64)? {
      guard case .value(.variant(.int64(let position))) = bus.property(of: name, "Position", timeout: Roster.timeout)
      else { return nil }
      return (position, np_now_us())
    }
    guard let first = read() else { return nil }
    while true {
      let end = np_now_us() + moment
      while np_now_us() < end, bus.connection.turn(until: end) {}
      guard let last = read() else { return nil }
      let (distance, time) = (Clamp.difference(last.position, first.position), last.time - first.time)
      if distance != 0 || time >= longest { return (distance, time, last.position) }
    }
  }

  // MARK: What it says

  /// Whether one of its answers had a text that sd-bus refuses: D-Bus permits it.
  var hasRefusedText: Bool { bus.repaired.has(PlayerNames.prefix.description + instance) }

  /// Whether one of its answers had more than is kept of it.
  var saysTooMuch: Bool { bus.excessive.has(PlayerNames.prefix.description + instance) }

  var metadata: [Variant.Property] { player?["Metadata"]?.properties ?? [] }

  var isPlaying: Bool { entry.status.equals("Playing") }

  /// Returns whether it plays and has come to the end of its item.
  var isAtEnd: Bool {
    guard let position = moved?.position, case .int64(let length) = metadata["mpris:length"], length > 0 else {
      return false
    }
    return position >= length
  }

  func isFalse(_ key: String) -> Bool {
    if case .bool(let value) = player?[key] { return !value }
    return false
  }
}
