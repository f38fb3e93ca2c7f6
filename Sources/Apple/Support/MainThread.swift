// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import Synchronization

/// Tells whether the caller is on the main thread. It is fast, because it is called at each change of a model.
package enum MainThread {
  /// The id of the main thread; 0 until the main thread has asked.
  private static let known = Atomic<UInt>(0)

  /// Whether the caller is on the main thread. `Thread.isMainThread` makes two system calls each time; this makes none
  /// once the main thread is known.
  package static var isCurrent: Bool {
    let current = UInt(pthread_self())
    let main = known.load(ordering: .relaxed)
    if main != 0 { return main == current }
    guard Thread.isMainThread else { return false }
    known.store(current, ordering: .relaxed)
    return true
  }
}
