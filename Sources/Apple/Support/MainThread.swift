// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import Synchronization

/// Whether the caller is on the main thread, which is asked at each change of a model.
package enum MainThread {
  /// The main thread, once it has asked; 0 until then.
  private static let known = Atomic<UInt>(0)

  /// As `Thread.isMainThread`, which makes two system calls each time.
  package static var isCurrent: Bool {
    let current = UInt(pthread_self())
    let main = known.load(ordering: .relaxed)
    if main != 0 { return main == current }
    guard Thread.isMainThread else { return false }
    known.store(current, ordering: .relaxed)
    return true
  }
}
