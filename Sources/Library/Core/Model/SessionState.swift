// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The state of a session as its host describes it. Setters stage it, and a commit makes it visible as a whole.
public struct SessionState: Equatable, Sendable {
  public var content: Content?
  public var snapshot: PlaybackSnapshot?
  /// Of the same moment as the snapshot; nil where there is nothing of it to say.
  public var detail: PlaybackDetail?
  public var commands: [CommandDescriptor] = []
  public var settings = SessionSettings()
  /// The entries that are played before and after; nil when the host has no queue.
  public var queue: Queue?
  /// The entry of the queue that plays, as the host has said it by its row; nil when it has not.
  public var entry: EntryID?
  /// Where a remote session plays.
  public var devices: [Device] = []
  /// The audio and subtitle tracks of the item.
  public var tracks: [Track] = []
  /// The number of the session within its app. It is part of each track id, so that items of two sessions have
  /// different ones.
  public let number: UInt32
  /// Whether the app is shown also while it has no item: then commands and modes count without one (rule 11).
  public let isShownIdle: Bool

  /// The path below which the host's own track ids are; empty when it has none.
  public let trackPrefix: String

  public init(number: UInt32 = 0, isShownIdle: Bool = false, trackPrefix: String = "") {
    self.number = number
    self.isShownIdle = isShownIdle
    self.trackPrefix = trackPrefix
  }

  /// The item as an entry of the queue: the one that plays, also when this has been taken out. Where the host has not
  /// said which it is, the first of the item's id. Nil when there is no item.
  var presentID: EntryID? {
    guard let id = content?.id else { return nil }
    if let entry, entry.id.exact == id.exact { return entry }
    return EntryID(id, number: queue?.firstNumber(of: id) ?? 0)
  }

  /// Whether clients are shown the commands and modes, and may use them.
  var isUsable: Bool { content != nil || isShownIdle }

  /// Whether clients are shown it without an item: then nothing plays, whatever the snapshot says.
  private var isIdle: Bool { content == nil && isShownIdle }

  /// The command that counts where a kind is given twice: the first enabled one, else the first.
  public func command(_ kind: CommandKind) -> CommandDescriptor? {
    guard let index = commands.index(of: kind) else { return nil }
    return commands[index]
  }

  /// Disables the commands that the item does not take, whatever the host has set.
  public mutating func disableCommands(now: @autoclosure () -> Int64) {
    guard let content else { return }
    if content.isAdvertisement { commands = commands.disabled { $0.skips } }
    if !content.hasPositions, isEnabled(.seekToPosition), !hasRange(now()) {
      commands = commands.disabled { $0 == .seekToPosition }
    }
  }

  /// Whether clients are told where can be sought, as in a broadcast, which has no other positions: not of a moment
  /// that is to come.
  private func hasRange(_ now: Int64) -> Bool {
    guard detail?.seekable != nil, let snapshot, snapshot.elapsed != nil else { return false }
    return snapshot.timestamp <= now
  }

  /// Whether the host has given a command of a kind.
  func has(_ kind: CommandKind) -> Bool { commands.index(of: kind) != nil }

  /// The mode of the command that counts; nil when there is none.
  func mode(_ kind: CommandKind) -> Int32? { commands.index(of: kind).map { commands[$0].current } }

  public func isEnabled(_ kind: CommandKind) -> Bool {
    guard let index = commands.index(of: kind) else { return false }
    return commands[index].enabled
  }

  /// The position at a time in microseconds; nil when it is not known.
  public func position(at now: Int64) -> Int64? {
    isIdle ? nil : snapshot?.position(at: now, length: content?.length)
  }

  /// Where can be sought; nil where the item has no positions.
  func seekable(at now: Int64) -> PlaybackDetail.Range? {
    if let range = detail?.seekable {
      let isLive = content?.duration == .live
      return isLive ? range.after(Clamp.difference(now, snapshot?.timestamp ?? now)) : range
    }
    guard let content, content.hasPositions else { return nil }
    return PlaybackDetail.Range(0, content.length ?? .max)
  }

  /// The volume of the session, or of the devices on which it plays; nil when there is none.
  public var shownVolume: Double? { settings.volume ?? Device.volume(of: devices) }

  public var isPlaying: Bool { snapshot?.state == .playing && !isIdle }
}
