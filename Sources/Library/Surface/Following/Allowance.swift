// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Limits the work that a player can cause: an allowance that is spent by messages, bytes and time, and refills with
/// the clock. Each price is given as the time in which as much is refilled, so that one number is enough.
struct Allowance {
  /// The time at which everything that was spent will be refilled.
  private var savedAt = Instant.min

  /// The most that can be saved up.
  static let most = price(ofBytes: SurfaceLimits.messageBytes)
  /// The price of a message: no player needs more than 333 a second for long.
  static let message = most / SurfaceLimits.messages
  /// The price for the appearance of a player, because the surface then asks the player many questions.
  static let appearance: Microseconds = .milliseconds(200)
  /// The price of a millisecond of processor time: a player may use a fiftieth of the processor. Less than a
  /// millisecond is included in the price of a message.
  private static let millisecond: Microseconds = .milliseconds(50)
  /// The price of a message that breaks the protocol.
  static let wrong: Microseconds = .seconds(1)

  /// Spends an amount, as a microsecond for each byte. Returns whether there was enough.
  mutating func spend(_ amount: Microseconds, _ now: Instant) -> Bool {
    let end = now + Self.most
    savedAt = min(max(savedAt, now) + amount, end)
    return savedAt < end
  }

  func hasRoom(_ now: Instant) -> Bool { roomAt <= now }

  /// The time at which there is something to spend again.
  var roomAt: Instant { savedAt - Self.most + Microseconds(1) }

  /// The price of some bytes, and of some processor time.
  static func price(ofBytes count: Int) -> Microseconds { Microseconds(Int64(clamping: count)) }
  static func price(ofTime time: Microseconds) -> Microseconds {
    millisecond * Int(truncatingIfNeeded: min(max(.zero, time), most).count / 1000)
  }
}

/// The allowance of all players together, so that many small floods do not become a large one.
final class CommonAllowance {
  private var allowance = Allowance()
  /// The number of players.
  var players = 0

  /// The number of players that may use their whole allowance at the same time.
  private static let most = 4

  func hasRoom(_ now: Instant) -> Bool { allowance.hasRoom(now) }
  var roomAt: Instant { allowance.roomAt }

  /// Spends a price. When everything is spent, players that keep within their share can go on.
  func spend(_ price: Microseconds, _ now: Instant) { _ = allowance.spend(price / Self.most, now) }

  /// The price for a player's share. If all players do the same, a share is spent as fast as the player's own
  /// allowance.
  func priceOfShare(_ price: Microseconds) -> Microseconds {
    min(price, Allowance.most) * max(Self.most, players) / Self.most
  }
}

/// Decides when a player rests, because it sends more than it may, and when it is heard again. A value without I/O.
struct Quota {
  private let common: CommonAllowance
  private(set) var allowance: Allowance
  /// The player's share of the common allowance.
  private var share = Allowance()
  /// The earliest time at which the rest ends; `.max` while the player does not rest.
  private var restsUntil = Instant.max

  /// The length of a rest: the time in which a player that sent too much is not listened to. Below: the most by
  /// which a rest is extended while all players together have used up their allowance.
  static let rest: Microseconds = .seconds(1)
  static let longer: Microseconds = .seconds(5)

  /// - allowance: the allowance with what the player has spent before it left the last time.
  init(_ common: CommonAllowance, _ allowance: Allowance, _ now: Instant) {
    self.common = common
    self.allowance = allowance
    // A player that leaves and comes again does not get a new share.
    if !common.hasRoom(now) { _ = share.spend(Allowance.most, now) }
  }

  var isResting: Bool { restsUntil != .max }

  /// The time at which the rest ends; `.max` while the player does not rest. After many players had to rest they are
  /// asked one after the other.
  var nextTime: Instant {
    isResting ? max(restsUntil, min(common.roomAt, restsUntil + Self.longer)) : .max
  }

  /// Ends the rest.
  mutating func resume(_ now: Instant) {
    restsUntil = .max
    common.spend(Allowance.appearance, now)
  }

  /// Spends a price. Returns whether a rest begins, because the player cannot afford it.
  mutating func spend(_ price: Microseconds, _ now: Instant) -> Bool {
    charge(price, now)
    let mayGoOn = allowance.hasRoom(now) && (common.hasRoom(now) || share.hasRoom(now))
    if mayGoOn || isResting { return false }
    restsUntil = now + Self.rest
    return true
  }

  /// Spends a price for which the player does not have to rest, unless it goes on sending.
  mutating func charge(_ price: Microseconds, _ now: Instant) {
    _ = allowance.spend(price, now)
    _ = share.spend(common.priceOfShare(price), now)
    common.spend(price, now)
  }
}
