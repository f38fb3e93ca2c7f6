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

/// The allowance of all players together, so that many small floods do not become a large one.
final class CommonAllowance {
  private var allowance = Allowance()
  /// The number of players.
  var players = 0

  /// The number of players that may use their whole allowance at the same time.
  private static let most: Int64 = 4

  func hasRoom(_ now: Int64) -> Bool { allowance.hasRoom(now) }
  var roomAt: Int64 { allowance.roomAt }

  /// Spends a price. When everything is spent, players that keep within their share can go on.
  func spend(_ price: Int64, _ now: Int64) { _ = allowance.spend(price / Self.most, now) }

  /// The price for a player's share. If all players do the same, a share is spent as fast as the player's own
  /// allowance.
  func priceOfShare(_ price: Int64) -> Int64 {
    min(price, Allowance.most) * max(Self.most, Int64(clamping: players)) / Self.most
  }
}

/// Decides when a player rests, because it sends more than it may, and when it is heard again. A value without I/O.
struct Quota {
  private let common: CommonAllowance
  private(set) var allowance: Allowance
  /// The player's share of the common allowance.
  private var share = Allowance()
  /// The earliest time at which the rest ends; `.max` while the player does not rest.
  private var restsUntil = Int64.max

  /// The length of a rest in µs: the time in which a player that sent too much is not listened to. Below: the most by
  /// which a rest is extended while all players together have used up their allowance.
  static let rest: Int64 = 1_000_000
  static let longer: Int64 = 5_000_000

  /// - allowance: the allowance with what the player has spent before it left the last time.
  init(_ common: CommonAllowance, _ allowance: Allowance, _ now: Int64) {
    self.common = common
    self.allowance = allowance
    // A player that leaves and comes again does not get a new share.
    if !common.hasRoom(now) { _ = share.spend(Allowance.most, now) }
  }

  var isResting: Bool { restsUntil != .max }

  /// The time at which the rest ends; `.max` while the player does not rest. After many players had to rest they are
  /// asked one after the other.
  var nextTime: Int64 {
    isResting ? max(restsUntil, min(common.roomAt, Clamp.sum(restsUntil, Self.longer))) : .max
  }

  /// Ends the rest.
  mutating func resume(_ now: Int64) {
    restsUntil = .max
    common.spend(Allowance.appearance, now)
  }

  /// Spends a price. Returns whether a rest begins, because the player cannot afford it.
  mutating func spend(_ price: Int64, _ now: Int64) -> Bool {
    charge(price, now)
    let mayGoOn = allowance.hasRoom(now) && (common.hasRoom(now) || share.hasRoom(now))
    if mayGoOn || isResting { return false }
    restsUntil = Clamp.sum(now, Self.rest)
    return true
  }

  /// Spends a price for which the player does not have to rest, unless it goes on sending.
  mutating func charge(_ price: Int64, _ now: Int64) {
    _ = allowance.spend(price, now)
    _ = share.spend(common.priceOfShare(price), now)
    common.spend(price, now)
  }
}
