// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Decides when a player is asked for its position again, although it has emitted nothing since, and whether the answer
/// counts. Some players tell a seek, a new song, or that they are there, before they have their position; and they say
/// that they play while they wait for data.
public struct PositionLook: Equatable, Sendable {
  /// The time of the next question, while the player emits nothing; `.max` for none.
  private var due = Instant.max
  /// The time at which it is asked although it goes on emitting.
  private var limit = Instant.max
  /// The pause before the next question, if the position has not moved until this one.
  private var pause = Self.first
  /// Whether the answer that is awaited is that to such a question.
  private var isLooking = false
  /// The position that the player told last when it was asked.
  private var told: Microseconds?
  /// Whether that position stood still while the player played.
  private var stands = false

  /// The time after which most players have their position.
  private static let first: Microseconds = .seconds(1)
  /// The longest pause. Many players never have another position than 0, and are asked three times.
  private static let longest: Microseconds = .seconds(4)

  public init() {}

  /// The time of the next question; `.max` for none.
  public var time: Instant { min(due, limit) }

  /// Notes that the player has just emitted something, or has appeared.
  public mutating func again(_ now: Instant) {
    isLooking = false
    pause = Self.first
    if due == .max { limit = now + Self.first + Self.first }
    due = now + pause
  }

  /// Notes that the time has come.
  ///
  /// - isAsked: whether the player is asked now.
  public mutating func begin(isAsked: Bool, _ now: Instant) {
    isLooking = isAsked
    if now >= due { (due, limit) = (.max, .max) } else { limit = now + Self.first + Self.first }
  }

  /// Takes a position that the player has told when it was asked. Returns false if it does not count, because it stands
  /// still while the player plays. The player waits for data, and is asked again; or its position never moves, and does
  /// not count either when the player pauses.
  public mutating func takes(_ position: Microseconds, isPlaying: Bool, _ now: Instant) -> Bool {
    defer {
      told = position
      isLooking = false
    }
    if position != told {
      stands = false
      return true
    }
    guard isLooking, isPlaying else { return !stands }
    stands = true
    pause = pause + pause
    if pause <= Self.longest, due == .max { due = now + pause }
    return false
  }
}
