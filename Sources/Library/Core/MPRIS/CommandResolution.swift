// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A method call of a client on the Player interface, or a property that it sets.
public enum PlayerCall: Equatable, Sendable {
  case play, pause, playPause, stop, next, previous
  case seek(by: Microseconds)
  case setPosition(track: String, position: Microseconds)
  case setLoop(LoopStatus)
  case setShuffle(Bool)
  case setRate(Double)
  case change(SessionChange)
}

/// The work of the host for a call.
public enum CommandResolution: Equatable, Sendable {
  /// Nothing, because the command is not offered, is disabled, or is for an item that has gone. The client gets
  /// success: desktops also press buttons that they should not show, and would report an error to the user (rule 13 in
  /// Rules.md).
  case nothing
  case command(CommandEvent)
  /// A position in the present item, while the host was asked to go to another item and has not answered. If it
  /// refuses, the call is resolved again; otherwise the item that the client means has gone.
  case waiting
  case change(SessionChange)
  case refused(Refusal)

  /// The reason why a call is answered by an error.
  public enum Refusal: Sendable {
    case unsupportedMode, illegalNumber

    public var message: StaticString {
      switch self {
      case .unsupportedMode: "The player does not have this mode"
      case .illegalNumber: "The value is not a finite number"
      }
    }
  }

  /// - pending: the commands that the host was given and has not committed yet. Relative calls, as Seek, start from
  ///   these.
  public init(
    _ call: __shared PlayerCall, _ state: borrowing SessionState,
    pending: borrowing PendingCommands = PendingCommands(),
    now: Instant
  ) {
    guard state.isUsable else {
      // The volume belongs to the player, and can be set without an item.
      if case .change(let change) = call { self = Self.change(change, state) } else { self = .nothing }
      return
    }
    switch call {
    case .play: self = Self.play(state, pending)
    case .pause: self = Self.pause(state, pending)
    case .playPause: self = Self.playPause(state, pending)
    case .stop: self = Self.stop(state, pending)
    case .next: self = Self.simple(.next, state)
    case .previous: self = Self.simple(.previous, state)
    case .seek(let offset): self = state.content == nil ? .nothing : Self.seek(by: offset, state, pending, now)
    case .setPosition(let track, let position):
      self = Self.setPosition(track, position, state, now)
      if case .command = self, pending.isAskedForItem { self = .waiting }
    case .setLoop(let status): self = Self.setMode(.changeRepeatMode, status.mode.rawValue, state)
    case .setShuffle(let on): self = Self.setShuffle(on, state)
    case .setRate(let rate): self = Self.setRate(rate, state, pending)
    case .change(let change): self = Self.change(change, state)
    }
  }

  /// The value of CanSeek.
  static func canSeek(_ state: SessionState) -> Bool {
    canSeekToPosition(state) || state.isEnabled(.skipForward) || state.isEnabled(.skipBackward)
  }

  /// Whether seek-to-position can be given: it is enabled, the item has positions, and the present one is known.
  private static func canSeekToPosition(_ state: SessionState) -> Bool {
    guard state.isEnabled(.seekToPosition), let content = state.content, let snapshot = state.snapshot else {
      return false
    }
    return snapshot.elapsed != nil && (content.hasPositions || state.detail?.seekable != nil)
  }

  /// The command seek-to-position and the range of positions that it takes, if it can be given.
  private static func seekTarget(
    _ state: SessionState, at now: Instant
  ) -> (command: CommandDescriptor, range: PlaybackDetail.Range)? {
    guard canSeekToPosition(state), let command = state.command(.seekToPosition), let range = state.seekable(at: now)
    else { return nil }
    return (command, range)
  }

  private static func simple(
    _ kind: CommandKind, _ state: SessionState, evenDisabled: Bool = false
  ) -> CommandResolution {
    guard let command = state.command(kind), command.enabled || evenDisabled else { return .nothing }
    return .command(CommandEvent(command))
  }

  /// Resolves Play: nothing while the player plays already, where a toggle would pause (rule 13 in Rules.md).
  private static func play(_ state: SessionState, _ pending: PendingCommands) -> CommandResolution {
    if state.isPlaying, pending.isPlaying != false { return .nothing }
    if offers(.play, state, pending) { return simple(.play, state, evenDisabled: true) }
    return pending.isPlaying(state) ? .nothing : simple(.togglePlayPause, state)
  }

  /// The command that ends playing: pause; or stop where the host has no pause and the item no length, as a live
  /// broadcast, so that no position is lost (rule 13 in Rules.md).
  static func halt(_ state: SessionState) -> CommandKind {
    let isStopped =
      state.has(.stop) && state.has(.play) && !state.has(.pause) && !state.has(.togglePlayPause)
      && state.content?.length == nil
    return isStopped ? .stop : .pause
  }

  /// Resolves Pause: nothing while the player is paused already (rule 13 in Rules.md). A player that loads, is
  /// interrupted, or goes to another item can still be asked to pause.
  private static func pause(_ state: SessionState, _ pending: PendingCommands) -> CommandResolution {
    let rests = state.content == nil || state.snapshot?.state == .paused
    if rests, pending.isPlaying != true, !pending.mayStart { return .nothing }
    if halt(state) == .stop { return pending.isPlaying(state) || pending.mayStart ? stop(state, pending) : .nothing }
    if offers(.pause, state, pending) { return simple(.pause, state, evenDisabled: true) }
    return pending.isPlaying(state) ? simple(.togglePlayPause, state) : .nothing
  }

  private static func stop(_ state: SessionState, _ pending: PendingCommands) -> CommandResolution {
    guard state.has(.stop) else { return pause(state, pending) }
    return simple(.stop, state, evenDisabled: offers(.stop, state, pending))
  }

  private static func playPause(_ state: SessionState, _ pending: PendingCommands) -> CommandResolution {
    if state.isEnabled(.togglePlayPause) { return simple(.togglePlayPause, state) }
    return pending.isPlaying(state) ? pause(state, pending) : play(state, pending)
  }

  /// Whether play, pause or stop can be given. Hosts enable play only while paused, and the others only while playing:
  /// where a pending command leads to the other state, a command that is disabled now will be enabled then.
  private static func offers(_ kind: CommandKind, _ state: SessionState, _ pending: PendingCommands) -> Bool {
    if state.isEnabled(kind) { return true }
    let isPlaying = pending.mayStart && !state.isPlaying ? true : pending.isPlaying
    guard let isPlaying, isPlaying != state.isPlaying else { return false }
    return isPlaying == (kind != .play) && state.command(kind) != nil
  }

  /// Resolves Seek: beyond the end it goes to the next item, and before the start to the start (rule 13 in Rules.md).
  private static func seek(
    by offset: Microseconds, _ state: SessionState, _ pending: PendingCommands, _ now: Instant
  ) -> CommandResolution {
    if let (command, range) = seekTarget(state, at: now),
      let position = pending.position(at: now) ?? state.position(at: now)
    {
      let length = state.content?.length ?? .max
      var target = max(range.start, min(position, length) + offset)
      if target > length {
        if !pending.changesItem { return simple(.next, state) }
        // The length of the next item is not known, and hosts are promised a position within the present one.
        target = length
      }
      var event = CommandEvent(command)
      (event.time, event.isRelative) = (min(target, range.end), true)
      return .command(event)
    }
    guard offset != .zero, let command = state.command(offset > .zero ? .skipForward : .skipBackward), command.enabled
    else {
      return .nothing
    }
    var event = CommandEvent(command)
    event.time = command.interval(nearestTo: offset.magnitude)
    return .command(event)
  }

  /// Resolves SetPosition. A track id of another item or a position out of range is ignored, as MPRIS says.
  private static func setPosition(
    _ track: String, _ position: Microseconds, _ state: SessionState, _ now: Instant
  ) -> CommandResolution {
    guard let id = state.presentID, let (command, range) = seekTarget(state, at: now),
      track.exact == state.trackPath(id).exact, position >= .zero, position <= state.content?.length ?? .max
    else { return .nothing }
    var event = CommandEvent(command)
    event.time = range.nearest(to: position)
    return .command(event)
  }

  private static func setMode(_ kind: CommandKind, _ mode: Int32, _ state: SessionState) -> CommandResolution {
    guard let command = state.command(kind), command.enabled else { return .nothing }
    guard command.supports(mode) else { return .refused(.unsupportedMode) }
    var event = CommandEvent(command)
    event.mode = mode
    return .command(event)
  }

  /// Resolves Shuffle. If a mode is on, true means that mode: clients see no difference between the modes, and some set
  /// the value that there is.
  private static func setShuffle(_ on: Bool, _ state: SessionState) -> CommandResolution {
    guard let command = state.command(.changeShuffleMode) else { return .nothing }
    let off = ShuffleMode.off.rawValue
    if !on { return setMode(.changeShuffleMode, off, state) }
    if command.current != off, command.supports(command.current) {
      return setMode(.changeShuffleMode, command.current, state)
    }
    let items = command.supports(ShuffleMode.items.rawValue) ? ShuffleMode.items : .collections
    return setMode(.changeShuffleMode, items.rawValue, state)
  }

  private static func nearest(to wanted: Double, _ rates: [Double]) -> Double {
    var nearest = rates.first ?? 1
    for rate in rates where (rate - wanted).magnitude < (nearest - wanted).magnitude { nearest = rate }
    return nearest
  }

  /// Resolves Rate to the nearest speed that the player has. 0 means pause, as MPRIS says.
  private static func setRate(_ rate: Double, _ state: SessionState, _ pending: PendingCommands) -> CommandResolution {
    guard rate.isFinite else { return .refused(.illegalNumber) }
    if rate == 0 { return pause(state, pending) }
    guard let command = state.command(.changeRate), command.enabled else { return .nothing }
    let (low, high) = command.rateBounds
    // Clamped first: to a very large number all rates are equally near in floating point.
    let wanted = Clamp.number(rate, low, high)
    var event = CommandEvent(command)
    event.rate = command.takesAnyRate ? wanted : nearest(to: wanted, command.rates)
    return .command(event)
  }

  private static func change(_ change: SessionChange, _ state: SessionState) -> CommandResolution {
    guard change.isLegal else { return .refused(.illegalNumber) }
    return change.within(state).map { .change($0) } ?? .nothing
  }
}

extension PlayerCall {
  /// The name of the method, or of the property that is set.
  public var name: StaticString {
    switch self {
    case .play: "Play"
    case .pause: "Pause"
    case .playPause: "PlayPause"
    case .stop: "Stop"
    case .next: "Next"
    case .previous: "Previous"
    case .seek: "Seek"
    case .setPosition: "SetPosition"
    case .setLoop: "LoopStatus"
    case .setShuffle: "Shuffle"
    case .setRate: "Rate"
    case .change(let change): change.callback
    }
  }

  /// The commands by which a host can carry the call out.
  private var commands: [CommandKind] {
    switch self {
    case .play: [.play, .togglePlayPause]
    case .pause: [.pause, .togglePlayPause]
    case .playPause: [.play, .pause, .togglePlayPause]
    case .stop: [.stop, .pause, .togglePlayPause]
    case .next: [.next]
    case .previous: [.previous]
    case .seek: [.seekToPosition, .skipForward, .skipBackward]
    case .setPosition: [.seekToPosition]
    case .setLoop: [.changeRepeatMode]
    case .setShuffle: [.changeShuffleMode]
    case .setRate: [.changeRate]
    case .change: []
    }
  }

  /// The reason, for the log, why the host is not asked to do anything for a call.
  public func reasonForNothing(_ state: borrowing SessionState) -> StaticString {
    if case .change = self { return "the session does not take this" }
    if !state.isUsable { return "there is no item" }
    var (isOffered, isEnabled) = (false, false)
    for kind in commands {
      if state.has(kind) { isOffered = true }
      if state.isEnabled(kind) { isEnabled = true }
    }
    if !isOffered { return "the session offers no command for it" }
    return isEnabled ? "it means nothing in this state, or is for another item" : "its command is disabled"
  }
}
