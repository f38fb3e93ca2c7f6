// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingBus
internal import NowPlayingCore

/// A registration of an owner, and how far it has got at the distributor.
final class HeldRegistration {
  let owner: PushOwner
  /// The description that the distributor shows.
  let description: String
  /// Its stored state.
  var registration: Registration

  private enum State {
    /// To be registered as soon as there is a distributor.
    case due
    /// Register has been sent.
    case asked(Subscription)
    /// The distributor has said something, and has nothing to be asked before another process has its name.
    case resting
    /// To be tried again.
    case failed(until: Int64)
    /// Not to be registered again in this process.
    case ended
  }
  private var state = State.due
  /// Whether an endpoint has come since Register was sent.
  private(set) var hasAnswer = false
  /// Before the last attempt that has followed one that failed.
  private var pause: Int64 = 0

  /// Between attempts at most, in µs.
  static let longestPause: Int64 = 3_600_000_000

  init(_ owner: PushOwner, _ description: String, _ registration: Registration) {
    self.owner = owner
    self.description = ConnectorText.description(description)
    self.registration = registration
  }

  /// Ids of sessions are distinguished by their bytes.
  func belongs(to other: PushOwner) -> Bool {
    switch (owner, other) {
    case (.start, .start): true
    case (.session(let id), .session(let other)): id.exact == other.exact
    default: false
    }
  }

  var isDue: Bool { if case .due = state { true } else { false } }
  var isAsked: Bool { if case .asked = state { true } else { false } }
  var hasEnded: Bool { if case .ended = state { true } else { false } }
  /// When it is to be tried again; `.max` when it is not.
  var nextTime: Int64 { if case .failed(let time) = state { time } else { .max } }

  /// The distributor is gone. Returns whether it still owed something.
  func lose() -> Bool {
    guard isAsked || isDue else { return false }
    if isAsked, hasAnswer { state = .resting }
    return !hasAnswer || isDue
  }

  /// There is another distributor, or another process of it.
  func becomeDue() {
    if !hasEnded { state = .due }
  }

  /// Register has been sent.
  func ask(_ answer: Subscription) {
    state = .asked(answer)
    hasAnswer = false
  }

  /// An endpoint has come: what the distributor still answers changes nothing.
  func meetEndpoint() {
    pause = 0
    hasAnswer = true
    if !isAsked { state = .resting }
  }

  /// The distributor has registered it.
  func succeed() {
    pause = 0
    state = .resting
  }

  /// It is to be tried again later. Returns after how long, in ms.
  func fail(_ now: Int64, firstPause: Int64) -> Int64 {
    pause = pause == 0 ? firstPause : min(pause &* 2, Self.longestPause)
    state = .failed(until: Clamp.sum(now, pause))
    return pause / 1000
  }

  /// It is not to be registered again in this process.
  func end() { state = .ended }

  /// To be called when it is time.
  func turn(_ now: Int64) {
    if now >= nextTime { state = .due }
  }
}
