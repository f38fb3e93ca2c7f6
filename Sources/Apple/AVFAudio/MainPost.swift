// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Posts notifications to observers from the main actor.
///
/// If an observer has an operation queue, Foundation's `post` waits until the observer has been called on that queue.
/// It calls the observer directly only where an operation of the queue makes the post, or, for the main queue, where
/// the main thread does.
///
/// A program with an asynchronous `main` has no main thread any more: the system's threads serve its main queue. If
/// code on such a thread posted directly, `post` would wait for ever for the main queue, which that code occupies. So
/// the post is made by an operation.
enum MainPost {
  /// Marks the main queue, so that a job can find out whether the main queue runs it, or an executor of the program's
  /// own.
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Enqueues a post on the main actor, after all those before it.
  static func enqueue(_ post: @escaping @MainActor () -> Void) {
    let mark = Self.mark
    Task { @MainActor in
      if !Thread.isMainThread, DispatchQueue.getSpecific(key: mark) == true {
        OperationQueue.main.addOperation { MainActor.assumeIsolated(post) }
      } else {
        post()
      }
    }
  }
}
