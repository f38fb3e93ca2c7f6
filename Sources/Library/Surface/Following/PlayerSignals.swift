// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The signals of a player, heard while the player keeps within its allowance. Beyond that it rests: for a second the
/// bus sends nothing of it, so that others are heard, and then the player is asked anew. Belongs to the loop.
final class PlayerSignals {
  private let player: String
  private let connection: Connection
  private let common: CommonAllowance
  private(set) var allowance: Allowance
  /// The player's share of the common allowance.
  private var share = Allowance()
  /// When the rest may end; `.max` while there is none.
  private var restsUntil = Int64.max
  /// Called when the player begins to rest, and has to lose its subscriptions.
  var rests: () -> Void = {}

  /// How long a rest is, in µs, and how much longer where the common allowance is spent.
  private static let rest: Int64 = 1_000_000
  private static let longer: Int64 = 5_000_000
  /// Bytes of texts of a signal: more than what is right of one interface of a session.
  private static let maxBytes = 2 << 20

  /// Whether a signal is as it should be.
  enum Hearing {
    case good
    /// It is not what its name says.
    case wrong
  }

  /// - allowance: what the player has spent before.
  init(_ player: String, _ connection: Connection, _ common: CommonAllowance, _ allowance: Allowance) {
    self.player = player
    self.connection = connection
    self.common = common
    self.allowance = allowance
    // Players that come anew all the time are no more work than those that stay.
    let now = np_now_us()
    if !common.hasRoom(now) { _ = share.spend(Allowance.most, now) }
  }

  /// Whether there is a bus.
  var isOpen: Bool { connection.isOpen }

  var isResting: Bool { restsUntil != .max }

  /// When the rest ends; `.max` while there is none. After a flood of many players they are not asked all at once.
  var resumesAt: Int64 {
    isResting ? max(restsUntil, min(common.roomAt, Clamp.sum(restsUntil, Self.longer))) : .max
  }

  /// The rest has ended.
  func resume(_ now: Int64) {
    restsUntil = .max
    common.spend(Allowance.appearance, now)
  }

  /// Subscribes to signals of the player, until the object ends; nil while the player rests.
  ///
  /// - match: the rule of the bus but for the sender.
  func subscribe(
    _ match: String, _ body: @escaping (Message, inout DecodingBudget) -> Hearing
  ) -> Subscription? {
    if isResting { return nil }
    return connection.subscribe("type='signal',sender='" + player + "'," + match) { [unowned(unsafe) self] message in
      if isResting { return }
      // An answer may have been too much.
      let now = np_now_us()
      if !mayGoOn(now) { return rest(now) }
      let start = np_thread_time_us()
      var budget = DecodingBudget(bytes: Self.maxBytes)
      let hearing = body(message, &budget)
      spend(budget, hearing, since: start)
    }
  }

  /// Asks the player, as `Connection.ask` does, and counts the time that its answer takes.
  func ask(
    _ path: String, _ interface: StaticString, _ member: StaticString, _ fill: (Message) -> Int32, timeout: UInt64,
    _ answer: @escaping (Message) -> Void
  ) -> Subscription? {
    connection.ask(player, path, interface, member, fill, timeout: timeout) { [unowned(unsafe) self] reply in
      let start = np_thread_time_us()
      answer(reply)
      charge(since: start)
    }
  }

  /// Counts work that is not that of a signal. A player that says nothing more does not rest for it.
  ///
  /// - start: the time that the thread had had before.
  func charge(since start: Int64) {
    _ = spend(Allowance.price(ofTime: Clamp.difference(np_thread_time_us(), start)), np_now_us())
  }

  /// Counts something that the player does beside its signals, as one of them.
  func count(_ times: Int = 1) {
    let now = np_now_us()
    if !spend(Allowance.message * Int64(clamping: times), now) { rest(now) }
  }

  /// Counts what was read of a message of the player.
  ///
  /// - start: the time that the thread had had before.
  private func spend(_ budget: DecodingBudget, _ hearing: Hearing, since start: Int64) {
    let now = np_now_us()
    var price = Clamp.sum(Allowance.message, Int64(clamping: budget.cost))
    price = Clamp.sum(price, Allowance.price(ofTime: Clamp.difference(np_thread_time_us(), start)))
    if case .wrong = hearing { price = Clamp.sum(price, Allowance.wrong) }
    if budget.isGivenUp { price = Allowance.most }
    if !spend(price, now) { rest(now) }
  }

  /// Returns whether the player may go on.
  private func spend(_ price: Int64, _ now: Int64) -> Bool {
    _ = allowance.spend(price, now)
    _ = share.spend(common.priceOfShare(price), now)
    common.spend(price, now)
    return mayGoOn(now)
  }

  private func mayGoOn(_ now: Int64) -> Bool {
    allowance.hasRoom(now) && (common.hasRoom(now) || share.hasRoom(now))
  }

  private func rest(_ now: Int64) {
    if isResting { return }
    restsUntil = Clamp.sum(now, Self.rest)
    rests()
  }
}

/// The allowance of all players together, so that many small floods are no great one.
final class CommonAllowance {
  private var allowance = Allowance()
  /// How many players there are.
  var players = 0

  /// How many players may be as much work as they can at the same time.
  private static let most: Int64 = 4

  func hasRoom(_ now: Int64) -> Bool { allowance.hasRoom(now) }
  var roomAt: Int64 { allowance.roomAt }

  /// Spends what a player does. When all is spent, players may go on that keep within their share.
  func spend(_ price: Int64, _ now: Int64) { _ = allowance.spend(price / Self.most, now) }

  /// The price by which a player has spent its share as soon as its own allowance, if all players do the same.
  func priceOfShare(_ price: Int64) -> Int64 {
    min(price, Allowance.most) * max(Self.most, Int64(clamping: players)) / Self.most
  }
}
