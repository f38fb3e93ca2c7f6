// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Notices that so much has come on the bus for a while that the bus may have thrown something away, and when that is
/// over.
struct Crowd {
  /// Until when nothing is counted, because it is the answers to what was asked.
  private var answersUntil: Int64
  /// When the present interval ends; `.max` while nothing was counted.
  private var end = Int64.max
  /// The work of the interval, and whether an earlier one was crowded.
  private var work: Int64 = 0
  private var wasCrowded = false

  /// In µs, and how much of it is work in a crowded one.
  private static let interval: Int64 = 500_000
  private static let most: Int64 = interval / 4
  /// The least that a full turn counts.
  private static let fullTurn: Int64 = 4_000
  /// For the answers of all players.
  private static let answers: Int64 = 2_000_000

  /// All are asked at a time.
  init(asked now: Int64) { answersUntil = Clamp.sum(now, Self.answers) }

  /// Takes over how long the loop has read. Returns whether a crowded time is over.
  ///
  /// - isFull: whether more has come than one turn handles.
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
      self = Crowd(asked: now)
    } else if end == .max, work > 0 || wasCrowded {
      end = Clamp.sum(now, Self.interval)
    }
    self.work = Clamp.sum(self.work, work)
    return isOver
  }

  /// When to be asked again.
  var nextTime: Int64 { wasCrowded || work >= Self.most ? end : .max }
}
