// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A position that moves: it was `elapsed` at `timestamp`.
public struct MovingPosition: Equatable, Sendable {
  public var elapsed: Microseconds
  public var timestamp: Instant
  /// The speed, finite; 0 while the position stands still.
  public var speed: Double

  public init(_ elapsed: Microseconds, at timestamp: Instant, speed: Double) {
    self.elapsed = elapsed
    self.timestamp = timestamp
    self.speed = speed
  }

  /// The position at a time, which may be negative or beyond the length of the item.
  public func unbounded(at now: Instant) -> Microseconds {
    elapsed + (now - timestamp) * speed
  }

  /// Whether a position that a player reports agrees with the known one. The report took a while to arrive, and may be
  /// in whole seconds: then any position within that second agrees.
  public static func agrees(_ told: Microseconds, with known: Microseconds) -> Bool {
    Microseconds.distance(known, told) < tolerance || isWithin(known, second: told, slack: tolerance)
  }

  /// Whether a position lies in the second that another means. Many players and engines know only whole seconds:
  /// such a position stands for the whole second.
  ///
  /// - slack: the time after the end of the second in which a position still counts as within it.
  public static func isWithin(_ position: Microseconds, second: Microseconds, slack: Microseconds = .zero) -> Bool {
    second.isWholeSecond && position >= second && position - second < .seconds(1) + slack
  }

  /// The most by which two positions that agree may differ.
  static let tolerance: Microseconds = .milliseconds(100)

  /// The position at a time, between 0 and the length, if there is one.
  public func position(at now: Instant, length: Microseconds? = nil) -> Microseconds {
    let position = max(.zero, unbounded(at: now))
    guard let length else { return position }
    return min(position, length)
  }
}
