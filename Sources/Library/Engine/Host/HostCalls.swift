// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Calls the host, in the loop, with no lock held. This object knows whether a callback is running, so that a handle
/// which is freed in its own callback stays valid until the callback returns. Safe to use from any thread.
final class HostCalls: @unchecked Sendable {
  private let control: LoopControl

  private var isCalling = Guarded(false)
  /// The session whose host is being called. The caller of the host retains it.
  private var callee = Guarded<Called?>(nil)
  /// The actions to run when the running callback has returned.
  private var afterwards = Guarded<[() -> Void]>([])

  init(_ control: LoopControl) { self.control = control }

  /// Calls the host of the session `callee`, or, for nil, the host of the app. Returns false, without a call, when that
  /// session or app has ended.
  ///
  /// `enter` and `leave` take no closure, because the compiler copies a function with a closure to each caller.
  func call(_ callee: (any Callee)?, _ body: () -> Void) -> Bool {
    guard enter(callee) else { return false }
    body()
    leave()
    return true
  }

  /// Begins a call of the host. Returns false when the session or app has ended.
  func enter(_ callee: (any Callee)?) -> Bool { control.monitor.locked { begin(callee, $0) } }

  /// Ends a call of the host.
  func leave() {
    if control.monitor.locked({ end($0) }) { runActions() }
  }

  /// The outcome of giving a command to a host.
  enum Outcome {
    /// Too many requests wait for the host already.
    case full
    /// The host will answer later.
    case open
    case done
    case failed
  }

  /// Begins a call of the host that gives it a request. Returns nil when the host can be called, and else the outcome.
  @_optimize(speed)
  func enter(_ callee: any Callee, giving request: Request, limit: Int) -> Outcome? {
    control.monitor.locked { held in
      guard request.enqueue(held, limit: limit) else { return .full }
      guard begin(callee, held) else { return .failed }
      request.isWithHost[held] = true
      return nil
    }
  }

  /// Ends a call of the host that gave it a request.
  ///
  /// - isAnsweredInPlace: whether the caller sends the answer itself when the host has succeeded, so that the request
  ///   is over.
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

  /// Ends a call. Returns whether there are actions to run.
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

  /// Runs an action when the running callback of this thread has returned, or at once where none runs.
  func whenReturned(_ action: @escaping () -> Void) {
    // In a forked child, another thread of the parent may have held the lock.
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

  /// Waits until the host of a session is not being called.
  func waitUntilReturned(_ callee: any Callee, _ held: Held) {
    while let present = self.callee[held], present.callee === callee { control.monitor.wait(held) }
  }
}

/// A session, without counting the reference.
private struct Called {
  unowned(unsafe) let callee: any Callee
}

/// A session in its role as the subject of calls to its host.
protocol Callee: AnyObject {
  var isFreed: Guarded<Bool> { get }
  /// Whether the host itself logs late answers, so that the library does not.
  var logsLateRequests: Bool { get }
  /// The queue that was committed last.
  func queue(_ held: Held) -> Queue?
  /// Tells the host that the answer to a request is not wanted any more. In the loop.
  func cancelled(_ request: Request)
}
