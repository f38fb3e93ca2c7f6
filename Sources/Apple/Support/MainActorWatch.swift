// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Dispatch
internal import Synchronization

/// Notices when the program does not serve the main actor, and logs that once: then closures are never called, and
/// requests never return.
///
/// Work for the main actor is done in the order in which it came, so that two counts are enough to notice it. A timer
/// runs only while some work waits.
package enum MainActorWatch {
  /// How many pieces of work were given to the main actor, and how many it has begun.
  private static let handed = Atomic(0)
  private static let taken = Atomic(0)
  /// Whether nothing need be done, because a timer runs, or because the warning was logged.
  private static let isWatched = Atomic(false)

  /// The queue on which it is checked whether work was begun. It is not a global queue: once a global queue has used a
  /// thread, libdispatch counts such threads each second, for ever, which wakes an idle program.
  private static let looks = DispatchQueue(label: "org.nowplaying.main-actor-watch")

  /// How long nothing may be begun, in seconds: in any program, and in one that has asked for the descriptor. The loop
  /// of such a program does not turn while its toolkit starts and opens the first window, which may take some seconds
  /// on a busy machine. The longer time is that after which a command is given up.
  private static let (timeout, timeoutOfLoops) = (2, 10)

  /// Whether the program has asked for the descriptor of the main queue.
  private static let hasLoop = Atomic(false)

  /// To be called when the program asks for the descriptor of the main queue.
  static func loopBegins() { hasLoop.store(true, ordering: .relaxed) }

  /// Does something on the main actor, after all work that was given to it before.
  package static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
    handing()
    // A task and not the main queue: the program's own executor may serve the main actor, and then nothing serves that
    // queue. It is detached, so that it has none of the caller's values and priority, and begins on the main actor.
    Task.detached { @MainActor in
      taking()
      body()
    }
  }

  /// Does something on the main actor later. It does not use a task that sleeps, because that would use a global queue.
  package static func run(after pause: DispatchTimeInterval, _ body: @escaping @MainActor @Sendable () -> Void) {
    looks.asyncAfter(deadline: .now() + pause) { run(body) }
  }

  /// Whether work waits for the main actor now.
  static var isWaiting: Bool { taken.load(ordering: .relaxed) < handed.load(ordering: .relaxed) }

  /// To be called before a task is made for the main actor, on the same thread.
  package static func handing() {
    let mark = handed.add(1, ordering: .relaxed).newValue
    if isWatched.load(ordering: .relaxed) { return }
    if !isWatched.exchange(true, ordering: .relaxed) { look(at: mark) }
  }

  /// To be called by the task that `handing` has announced, before anything else.
  package static func taking() { taken.add(1, ordering: .relaxed) }

  /// Checks later whether as much work as `mark` says was begun. It has waited for `waited` seconds.
  private static func look(at mark: Int, waited: Int = 0) {
    let limit = hasLoop.load(ordering: .relaxed) ? timeoutOfLoops : timeout
    looks.asyncAfter(deadline: .now() + .seconds(limit - waited)) {
      if taken.load(ordering: .relaxed) < mark {
        if limit == timeout, hasLoop.load(ordering: .relaxed) { return look(at: mark, waited: limit) }
        return SharedApp.shared.log(.warning, sentence(limit))
      }
      let next = handed.load(ordering: .relaxed)
      if taken.load(ordering: .relaxed) < next { return look(at: next) }
      isWatched.store(false, ordering: .sequentiallyConsistent)
      // Checks again: no timer watches work that was given after the last check and before `isWatched` was cleared.
      let last = handed.load(ordering: .sequentiallyConsistent)
      if taken.load(ordering: .relaxed) < last, !isWatched.exchange(true, ordering: .relaxed) { look(at: last) }
    }
  }

  private static func sentence(_ seconds: Int) -> String {
    """
    The main actor has not been served for \(seconds) seconds, so commands and requests wait. The main thread must not \
    block: let it await in an asynchronous main, or call dispatchMain() or RunLoop.main.run(); in the loop of another \
    toolkit call HostProgram.dispatchMainQueue() when HostProgram.mainQueueDescriptor is readable
    """
  }
}
