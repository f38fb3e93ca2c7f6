// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The importance of a session, by which surfaces sort the sessions.
struct SortKey {
  /// The facts by which a session is sorted first.
  struct Rank: Equatable {
    /// Whether the session has an item with something that people could see or hear.
    var hasItem = false
    /// Whether the session plays, or wants to.
    var isActive = false
    /// A count that was raised when the session last began to play, or its next item, or ceased to play; 0 if it never
    /// has played.
    var activeSince: UInt64 = 0
  }

  /// The rank of the session as it is now.
  private var present = Rank()
  /// The rank that the session keeps between two items; nil at other times.
  private var kept: Rank?
  /// The time at which `settle` takes the kept rank away; `.max` while there is none.
  private(set) var keptUntil = Instant.max
  /// Whether the session is the system primary of org.nowplaying.
  private(set) var isSystemPrimary = false
  private(set) var isApplicationPrimary = false
  /// The number of the player in the order of appearance.
  private let player: UInt64
  /// The number of the session in the order of appearance.
  let appeared: UInt64
  /// Whether the player was there before the surface, and its state was not read yet.
  private var wasThere: Bool
  /// The place of the player in the order of a daemon that was there before the surface; `.max` where it has none.
  var place = Int.max

  /// The counts at which the last session of org.nowplaying began to play. The system primary is sorted as if it had
  /// begun then.
  struct Token {
    /// The count for the sessions that play.
    fileprivate var active: UInt64 = 0
    /// The count for the other sessions.
    fileprivate var resting: UInt64 = 0

    mutating func include(_ sortKey: SortKey) {
      let rank = sortKey.rank
      if rank.isActive {
        active = max(active, rank.activeSince)
      } else {
        resting = max(resting, rank.activeSince)
      }
    }
  }

  /// The count for sessions that played already when the surface came: only a daemon may know which of them began last.
  static let beforeAll: UInt64 = 1

  init(player: UInt64 = 0, appeared: UInt64, wasThere: Bool = false) {
    self.player = player
    self.appeared = appeared
    self.wasThere = wasThere
  }

  /// The time for which a session without an item keeps the rank that it had. Browsers have no item for a second
  /// or two while they go to the next song, and for ever once the tab is closed.
  static let gap: Microseconds = Playback.gap

  /// The rank by which the session is sorted.
  private var rank: Rank { kept ?? present }

  /// - isNext: whether the item is another one than before.
  /// - count: raised when the session begins to play, or its next item, and when it ceases: of those that do not play,
  ///   the one that played last is first.
  mutating func update(by model: SessionModel, isNext: Bool, _ count: inout UInt64, now: Instant) {
    let before = present
    let isActive = model.playback.isActive
    let takesToken = model.info.primary.contains(.system) && !isSystemPrimary
    if isActive ? !before.isActive || takesToken || isNext && model.hasItem : before.isActive {
      if !wasThere { count += 1 }
      present.activeSince = wasThere ? Self.beforeAll : count
    }
    wasThere = false
    (present.hasItem, present.isActive) = (model.hasItem, isActive)
    if before.hasItem, !present.hasItem { (kept, keptUntil) = (before, now + Self.gap) }
    // An item that comes while playback is about to go on has the rank until then.
    if present.hasItem, present.isActive { (kept, keptUntil) = (nil, .max) }
    isSystemPrimary = model.info.primary.contains(.system)
    isApplicationPrimary = model.info.primary.contains(.application)
  }

  /// Takes a rank away that was kept long enough.
  mutating func settle(now: Instant) { if now >= keptUntil { (kept, keptUntil) = (nil, .max) } }

  /// Whether a session comes before another.
  ///
  /// - token: the times of the sessions of org.nowplaying, each of which it must include.
  static func isBefore(_ a: SortKey, _ b: SortKey, token: Token) -> Bool {
    let (one, two) = (a.rank, b.rank)
    // Browsers keep the player of a closed tab, which may even seem to play.
    if one.hasItem != two.hasItem { return one.hasItem }
    if one.isActive != two.isActive { return one.isActive }
    let (since, other) = (a.since(token), b.since(token))
    if since != other { return since > other }
    // Only the daemon has seen what came before the surface.
    if since <= beforeAll, a.place != b.place { return a.place < b.place }
    if a.isSystemPrimary != b.isSystemPrimary { return a.isSystemPrimary }
    if a.isApplicationPrimary != b.isApplicationPrimary { return a.isApplicationPrimary }
    return a.player != b.player ? a.player < b.player : a.appeared < b.appeared
  }

  private func since(_ token: Token) -> UInt64 {
    isSystemPrimary ? max(rank.activeSince, rank.isActive ? token.active : token.resting) : rank.activeSince
  }
}
