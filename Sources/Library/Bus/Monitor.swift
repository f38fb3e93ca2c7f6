// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform

/// Shows that a monitor is locked. The monitor passes one to the code that runs under its lock.
public struct Held {
  @usableFromInline init() {}

  /// Runs code without the lock, where no other thread can use the values: before another thread knows them, and in a
  /// forked child, where a thread of the parent may have held the lock.
  public static func alone<Result>(_ body: (Held) -> Result) -> Result { body(Held()) }
}

/// A mutex with one condition. A struct around a pointer, so that no references are counted at each lock.
///
/// `@unchecked`: a lock is safe to share between threads by its nature.
public struct Monitor: @unchecked Sendable {
  @usableFromInline let raw: OpaquePointer?

  public init() { raw = np_monitor_new() }

  /// Frees the mutex. The maker calls it once, when no thread uses it any more.
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

/// A count that is changed with the lock of a monitor held, and read by any thread without it. A struct around a
/// pointer, as `Monitor`.
///
/// `@unchecked`: the count is read and written atomically.
public struct SharedCount: @unchecked Sendable {
  @usableFromInline let raw = UnsafeMutablePointer<UInt>.allocate(capacity: 1)

  public init() { raw.initialize(to: 0) }

  /// Frees the count. The maker calls it once, when no thread uses it any more.
  public func free() { raw.deallocate() }

  /// The count. A thread that reads a value sees all changes that others made before they advanced it to that value.
  public var value: UInt { np_count_read(raw) }

  /// Counts one more.
  public func advance(_ held: Held) { np_count_write(raw, value &+ 1) }
}

/// A value that several threads use. It can only be reached while the monitor of its owner is locked.
public struct Guarded<Value> {
  @usableFromInline var value: Value

  public init(_ value: Value) { self.value = value }

  public subscript(_ held: Held) -> Value {
    get { value }
    _modify { yield &value }
  }
}
