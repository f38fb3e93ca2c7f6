// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Posts to observers from the main actor.
///
/// For an observer with a queue Foundation waits until that queue has told it, unless the post is made by an operation
/// of that queue, or by the main thread for the main queue. A program with an asynchronous `main` has no main thread
/// any more: the system's threads serve its main queue. There a post that is no operation would wait for the queue that
/// it occupies, for ever.
enum MainPost {
  /// Marks the main queue, so that a job knows whether that queue runs it, or an executor of the program's.
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
