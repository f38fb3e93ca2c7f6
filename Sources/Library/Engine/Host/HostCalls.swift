// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Calls the host, in the loop, with no lock held; and knows while it does, so that a handle that is freed in its own
/// callback stays good until the callback has returned. Safe to use from any thread.
final class HostCalls: @unchecked Sendable {
  private let control: LoopControl

  private var isCalling = Guarded(false)
  /// The session whose host is being called. Whoever calls it keeps it meanwhile.
  private var callee = Guarded<Called?>(nil)
  /// The work for when the callback that runs has returned.
  private var afterwards = Guarded<[() -> Void]>([])

  init(_ control: LoopControl) { self.control = control }

  /// Calls the host of a session, or that of the app for nil. Returns false when it has ended.
  ///
  /// In two halves that take no closure: of one that does, the compiler makes a copy for each caller.
  func call(_ callee: (any Callee)?, _ body: () -> Void) -> Bool {
    guard enter(callee) else { return false }
    body()
    leave()
    return true
  }

  /// The host is about to be called. Returns false when it has ended.
  func enter(_ callee: (any Callee)?) -> Bool { control.monitor.locked { begin(callee, $0) } }

  /// The host has returned.
  func leave() {
    if control.monitor.locked({ end($0) }) { runActions() }
  }

  /// The outcome of giving a command to a host.
  enum Outcome {
    /// Too many wait for the host already.
    case full
    /// The host has not answered yet.
    case open
    case done
    case failed
  }

  /// The same as `enter`, with a request that waits for the host from now on. Returns nil when the host can be called.
  @_optimize(speed)
  func enter(_ callee: any Callee, giving request: Request, limit: Int) -> Outcome? {
    control.monitor.locked { held in
      guard request.queue.add(request, limit: limit, held) else { return .full }
      guard begin(callee, held) else { return .failed }
      request.isWithHost[held] = true
      return nil
    }
  }

  /// The host has returned from its callback that was given the request.
  ///
  /// - isAnsweredInPlace: whether the request is over when the host has done it, because the caller answers.
  @_optimize(speed)
  func leave(after request: Request, isAnsweredInPlace: Bool) -> Outcome {
    let (outcome, hasActions) = control.monitor.locked { held in
      (request.returned(held, isAnsweredInPlace: isAnsweredInPlace), end(held))
    }
    if hasActions { runActions() }
    return outcome
  }

  private func begin(_ callee: (any Callee)?, _ held: Held) -> Bool {
    if control.isClosing[held] || callee?.isFreed[held] ?? false { return false }
    if let callee { self.callee[held] = Called(callee: callee) }
    isCalling[held] = true
    return true
  }

  /// Returns whether there are actions to be run.
  private func end(_ held: Held) -> Bool {
    isCalling[held] = false
    if callee[held] != nil {
      callee[held] = nil
      control.monitor.broadcast(held)
    }
    return !afterwards[held].isEmpty
  }

  private func runActions() {
    let actions = control.monitor.locked { held in
      let actions = afterwards[held]
      afterwards[held] = []
      return actions
    }
    for action in actions { action() }
  }

  /// Runs an action when the callback that runs in this thread has returned; at once where none does.
  func whenReturned(_ action: @escaping () -> Void) {
    // In a forked child another thread may have left the lock taken.
    let waits =
      !control.isForked
      && control.monitor.locked { held in
        guard isInside(held) else { return false }
        afterwards[held].append(action)
        return true
      }
    if !waits { action() }
  }

  /// Whether the calling thread is inside a callback.
  func isInside(_ held: Held) -> Bool { isCalling[held] && control.isInLoop(held) }

  /// Waits until a session's host is not being called.
  func waitUntilReturned(_ callee: any Callee, _ held: Held) {
    while let present = self.callee[held], present.callee === callee { control.monitor.wait(held) }
  }
}

/// A session that nothing is counted for.
private struct Called {
  unowned(unsafe) let callee: any Callee
}

/// A session, as far as calling its host goes.
protocol Callee: AnyObject {
  var isFreed: Guarded<Bool> { get }
  /// Whether the host logs by itself which of its requests are late.
  var logsLateRequests: Bool { get }
  /// The queue that was committed last.
  func queue(_ held: Held) -> Queue?
  /// The answer to a request is not wanted any more. In the loop.
  func cancelled(_ request: Request)
}
