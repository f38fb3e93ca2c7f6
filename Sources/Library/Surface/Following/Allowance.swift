// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Limits the work that a player can cause: an allowance that is spent by messages, bytes and time, and refills with
/// the clock. Each price is given as the time in µs in which as much is refilled, so that one number is enough.
struct Allowance {
  /// The time at which everything that was spent will be refilled.
  private var savedAt = Int64.min

  /// The most that can be saved up.
  static let most = SurfaceLimits.messageBytes
  /// The price of a message: no player needs more than 333 a second for long.
  static let message = SurfaceLimits.messageBytes / SurfaceLimits.messages
  /// The price for the appearance of a player, because the surface then asks the player many questions.
  static let appearance: Int64 = 200_000
  /// The price of a millisecond of processor time: a player may use a fiftieth of the processor. Less than a
  /// millisecond is included in the price of a message.
  private static let millisecond: Int64 = 50_000
  /// The price of a message that breaks the protocol.
  static let wrong: Int64 = 1_000_000

  /// Spends an amount, as 1 µs for each byte. Returns whether there was enough.
  mutating func spend(_ amount: Int64, _ now: Int64) -> Bool {
    let end = Clamp.sum(now, Self.most)
    savedAt = min(Clamp.sum(max(savedAt, now), amount), end)
    return savedAt < end
  }

  func hasRoom(_ now: Int64) -> Bool { roomAt <= now }

  /// The time at which there is something to spend again.
  var roomAt: Int64 { Clamp.sum(Clamp.difference(savedAt, Self.most), 1) }

  /// The price of some µs of processor time.
  static func price(ofTime time: Int64) -> Int64 { min(max(0, time), most) / 1000 * millisecond }
}
