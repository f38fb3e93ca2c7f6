// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The signals of a player, which are heard while it keeps within its allowance. Beyond that the player rests: its
/// subscriptions end for a second, so that the bus sends none of its signals and others are heard; then it is asked for
/// everything again.
final class PlayerSignals: LoopBound {
  private let player: String
  private let connection: Connection
  private let common: CommonAllowance
  private(set) var allowance: Allowance
  /// The player's share of the common allowance.
  private var share = Allowance()
  /// The earliest time at which the rest ends; `.max` while the player does not rest.
  private var restsUntil = Int64.max
  /// Called when a rest begins, to end the player's subscriptions.
  var rests: () -> Void = {}

  /// The length of a rest in µs: the time in which a player that sent too much is not listened to. Below: the most by
  /// which a rest is extended while all players together have used up their allowance.
  private static let rest: Int64 = 1_000_000
  private static let longer: Int64 = 5_000_000
  /// The most bytes of texts in a signal: more than one interface of a session may have.
  private static let maxBytes = 2 << 20

  /// Whether a signal keeps to the protocol.
  enum Hearing {
    case good
    /// The signal does not have the content that its name demands.
    case wrong
  }

  /// - allowance: the allowance with what the player has spent before it left the last time.
  init(_ player: String, _ connection: Connection, _ common: CommonAllowance, _ allowance: Allowance) {
    self.player = player
    self.connection = connection
    self.common = common
    self.allowance = allowance
    // A player that leaves and comes again does not get a new share.
    let now = np_now_us()
    if !common.hasRoom(now) { _ = share.spend(Allowance.most, now) }
  }

  /// Whether the connection to the bus is open.
  var isOpen: Bool { connection.isOpen }

  var isResting: Bool { restsUntil != .max }

  /// The time at which the rest ends; `.max` while the player does not rest. After many players had to rest they are
  /// asked one after the other.
  var resumesAt: Int64 {
    isResting ? max(restsUntil, min(common.roomAt, Clamp.sum(restsUntil, Self.longer))) : .max
  }

  /// Ends the rest.
  func resume(_ now: Int64) {
    restsUntil = .max
    common.spend(Allowance.appearance, now)
  }

  /// Subscribes to signals of the player until the object ends. Returns nil while the player rests.
  ///
  /// - match: the match rule without the sender.
  func subscribe(
    _ match: String, _ body: @escaping (Message, inout DecodingBudget) -> Hearing
  ) -> Subscription? {
    if isResting { return nil }
    return connection.subscribe("type='signal',sender='" + player + "'," + match) { [unowned(unsafe) self] message in
      if isResting { return }
      // An answer may have spent the allowance meanwhile.
      let now = np_now_us()
      if !mayGoOn(now) { return rest(now) }
      let start = np_thread_time_us()
      var budget = DecodingBudget(bytes: Self.maxBytes)
      let hearing = body(message, &budget)
      spend(budget, hearing, since: start)
    }
  }

  /// Calls the player as `Connection.ask` does, and counts the time that reading the answer takes.
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

  /// Counts work that did not come from a signal. A player does not have to rest for it unless it goes on sending.
  ///
  /// - start: the processor time of the thread before the work.
  func charge(since start: Int64) {
    _ = spend(Allowance.price(ofTime: Clamp.difference(np_thread_time_us(), start)), np_now_us())
  }

  /// Counts changes of the player as so many signals.
  func count(_ times: Int = 1) {
    let now = np_now_us()
    if !spend(Allowance.message * Int64(clamping: times), now) { rest(now) }
  }

  /// Counts a signal of the player.
  ///
  /// - start: the processor time of the thread before the signal was read.
  private func spend(_ budget: DecodingBudget, _ hearing: Hearing, since start: Int64) {
    let now = np_now_us()
    var price = Clamp.sum(Allowance.message, Int64(clamping: budget.cost))
    price = Clamp.sum(price, Allowance.price(ofTime: Clamp.difference(np_thread_time_us(), start)))
    if case .wrong = hearing { price = Clamp.sum(price, Allowance.wrong) }
    if budget.isGivenUp { price = Allowance.most }
    if !spend(price, now) { rest(now) }
  }

  /// Spends a price. Returns whether the player may go on.
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
