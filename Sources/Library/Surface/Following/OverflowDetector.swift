// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Recognises the end of a time with so many messages on the bus that the bus may have dropped some.
struct OverflowDetector {
  /// The time until which nothing is counted, because the answers to this surface's own questions come.
  private var answersUntil: Int64
  /// The end of the present interval; `.max` while nothing was counted.
  private var end = Int64.max
  /// The work in this interval, and whether an earlier one was crowded.
  private var work: Int64 = 0
  private var wasCrowded = false

  /// The length of an interval in µs, and the work in it from which it counts as crowded.
  private static let interval: Int64 = 500_000
  private static let most: Int64 = interval / 4
  /// The least work of a turn that could not handle all messages, in µs.
  private static let fullTurn: Int64 = 4_000
  /// The time for the answers of all players, in µs.
  private static let answers: Int64 = 2_000_000

  /// Begins at a time at which all players are asked.
  init(asked now: Int64) { answersUntil = Clamp.sum(now, Self.answers) }

  /// Adds the time that the loop has spent reading. Returns whether a crowded time has ended.
  ///
  /// - isFull: whether more messages came than one turn handles.
  mutating func passes(_ work: Int64, isFull: Bool, _ now: Int64) -> Bool {
    if now < answersUntil { return false }
    let work = isFull ? max(work, Self.fullTurn) : work
    var isOver = false
    if now >= end {
      let isCrowded = self.work >= Self.most
      isOver = wasCrowded && !isCrowded
      (wasCrowded, self.work, end) = (isCrowded, 0, .max)
    }
    if isOver {
      self = OverflowDetector(asked: now)
    } else if end == .max, work > 0 || wasCrowded {
      end = Clamp.sum(now, Self.interval)
    }
    self.work = Clamp.sum(self.work, work)
    return isOver
  }

  /// The time of the next call.
  var nextTime: Int64 { wasCrowded || work >= Self.most ? end : .max }
}
