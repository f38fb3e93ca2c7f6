// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// When a player that has not answered is asked anew: it may have its name before its objects, or be busy starting.
/// Some seconds later, each time after a longer pause, and then when it sends a signal.
public struct Retries {
  /// When it is to be asked; `.max` while it is not.
  public private(set) var nextTime = Int64.max
  /// When it was asked last, and how often by itself.
  private var askedAt = Int64.min
  private var count = 0

  /// In µs, before each of the times that it is asked without having sent a signal.
  private static let pauses: [Int64] = [200_000, 1_000_000, 5_000_000, 15_000_000]
  /// In µs, between two times that it is asked because of its signals.
  private static let shortest: Int64 = 200_000

  public init() {}

  /// It is asked now.
  public mutating func begin(_ now: Int64) { (nextTime, askedAt) = (.max, now) }

  /// It was asked, and has not answered.
  public mutating func fail(_ now: Int64) {
    if nextTime != .max || count >= Self.pauses.count { return }
    nextTime = Clamp.sum(now, Self.pauses[count])
    count += 1
  }

  /// It is to be asked after a pause that is none of these.
  public mutating func wait(until time: Int64) { nextTime = time }

  /// It has sent a signal, and may answer now.
  public mutating func hear() { nextTime = min(nextTime, Clamp.sum(askedAt, Self.shortest)) }
}
