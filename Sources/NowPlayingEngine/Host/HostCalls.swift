// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus

/// Calls the host, in the loop, with no lock held; and knows while it does, so that a handle that is freed in its own
/// callback stays good until the callback has returned. Safe to use from any thread.
final class HostCalls: @unchecked Sendable {
  private let control: LoopControl

  private var isCalling = Guarded(false)
  /// The session whose host is being called.
  private var callee = Guarded<(any Callee)?>(nil)
  /// The work for when the callback that runs has returned.
  private var afterwards = Guarded<[() -> Void]>([])

  init(_ control: LoopControl) { self.control = control }

  /// Calls the host of a session, or that of the app for nil. Returns false when it has ended.
  ///
  /// In two halves that take no closure: of one that does, the compiler makes a copy for each caller.
  @inline(__always)
  func call(_ callee: (any Callee)?, _ body: () -> Void) -> Bool {
    guard enter(callee) else { return false }
    body()
    _ = leave(callee, after: nil, isAnsweredInPlace: false)
    return true
  }

  /// The host is about to be called. Returns false when it has ended.
  @inline(never)
  @_optimize(speed)
  func enter(_ callee: (any Callee)?) -> Bool {
    control.monitor.locked { held in
      if control.isClosing[held] || callee?.isFreed[held] ?? false { return false }
      self.callee[held] = callee
      isCalling[held] = true
      return true
    }
  }

  /// The host has returned. Returns whether it has done what the request asked; nil while it has not answered.
  @inline(never)
  @_optimize(speed)
  func leave(_ callee: (any Callee)?, after request: Request?, isAnsweredInPlace: Bool) -> Bool? {
    let (actions, outcome) = control.monitor.locked { held in
      isCalling[held] = false
      if callee != nil {
        self.callee[held] = nil
        control.monitor.broadcast(held)
      }
      let actions = afterwards[held]
      if !actions.isEmpty { afterwards[held] = [] }
      return (actions, request?.outcome(held, isAnsweredInPlace: isAnsweredInPlace))
    }
    for action in actions { action() }
    return outcome
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
    while let present = self.callee[held], present === callee { control.monitor.wait(held) }
  }
}

/// A session, as far as calling its host goes.
protocol Callee: AnyObject {
  var isFreed: Guarded<Bool> { get }
  /// Whether the host logs by itself which of its requests are late.
  var logsLateRequests: Bool { get }
  /// The answer to a request is not wanted any more. In the loop.
  func cancelled(_ request: Request)
}
