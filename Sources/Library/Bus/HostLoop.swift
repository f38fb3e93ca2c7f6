// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform

/// The thread that runs a loop, from the start of the loop to its end: a thread of the library, or one of the host.
/// Safe to use from any thread.
public final class HostLoop: @unchecked Sendable {
  public let mode: LoopMode
  private let control: LoopControl
  /// Tells the host when to dispatch; nil unless the mode is `wakeup`.
  public let wakeupThread: WakeupThread?
  /// The id of the library's thread; 0 unless the mode is `thread`.
  private var thread = UInt64.zero

  public init(_ control: LoopControl, _ mode: LoopMode, wakeUp: @escaping () -> Void) {
    self.control = control
    self.mode = mode
    wakeupThread = mode == .wakeup ? WakeupThread(control, tell: wakeUp) : nil
  }

  /// Starts the library's threads. Returns whether the system has given them.
  ///
  /// - run: runs the loop until its end, in a thread of the library.
  /// - ready: called when nothing can fail any more, before the loop runs.
  public func start(_ run: @escaping () -> Void, ready: () -> Void) -> Bool {
    // The new thread first waits for the lock, which is held here.
    control.monitor.locked { held in
      switch mode {
      case .thread:
        let started = startThread(run)
        if started.error != 0 { return false }
        thread = started.thread
      case .wakeup: if wakeupThread?.start(held) != true { return false }
      case .descriptor: break
      }
      ready()
      return true
    }
  }

  /// Whether the calling thread is the one that tells the host to dispatch. There the host may neither dispatch nor end
  /// the loop.
  public var isCallingHost: Bool {
    guard let wakeupThread else { return false }
    return control.monitor.locked { wakeupThread.isCurrent($0) }
  }

  /// The moment at which a loop that is being closed ends.
  public enum Ending {
    /// The loop was closed before this call.
    case before
    /// The loop ends when the callback in which it was closed returns.
    case later
    case now
  }

  /// Ends the loop. When this returns, nothing of the loop runs any more; inside a callback the loop ends when the
  /// callback returns. A forked child only closes its copies of the descriptors, because the connection is the
  /// parent's: with them open, the bus would not notice the parent's end.
  ///
  /// - tearDown: called if no thread is in the loop; otherwise the thread in the loop tears down when it sees that the
  ///   loop is closed.
  @discardableResult
  public func close(tearDown: () -> Void) -> Ending {
    if control.isForked {
      control.reactor.closeInherited()
      return .now
    }
    enum Rest {
      case nothing(Ending)
      case thread(isMine: Bool)
      case tearDown
    }
    let rest = control.monitor.locked { held -> Rest in
      if control.isClosing[held] { return .nothing(.before) }
      control.isClosing[held] = true
      let isInside = control.isInLoop(held)
      if mode == .thread { return .thread(isMine: isInside) }
      if isInside { return .nothing(.later) }
      while control.dispatcher[held] != 0 { control.monitor.wait(held) }
      // A running dispatch has torn down already, because it saw that the loop is closed.
      if control.isClosed[held] { return .nothing(.now) }
      control.dispatcher[held] = np_thread_self()
      return .tearDown
    }
    switch rest {
    case .nothing(let ending): return ending
    case .thread(let isMine):
      control.reactor.wake()
      if isMine { np_thread_detach(thread) } else { np_thread_join(thread) }
    case .tearDown: tearDown()
    }
    return .now
  }
}
