// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The importance of a session, by which surfaces sort the sessions.
struct SortKey {
  /// Whether the session has an item with something that people could see or hear.
  private(set) var hasItem = false
  /// Whether the session plays, or wants to.
  private(set) var isActive = false
  /// A count that was raised when the session began to play; 0 if it never has.
  private(set) var activeSince: UInt64 = 0
  /// Whether the session is the system primary of org.nowplaying.
  private(set) var isSystemPrimary = false
  private(set) var isApplicationPrimary = false
  /// The number of the player in the order of appearance.
  private let player: UInt64
  /// The number of the session in the order of appearance.
  let appeared: UInt64
  /// Whether the player was there before the surface, and its state was not read yet.
  private var wasThere: Bool

  /// The counts at which the last session of org.nowplaying began to play. The system primary is sorted as if it had
  /// begun then.
  struct Token {
    /// The count for the sessions that play.
    fileprivate var active: UInt64 = 0
    /// The count for the other sessions.
    fileprivate var resting: UInt64 = 0

    mutating func include(_ sortKey: SortKey) {
      if sortKey.isActive {
        active = max(active, sortKey.activeSince)
      } else {
        resting = max(resting, sortKey.activeSince)
      }
    }
  }

  /// The count for sessions that played already when the surface came: it is unknown which of them began last.
  static let beforeAll: UInt64 = 1

  init(player: UInt64 = 0, appeared: UInt64, wasThere: Bool = false) {
    self.player = player
    self.appeared = appeared
    self.wasThere = wasThere
  }

  /// - count: raised when the session begins to play.
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
  /// - token: the times of the sessions of org.nowplaying, each of which it must include.
  static func isBefore(_ a: SortKey, _ b: SortKey, token: Token) -> Bool {
    // Browsers keep the player of a closed tab, which may even seem to play.
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
