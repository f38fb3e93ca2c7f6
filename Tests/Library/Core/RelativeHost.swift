// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport

@testable import NowPlayingCore

/// A simulated host: the states that it has committed, and the commands that it got.
struct RelativeHost {
  var state: SessionState
  var pending = PendingCommands()
  var now: Instant = 0
  var steps: [UInt64] = []

  init(_ change: (inout SessionState) -> Void = { _ in }) { state = ordinaryState(change) }

  /// Resolves a client's call, and gives the host the resulting command.
  @discardableResult
  mutating func call(_ call: PlayerCall) -> CommandResolution {
    let resolution = pending.resolve(call, state, now: now)
    if case .command(let event) = resolution { give(event) }
    return resolution
  }

  mutating func give(_ event: CommandEvent) {
    if let step = pending.given(event, state, now: now).step { steps.append(step) }
  }

  mutating func answer(_ index: Int, isDone: Bool = true) { pending.answered(steps[index], isDone: isDone, now: now) }

  mutating func commit(_ change: (inout SessionState) -> Void) {
    let old = state
    change(&state)
    pending.committed(from: old, to: state, now: now)
  }

  var position: Microseconds? { pending.position(at: now) }
}

let second: Microseconds = 1_000_000
let seek = PlayerCall.seek(by: 5_000_000)

func resting(_ state: inout SessionState) { state.snapshot = paused(at: 10_000_000) }
func item(_ id: String) -> Content {
  var content = Content(kind: .music, id: id)
  content.duration = .finite(120_000_000)
  return content
}
