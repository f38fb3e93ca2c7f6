// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// A player that can be remembered and started.
protocol Startable {
  func isSame(as other: Self) -> Bool
  /// Whether a player is this one, which may have restarted under another name of the same program.
  func isPlayer(_ found: Self) -> Bool
}

/// Decides which player is started when none is there, when it is written to a file, and whether it is told to play
/// once it appears. A value without I/O.
struct Starting<Player: Startable> {
  /// The player that played last, and the one that the file names.
  private(set) var last: Player?
  private var written: Player?
  /// The time before which the file is not written again.
  private var restsUntil = Instant.min
  /// The time until which the started player is told to play as soon as it appears; `.min` when none was started.
  private var waitsUntil = Instant.min

  /// The time that a started program may take to appear on the bus.
  static var timeout: Microseconds { .seconds(30) }
  /// The least time between two writes of the file: a player may change its item all the time.
  static var rest: Microseconds { .seconds(5) }

  /// - remembered: the player that the file names.
  init(_ remembered: Player?) { (last, written) = (remembered, remembered) }

  /// The time at which the file must be written; never while it is up to date.
  var nextTime: Instant { last.map { written?.isSame(as: $0) ?? false } ?? true ? .max : restsUntil }

  /// Notes that a player plays, as the most important one. Nobody waits for the started one any more.
  mutating func plays(_ player: Player) {
    waitsUntil = .min
    if !(last?.isSame(as: player) ?? false) { last = player }
  }

  /// Returns the player to write to the file now; nil when nothing is due.
  ///
  /// - atEnd: whether the daemon ends, so that the file can be written at no later time.
  mutating func write(atEnd: Bool, _ now: Instant) -> Player? {
    guard nextTime != .max, atEnd || now >= nextTime else { return nil }
    (written, restsUntil) = (last, now + Self.rest)
    return last
  }

  /// Notes that the last player is started, or that it cannot be.
  mutating func start(_ now: Instant) { waitsUntil = now + Self.timeout }
  mutating func fail() { waitsUntil = .min }

  /// Whether a player that is there is the one that was started.
  func awaits(_ player: @autoclosure () -> Player?) -> Bool {
    guard waitsUntil != .min, let last, let player = player() else { return false }
    return last.isPlayer(player)
  }

  /// Notes that the started player is there. Returns whether it is told to play.
  mutating func appear(_ now: Instant) -> Bool {
    defer { waitsUntil = .min }
    return now < waitsUntil
  }
}
