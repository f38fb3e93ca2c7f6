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

  /// The position at a time. It may be negative where it runs backwards, and knows no length.
  public func unbounded(at now: Int64) -> Int64 {
    Clamp.sum(elapsed, Clamp.microseconds(speed * Double(Clamp.difference(now, timestamp))))
  }

  /// The position at a time, between 0 and the length, if there is one.
  public func position(at now: Int64, length: Int64? = nil) -> Int64 {
    let position = max(0, unbounded(at: now))
    guard let length else { return position }
    return min(position, length)
  }
}
