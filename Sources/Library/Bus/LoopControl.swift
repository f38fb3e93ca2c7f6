// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform

/// The threads in a loop, the reason for its next turn, and whether it ends. Safe to use from any thread.
public final class LoopControl: @unchecked Sendable {
  /// Guards everything of the loop's owner, an app or a surface, that several threads use.
  public let monitor = Monitor()
  public let reactor: Reactor
  @usableFromInline let forkGeneration: UInt32

  /// The thread that is in the loop, 0 for none.
  public var dispatcher = Guarded<UInt64>(0)
  public var isClosing = Guarded(false)
  public var isClosed = Guarded(false)
  public var wakePending = Guarded(false)
  /// Whether the loop will look for commits by itself, at the end of the interval between two signals.
  public var isCoalescing = Guarded(false)

  public init(_ reactor: Reactor) {
    self.reactor = reactor
    np_fork_watch()
    forkGeneration = np_fork_generation()
  }

  deinit { monitor.free() }

  /// Whether this process is a child of the one that made the loop.
  public var isForked: Bool { np_fork_generation() != forkGeneration }

  /// Whether the calling thread is in the loop.
  public func isInLoop(_ held: Held) -> Bool { dispatcher[held] == np_thread_self() }

  /// Takes the loop for the calling thread. Returns false when a thread is in it, or when it ends.
  public func enter(_ held: Held) -> Bool {
    guard dispatcher[held] == 0, !isClosing[held] else { return false }
    dispatcher[held] = np_thread_self()
    return true
  }

  /// The calling thread leaves the loop.
  public func leave(_ held: Held) {
    dispatcher[held] = 0
    monitor.broadcast(held)
  }

  /// The calling thread has torn everything down, and leaves the loop for good.
  public func end() {
    monitor.locked { held in
      isClosed[held] = true
      leave(held)
    }
  }

  /// Makes the loop turn soon.
  public func wake(_ held: Held) {
    if needsWake(held) { reactor.wake() }
  }

  /// Whether the loop has to be woken, which the caller then does, best without the lock.
  public func needsWake(_ held: Held) -> Bool {
    if wakePending[held] || isInLoop(held) { return false }
    wakePending[held] = true
    return true
  }
}
