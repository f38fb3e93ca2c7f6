// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// A session of an app: one thing that it plays. Safe to use from any thread.
public final class Session: Callee, @unchecked Sendable {
  public let id: String
  let core: AppCore
  let handler: any SessionHandler
  /// The control of the core, kept here for quick access: a player may change its session many times a second.
  private let control: LoopControl
  private let calls: HostCalls
  let monitor: Monitor

  var staged: Guarded<SessionState>
  var newest: Guarded<CommittedState>
  /// Counts the contents that were set, so that a failed artwork is asked for again with the next one.
  var contentSerial = Guarded(UInt32.zero)
  private var isStaged = Guarded(false)
  /// The commands of the last commit as the host has set them.
  private var committedCommands = Guarded([CommandDescriptor]())
  var pictures = Guarded(RememberedPictures())
  private(set) var isFreed = Guarded(false)
  var primary = Guarded<Primary>([])
  /// Whether a publication shows the session, so that its commits wake the loop.
  var isShown = Guarded(false)
  /// Whether surfaces see the session among those of the app: from the start, or from its first request to become
  /// primary.
  var isListed: Guarded<Bool>
  private var anonymousItems = Guarded(UInt64.zero)
  /// Whether the session plays on other devices, and so is a player of its own on the desktop.
  public let isRemote: Bool
  /// The number of the session within its app.
  private(set) var number = UInt32.zero
  /// The snapshot as the host has set it; nil unless the host's answer to the question for its position has corrected
  /// it.
  var uncorrected = Guarded<PlaybackSnapshot?>(nil)
  /// The target of a seek that the host has accepted and not reached yet.
  var sought = Guarded<SoughtPosition?>(nil)
  /// Counts snapshots that repeat an old position.
  var repeated = Guarded(RepeatedSnapshots())
  /// The missing callbacks that the log has warned of.
  var noticed = Guarded(MissingCallbacks())

  // MARK: Used in the loop alone

  /// The requests of clients that tell a stop from a gap between two items.
  var asked = AskedOfHost()
  /// The host's answers to the question for its position.
  var positions = PositionAnswers()
  /// Whether the log has warned that the volume is too high.
  var volumeWasNoticed = false
  /// The time at which `settleSeek` is to be called; `.max` for none.
  var soughtEnds = Instant.max

  init(
    _ core: AppCore, id: String, isRemote: Bool, isListed: Bool, _ handler: any SessionHandler
  ) throws(Failure) {
    self.core = core
    self.isRemote = isRemote
    self.isListed = Guarded(isListed && !isRemote)
    self.handler = handler
    control = core.control
    calls = core.calls
    monitor = control.monitor
    self.id = id.isEmpty ? Escape.hexadecimal(np_random()) : id
    let state = SessionState()
    staged = Guarded(state)
    newest = Guarded(CommittedState(state, contentSerial: .zero))
    let refusal = monitor.locked { held -> Failure? in
      if control.isClosing[held] { return .invalidState }
      if core.sessions[held].count >= Limits.sessions { return .tooLarge }
      if core.sessions[held].contains(where: { $0.id.exact == self.id.exact }) { return .invalidArgument }
      core.sessionsMade[held].advance()
      number = core.sessionsMade[held]
      staged[held] = SessionState(
        number: number, isShownIdle: core.flags.contains(.showIdle), trackPrefix: core.trackPrefix)
      // Without a volume clients could not set one, and a host that only follows them would never get one.
      if handler.takes(.volume(1)), !handler.takesDeviceVolume { staged[held].settings.volume = 1 }
      newest[held] = CommittedState(staged[held], contentSerial: .zero)
      core.sessions[held].append(self)
      if core.changed(held) { control.wake(held) }
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Returns the abilities of the host, beside playing.
  func abilities(_ state: SessionState) -> SessionProperties.Abilities {
    var abilities: SessionProperties.Abilities = []
    if handler.givesAnimatedArtwork { abilities.insert(.animatedArtwork) }
    if takes(.volume(1), state) { abilities.insert(.volume) }
    return abilities
  }

  /// Whether the host makes this kind of change for clients. Where the session has no volume, that of its devices is
  /// changed.
  func takes(_ change: SessionChange, _ state: SessionState) -> Bool {
    if case .volume = change, state.settings.volume == nil { return handler.takesDeviceVolume }
    return handler.takes(change)
  }

  /// Whether the host lets clients change its queue.
  var takesQueueChanges: Bool {
    handler.takes(.add(uri: "", after: nil, plays: false)) || handler.takes(.remove(EntryID("")))
  }

  /// Returns the newest commit.
  func committed(_ held: Held) -> CommittedState { newest[held] }

  /// Calls the session's host, in the loop. Returns false when the session has ended.
  @discardableResult
  func tell(_ body: (any SessionHandler) -> Void) -> Bool { core.calls.call(self) { body(handler) } }

  /// Gives the host a command, in the loop.
  ///
  /// - limit: the most requests that may wait for the host, with this one.
  /// - isAnsweredInPlace: whether the caller sends the answer itself when the host has succeeded, so that the request
  ///   is over.
  func perform(
    _ event: CommandEvent, _ request: Request, limit: Int, isAnsweredInPlace: Bool
  ) -> HostCalls.Outcome {
    if let refusal = calls.enter(self, giving: request, limit: limit) {
      // The session has ended between the reading of the call and the call of its host.
      if refusal == .failed { request.cancel() }
      return refusal
    }
    handler.perform(event, request)
    return calls.leave(after: request, isAnsweredInPlace: isAnsweredInPlace)
  }

  var logsLateRequests: Bool { handler.logsLateRequests }
  func cancelled(_ request: Request) { tell { $0.cancelled(request) } }

  // MARK: Staging

  public func set(content: Content?) -> Failure? {
    var isNews = false
    let failure = stage { state, held in
      isNews = stage(content, in: &state, held)
      return isNews
    }
    if isNews { core.log.noticeSecret(in: content?.texts[.url], .item) }
    return failure
  }

  /// Stages a content. Returns false when it is the same as the staged one.
  private func stage(_ content: Content?, in state: inout SessionState, _ held: Held) -> Bool {
    guard var content else {
      guard state.content != nil else { return false }
      state.content = nil
      return true
    }
    // A player may set the same content in each turn of its own loop.
    if let present = state.content, present.isIdentical(to: content) || present == content { return false }
    if content.id.isEmpty {
      // No host can have an id with a NUL in it. The literal is split because Swift 6.2 ends it there otherwise.
      if let present = state.content, present.id.bytes.first == 0 {
        content.id = present.id
        // The same content without an id, as a radio sets its station again and again, is the same item.
        if present == content { return false }
      }
      anonymousItems[held].advance()
      content.id = "\0" + Escape.decimal(Int64(clamping: anonymousItems[held]))
    }
    contentSerial[held].advance()
    if state.content?.id.exact != content.id.exact { sought[held] = nil }
    state.content = content
    return true
  }

  @_optimize(speed)
  public func set(snapshot: PlaybackSnapshot?, detail: PlaybackDetail? = nil, isOfNow: Bool = false) -> Failure? {
    var isOld = false
    defer { if isOld { noticeOldPosition() } }
    return stage { state, held in
      isOld = repeats(snapshot, isOfNow: isOfNow, state, held)
      let isSame = detail === state.detail || detail == state.detail
      if !isSame { state.detail = detail }
      // A host that has reached the target of a seek may set just what is staged for it: that ends the seek.
      if state.snapshot == snapshot, sought[held] == nil { return !isSame }
      if let uncorrected = uncorrected[held] {
        // The host sets a snapshot again whose position was already corrected by its answer to the question for it.
        if uncorrected == snapshot { return !isSame }
        self.uncorrected[held] = nil
      }
      let snapshot = heard(snapshot, state, held)
      if state.snapshot == snapshot { return !isSame }
      if onlyAdvanced(to: snapshot, state, held) { return !isSame }
      state.snapshot = snapshot
      return true
    }
  }

  /// Whether a snapshot says nothing new: the same item has only played on, and the position is in whole seconds.
  private func onlyAdvanced(to snapshot: PlaybackSnapshot?, _ state: borrowing SessionState, _ held: Held) -> Bool {
    guard let snapshot, let before = state.snapshot, contentSerial[held] == newest[held].contentSerial else {
      return false
    }
    return before.onlyAdvanced(to: snapshot)
  }

  public func set(commands: [CommandDescriptor]) -> Failure? {
    if !handler.takesCommands, let first = commands.first { notice(first.kind.word, without: .command) }
    return stage { state, _ in state.commands.change(to: commands) }
  }

  public func change(_ change: (inout SessionSettings) -> Void) -> Failure? {
    stage { state, _ in
      let before = state.settings
      change(&state.settings)
      return state.settings != before
    }
  }

  func queue(_ held: Held) -> Queue? { newest[held].state.queue }

  public func set(tracks: [Track]) -> Failure? {
    if !tracks.isEmpty, !handler.takes(.select(.audio, nil)) { notice("tracks", without: .selectTrack) }
    return stage { state, _ in state.tracks.change(to: tracks) }
  }

  public func set(devices: [Device]) -> Failure? {
    stage { state, _ in state.devices.change(to: devices) }
  }

  /// Changes every command of a kind. Fails with `invalidState` when there is none.
  public func change(_ kind: CommandKind, _ change: (inout CommandDescriptor) -> Void) -> Failure? {
    var found = false
    let failure = stage { state, _ in
      var changed = false
      for index in state.commands.indices where state.commands[index].kind == kind {
        let (enabled, current) = (state.commands[index].enabled, state.commands[index].current)
        change(&state.commands[index])
        changed = changed || state.commands[index].enabled != enabled || state.commands[index].current != current
        found = true
      }
      return changed
    }
    return failure ?? (found ? nil : .invalidState)
  }

  /// Changes the staged state. `change` returns whether there is anything to commit.
  func stage(_ change: (inout SessionState, Held) -> Bool) -> Failure? {
    monitor.locked { held in
      guard !isFreed[held], !control.isClosing[held] else { return .invalidState }
      if change(&staged[held], held) { isStaged[held] = true }
      return nil
    }
  }

  /// Makes the staged state visible.
  public func commit() -> Failure? {
    let (failure, wakes) = monitor.locked { held -> (Failure?, Bool) in
      guard !isFreed[held], !control.isClosing[held] else { return (.invalidState, false) }
      return (nil, isStaged[held] && commit(held))
    }
    // Woken without the lock, for which the loop would have to wait.
    if wakes { control.reactor.wake() }
    return failure
  }

  /// Drops what was staged since the last commit.
  public func discard() -> Failure? {
    stage { state, held in
      guard isStaged[held] else { return false }
      isStaged[held] = false
      state = newest[held].state
      state.commands = committedCommands[held]
      contentSerial[held] = newest[held].contentSerial
      return false
    }
  }

  /// Stages a whole state and commits it. Nil for `commands` and `devices` leaves them as they are. Returns whether
  /// anything has changed.
  public func publish(
    content: Content?, snapshot: PlaybackSnapshot?, commands: [CommandDescriptor]?, devices: [Device]? = nil
  ) -> Bool {
    var isNewItem = false
    let (isNews, wakes) = monitor.locked { held -> (Bool, Bool) in
      guard !isFreed[held], !control.isClosing[held] else { return (false, false) }
      isNewItem = stage(content, in: &staged[held], held)
      if isNewItem { isStaged[held] = true }
      let snapshot = heard(snapshot, staged[held], held)
      if staged[held].snapshot != snapshot, !onlyAdvanced(to: snapshot, staged[held], held) {
        staged[held].snapshot = snapshot
        isStaged[held] = true
      }
      if let commands, staged[held].commands.change(to: commands) { isStaged[held] = true }
      if let devices, staged[held].devices.change(to: devices) { isStaged[held] = true }
      return isStaged[held] ? (true, commit(held)) : (false, false)
    }
    if wakes { control.reactor.wake() }
    if isNewItem { core.log.noticeSecret(in: content?.texts[.url], .item) }
    return isNews
  }

  /// Commits the staged state. Returns whether the caller has to wake the loop.
  @_optimize(speed)
  private func commit(_ held: Held) -> Bool {
    isStaged[held] = false
    var state = staged[held]
    committedCommands[held] = state.commands
    // Without a callback nobody would carry commands out. They stay staged, because the host may enable and disable
    // them.
    if !handler.takesCommands { state.commands = [] }
    state.disableCommands(now: Instant.now)
    let isSame = contentSerial[held] == newest[held].contentSerial
    let picture = isSame ? newest[held].picture : picture(of: state.content, held)
    let provided = isSame ? newest[held].provided : pictures(of: state.content, held)
    newest[held] = CommittedState(state, contentSerial: contentSerial[held], picture, provided)
    let isUnshown = !isRemote && staged[held].content != nil && core.hasContent(held)
    // The commits of a session that is not shown do not wake the loop (rule 15 in Rules.md).
    let isNews = core.changed(held) || isShown[held] && !control.isCoalescing[held]
    return (isNews || isUnshown) && control.needsWake(held)
  }

  /// Replaces the committed position by the host's answer. Returns the new state; nil when the host has committed
  /// another one meanwhile.
  func correct(_ basis: CommittedState, _ position: Microseconds, _ now: Instant) -> CommittedState? {
    monitor.locked { held -> CommittedState? in
      guard newest[held] === basis, let committed = basis.state.snapshot, !isFreed[held] else { return nil }
      let snapshot = PlaybackSnapshot(committed, elapsed: position, timestamp: now)
      return replace(snapshot, in: basis, isOfHost: true, held)
    }
  }

  /// Replaces the snapshot of the newest commit. Returns the new state.
  @discardableResult
  func replace(
    _ snapshot: PlaybackSnapshot, in basis: CommittedState, isOfHost: Bool, _ held: Held
  ) -> CommittedState {
    var state = basis.state
    state.snapshot = snapshot
    if staged[held].snapshot == basis.state.snapshot {
      if uncorrected[held] == nil { uncorrected[held] = staged[held].snapshot }
      staged[held].snapshot = snapshot
    }
    let replaced = CommittedState(
      state, contentSerial: basis.contentSerial, basis.picture, basis.provided, isOfHost: isOfHost)
    newest[held] = replaced
    _ = core.changed(held)
    return replaced
  }

  /// Logs a wrong use of the session by the host.
  public func clientBug(_ message: @autoclosure () -> String) { core.log.clientBug(message()) }

  /// Logs a detail for developers.
  public func debug(_ message: @autoclosure () -> String) { core.log(.debug, message()) }

  // MARK: End

  /// Ends the session. When this returns, no callback of the session runs, except one that has called this function.
  public func free() {
    if isForked { return }
    let finishes = core.locked { held in
      if isFreed[held] { return false }
      end(held)
      if !core.calls.isInside(held) { core.calls.waitUntilReturned(self, held) }
      return true
    }
    if finishes { whenCallbackReturns { [handler] in handler.finish() } }
  }

  /// Runs an action when the running callback of this thread has returned, or at once where none runs. So a handle that
  /// is freed in its own callback stays valid until then.
  public func whenCallbackReturns(_ action: @escaping () -> Void) { core.calls.whenReturned(action) }

  /// Removes the session from its app.
  func end(_ held: Held) {
    isFreed[held] = true
    primary[held] = []
    pictures[held] = RememberedPictures()
    show(nil, held)
    if let index = core.sessions[held].firstIndex(where: { $0 === self }) { core.sessions[held].remove(at: index) }
    // Commands that the host was given stay open: the end of the session may be what was asked for.
    core.requests.end(.cancelled, held) { $0.asks(self) && $0.kind.isAsset }
    core.operations[held].append(.ended(self))
    core.control.wake(held)
  }
}

extension Equatable {
  /// Sets a value. Returns whether it has changed.
  mutating func change(to value: Self) -> Bool {
    if self == value { return false }
    self = value
    return true
  }
}
