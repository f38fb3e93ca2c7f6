// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A position that moves: it was `elapsed` when the monotonic clock was `timestamp`, both in microseconds.
public struct MovingPosition: Equatable, Sendable {
  public var elapsed: Int64
  public var timestamp: Int64
  /// The speed, finite; 0 while the position stands still.
  public var speed: Double

  public init(_ elapsed: Int64, at timestamp: Int64, speed: Double) {
    self.elapsed = elapsed
    self.timestamp = timestamp
    self.speed = speed
  }

  /// The position at a time, which may be negative or beyond the length of the item.
  public func unbounded(at now: Int64) -> Int64 {
    Clamp.sum(elapsed, Clamp.microseconds(speed * Double(Clamp.difference(now, timestamp))))
  }

  /// Whether a position that a player reports agrees with the known one. The report took a while to arrive, and may be
  /// in whole seconds: then any position within that second agrees.
  public static func agrees(_ told: Int64, with known: Int64) -> Bool {
    Clamp.distance(known, told) < tolerance || isWithin(known, second: told, slack: tolerance)
  }

  /// Whether a position lies in the second that a number of µs means. Many players and engines know only whole seconds:
  /// such a number stands for the whole second.
  ///
  /// - slack: the time after the end of the second in which a position still counts as within it, in µs.
  public static func isWithin(_ position: Int64, second: Int64, slack: Int64 = 0) -> Bool {
    let length: Int64 = 1_000_000
    return second % length == 0 && position >= second
      && Clamp.difference(position, second) < Clamp.sum(length, slack)
  }

  /// The most by which two positions that agree may differ, in µs.
  static let tolerance: Int64 = 100_000

  /// The position at a time, between 0 and the length, if there is one.
  public func position(at now: Int64, length: Int64? = nil) -> Int64 {
    let position = max(0, unbounded(at: now))
    guard let length else { return position }
    return min(position, length)
  }
}
