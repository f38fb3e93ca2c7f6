// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The order of the players that clients see: that of the surface, until somebody shifts it.
///
/// A shift holds until a player begins to play: the surface then puts it first, unless it was that before.
struct PlayerQueue {
  /// The MPRIS names; the first is the active player.
  private(set) var names: [String] = []
  /// The order of the surface.
  private var ranked: [String] = []
  /// Why the first is another than that of the surface; nil while it is not.
  private(set) var choice: Choice?
  /// Whether the first of that order played.
  private var played = false

  /// Takes over the order of the surface.
  ///
  /// - plays: whether the first of it does.
  mutating func adopt(_ order: [String], plays: Bool) {
    let stayed = ranked.filter { order.has($0) }
    let known = order.filter { ranked.has($0) }
    // Players that have gone, and new ones behind all others, leave the order of the others as it was.
    let isSame =
      (played || !plays) && [String].areSame(stayed, known)
      && [String].areSame(known, Array(order.prefix(known.count)))
    let first = names.first
    names = isSame ? names.filter { order.has($0) } + order.dropFirst(known.count) : order
    (ranked, played) = (order, plays)
    if names.first?.exact == ranked.first?.exact {
      choice = nil
    } else if names.first?.exact != first?.exact {
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
