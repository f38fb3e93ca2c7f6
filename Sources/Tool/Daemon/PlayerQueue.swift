// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The order of the players that clients see: that of the surface, until somebody shifts it.
///
/// A shift holds until the surface puts its players into another order, which it does when one of them begins to play.
struct PlayerQueue {
  /// The MPRIS names; the first is the active player.
  private(set) var names: [String] = []
  /// The order of the surface.
  private var ranked: [String] = []

  /// Takes over the order of the surface.
  mutating func take(_ order: [String]) {
    let stayed = ranked.filter { order.has($0) }
    let known = order.filter { ranked.has($0) }
    // Players that have gone, and new ones behind all others, leave the order of the others as it was.
    let isSame = [String].areSame(stayed, known) && [String].areSame(known, Array(order.prefix(known.count)))
    names = isSame ? names.filter { order.has($0) } + order.dropFirst(known.count) : order
    ranked = order
  }

  /// Puts the active player last.
  mutating func shift() {
    if names.count > 1 { names.append(names.removeFirst()) }
  }

  /// Puts the last player first.
  mutating func unshift() {
    if let last = names.popLast() { names.insert(last, at: 0) }
  }
}
