// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// How important a session is, by which surfaces order what they show.
struct SortKey {
  /// Whether it has an item of which something is known.
  private(set) var hasItem = false
  /// Whether it plays, or wants to.
  private(set) var isActive = false
  /// A count that goes up with each session that begins to play; 0 before it ever has.
  private(set) var activeSince: UInt64 = 0
  /// Whether it has the token of org.nowplaying.
  private(set) var isSystemPrimary = false
  private(set) var isApplicationPrimary = false
  /// A count that goes up with each player.
  private let player: UInt64
  /// A count that goes up with each session.
  let appeared: UInt64
  /// Whether it was there before the surface, and has not been looked at.
  private var wasThere: Bool

  /// When the last of the sessions of org.nowplaying began to play, which counts for the one that has the token.
  struct Token {
    /// Of those that play.
    fileprivate var active: UInt64 = 0
    /// Of the others.
    fileprivate var resting: UInt64 = 0

    mutating func include(_ sortKey: SortKey) {
      if sortKey.isActive {
        active = max(active, sortKey.activeSince)
      } else {
        resting = max(resting, sortKey.activeSince)
      }
    }
  }

  /// When sessions began to play that played already when the surface came: it cannot know which was the last.
  static let beforeAll: UInt64 = 1

  init(player: UInt64 = 0, appeared: UInt64, wasThere: Bool = false) {
    self.player = player
    self.appeared = appeared
    self.wasThere = wasThere
  }

  /// - count: goes up when the session begins to play.
  mutating func update(by model: SessionModel, _ count: inout UInt64) {
    let isActive = model.playback.isActive
    let takesToken = model.info.primary.contains(.system) && !isSystemPrimary
    if isActive, !self.isActive || takesToken {
      if !wasThere { count += 1 }
      activeSince = wasThere ? Self.beforeAll : count
    }
    wasThere = false
    hasItem = model.hasItem
    self.isActive = isActive
    isSystemPrimary = model.info.primary.contains(.system)
    isApplicationPrimary = model.info.primary.contains(.application)
  }

  /// Whether a session comes before another.
  ///
  /// - token: of all sessions of org.nowplaying.
  static func isBefore(_ a: SortKey, _ b: SortKey, token: Token) -> Bool {
    // A browser keeps a player of a tab that was closed, which may even seem to play.
    if a.hasItem != b.hasItem { return a.hasItem }
    if a.isActive != b.isActive { return a.isActive }
    let (since, other) = (a.since(token), b.since(token))
    if since != other { return since > other }
    if a.isSystemPrimary != b.isSystemPrimary { return a.isSystemPrimary }
    if a.isApplicationPrimary != b.isApplicationPrimary { return a.isApplicationPrimary }
    return a.player != b.player ? a.player < b.player : a.appeared < b.appeared
  }

  private func since(_ token: Token) -> UInt64 {
    isSystemPrimary ? max(activeSince, isActive ? token.active : token.resting) : activeSince
  }
}
