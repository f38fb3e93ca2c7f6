// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform

/// Shows that a monitor's lock is held: only the monitor makes one, for as long as it is locked.
public struct Held {
  @usableFromInline init() {}

  /// Without the lock, where no other thread can use the value: before one knows of it, and in a forked child, where
  /// another thread may have left the lock taken, and there is no other thread now.
  public static func alone<Result>(_ body: (Held) -> Result) -> Result { body(Held()) }
}

/// A mutex with one condition. A value that names it, so that nothing is counted where it is taken.
///
/// Checked by hand to be safe across threads, which is what it is for.
public struct Monitor: @unchecked Sendable {
  @usableFromInline let raw: OpaquePointer?

  public init() { raw = np_monitor_new() }

  /// To be called by its maker, once, when nobody takes it any more.
  public func free() { np_monitor_free(raw) }

  @inline(__always)
  public func locked<Result>(_ body: (Held) -> Result) -> Result {
    np_monitor_lock(raw)
    defer { np_monitor_unlock(raw) }
    return body(Held())
  }

  /// Waits for a broadcast; the lock is held before and after.
  public func wait(_ held: Held) { np_monitor_wait(raw) }
  public func broadcast(_ held: Held) { np_monitor_broadcast(raw) }
}

/// A count that is changed with the lock of a monitor, and read by any thread without it. A value, as the monitor is.
///
/// Checked by hand to be safe across threads, which is what it is for.
public struct SharedCount: @unchecked Sendable {
  @usableFromInline let raw = UnsafeMutablePointer<UInt>.allocate(capacity: 1)

  public init() { raw.initialize(to: 0) }

  /// To be called by its maker, once, when nobody uses it any more.
  public func free() { raw.deallocate() }

  /// The count. Whatever a thread has changed before it has advanced the count can be seen by one that reads it.
  public var value: UInt { np_count_read(raw) }

  /// Counts one more.
  public func advance(_ held: Held) { np_count_write(raw, value &+ 1) }
}

/// A value that several threads use. It cannot be reached without the lock of the monitor beside it.
public struct Guarded<Value> {
  @usableFromInline var value: Value

  public init(_ value: Value) { self.value = value }

  public subscript(_ held: Held) -> Value {
    get { value }
    _modify { yield &value }
  }
}
