// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Dispatch

/// Sees whether the program serves the main actor, and says so, once, when it does not: without it closures are never
/// called, and requests never return.
///
/// What waits for the main actor is done in the order in which it came, so two counts are enough. A timer runs only
/// while something waits.
package enum MainActorWatch {
  private struct State {
    /// How many pieces of work were handed to the main actor, and how many it has taken up.
    var handed = 0
    var taken = 0
    var isTimerSet = false
    var hasSaidSo = false
  }

  private static let state = Guarded(State())
  private static let patience = DispatchTimeInterval.seconds(2)

  /// Does something on the main actor, after all that was handed to it before.
  package static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
    handing()
    Task { @MainActor in
      taking()
      body()
    }
  }

  /// To be called before a task is made for the main actor, on the same thread.
  package static func handing() {
    let mark: Int? = state.withLock { state in
      state.handed += 1
      guard !state.isTimerSet, !state.hasSaidSo else { return nil }
      state.isTimerSet = true
      return state.handed
    }
    if let mark { look(at: mark) }
  }

  /// To be called first of all by such a task.
  package static func taking() { state.withLock { $0.taken += 1 } }

  /// Looks later whether so much has been taken up.
  private static func look(at mark: Int) {
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
      let (isLate, next): (Bool, Int?) = state.withLock { state in
        state.isTimerSet = false
        if state.taken < mark {
          state.hasSaidSo = true
          return (true, nil)
        }
        guard state.taken < state.handed else { return (false, nil) }
        state.isTimerSet = true
        return (false, state.handed)
      }
      if isLate { ProgramApp.shared.log(.warning, sentence) }
      if let next { look(at: next) }
    }
  }

  private static let sentence = """
    The main actor has not been served for two seconds, so commands and requests wait. The main thread must not block: \
    let it await in an asynchronous main, or call dispatchMain() or RunLoop.main.run(); in the loop of another toolkit \
    call HostProgram.dispatchMainQueue() when HostProgram.mainQueueDescriptor is readable
    """
}
