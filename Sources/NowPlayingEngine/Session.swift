// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// What a session says of itself, as one commit made it. Never changes, so that the loop takes it without a copy.
final class CommittedState: Sendable {
  let state: SessionState
  /// Tells one content that was set from the next.
  let contentSerial: UInt32

  init(_ state: SessionState, contentSerial: UInt32) {
    self.state = state
    self.contentSerial = contentSerial
  }
}

/// One thing that an app plays. Safe to use from any thread.
public final class Session: @unchecked Sendable {
  public let id: String
  let app: App
  let handler: any SessionHandler

  // MARK: Guarded by the app's monitor

  private var staged: SessionState
  private(set) var committed: CommittedState
  /// Counts the contents that were set, so that a failed artwork is asked for again with the next.
  private var contentSerial: UInt32 = 0
  private var isStaged = false
  private(set) var isFreed = false
  var primary: Primary = []
  private var anonymousItems: UInt64 = 0

  /// How long an app's first content may wait for a session that asks to be shown, in µs.
  private static let unshownPatience: Int64 = 2_000_000

  public init(_ app: App, id: String, _ handler: any SessionHandler) throws(Failure) {
    self.app = app
    self.handler = handler
    self.id = id.isEmpty ? Escape.hexadecimal(np_random()) : id
    let scope = app.monitor.locked {
      app.sessionsMade &+= 1
      return app.sessionsMade
    }
    staged = SessionState(scope: scope)
    committed = CommittedState(staged, contentSerial: 0)
    let refused = app.monitor.locked {
      if app.isClosing { return true }
      app.sessions.append(self)
      return false
    }
    if refused { throw .invalidState }
  }

  // MARK: Staging

  public func set(content: Content?) -> Failure? {
    stage { state in
      guard var content else {
        guard state.content != nil else { return false }
        state.content = nil
        return true
      }
      // A player may set what it has in each turn of its loop.
      if let present = state.content, present.isIdentical(to: content) || present == content { return false }
      contentSerial &+= 1
      if content.id.isEmpty {
        anonymousItems &+= 1
        // No id of a host's own holds a NUL.
        content.id = "\0" + String(anonymousItems)
      }
      state.content = content
      return true
    }
  }

  public func set(snapshot: PlaybackSnapshot?) -> Failure? {
    stage { state in
      if state.snapshot == snapshot { return false }
      state.snapshot = snapshot
      return true
    }
  }

  public func set(commands: [CommandDescriptor]) -> Failure? {
    stage { state in
      if state.commands == commands { return false }
      state.commands = commands
      return true
    }
  }

  public func set(volume: Double?) -> Failure? {
    stage { state in
      if state.volume == volume { return false }
      state.volume = volume
      return true
    }
  }

  /// Changes every command of a kind; `invalidState` when there is none.
  public func change(_ kind: CommandKind, _ change: (inout CommandDescriptor) -> Void) -> Failure? {
    var found = false
    let failure = stage { state in
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
  @inline(__always)
  private func stage(_ change: (inout SessionState) -> Bool) -> Failure? {
    app.monitor.lock()
    defer { app.monitor.unlock() }
    guard !isFreed, !app.isClosing else { return .invalidState }
    if change(&staged) { isStaged = true }
    return nil
  }

  /// Makes visible what was staged.
  public func commit() -> Failure? {
    app.monitor.lock()
    guard !isFreed, !app.isClosing else {
      app.monitor.unlock()
      return .invalidState
    }
    var wakes = false
    if isStaged {
      isStaged = false
      var state = staged
      // Nobody would carry them out; staged they remain, because they can be enabled and disabled.
      if !handler.takesCommands { state.commands = [] }
      committed = CommittedState(state, contentSerial: contentSerial)
      // Sessions that are not shown stay silent (rule 15), and so does the loop.
      wakes = app.applicationPrimary === self && !app.isCoalescing && app.needsWakeLocked()
      if !app.primaryWasAsked, app.unshownUntil == .max, state.content != nil {
        app.unshownUntil = Clamp.sum(np_now_us(), Self.unshownPatience)
        wakes = app.needsWakeLocked() || wakes
      }
    }
    app.monitor.unlock()
    // Without the lock, for which the loop would only have to wait.
    if wakes { app.reactor.wake() }
    return nil
  }

  // MARK: Primaries

  public func requestApplicationPrimary() -> Failure? { request(.becomeApplicationPrimary(self)) }
  public func requestSystemPrimary() -> Failure? { request(.becomeSystemPrimary(self)) }
  public func resignSystemPrimary() -> Failure? { request(.resignSystemPrimary(self)) }

  private func request(_ operation: App.Operation) -> Failure? {
    app.monitor.locked { isFreed } ? .invalidState : app.perform(operation)
  }

  public var currentPrimary: Primary { app.monitor.locked { primary } }

  /// Whether this process is a child of the one that made the session.
  public var isForked: Bool { app.isForked }

  /// Whether the session still belongs to a living app.
  public var isAlive: Bool { app.monitor.locked { !isFreed && !app.isClosing } }

  /// The host uses the session wrongly.
  public func clientBug(_ message: @autoclosure () -> String) { app.clientBug(message()) }

  // MARK: End

  /// Ends the session. When it returns none of its callbacks runs, except the one that called it.
  public func free() {
    if app.isForked { return }
    app.monitor.lock()
    if isFreed {
      app.monitor.unlock()
      return
    }
    end()
    if app.isInLoop, app.isCallingHost {
      app.afterCallback.append { [handler] in handler.finish() }
      app.monitor.unlock()
      return
    }
    while app.calling === self { app.monitor.wait() }
    app.monitor.unlock()
    handler.finish()
  }

  /// See `App.whenCallbackReturns`.
  public func whenCallbackReturns(_ action: @escaping () -> Void) { app.whenCallbackReturns(action) }

  /// Takes the session out of its app. With the lock held.
  func end() {
    isFreed = true
    primary = []
    if app.applicationPrimary === self { app.applicationPrimary = nil }
    if let index = app.sessions.firstIndex(where: { $0 === self }) { app.sessions.remove(at: index) }
    // Commands that the host has been given stay its to answer: the end of the session may be what was asked for.
    app.pendingRequests.removeAll { request in
      guard request.session === self, request.kind.isArtwork else { return false }
      request.cancelLocked(.cancelled)
      app.answeredRequests.append(request)
      return true
    }
    app.operations.append(.ended(self))
    app.wakeLocked()
  }
}
