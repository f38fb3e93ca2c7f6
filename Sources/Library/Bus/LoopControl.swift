// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform

/// The state of a loop that several threads share: the thread in it, the reason for its next turn, and whether it ends.
/// Safe to use from any thread.
public final class LoopControl: @unchecked Sendable {
  /// Guards everything that several threads use of the loop's owner, an app or a surface.
  public let monitor = Monitor()
  public let reactor: Reactor
  @usableFromInline let forkGeneration: UInt32

  /// The thread that is in the loop; 0 for none.
  public var dispatcher = Guarded<UInt64>(0)
  public var isClosing = Guarded(false)
  public var isClosed = Guarded(false)
  public var wakePending = Guarded(false)
  /// Whether the loop turns by itself at the end of the interval between two signals, so that a commit need not wake
  /// it.
  public var isCoalescing = Guarded(false)

  public init(_ reactor: Reactor) {
    self.reactor = reactor
    np_fork_watch()
    forkGeneration = np_fork_generation()
    #if DEBUG
      reactor.control = self
    #endif
  }

  deinit { monitor.free() }

  /// Whether this process is a child of the one that made the loop.
  public var isForked: Bool { np_fork_generation() != forkGeneration }

  /// Whether the calling thread is in the loop.
  public func isInLoop(_ held: Held) -> Bool { dispatcher[held] == np_thread_self() }

  /// Lets the calling thread enter the loop. Returns false when another thread is in it, or the loop ends.
  public func enter(_ held: Held) -> Bool {
    guard dispatcher[held] == 0, !isClosing[held] else { return false }
    dispatcher[held] = np_thread_self()
    return true
  }

  /// Lets the calling thread leave the loop.
  public func leave(_ held: Held) {
    dispatcher[held] = 0
    monitor.broadcast(held)
  }

  /// Ends the loop for good. The calling thread has torn everything down.
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

  /// Whether the caller has to wake the loop. It should do so without the lock.
  public func needsWake(_ held: Held) -> Bool {
    if wakePending[held] || isInLoop(held) { return false }
    wakePending[held] = true
    return true
  }
}
