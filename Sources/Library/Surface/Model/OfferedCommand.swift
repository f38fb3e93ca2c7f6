// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// A command that a session offers.
struct OfferedCommand: Equatable, Sendable {
  let kind: CommandKind
  var enabled: Bool
  /// The intervals of a skip, greater than 0.
  var intervals: Block<Int64>?
  /// The speeds of change-rate, finite and not 0.
  var rates: Block<Double>?
  /// The lowest and highest speed where any between them is allowed, greater than 0; both 0 where only `rates` are.
  var lowestRate = 0.0
  var highestRate = 0.0
  /// The present mode, and the bits of the modes that can be chosen.
  var current: Int32 = 0
  var supported: UInt32 = 0
  /// The number of a feedback button.
  var button: UInt32 = 0
  var title: Text?
  var shortTitle: Text?
  /// The id of a custom command.
  var id: Text?
  var icon: Text?
  var slot = CommandSlot.any
  var isActive = false
  /// The steps of a rating.
  var steps: UInt32 = 0
  /// Whether this library derives it from other commands, because the player does not offer it: a toggle from play and
  /// pause, and skips from seeking.
  var isDerived = false

  /// The interval of a skip for which the player names none.
  static let usualIntervals = Block([CommandDescriptor.defaultInterval.count])
  /// The usual icons of each kind, by its index.
  static let usualIcons = CommandKind.allCases.map { $0.icons.map { Text($0) } }

  /// Sets the usual icon of its kind, if it has none.
  ///
  /// - isActive: whether the session plays, or wants to: the icon of toggle-play-pause shows the effect of a press.
  mutating func takeUsualIcon(isActive: Bool) {
    if icon != nil { return }
    let isOn = kind == .togglePlayPause ? isActive : self.isActive
    icon = kind.icon(of: Self.usualIcons[kind.index], current: current, supported: supported, isOn: isOn)
  }

  /// The approximate bytes of memory that the command takes.
  var size: Int {
    var size = MemoryLayout<OfferedCommand>.stride + 8 * ((intervals?.count ?? 0) + (rates?.count ?? 0))
    for text in [title, shortTitle, id, icon] { size += text?.size ?? 0 }
    return size
  }

  init(_ kind: CommandKind, enabled: Bool) {
    self.kind = kind
    self.enabled = enabled
  }

  /// Reads an entry of `Commands`; nil for one of an unknown kind, or without a mandatory key.
  private init?(published entry: [Decoded.Entry]) {
    guard let kind = entry.text("command").flatMap({ CommandKind(word: $0) }), let enabled = entry.truth("enabled")
    else { return nil }
    self.init(kind, enabled: enabled)
    let takes = kind.takes
    if takes == .interval {
      guard case .int64s(let given)? = entry["intervals"] else { return nil }
      let intervals = Block(given, most: Limits.intervals) { $0 > 0 }
      if intervals.count == 0 { return nil }
      self.intervals = intervals
    }
    if takes == .rate {
      guard case .doubles(let given)? = entry["rates"] else { return nil }
      let rates = Block(given, most: Limits.rates) { $0.isFinite && $0 != 0 }
      if rates.count == 0 { return nil }
      self.rates = rates
      if case .range(let low, let high)? = entry["range"], low > 0, low <= high, high.isFinite {
        (lowestRate, highestRate) = (low, high)
        if UsualSpeeds.areEnds(given, low, high) { self.rates = Block(UsualSpeeds.within(low, high)) }
      }
    }
    if kind == .custom {
      guard let id = entry.id("id") else { return nil }
      self.id = id
    }
    if kind.isSwitched {
      guard let active = entry.truth("active") else { return nil }
      isActive = active
    }
    takeLook(entry)
    guard kind.hasMode else { return }
    guard case .strings(let words)? = entry["supported"], let word = entry.text("current") else { return nil }
    for word in words { if let mode = kind.mode(word: word) { supported |= 1 << UInt32(bitPattern: mode) } }
    // All its modes are those of a later version. 0 would mean that all known modes are supported.
    if supported == 0 { return nil }
    current = kind.mode(word: word) ?? 0
    guard kind == .feedback else { return }
    guard case .uint32(let button)? = entry["button"] else { return nil }
    self.button = button
  }

  /// Reads the look of the button.
  private mutating func takeLook(_ entry: [Decoded.Entry]) {
    if kind.hasTitle {
      title = entry.text("title").map { Text($0) }
      shortTitle = entry.text("short-title").map { Text($0) }
    }
    // A button always has a title.
    if let id, title?.isEmpty ?? true { title = id }
    icon = entry.text("icon").flatMap { CommandLook.isIcon($0) ? Text(id: $0) : nil }
    slot = entry.text("slot").flatMap { CommandSlot(word: $0) } ?? .any
    if kind.takes == .fraction, case .uint32(let steps)? = entry["steps"], steps <= Limits.steps { self.steps = steps }
  }

  /// Reads `Commands` of `org.nowplaying.Session1`.
  static func published(_ list: [[Decoded.Entry]]) -> [OfferedCommand] {
    var commands: [OfferedCommand] = []
    for entry in list.prefix(Limits.commands) {
      guard var command = OfferedCommand(published: entry) else { continue }
      if command.kind != .togglePlayPause { command.takeUsualIcon(isActive: false) }
      // Only feedback buttons and custom commands of different ids may occur more than once.
      let isThere = commands.contains { $0.kind == command.kind && $0.id == command.id }
      if command.kind == .feedback || !isThere { commands.append(command) }
    }
    return commands
  }
}

extension [OfferedCommand] {
  /// The commands with the icon of toggle-play-pause set. Where the player does not offer this command, it is added
  /// behind play and pause, so that one button works with every player.
  ///
  /// - isActive: whether the session plays, or wants to.
  func withToggle(isActive: Bool) -> [OfferedCommand] {
    var commands = self
    if let index = firstIndex(where: { $0.kind == .togglePlayPause }) {
      commands[index].takeUsualIcon(isActive: isActive)
      return commands
    }
    guard contains(where: { $0.kind == .play || $0.kind == .pause }),
      let last = lastIndex(where: { $0.kind == .play || $0.kind == .pause || $0.kind == .stop })
    else { return self }
    let meant = toggled(isActive: isActive)
    var toggle = OfferedCommand(.togglePlayPause, enabled: meant?.enabled ?? false)
    toggle.isDerived = true
    toggle.icon = meant.flatMap { OfferedCommand.usualIcons[$0.kind.index].first }
    toggle.takeUsualIcon(isActive: isActive)
    commands.insert(toggle, at: last + 1)
    return commands
  }

  /// The commands with skips in both directions, behind the others. Where the player does not offer them they are
  /// seeks, so that the keys and wheels that skip work with every player that can be sought.
  func withSkips() -> [OfferedCommand] {
    guard let seek = first(where: { $0.kind == .seekToPosition }) else { return self }
    var commands = self
    for kind in [CommandKind.skipBackward, .skipForward] where !contains(where: { $0.kind == kind }) {
      var skip = OfferedCommand(kind, enabled: seek.enabled)
      skip.isDerived = true
      skip.intervals = OfferedCommand.usualIntervals
      skip.takeUsualIcon(isActive: false)
      commands.append(skip)
    }
    return commands
  }

  /// The command that toggle-play-pause stands for at present; nil when the player offers none.
  func toggled(isActive: Bool) -> OfferedCommand? {
    let meant = filter { isActive ? $0.kind == .pause || $0.kind == .stop : $0.kind == .play }
    return meant.first { $0.enabled && $0.kind != .stop } ?? meant.first { $0.enabled } ?? meant.first
  }
}

/// An audio or subtitle track that a session offers.
struct OfferedTrack: Equatable, Sendable {
  let id: Text
  let language: Text
  let title: Text
  let kind: TrackKind
  let characteristics: TrackCharacteristics
  let isSelected: Bool

  /// The approximate bytes of memory that the track takes.
  var size: Int { MemoryLayout<OfferedTrack>.stride + id.size + language.size + title.size }

  /// Returns nil for an entry of an unknown kind, or without a mandatory key.
  private init?(_ entry: [Decoded.Entry]) {
    guard let id = entry.id("id"), let kind = entry.text("kind").flatMap({ TrackKind(word: $0) }),
      let isSelected = entry.truth("selected")
    else { return nil }
    (self.id, self.kind, self.isSelected) = (id, kind, isSelected)
    language = Text(entry.text("language") ?? "", limit: Limits.identifier)
    title = Text(entry.text("title") ?? "", limit: Limits.identifier)
    var bits: UInt32 = 0
    if case .strings(let words)? = entry["characteristics"] {
      for (bit, known) in TrackCharacteristics.allWords.enumerated() {
        for word in words where word.exact == ExactText(known) { bits |= 1 << UInt32(clamping: bit) }
      }
    }
    characteristics = TrackCharacteristics(rawValue: bits)
  }

  /// Reads `Tracks` of `org.nowplaying.Tracks1`. Of two tracks of a kind with the same id the first is kept.
  static func published(_ list: [[Decoded.Entry]]) -> [OfferedTrack] {
    var tracks: [OfferedTrack] = []
    for entry in list.prefix(Limits.tracks) {
      guard let track = OfferedTrack(entry) else { continue }
      if !tracks.contains(where: { $0.kind == track.kind && $0.id == track.id }) { tracks.append(track) }
    }
    return tracks
  }
}

/// A device on which a session plays.
struct PlayingDevice: Equatable, Sendable {
  let id: Text
  let name: Text
  let type: DeviceType
  /// The volume from 0 to 1; nil when it cannot be set.
  let volume: Double?
  let canStep: Bool

  /// The approximate bytes of memory that the device takes.
  var size: Int { MemoryLayout<PlayingDevice>.stride + id.size + name.size }

  /// Returns nil for an entry without a mandatory key.
  private init?(_ entry: [Decoded.Entry]) {
    guard let id = entry.id("id"), let name = entry.text("name"), let type = entry.text("type"),
      let canStep = entry.truth("can-step")
    else { return nil }
    (self.id, self.canStep) = (id, canStep)
    self.name = Text(name, limit: Limits.identifier)
    self.type = DeviceType(word: type) ?? .speaker
    volume = entry["volume"]?.number.flatMap { $0 >= 0 && $0 <= 1 ? $0 : nil }
  }

  /// Reads `Devices` of `org.nowplaying.Remote1`. Of two devices with the same id the first is kept.
  static func published(_ list: [[Decoded.Entry]]) -> [PlayingDevice] {
    var devices: [PlayingDevice] = []
    for entry in list.prefix(Limits.devices) {
      guard let device = PlayingDevice(entry), !devices.contains(where: { $0.id == device.id }) else { continue }
      devices.append(device)
    }
    return devices
  }
}
