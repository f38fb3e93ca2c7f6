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
  private var quota: Quota
  /// Called when a rest begins, to end the player's subscriptions.
  var rests: () -> Void = {}

  /// The most bytes of texts in a signal: more than one interface of a session may have.
  private static let maxBytes = 2 << 20

  /// Whether a signal keeps to the protocol.
  enum Hearing {
    case good
    /// The signal does not have the content that its name demands.
    case wrong
  }

  init(_ player: String, _ connection: Connection, _ quota: Quota) {
    self.player = player
    self.connection = connection
    self.quota = quota
  }

  /// Whether the connection to the bus is open.
  var isOpen: Bool { connection.isOpen }

  var isResting: Bool { quota.isResting }
  var allowance: Allowance { quota.allowance }

  /// The time at which the rest ends; `.max` while the player does not rest.
  var resumesAt: Instant { quota.nextTime }

  func resume(_ now: Instant) { quota.resume(now) }

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
      if spend(.zero) { return }
      let start = Microseconds.usedByThread
      var budget = DecodingBudget(bytes: Self.maxBytes)
      let hearing = body(message, &budget)
      spend(budget, hearing, since: start)
    }
  }

  /// Calls the player as `Connection.ask` does, and counts the time that reading the answer takes.
  func ask(
    _ path: String, _ interface: StaticString, _ member: StaticString, _ fill: (Message) -> Int32,
    timeout: Microseconds,
    _ answer: @escaping (Message) -> Void
  ) -> Subscription? {
    connection.ask(player, path, interface, member, fill, timeout: timeout) { [unowned(unsafe) self] reply in
      let start = Microseconds.usedByThread
      answer(reply)
      charge(since: start)
    }
  }

  /// Counts work that did not come from a signal. A player does not have to rest for it unless it goes on sending.
  ///
  /// - start: the processor time of the thread before the work.
  func charge(since start: Microseconds) {
    quota.charge(Allowance.price(ofTime: Microseconds.usedByThread - start), Instant.now)
  }

  /// Counts changes of the player as so many signals.
  func count(_ times: Int = 1) { spend(Allowance.message * times) }

  /// Counts a signal of the player.
  ///
  /// - start: the processor time of the thread before the signal was read.
  private func spend(_ budget: DecodingBudget, _ hearing: Hearing, since start: Microseconds) {
    var price = Allowance.message + Allowance.price(ofBytes: budget.cost)
    price += Allowance.price(ofTime: Microseconds.usedByThread - start)
    if case .wrong = hearing { price += Allowance.wrong }
    spend(budget.isGivenUp ? Allowance.most : price)
  }

  /// Spends a price. Returns whether a rest begins.
  @discardableResult
  private func spend(_ price: Microseconds) -> Bool {
    let begins = quota.spend(price, Instant.now)
    if begins { rests() }
    return begins
  }
}
