// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Dispatch
internal import Observation

/// Whether the program's app has a bus, for the main actor.
@MainActor @Observable
package final class SharedBus {
  package static let shared = SharedBus()

  private enum State {
    /// The first attempt still runs.
    case unknown
    case reachable, unreachable
  }

  private var state = State.unknown
  @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []
  @ObservationIgnored private var isClockRunning = false

  /// How long the first attempt may take. A bus is on the same machine and greets within milliseconds.
  private static let timeout = DispatchTimeInterval.seconds(1)

  private init() {}

  /// True also while the first attempt runs: there almost always is a bus, and nobody wants to read "no" first.
  package var mayBeReachable: Bool { state != .unreachable }

  package var isReachable: Bool { state == .reachable }

  /// Waits for the outcome of the first attempt.
  package func settled() async -> Bool {
    if state == .unknown {
      startClock()
      await withCheckedContinuation { waiting.append($0) }
    }
    return isReachable
  }

  /// To be called when the first attempt starts.
  package func startClock() {
    guard !isClockRunning else { return }
    isClockRunning = true
    MainActorWatch.run(after: Self.timeout) {
      if self.state == .unknown { self.changed(isReachable: false) }
    }
  }

  func changed(isReachable: Bool) {
    let new = isReachable ? State.reachable : .unreachable
    if state != new { state = new }
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
