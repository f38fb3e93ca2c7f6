// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Plans when a player that has not answered is asked again: it may still be starting, or be busy. The player is asked
/// a few times with growing pauses, and after that only when it sends a signal.
public struct Retries {
  /// The time of the next question; `.max` while none is planned.
  public private(set) var nextTime = Instant.max
  /// The time of the last question, and the number of repeated questions.
  private var askedAt = Instant.min
  private var count = 0

  /// The pauses before the repeated questions.
  private static let pauses: [Microseconds] = [.milliseconds(200), .seconds(1), .seconds(5), .seconds(15)]
  /// The shortest time between two questions that follow signals.
  private static let shortest: Microseconds = .milliseconds(200)

  public init() {}

  /// Notes that the player is asked now.
  public mutating func begin(_ now: Instant) { (nextTime, askedAt) = (.max, now) }

  /// Plans the next question after one that was not answered.
  public mutating func fail(_ now: Instant) {
    if nextTime != .max || count >= Self.pauses.count { return }
    nextTime = now + Self.pauses[count]
    count += 1
  }

  /// Plans the next question at a time of the caller's choice.
  public mutating func wait(until time: Instant) { nextTime = time }

  /// Plans a question because the player has sent a signal, and may answer now.
  public mutating func hear() { nextTime = min(nextTime, askedAt + Self.shortest) }
}
