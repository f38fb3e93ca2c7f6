// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// A command that a session offers.
struct OfferedCommand: Equatable, Sendable {
  let kind: CommandKind
  var enabled: Bool
  /// Of a skip, in µs, greater than 0.
  var intervals: Block<Int64>?
  /// Finite and not 0.
  var rates: Block<Double>?
  /// The speeds between which any can be chosen, the lower greater than 0; both 0 where there are `rates` only.
  var lowestRate = 0.0
  var highestRate = 0.0
  /// The present mode, and the bits of those that can be chosen.
  var current: Int32 = 0
  var supported: UInt32 = 0
  /// Of feedback.
  var button: UInt32 = 0
  var title: Text?
  var shortTitle: Text?
  /// Whether this library makes it of others, because the player does not offer it.
  var isMadeUp = false

  init(_ kind: CommandKind, enabled: Bool) {
    self.kind = kind
    self.enabled = enabled
  }

  /// An entry of `Session1.Commands`; nil for one that is not known or not right.
  private init?(published entry: [Decoded.Entry]) {
    guard let kind = entry.text("command").flatMap({ CommandKind(word: $0) }), let enabled = entry.truth("enabled")
    else { return nil }
    self.init(kind, enabled: enabled)
    if kind == .skipForward || kind == .skipBackward, case .int64s(let intervals)? = entry["intervals"] {
      self.intervals = Block(intervals, most: Limits.commands) { $0 > 0 }
    }
    if kind == .changeRate, case .doubles(let rates)? = entry["rates"] {
      self.rates = Block(rates, most: Limits.commands) { $0.isFinite && $0 != 0 }
    }
    if kind == .changeRate, case .range(let low, let high)? = entry["range"], low > 0, low <= high, high.isFinite {
      (lowestRate, highestRate) = (low, high)
    }
    guard kind.hasMode else { return }
    if case .strings(let words)? = entry["supported"] {
      for word in words { if let mode = kind.mode(word: word) { supported |= 1 << UInt32(bitPattern: mode) } }
      // All its modes are of a later version, and 0 would stand for the three that are known.
      if supported == 0 { return nil }
    }
    current = entry.text("current").flatMap { kind.mode(word: $0) } ?? 0
    guard kind == .feedback else { return }
    if case .uint32(let button)? = entry["button"] { self.button = button }
    title = entry.text("title").map { Text($0) }
    shortTitle = entry.text("short-title").map { Text($0) }
  }

  /// The value of `Session1.Commands`.
  static func published(_ list: [[Decoded.Entry]]) -> [OfferedCommand] {
    var commands: [OfferedCommand] = []
    for entry in list.prefix(Limits.commands) {
      guard let command = OfferedCommand(published: entry) else { continue }
      // Only feedback may be there more than once.
      if command.kind == .feedback || !commands.contains(where: { $0.kind == command.kind }) {
        commands.append(command)
      }
    }
    return commands
  }
}

extension [OfferedCommand] {
  /// These, and behind those of which it is made toggle-play-pause, where the player does not offer it: so that one
  /// button works with every player.
  ///
  /// - isActive: whether the session plays, or wants to.
  func withToggle(isActive: Bool) -> [OfferedCommand] {
    guard !contains(where: { $0.kind == .togglePlayPause }),
      contains(where: { $0.kind == .play || $0.kind == .pause }),
      let last = lastIndex(where: { $0.kind == .play || $0.kind == .pause || $0.kind == .stop })
    else { return self }
    var toggle = OfferedCommand(.togglePlayPause, enabled: toggled(isActive: isActive)?.enabled ?? false)
    toggle.isMadeUp = true
    var commands = self
    commands.insert(toggle, at: last + 1)
    return commands
  }

  /// The command of which toggle-play-pause is made at present; nil when it is not offered.
  func toggled(isActive: Bool) -> OfferedCommand? {
    let meant = filter { isActive ? $0.kind == .pause || $0.kind == .stop : $0.kind == .play }
    return meant.first { $0.enabled && $0.kind != .stop } ?? meant.first { $0.enabled } ?? meant.first
  }
}

/// A device on which a session plays.
struct PlayingDevice: Equatable, Sendable {
  let id: Text
  let name: Text
  let type: DeviceType
  /// 0 to 1; nil when it has no level that can be set.
  let volume: Double?
  let canStep: Bool

  /// Nil for an entry that is not right.
  private init?(_ entry: [Decoded.Entry]) {
    guard let id = entry.id("id"), let name = entry.text("name") else { return nil }
    self.id = id
    self.name = Text(name, limit: Limits.identifier)
    type = entry.text("type").flatMap { DeviceType(word: $0) } ?? .speaker
    volume = entry["volume"]?.number.map { Clamp.number($0, 0, 1) }
    canStep = entry.truth("can-step") ?? false
  }

  /// The value of `Remote1.Devices`; of two with one id the first.
  static func published(_ list: [[Decoded.Entry]]) -> [PlayingDevice] {
    var devices: [PlayingDevice] = []
    for entry in list.prefix(Limits.devices) {
      guard let device = PlayingDevice(entry), !devices.contains(where: { $0.id == device.id }) else { continue }
      devices.append(device)
    }
    return devices
  }
}
