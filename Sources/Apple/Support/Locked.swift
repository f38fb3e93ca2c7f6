// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// A value that is used with a lock held.
///
/// `Synchronization.Mutex` would do the same, but ThreadSanitizer does not know its locks, and reports races in every
/// program that is run with it.
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline package let lock = NSLock()
  @usableFromInline package var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Calls a closure with the lock held. It must not come back here.
  @inlinable package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
