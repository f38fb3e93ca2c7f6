// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The order of the players that clients see: the order of the surface until a client shifts it.
///
/// A shift lasts until another player begins to play, which the surface then puts first.
struct PlayerQueue {
  /// The MPRIS names in the order that clients see; the first is the active player.
  private(set) var names: [String] = []
  /// The MPRIS names in the order of the surface.
  private(set) var ranked: [String] = []
  /// The reason why the first player differs from that of the surface; nil while they are the same.
  private(set) var choice: Choice?
  /// Whether the first player in the order of the surface played at the last look.
  private var played = false

  /// Takes over the order of the surface.
  ///
  /// - first: the facts about the first player; nil without one.
  mutating func adopt(_ order: [String], _ first: Choice.PlayerFacts?) {
    // A player that was first and has no item any more is on its way to the next one, whatever state it says.
    let isSameFirst = ranked.first.map { $0.exact == first?.name.exact } ?? false
    let plays = first.map { $0.isActive || (!$0.hasItem && isSameFirst && played) } ?? false
    let stayed = ranked.filter { order.has($0) }
    let known = order.filter { ranked.has($0) }
    // The order of the remaining players is kept when players have only left, or were added at the end.
    let isSame =
      (played || !plays) && [String].areSame(stayed, known)
      && [String].areSame(known, Array(order.prefix(known.count)))
    let active = names.first
    names = isSame ? names.filter { order.has($0) } + order.dropFirst(known.count) : order
    (ranked, played) = (order, plays)
    if names.first?.exact == ranked.first?.exact {
      choice = nil
    } else if names.first?.exact != active?.exact {
      choice = .left
    }
  }

  /// Puts the active player last.
  mutating func shift(_ choice: Choice = .shifted) {
    if names.count > 1 { names.append(names.removeFirst()) }
    note(choice)
  }

  /// Puts the last player first.
  mutating func unshift() {
    if let last = names.popLast() { names.insert(last, at: 0) }
    note(.shifted)
  }

  private mutating func note(_ choice: Choice) {
    self.choice = names.first?.exact == ranked.first?.exact ? nil : choice
  }
}
