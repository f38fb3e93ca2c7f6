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
  private var restsUntil: Int64 = 0
  /// The time until which the started player is told to play as soon as it appears; 0 when none was started.
  private var waitsUntil: Int64 = 0

  /// The time that a started program may take to appear on the bus, in µs.
  static var timeout: Int64 { 30_000_000 }
  /// The least time between two writes of the file, in µs: a player may change its item all the time.
  static var rest: Int64 { 5_000_000 }

  /// - remembered: the player that the file names.
  init(_ remembered: Player?) { (last, written) = (remembered, remembered) }

  /// The time at which the file must be written; never while it is up to date.
  var nextTime: Int64 { last.map { written?.isSame(as: $0) ?? false } ?? true ? .max : restsUntil }

  /// Notes that a player plays, as the most important one. Nobody waits for the started one any more.
  mutating func plays(_ player: Player) {
    waitsUntil = 0
    if !(last?.isSame(as: player) ?? false) { last = player }
  }

  /// Returns the player to write to the file now; nil when nothing is due.
  ///
  /// - atEnd: whether the daemon ends, so that the file can be written at no later time.
  mutating func write(atEnd: Bool, _ now: Int64) -> Player? {
    guard nextTime != .max, atEnd || now >= nextTime else { return nil }
    (written, restsUntil) = (last, Clamp.sum(now, Self.rest))
    return last
  }

  /// Notes that the last player is started, or that it cannot be.
  mutating func start(_ now: Int64) { waitsUntil = Clamp.sum(now, Self.timeout) }
  mutating func fail() { waitsUntil = 0 }

  /// Whether a player that is there is the one that was started.
  func awaits(_ player: @autoclosure () -> Player?) -> Bool {
    guard waitsUntil > 0, let last, let player = player() else { return false }
    return last.isPlayer(player)
  }

  /// Notes that the started player is there. Returns whether it is told to play.
  mutating func appear(_ now: Int64) -> Bool {
    defer { waitsUntil = 0 }
    return now < waitsUntil
  }
}
