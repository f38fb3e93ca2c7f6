// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Recognises that the item of a session was played to its end and begins again, which is no seek.
struct Repetition {
  /// The item that was played to its end, while the position has not been elsewhere since.
  private var ended: Item?

  /// Takes over a new state of the session. Returns whether its item begins again.
  mutating func update(from before: SessionModel, to now: SessionModel) -> Bool {
    guard let anchor = now.playback.anchor else { return false }
    var passed = Microseconds.zero
    if let item = before.item, let length = item.length, let line = before.playback.line {
      let beyond = line.unbounded(at: anchor.timestamp) - length
      if beyond >= -Self.tolerance(length) { (ended, passed) = (item, max(.zero, beyond)) }
    }
    // Some players have no item for a moment in between.
    guard let ended, let length = ended.length, let item = now.item else { return false }
    let tolerance = Self.tolerance(length)
    if item.isSame(as: ended) {
      if anchor.elapsed >= length - tolerance { return false }
      let isAtStart = anchor.elapsed <= passed + tolerance
      if isAtStart, now.playback.state != .playing { return false }
      self.ended = nil
      return isAtStart
    }
    self.ended = nil
    return false
  }

  /// The distance from the end at which an item counts as played to the end: the length and the position may be
  /// in whole seconds, and so each wrong by a second.
  private static func tolerance(_ length: Microseconds) -> Microseconds { min(.seconds(2), length / 4) }
}
