// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A part of a loop. It needs no lock, because only the thread that is in the loop uses it.
///
/// Debug builds look whether this is so, wherever such a part acts: where it sends, subscribes, waits, or sets a timer.
public protocol LoopBound {}

extension Reactor {
  /// Ends a debug build where the calling thread is not in the loop of this reactor.
  func expectLoop() {
    #if DEBUG
      guard let control, !control.isForked else { return }
      assert(control.monitor.locked { control.isInLoop($0) }, "Used by a thread that is not in the loop")
    #endif
  }
}

extension Connection {
  /// Tells debug builds which loop handles this connection.
  func lives(in reactor: Reactor) {
    #if DEBUG
      self.reactor = reactor
    #endif
  }

  /// Ends a debug build where the calling thread is not in the loop that handles this connection.
  func expectLoop() {
    #if DEBUG
      reactor?.expectLoop()
    #endif
  }
}
