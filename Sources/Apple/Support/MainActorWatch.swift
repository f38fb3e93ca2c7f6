// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Dispatch
internal import Synchronization

/// Sees whether the program serves the main actor, and says so, once, when it does not: without it closures are never
/// called, and requests never return.
///
/// Work for the main actor is done in the order in which it came, so two counts are enough. A timer runs only
/// while something waits.
package enum MainActorWatch {
  /// How many pieces of work were handed to the main actor, and how many it has taken up.
  private static let handed = Atomic(0)
  private static let taken = Atomic(0)
  /// Whether nothing need be arranged: there is a timer, or it has been said.
  private static let isWatched = Atomic(false)

  /// Asked for once: each asking makes an object.
  private static let mainQueue = DispatchQueue.main

  /// In which it is looked whether work was taken up. None of the global queues: as soon as one of those has had a
  /// thread, libdispatch counts their threads each second, for ever, and wakes an idle program for it.
  private static let looks = DispatchQueue(label: "org.nowplaying.main-actor-watch")

  private static let timeout = DispatchTimeInterval.seconds(2)

  /// Does something on the main actor, after all that was handed to it before.
  package static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
    handing()
    // Not a task, which costs several times as much and does the same: jobs of the main actor go through this queue.
    // And it need not be asked whether this is the main actor.
    let body = unsafeBitCast(body, to: (@Sendable () -> Void).self)
    mainQueue.async {
      taking()
      body()
    }
  }

  /// Does something on the main actor later. Not by a task that sleeps, which does so in a global queue.
  package static func run(after pause: DispatchTimeInterval, _ body: @escaping @MainActor @Sendable () -> Void) {
    let body = unsafeBitCast(body, to: (@Sendable () -> Void).self)
    mainQueue.asyncAfter(deadline: .now() + pause, execute: body)
  }

  /// To be called before a task is made for the main actor, on the same thread.
  package static func handing() {
    let mark = handed.add(1, ordering: .relaxed).newValue
    if isWatched.load(ordering: .relaxed) { return }
    if !isWatched.exchange(true, ordering: .relaxed) { look(at: mark) }
  }

  /// To be called first of all by such a task.
  package static func taking() { taken.add(1, ordering: .relaxed) }

  /// Looks later whether so much has been taken up.
  private static func look(at mark: Int) {
    looks.asyncAfter(deadline: .now() + timeout) {
      if taken.load(ordering: .relaxed) < mark { return SharedApp.shared.log(.warning, sentence) }
      let next = handed.load(ordering: .relaxed)
      if taken.load(ordering: .relaxed) < next { return look(at: next) }
      isWatched.store(false, ordering: .sequentiallyConsistent)
      // Nobody watched the work that was handed over in between.
      let last = handed.load(ordering: .sequentiallyConsistent)
      if taken.load(ordering: .relaxed) < last, !isWatched.exchange(true, ordering: .relaxed) { look(at: last) }
    }
  }

  private static let sentence = """
    The main actor has not been served for two seconds, so commands and requests wait. The main thread must not block: \
    let it await in an asynchronous main, or call dispatchMain() or RunLoop.main.run(); in the loop of another toolkit \
    call HostProgram.dispatchMainQueue() when HostProgram.mainQueueDescriptor is readable
    """
}
