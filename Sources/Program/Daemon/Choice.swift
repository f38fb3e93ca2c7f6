// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// The reason why the daemon stands for a player, as `daemon status` and the log print it.
enum Choice: String, CaseIterable {
  case only
  case plays
  case beganLast = "began-last"
  case item
  case between = "between-items"
  case playedLast = "played-last"
  case first
  case shifted
  case left
  case silence

  var sentence: String {
    switch self {
    case .only: "no other player is there"
    case .plays: "it plays, and no other does"
    case .beganLast: "it began last of those that play"
    case .item: "it has an item, and others have none"
    case .between: "it goes to its next item"
    case .playedLast: "it played last"
    case .first: "none has played, and it is the first"
    case .shifted: "it was chosen by shift or unshift"
    case .left: "the one before it has gone"
    case .silence: "the one before it does not answer"
    }
  }

  /// The facts about a player by which it is placed before or behind other players.
  struct PlayerFacts {
    let name: String
    let isActive: Bool
    let hasItem: Bool
  }

  /// Returns why the first player in the order of the surface is first.
  ///
  /// - hasPlayed: whether it was seen to play.
  static func ofOrder(_ standings: [PlayerFacts], hasPlayed: Bool) -> Choice {
    guard standings.count > 1, let first = standings.first else { return .only }
    let next = standings[1]
    // A player without an item is before others for a moment only.
    if !first.hasItem, standings.contains(where: { $0.hasItem }) { return .between }
    if first.isActive {
      guard standings.dropFirst().contains(where: { $0.isActive }) else { return .plays }
      return next.isActive && next.hasItem == first.hasItem ? .beganLast : .item
    }
    if first.hasItem, !next.hasItem { return .item }
    return hasPlayed ? .playedLast : .first
  }
}
