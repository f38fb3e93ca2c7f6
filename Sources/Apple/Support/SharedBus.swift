// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Dispatch
internal import Observation

/// Whether the program's app is connected to a bus; observable on the main actor.
@MainActor @Observable
package final class SharedBus {
  package static let shared = SharedBus()

  private enum State {
    /// The first attempt to connect is still going on.
    case unknown
    case reachable, unreachable
  }

  private var state = State.unknown
  @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []
  @ObservationIgnored private var isClockRunning = false

  /// How long the first attempt may take. The bus is on the same machine and answers within milliseconds.
  private static let timeout = DispatchTimeInterval.seconds(1)

  private init() {}

  /// True even during the first attempt: there almost always is a bus, and no program should see "no" first.
  package var mayBeReachable: Bool { state != .unreachable }

  package var isReachable: Bool { state == .reachable }

  /// Waits for the outcome of the first attempt to connect. Returns whether there is a bus.
  package func settled() async -> Bool {
    if state == .unknown {
      startClock()
      await withCheckedContinuation { waiting.append($0) }
    }
    return isReachable
  }

  /// To be called when the first attempt begins.
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
