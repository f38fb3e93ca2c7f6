// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The state of something that is followed at the request of the host.
enum FollowingState {
  /// The player has not answered yet.
  case asking
  case known, missing, silent
  /// The host does not want it any more.
  case ended

  /// In µs, for each of two questions: together less than an action may take.
  static let timeout: UInt64 = 5_000_000
}

/// A list that is followed, as far as it is known, and whether it must be asked for once more.
struct Followed<Value: Equatable> {
  private(set) var state = FollowingState.asking
  /// Nil while it is not known, and where there is none.
  private(set) var value: Value?
  /// Whether it may have become another while it was asked for.
  private(set) var asksAgain = false

  /// To be called before a question: whether it may be asked. Otherwise it is to be asked after the present one.
  mutating func begins(isAsking: Bool) -> Bool {
    asksAgain = isAsking
    return !isAsking
  }

  /// Notes that the host wants something else than is known.
  mutating func waits() { state = .asking }

  /// Returns whether that is news.
  mutating func adopt(_ new: Value) -> Bool {
    let isNews = state != .known || new != value
    state = .known
    if isNews { value = new }
    return isNews
  }

  /// Gives the memory back: it is as if there were none, until there is an answer with a list.
  mutating func clear() { value = nil }

  /// There is no answer with a list. A timeout keeps the last list. Returns whether
  /// that is news.
  mutating func end(_ end: FollowingState) -> Bool {
    guard end == .missing || state != .known else { return false }
    state = end
    value = nil
    return true
  }
}
