// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// What the bus says of a player, all asked at once and kept.
final class Examination {
  let bus: SessionBus
  /// The player's MPRIS name without what all have in common.
  let instance: String
  /// The connection that has the name; nil when nobody has.
  let owner: String?
  let process: ProcessFacts?
  /// Nil when it does not answer in time, or by an error.
  let root: [Variant.Property]?
  let player: [Variant.Property]?
  /// The interfaces at MPRIS's object; nil when it does not say.
  let interfaces: [String]?
  /// Every player, with its connection and the name that people see.
  let others: [(instance: String, owner: String, identity: String)]
  /// What it has told while it was looked at.
  private(set) var signals: [(changed: [String], invalidated: [String])] = []
  /// How far its position moved in a moment, with the time that this took, in µs; nil when it has none.
  private(set) var moved: (position: Int64, time: Int64)?

  /// In µs: how long a player may take that answers from memory.
  private static let patience: UInt64 = 2_000_000
  /// In µs: how long its position is watched.
  private static let moment: Int64 = 300_000

  init(_ bus: SessionBus, _ instance: String, _ instances: [String]) {
    self.bus = bus
    self.instance = instance
    let name = PlayerNames.prefix.description + instance
    owner = Self.owner(of: name, bus)
    process = Self.process(of: name, bus)
    var signals: [(changed: [String], invalidated: [String])] = []
    let subscription = owner.flatMap { owner in
      bus.connection.subscribe(
        "type='signal',sender='\(owner)',path='\(MPRIS.path)',member='PropertiesChanged'"
      ) { message in
        guard message.readString() != nil, let changed = message.readValue()?.properties else { return }
        signals.append((changed.map { $0.key }, message.readValue()?.strings ?? []))
      }
    }
    root = bus.properties(of: name, MPRIS.root, patience: Self.patience).value
    // Who has not answered one question in time is not asked another.
    player = root == nil ? nil : bus.properties(of: name, MPRIS.player, patience: Self.patience).value
    interfaces = root == nil ? nil : Self.interfaces(of: name, bus)
    others = instances.compactMap { other in
      guard let owner = Self.owner(of: PlayerNames.prefix.description + other, bus) else { return nil }
      let root = bus.properties(of: PlayerNames.prefix.description + other, MPRIS.root, patience: Self.patience).value
      guard case .string(let identity) = root?["Identity"] else { return (other, owner, "") }
      return (other, owner, identity)
    }
    if player != nil, isPlaying { moved = Self.watch(name, bus) }
    withExtendedLifetime(subscription) {}
    self.signals = signals
  }

  private static func owner(of name: String, _ bus: SessionBus) -> String? {
    bus.callBus("GetNameOwner", { $0.append(name) }) { $0.readString() }.value
  }

  static func process(of name: String, _ bus: SessionBus) -> ProcessFacts? {
    bus.callBus("GetConnectionUnixProcessID", { $0.append(name) }) { $0.readUInt32() }.value
      .flatMap { ProcessFacts($0) }
  }

  private static func interfaces(of name: String, _ bus: SessionBus) -> [String]? {
    let text = bus.call(
      name, MPRIS.path, "org.freedesktop.DBus.Introspectable", "Introspect", patience: patience
    ) { $0.readString() }.value
    guard let text else { return nil }
    // What is between `<interface name="` and the next quote.
    let bytes = Array(text.utf8)
    let mark = Array("<interface name=".utf8)
    var found: [String] = []
    var index = 0
    while index + mark.count + 1 < bytes.count {
      if bytes[index..<(index + mark.count)].elementsEqual(mark) {
        let start = index + mark.count + 1
        let end = bytes[start...].firstIndex(of: bytes[start - 1]) ?? bytes.count
        found.append(String(decoding: bytes[start..<end], as: UTF8.self))
      }
      index += 1
    }
    return found
  }

  /// How far the position moves in a moment.
  private static func watch(_ name: String, _ bus: SessionBus) -> (position: Int64, time: Int64)? {
    func read() -> (position: Int64, time: Int64)? {
      let position = bus.call(
        name, MPRIS.path, "org.freedesktop.DBus.Properties", "Get", patience: patience,
        {
          let result = $0.append(MPRIS.player)
          return result.isFailure ? result : $0.append("Position")
        },
        { reply -> Int64? in
          if case .variant(.int64(let position)) = reply.readValue() { return position }
          return nil
        }
      ).value
      return position.map { ($0, np_now_us()) }
    }
    guard let first = read() else { return nil }
    let end = np_now_us() + moment
    while np_now_us() < end, bus.connection.turn(until: end) {}
    return read().map { ($0.position - first.position, $0.time - first.time) }
  }

  // MARK: What it says

  var metadata: [Variant.Property] { player?["Metadata"]?.properties ?? [] }

  func text(_ properties: [Variant.Property]?, _ key: String) -> String? {
    if case .string(let text) = properties?[key] { return text }
    return nil
  }

  var isPlaying: Bool { text(player, "PlaybackStatus")?.exact == "Playing" }

  func isFalse(_ key: String) -> Bool {
    if case .bool(let value) = player?[key] { return !value }
    return false
  }
}
