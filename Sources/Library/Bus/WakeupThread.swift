// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform

/// Tells a host that its loop wants to be dispatched, on a thread of its own (`LoopMode.wakeup`); once, until it has
/// been. Safe to use from any thread.
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

  /// Returns whether the system has given a thread. It does nothing before the lock is free.
  public func start(_ held: Held) -> Bool {
    let started = startThread { [unowned(unsafe) self] in run() }
    guard started.error == 0 else { return false }
    thread[held] = started.thread
    return true
  }

  private func run() {
    while isWanted() { tell() }
  }

  /// Waits until the host is to be notified. Returns false at the end.
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

  /// The host has dispatched all there was.
  public func dispatched() {
    control.monitor.locked { held in
      isNotified[held] = false
      control.monitor.broadcast(held)
    }
  }

  /// Whether the calling thread is this one, so that the host is being notified.
  public func isCurrent(_ held: Held) -> Bool { thread[held] == np_thread_self() }

  /// When it returns, the host is not notified any more. Once, after a start.
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
