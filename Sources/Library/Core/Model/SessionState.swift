// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The state of a session as its host describes it. Setters stage it, and a commit makes it visible as a whole.
public struct SessionState: Equatable, Sendable {
  public var content: Content?
  public var snapshot: PlaybackSnapshot?
  /// The details of the same moment as the snapshot; nil where there are none.
  public var detail: PlaybackDetail?
  public var commands: [CommandDescriptor] = [] { didSet { offered = OfferedKinds(commands) } }
  /// The kinds of the commands, which are looked up one by one, many times for each change and each call.
  private var offered = OfferedKinds()
  public var settings = SessionSettings()
  /// The queue; nil when the host has none.
  public var queue: Queue?
  /// The entry that plays, where the host has named its row; nil otherwise.
  public var entry: EntryID?
  /// The devices on which a remote session plays.
  public var devices: [Device] = []
  /// The audio and subtitle tracks of the item.
  public var tracks: [Track] = []
  /// The number of the session within its app. It is part of each track id, so that the items of two sessions differ.
  public let number: UInt32
  /// Whether the app stays on the desktop without an item: then clients see commands and modes also without an item
  /// (rule 11 in Rules.md).
  public let isShownIdle: Bool

  /// The path below which the host has track ids of its own; "" for none.
  public let trackPrefix: String

  public init(number: UInt32 = 0, isShownIdle: Bool = false, trackPrefix: String = "") {
    self.number = number
    self.isShownIdle = isShownIdle
    self.trackPrefix = trackPrefix
  }

  /// The entry for the present item, also when it was removed from the queue. Where the host has named no row, it is
  /// the first entry with the item's id. Nil when there is no item.
  var presentID: EntryID? {
    guard let id = content?.id else { return nil }
    if let entry, entry.id.exact == id.exact { return entry }
    return EntryID(id, number: queue?.firstNumber(of: id) ?? 0)
  }

  /// Whether clients see the commands and modes, and can use them.
  var isUsable: Bool { content != nil || isShownIdle }

  /// Whether clients see the session without an item: then nothing plays, whatever the snapshot says.
  private var isIdle: Bool { content == nil && isShownIdle }

  /// The effective command where a kind is given twice: the first enabled one, else the first.
  public func command(_ kind: CommandKind) -> CommandDescriptor? {
    guard let index = commands.index(of: kind) else { return nil }
    return commands[index]
  }

  /// Disables the commands that the item forbids, as skipping in an advertisement.
  public mutating func disableCommands(now: @autoclosure () -> Instant) {
    guard let content else { return }
    if content.isAdvertisement { commands = commands.disabled { $0.skips } }
    if !content.hasPositions, isEnabled(.seekToPosition), !hasRange(now()) {
      commands = commands.disabled { $0 == .seekToPosition }
    }
  }

  /// Whether clients are sent the range that can be sought, outside of which a broadcast has no positions. It is not
  /// sent before the time of the snapshot, which may lie ahead.
  private func hasRange(_ now: Instant) -> Bool {
    guard detail?.seekable != nil, let snapshot, snapshot.elapsed != nil else { return false }
    return snapshot.timestamp <= now
  }

  /// Whether the host has set a command of a kind.
  func has(_ kind: CommandKind) -> Bool { offered.given & kind.bit != 0 }

  /// The mode of the effective command of a kind; nil when there is none.
  func mode(_ kind: CommandKind) -> Int32? {
    guard has(kind) else { return nil }
    return commands.index(of: kind).map { commands[$0].current }
  }

  public func isEnabled(_ kind: CommandKind) -> Bool { offered.enabled & kind.bit != 0 }

  /// The position at a time; nil when it is unknown.
  public func position(at now: Instant) -> Microseconds? {
    isIdle ? nil : snapshot?.position(at: now, length: content?.length)
  }

  /// The range of positions that can be sought; nil where the item has no positions.
  func seekable(at now: Instant) -> PlaybackDetail.Range? {
    if let range = detail?.seekable {
      let isLive = content?.duration == .live
      return isLive ? range.after(now - (snapshot?.timestamp ?? now)) : range
    }
    guard let content, content.hasPositions else { return nil }
    return PlaybackDetail.Range(.zero, content.length ?? .max)
  }

  /// The volume of the session, or else of the devices on which it plays; nil when there is none.
  public var shownVolume: Double? { settings.volume ?? Device.volume(of: devices) }

  public var isPlaying: Bool { snapshot?.state == .playing && !isIdle }
}

/// The kinds of the commands that are given, and of those that are enabled: a bit for each kind.
private struct OfferedKinds: Equatable, Sendable {
  private(set) var given: UInt32 = 0
  private(set) var enabled: UInt32 = 0

  init() {}

  init(_ commands: [CommandDescriptor]) {
    // By index, because a loop over the commands themselves would copy each.
    for index in commands.indices {
      let bit = commands[index].kind.bit
      given |= bit
      if commands[index].enabled { enabled |= bit }
    }
  }
}

extension CommandKind {
  fileprivate var bit: UInt32 { 1 << UInt32(truncatingIfNeeded: rawValue) }
}
