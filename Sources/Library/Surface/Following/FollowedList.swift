// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The state of a list that is followed at the host's request.
enum FollowingState {
  /// The player has not answered yet.
  case asking
  case known, missing, silent
  /// The host does not follow the list any more.
  case ended

  /// The time for each of the two questions. Together they are shorter than the time of an action.
  static let timeout: Microseconds = .seconds(5)
}

/// A list that is followed: its state and its value, and whether it must be asked for again.
struct FollowedList<Value: Equatable> {
  private(set) var state = FollowingState.asking
  /// The value; nil while it is unknown, and where the player has none.
  private(set) var value: Value?
  /// Whether the list may have changed since the present question was sent.
  private(set) var asksAgain = false

  /// Called before a question. Returns whether it may be sent now; otherwise it is sent after the present one.
  mutating func begins(isAsking: Bool) -> Bool {
    asksAgain = isAsking
    return !isAsking
  }

  /// Notes that the host wants something else than the present value, and waits for it.
  mutating func waits() { state = .asking }

  /// Takes over a value. Returns whether anything has changed.
  mutating func adopt(_ new: Value) -> Bool {
    let isNews = state != .known || new != value
    state = .known
    if isNews { value = new }
    return isNews
  }

  /// Drops the value to free its memory. The next answer with a list sets it again.
  mutating func clear() { value = nil }

  /// Takes over a state without a list. For a player that does not answer in time, the last list is kept. Returns
  /// whether anything has changed.
  mutating func end(_ end: FollowingState) -> Bool {
    guard end == .missing || state != .known else { return false }
    state = end
    value = nil
    return true
  }
}
