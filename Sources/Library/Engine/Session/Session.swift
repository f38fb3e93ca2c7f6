// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// One thing that an app plays. Safe to use from any thread.
public final class Session: Callee, @unchecked Sendable {
  public let id: String
  let core: AppCore
  let handler: any SessionHandler
  /// The core's, at hand: a player may set what it has many times a second, and each step on the way is counted.
  private let control: LoopControl
  private let calls: HostCalls
  let monitor: Monitor

  var staged: Guarded<SessionState>
  var newest: Guarded<CommittedState>
  /// Counts the contents that were set, so that a failed artwork is asked for again with the next.
  var contentSerial = Guarded(UInt32.zero)
  private var isStaged = Guarded(false)
  var pictures = Guarded(RememberedPictures())
  private(set) var isFreed = Guarded(false)
  var primary = Guarded<Primary>([])
  /// Whether a publication shows it: its commits are news.
  var isShown = Guarded(false)
  /// Whether it is among those of the app's own that surfaces see: from its first request to become primary on, if not
  /// from the beginning.
  var isListed: Guarded<Bool>
  private var anonymousItems = Guarded(UInt64.zero)
  /// Whether it plays on other devices, with a place of its own on the desktop.
  public let isRemote: Bool
  /// The number of the session within its app.
  private(set) var number = UInt32.zero
  /// Counts the stops that clients have asked for: then it is no pause between two items. Belongs to the loop.
  var stopsAsked = UInt32.zero
  /// When a client has asked for another item last. Belongs to the loop.
  var itemAsked = Int64.min
  /// The host's answers to the question for its position. Belongs to the loop.
  var positions = PositionAnswers()
  /// The snapshot that the host has set, where the position that it has given since has taken its place.
  var uncorrected = Guarded<PlaybackSnapshot?>(nil)
  /// The snapshots that the host has set again for the present moment.
  var repeated = Guarded(RepeatedSnapshots())
  /// Whether the log has said that its volume is too high. Belongs to the loop.
  var volumeWasNoticed = false
  /// The callbacks of which the log has said that they are missing.
  var noticed = Guarded(MissingCallbacks())

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
      newest[held] = CommittedState(staged[held], contentSerial: .zero)
      core.sessions[held].append(self)
      if core.changed(held) { control.wake(held) }
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Returns the abilities of its host beside playing.
  func abilities(_ state: SessionState) -> SessionProperties.Abilities {
    var abilities: SessionProperties.Abilities = []
    if handler.givesAnimatedArtwork { abilities.insert(.animatedArtwork) }
    if takes(.volume(1), state) { abilities.insert(.volume) }
    return abilities
  }

  /// Whether clients can have its host make such a change: where the volume is that of its devices, on these.
  func takes(_ change: SessionChange, _ state: SessionState) -> Bool {
    if case .volume = change, state.settings.volume == nil { return handler.takesDeviceVolume }
    return handler.takes(change)
  }

  /// Whether clients can have its host change its queue.
  var takesQueueChanges: Bool {
    handler.takes(.add(uri: "", after: nil, plays: false)) || handler.takes(.remove(EntryID("")))
  }

  /// Returns the state that was committed last.
  func committed(_ held: Held) -> CommittedState { newest[held] }

  /// Calls the session's host, in the loop. Returns false when the session has ended.
  @discardableResult
  func tell(_ body: (any SessionHandler) -> Void) -> Bool { core.calls.call(self) { body(handler) } }

  /// Gives its host a command, in the loop.
  ///
  /// - limit: how many requests may wait for the host, this one among them.
  /// - isAnsweredInPlace: whether the request is over when the host has done it, because the caller answers.
  func perform(
    _ event: CommandEvent, _ request: Request, limit: Int, isAnsweredInPlace: Bool
  ) -> HostCalls.Outcome {
    if let refusal = calls.enter(self, giving: request, limit: limit) {
      // The session has ended after the call was read, and before its host was called.
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

  /// Returns whether it is news.
  private func stage(_ content: Content?, in state: inout SessionState, _ held: Held) -> Bool {
    guard var content else {
      guard state.content != nil else { return false }
      state.content = nil
      return true
    }
    // A player may set what it has in each turn of its loop.
    if let present = state.content, present.isIdentical(to: content) || present == content { return false }
    if content.id.isEmpty {
      // No id of a host's own holds a NUL. Swift 6.2 ends a literal there.
      if let present = state.content, present.id.bytes.first == 0 {
        content.id = present.id
        // As a radio says its station at each turn: nothing tells it from the item before.
        if present == content { return false }
      }
      anonymousItems[held].advance()
      content.id = "\0" + Escape.decimal(Int64(clamping: anonymousItems[held]))
    }
    contentSerial[held].advance()
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
      if state.snapshot == snapshot { return !isSame }
      if let uncorrected = uncorrected[held] {
        // The host repeats what it has said before it was asked.
        if uncorrected == snapshot { return !isSame }
        self.uncorrected[held] = nil
      }
      if goesOn(as: snapshot, state, held) { return !isSame }
      state.snapshot = snapshot
      return true
    }
  }

  /// Whether a snapshot only says in whole seconds how the item goes on that is shown.
  private func goesOn(as snapshot: PlaybackSnapshot?, _ state: borrowing SessionState, _ held: Held) -> Bool {
    guard let snapshot, let before = state.snapshot, contentSerial[held] == newest[held].contentSerial else {
      return false
    }
    return before.goesOn(as: snapshot)
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

  /// Changes every command of a kind; `invalidState` when there is none.
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

  /// Stages; `change` returns whether there is anything to commit.
  func stage(_ change: (inout SessionState, Held) -> Bool) -> Failure? {
    monitor.locked { held in
      guard !isFreed[held], !control.isClosing[held] else { return .invalidState }
      if change(&staged[held], held) { isStaged[held] = true }
      return nil
    }
  }

  /// Makes visible what was staged.
  public func commit() -> Failure? {
    let (failure, wakes) = monitor.locked { held -> (Failure?, Bool) in
      guard !isFreed[held], !control.isClosing[held] else { return (.invalidState, false) }
      return (nil, isStaged[held] && commit(held))
    }
    // Without the lock, for which the loop would only have to wait.
    if wakes { control.reactor.wake() }
    return failure
  }

  /// Stages all at once and makes it visible; `commands` and `devices` nil leave them as they are. Returns whether any
  /// is news.
  public func publish(
    content: Content?, snapshot: PlaybackSnapshot?, commands: [CommandDescriptor]?, devices: [Device]? = nil
  ) -> Bool {
    var isNewItem = false
    let (isNews, wakes) = monitor.locked { held -> (Bool, Bool) in
      guard !isFreed[held], !control.isClosing[held] else { return (false, false) }
      isNewItem = stage(content, in: &staged[held], held)
      if isNewItem { isStaged[held] = true }
      if staged[held].snapshot != snapshot, !goesOn(as: snapshot, staged[held], held) {
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

  /// Returns whether the loop is to be woken.
  @_optimize(speed)
  private func commit(_ held: Held) -> Bool {
    isStaged[held] = false
    var state = staged[held]
    // Nobody would carry them out; staged they remain, because they can be enabled and disabled.
    if !handler.takesCommands { state.commands = [] }
    state.disableCommands(now: np_now_us())
    let isSame = contentSerial[held] == newest[held].contentSerial
    let picture = isSame ? newest[held].picture : picture(of: state.content, held)
    let provided = isSame ? newest[held].provided : pictures(of: state.content, held)
    newest[held] = CommittedState(state, contentSerial: contentSerial[held], picture, provided)
    let isUnshown = !isRemote && staged[held].content != nil && core.hasContent(held)
    // Sessions that are not shown stay silent (rule 15), and so does the loop.
    let isNews = core.changed(held) || isShown[held] && !control.isCoalescing[held]
    return (isNews || isUnshown) && control.needsWake(held)
  }

  /// Takes a position that the host has given for the one that it has committed. Returns the new state; nil when the
  /// host has committed another meanwhile.
  func correct(_ basis: CommittedState, _ position: Int64, _ now: Int64) -> CommittedState? {
    monitor.locked { held -> CommittedState? in
      guard newest[held] === basis, let committed = basis.state.snapshot, !isFreed[held] else { return nil }
      let snapshot = PlaybackSnapshot(committed, elapsed: position, timestamp: now)
      var state = basis.state
      state.snapshot = snapshot
      if staged[held].snapshot == basis.state.snapshot {
        if uncorrected[held] == nil { uncorrected[held] = staged[held].snapshot }
        staged[held].snapshot = snapshot
      }
      let corrected = CommittedState(state, contentSerial: basis.contentSerial, basis.picture, basis.provided)
      newest[held] = corrected
      _ = core.changed(held)
      return corrected
    }
  }

  /// The host uses the session wrongly.
  public func clientBug(_ message: @autoclosure () -> String) { core.log.clientBug(message()) }

  /// Logs a detail for who looks for a fault.
  public func debug(_ message: @autoclosure () -> String) { core.log(.debug, message()) }

  // MARK: End

  /// Ends the session. When it returns none of its callbacks runs, except the one that called it.
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

  /// Runs an action when the callback that runs in this thread has returned; at once where none does. So a handle that
  /// was freed in its own callback stays good until then.
  public func whenCallbackReturns(_ action: @escaping () -> Void) { core.calls.whenReturned(action) }

  /// Takes the session out of its app.
  func end(_ held: Held) {
    isFreed[held] = true
    primary[held] = []
    pictures[held] = RememberedPictures()
    show(nil, held)
    if let index = core.sessions[held].firstIndex(where: { $0 === self }) { core.sessions[held].remove(at: index) }
    // Commands that the host has been given stay its to answer: the end of the session may be what was asked for.
    core.requests.end(.cancelled, held) { $0.asks(self) && $0.kind.isAsset }
    core.operations[held].append(.ended(self))
    core.control.wake(held)
  }
}

extension Equatable {
  /// Takes a value over. Returns whether it is another one.
  mutating func change(to value: Self) -> Bool {
    if self == value { return false }
    self = value
    return true
  }
}
