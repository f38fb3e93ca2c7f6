// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The bus's answers about one player.
final class Examination {
  let bus: SessionBus
  let entry: Roster.Entry
  /// The player's MPRIS name without the prefix that all players share.
  var instance: String { entry.instance }
  var process: ProcessFacts? { entry.process }
  /// The properties of the root interface; nil when the player does not answer in time, or answers with an error.
  let root: [Variant.Property]?
  let player: [Variant.Property]?
  /// The interfaces at MPRIS's object path; nil when the player does not answer.
  let interfaces: [String]?
  /// Every player.
  let others: [Roster.Entry]
  /// The PropertiesChanged signals that the player sent while it was examined: whether each contained Position, and
  /// whether it named properties without values that need them.
  private(set) var signals: [(hasPosition: Bool, hasInvalidated: Bool)] = []
  /// The distance by which the position moved while it was watched, the time that this took, and the position at its
  /// end; nil without a position.
  private(set) var moved: (distance: Microseconds, time: Microseconds, position: Microseconds)?

  /// The time for which a position is watched, and the longer time for one that stands still, because some players
  /// report whole seconds.
  private static let moment: Microseconds = .milliseconds(300)
  private static let longest: Microseconds = .milliseconds(1300)

  init(_ bus: SessionBus, _ entry: Roster.Entry, _ roster: Roster) {
    self.bus = bus
    self.entry = entry
    others = roster.entries
    root = entry.root.value?.properties
    player = entry.player.value?.properties
    let name = PlayerNames.prefix.description + entry.instance
    // A player that has not answered one call in time is not called again.
    if root == nil || player == nil {
      interfaces = nil
      return
    }
    var signals: [(hasPosition: Bool, hasInvalidated: Bool)] = []
    let subscription = bus.connection.subscribe(
      "type='signal',sender='" + entry.owner + "',path='" + MPRIS.path + "',member='PropertiesChanged'"
    ) { message in
      if let signal = message.readChange() {
        let isWithoutValue = signal.invalidated.contains { !MPRIS.isNamedAlone($0, of: signal.interface) }
        signals.append((signal.changed["Position"] != nil, isWithoutValue))
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

  /// Measures how far the position moves in `moment`; one that stands still is watched until it moves, or for
  /// `longest`.
  private static func watch(
    _ name: String, _ bus: SessionBus
  ) -> (distance: Microseconds, time: Microseconds, position: Microseconds)? {
    func read() -> (position: Microseconds, time: Instant)? {
      guard case .value(.variant(.int64(let position))) = bus.property(of: name, "Position", timeout: Roster.timeout)
      else { return nil }
      return (Microseconds(position), .now)
    }
    guard let first = read() else { return nil }
    while true {
      let end = Instant.now + moment
      while Instant.now < end, bus.connection.turn(until: end) {}
      guard let last = read() else { return nil }
      let (distance, time) = (last.position - first.position, last.time - first.time)
      if distance != .zero || time >= longest { return (distance, time, last.position) }
    }
  }

  // MARK: What it says

  /// Whether the player has sent a text that D-Bus permits and sd-bus refuses.
  var hasRefusedText: Bool { bus.repaired.has(PlayerNames.prefix.description + instance) }

  /// Whether the player has sent more than the program keeps of a message.
  var saysTooMuch: Bool { bus.excessive.has(PlayerNames.prefix.description + instance) }

  var metadata: [Variant.Property] { player?["Metadata"]?.properties ?? [] }

  var isPlaying: Bool { entry.status.equals("Playing") }

  /// The length of the item; nil when it has no end.
  var length: Microseconds? {
    if case .int64(let length) = metadata["mpris:length"], length > 0 { return Microseconds(length) }
    return nil
  }

  /// Whether the player plays and has reached the end of its item.
  var isAtEnd: Bool {
    guard let position = moved?.position, let length else { return false }
    return position >= length
  }

  /// The most by which a position may exceed the length.
  private static let beyond: Microseconds = .seconds(1)

  /// The sentence for a position far behind the end, where one of the two has another unit; nil for any other position.
  static func otherUnit(_ position: Microseconds?, _ length: Microseconds?) -> String? {
    guard let position, let length, position >= length + beyond else { return nil }
    return "Position is " + String(position.count) + ", beyond mpris:length, " + String(length.count)
      + ": both are in µs"
  }

  func isFalse(_ key: String) -> Bool {
    if case .bool(let value) = player?[key] { return !value }
    return false
  }
}
