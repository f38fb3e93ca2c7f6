// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBoundary
import NowPlayingBus
import NowPlayingCore

/// The state that a surface's host and its loop share. Safe to use from any thread.
final class SurfaceCore: @unchecked Sendable {
  let control: LoopControl
  let handler: any SurfaceHandler
  /// The host's requests since the last turn.
  private var operations = Guarded<[Operation]>([])
  /// The sessions in their order.
  private var sessions = Guarded<[SessionSnapshot]>([])
  /// The MPRIS names of each player; nil while they are unknown.
  private var names = Guarded<[[String]]?>(nil)
  private var busState = Guarded(BusState.none)
  private var lastAction = Guarded<UInt64>(0)
  /// The number of actions whose end the host was not told yet.
  private var openActions = Guarded(0)

  enum Operation {
    case start(Action)
    case cancel(UInt64)
    case endReading(Action)
    case show(AspectRatios)
  }

  init(_ control: LoopControl, _ handler: any SurfaceHandler) {
    self.control = control
    self.handler = handler
  }

  func locked<Result>(_ body: (Held) -> Result) -> Result { control.monitor.locked(body) }

  // MARK: For the host

  var currentBusState: BusState { locked { busState[$0] } }
  var currentNames: [[String]]? { locked { names[$0] } }

  /// The first sessions, as many as the host has room for, each with a reference for the host; and the number of all.
  func retainedSessions(_ most: Int) -> (kept: [SessionSnapshot], count: Int) {
    locked { held in
      let kept = Array(sessions[held].prefix(most))
      for session in kept { session.retainForHost() }
      return (kept, sessions[held].count)
    }
  }

  func perform(_ operation: Operation) -> Failure? {
    locked { held in
      if control.isClosing[held] { return .invalidState }
      operations[held].append(operation)
      control.wake(held)
      return nil
    }
  }

  /// Begins an action.
  ///
  /// - begun: called with its id before the player can be asked.
  func begin(
    _ session: SessionSnapshot, _ request: Action.Request, begun: (UInt64) -> Void,
    done: @escaping (UInt64, Outcome) -> Void
  ) -> Failure? {
    locked { held in
      if control.isClosing[held] { return .invalidState }
      if openActions[held] >= SurfaceLimits.actions { return .busy }
      openActions[held] += 1
      lastAction[held].advance()
      let id = lastAction[held]
      begun(id)
      operations[held].append(.start(Action(id, session, request) { done(id, $0) }))
      control.wake(held)
      return nil
    }
  }

  // MARK: For the loop

  func takeOperations(_ held: Held) -> [Operation] {
    let taken = operations[held]
    if !taken.isEmpty { operations[held] = [] }
    return taken
  }

  func hasOperations(_ held: Held) -> Bool { !operations[held].isEmpty }
  func set(_ sessions: [SessionSnapshot]) { locked { self.sessions[$0] = sessions } }
  func set(_ names: [[String]]?) { locked { self.names[$0] = names } }
  func set(_ state: BusState) { locked { busState[$0] = state } }

  /// Tells the host the outcome of an action, also when the surface ends.
  func tell(_ action: Action, _ outcome: Outcome) {
    locked { openActions[$0] -= 1 }
    action.done(outcome)
  }

  /// Calls the host, unless it has ended the surface.
  func tell(_ body: (any SurfaceHandler) -> Void) {
    if locked({ !control.isClosing[$0] }) { body(handler) }
  }
}
