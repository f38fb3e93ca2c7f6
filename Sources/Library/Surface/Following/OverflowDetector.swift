// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Recognises the end of a time with so many messages on the bus that the bus may have dropped some.
struct OverflowDetector {
  /// The time until which nothing is counted, because the answers to this surface's own questions come.
  private var answersUntil: Instant
  /// The end of the present interval; `.max` while nothing was counted.
  private var end = Instant.max
  /// The work in this interval, and whether an earlier one was crowded.
  private var work: Microseconds = .zero
  private var wasCrowded = false

  /// The length of an interval, and the work in it from which it counts as crowded.
  private static let interval: Microseconds = .milliseconds(500)
  private static let most = interval / 4
  /// The least work of a turn that could not handle all messages.
  private static let fullTurn: Microseconds = .milliseconds(4)
  /// The time for the answers of all players.
  private static let answers: Microseconds = .seconds(2)

  /// Begins at a time at which all players are asked.
  init(asked now: Instant) { answersUntil = now + Self.answers }

  /// Adds the time that the loop has spent reading. Returns whether a crowded time has ended.
  ///
  /// - isFull: whether more messages came than one turn handles.
  mutating func passes(_ work: Microseconds, isFull: Bool, _ now: Instant) -> Bool {
    if now < answersUntil { return false }
    let work = isFull ? max(work, Self.fullTurn) : work
    var isOver = false
    if now >= end {
      let isCrowded = self.work >= Self.most
      isOver = wasCrowded && !isCrowded
      (wasCrowded, self.work, end) = (isCrowded, .zero, .max)
    }
    if isOver {
      self = OverflowDetector(asked: now)
    } else if end == .max, work > .zero || wasCrowded {
      end = now + Self.interval
    }
    self.work += work
    return isOver
  }

  /// The time of the next call.
  var nextTime: Instant { wasCrowded || work >= Self.most ? end : .max }
}
