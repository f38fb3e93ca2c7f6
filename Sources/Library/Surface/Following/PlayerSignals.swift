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
  /// When the rest ends; `.max` while there is none.
  private(set) var restsUntil = Int64.max
  /// Called when the player begins to rest, and has to lose its subscriptions.
  var rests: () -> Void = {}

  /// How long a rest is, in µs.
  private static let rest: Int64 = 1_000_000
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
  }

  var isResting: Bool { restsUntil != .max }

  /// The rest has ended.
  func resume() { restsUntil = .max }

  /// Subscribes to signals of the player, until the object ends; nil while the player rests.
  ///
  /// - match: the rule of the bus but for the sender.
  func subscribe(
    _ match: String, _ body: @escaping (Message, inout DecodingBudget) -> Hearing
  ) -> Subscription? {
    if isResting { return nil }
    return connection.subscribe("type='signal',sender='" + player + "'," + match) { [unowned(unsafe) self] message in
      if isResting { return }
      let start = np_thread_time_us()
      var budget = DecodingBudget(bytes: Self.maxBytes)
      let hearing = body(message, &budget)
      spend(budget, hearing, since: start)
    }
  }

  /// Counts what was read of a message of the player.
  ///
  /// - start: the time that the thread had had before.
  func spend(_ budget: DecodingBudget, _ hearing: Hearing, since start: Int64) {
    let now = np_now_us()
    var price = Clamp.sum(Allowance.message, Int64(clamping: budget.cost))
    price = Clamp.sum(price, Allowance.price(ofTime: Clamp.difference(np_thread_time_us(), start)))
    if case .wrong = hearing { price = Clamp.sum(price, Allowance.wrong) }
    if budget.isGivenUp { price = Allowance.most }
    let isWithin = allowance.spend(price, now)
    if !common.spend(price, by: allowance, now) || !isWithin { rest(now) }
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

  /// How many players may be as much work as they can at the same time.
  private static let players: Int64 = 4

  /// Spends what a player does. Returns whether the player may go on: when all is spent, only one that is little work.
  func spend(_ price: Int64, by player: Allowance, _ now: Int64) -> Bool {
    allowance.spend(price / Self.players, now) || player.spent(now) < Allowance.most / Self.players
  }
}
