// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingBus
internal import NowPlayingCore

/// A registration of an owner, and its progress at the distributor.
final class HeldRegistration {
  let owner: PushOwner
  /// The description that the distributor shows.
  let description: String
  /// The registration as it is stored.
  var registration: Registration

  private enum State {
    /// The registration is to be made as soon as there is a distributor.
    case due
    /// Register has been called; the subscription waits for the answer.
    case asked(Subscription)
    /// The distributor has answered, and is asked nothing more until another process has its name.
    case resting
    /// The attempt has failed, and is repeated at this time.
    case failed(until: Instant)
    /// The registration is not made again in this process.
    case ended
  }
  private var state = State.due
  /// Whether an endpoint has come since Register was called.
  private(set) var hasAnswer = false
  /// How long the pause before the last repeated attempt was; 0 when the last attempt did not fail.
  private var pause: Microseconds = .zero

  /// The longest pause between two attempts.
  static let longestPause: Microseconds = .seconds(3600)

  init(_ owner: PushOwner, _ description: String, _ registration: Registration) {
    self.owner = owner
    self.description = ConnectorText.description(description)
    self.registration = registration
  }

  /// Whether the registration belongs to an owner. Ids of sessions are compared by their bytes.
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
  /// The time of the next attempt; `.max` when there is none.
  var nextTime: Instant { if case .failed(let time) = state { time } else { .max } }

  /// Notes that the distributor is gone. Returns whether the registration still waited for it.
  func lose() -> Bool {
    guard isAsked || isDue else { return false }
    if isAsked, hasAnswer { state = .resting }
    return !hasAnswer || isDue
  }

  /// Notes that there is another distributor, or that another process has the name of the present one.
  func becomeDue() {
    if !hasEnded { state = .due }
  }

  /// Notes that Register has been called.
  func ask(_ answer: Subscription) {
    state = .asked(answer)
    hasAnswer = false
  }

  /// Notes that an endpoint has come: a later answer of the distributor to Register changes nothing.
  func meetEndpoint() {
    pause = .zero
    hasAnswer = true
    if !isAsked { state = .resting }
  }

  /// Notes that the distributor has made the registration.
  func succeed() {
    pause = .zero
    state = .resting
  }

  /// Notes a failure that is followed by another attempt. Returns the pause before that attempt, in ms.
  func fail(_ now: Instant, firstPause: Microseconds) -> Int64 {
    pause = pause == .zero ? firstPause : min(pause * 2, Self.longestPause)
    state = .failed(until: now + pause)
    return pause.count / 1000
  }

  /// Notes that the registration is not to be made again in this process.
  func end() { state = .ended }

  /// Makes the registration due when the time of its next attempt has come.
  func turn(_ now: Instant) {
    if now >= nextTime { state = .due }
  }
}
