// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The work that a player may be for the loop, saved up while it is little, and counted in µs of the clock in which it
/// is saved: so that one number is enough for messages, bytes and time.
struct Allowance {
  /// When all that was spent will have been saved again.
  private var savedAt = Int64.min

  /// The most that is saved up.
  static let most: Int64 = 6_000_000
  /// A message, of which no player needs more than 333 a second for long.
  static let message: Int64 = 3_000
  /// A player that comes, and has to be asked.
  static let appearance: Int64 = 200_000
  /// A millisecond of the processor: a fiftieth of it. Less than one is in the message.
  private static let millisecond: Int64 = 50_000
  /// A message that breaks the rules.
  static let wrong: Int64 = 1_000_000

  /// Spends something, a byte as 1 µs. Returns whether it was still there.
  mutating func spend(_ amount: Int64, _ now: Int64) -> Bool {
    let end = Clamp.sum(now, Self.most)
    savedAt = min(Clamp.sum(max(savedAt, now), amount), end)
    return savedAt < end
  }

  func hasRoom(_ now: Int64) -> Bool { roomAt <= now }

  /// When there is something to spend.
  var roomAt: Int64 { Clamp.sum(Clamp.difference(savedAt, Self.most), 1) }

  /// The price of so many µs of the processor.
  static func price(ofTime time: Int64) -> Int64 { min(max(0, time), most) / 1000 * millisecond }
}
