// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform

/// A mutex with one condition.
///
/// Checked by hand to be safe across threads, which is what it is for.
final class Monitor: @unchecked Sendable {
  private let raw = np_monitor_new()

  deinit { np_monitor_free(raw) }

  @inline(__always) func lock() { np_monitor_lock(raw) }
  @inline(__always) func unlock() { np_monitor_unlock(raw) }

  /// Waits for a broadcast; the lock is held before and after.
  func wait() { np_monitor_wait(raw) }
  func broadcast() { np_monitor_broadcast(raw) }

  @inline(__always) func locked<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }
}
