// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// A value that is guarded by a lock.
///
/// `Synchronization.Mutex` is not used, because ThreadSanitizer does not know its locks, and would report races in
/// every program that is run with it.
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline package let lock = NSLock()
  @usableFromInline package var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Calls a closure with the lock held. The closure must not call this function again.
  @inlinable package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
