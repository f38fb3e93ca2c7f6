// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform

/// A thread that tells a host when its loop wants to be dispatched (`LoopMode.wakeup`): once, until the host has
/// dispatched. Safe to use from any thread.
public final class WakeupThread: @unchecked Sendable {
  private let control: LoopControl
  private let tell: () -> Void
  private var thread = Guarded<UInt64>(0)
  /// Whether the host was notified and has not dispatched since.
  private var isNotified = Guarded(false)
  private var isStopping = Guarded(false)

  public init(_ control: LoopControl, tell: @escaping () -> Void) {
    self.control = control
    self.tell = tell
  }

  /// Starts the thread, which waits until the lock is free. Returns whether the system has given a thread.
  public func start(_ held: Held) -> Bool {
    let started = startThread { [unowned(unsafe) self] in run() }
    guard started.error == 0 else { return false }
    thread[held] = started.thread
    return true
  }

  private func run() {
    while isWanted() { tell() }
  }

  /// Waits until the host is to be notified. Returns false when the thread is to end.
  private func isWanted() -> Bool {
    control.monitor.locked { held in
      while isNotified[held], !isStopping[held] { control.monitor.wait(held) }
    }
    control.reactor.waitUntilReadable()
    return control.monitor.locked { held in
      isNotified[held] = true
      return !isStopping[held]
    }
  }

  /// Notes that the host has dispatched everything.
  public func dispatched() {
    control.monitor.locked { held in
      isNotified[held] = false
      control.monitor.broadcast(held)
    }
  }

  /// Whether the calling thread is this thread, which is calling the host then.
  public func isCurrent(_ held: Held) -> Bool { thread[held] == np_thread_self() }

  /// Stops the thread: afterwards the host is not notified any more. Called once, after `start`.
  public func stop() {
    let thread = control.monitor.locked { held in
      isStopping[held] = true
      control.monitor.broadcast(held)
      return self.thread[held]
    }
    control.reactor.wake()
    np_thread_join(thread)
  }
}
