// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// A session that is followed. Belongs to the loop.
final class TrackedSession {
  /// Names it on this bus.
  let key: Text
  let player: PlayerState
  /// The object of org.nowplaying; nil of MPRIS.
  let path: String?
  /// Of org.nowplaying.
  var known = KnownSession()
  /// A count that goes up with each change of what it keeps.
  var changed = UInt64.zero
  /// Whether the host wants its queue.
  var followsQueue = false
  /// Whether it wants the playlists of its player.
  var followsPlaylists = false
  /// The snapshot that the host has; nil before it was called for the entry.
  var snapshot: SessionSnapshot?
  /// Whether it may be another than the host knows.
  var isDirty = true
  var sortKey: SortKey
  var repetition = Repetition()

  /// - appeared: a count that goes up with each entry.
  init(_ player: PlayerState, path: String?, appeared: UInt64) {
    // The count tells an entry from an earlier one at the same place.
    key = Text(player.unique + (path ?? "") + "#" + Escape.decimal(Int64(clamping: appeared)))
    self.player = player
    self.path = path
    sortKey = SortKey(player: player.appeared, appeared: appeared, wasThere: player.wasThere)
  }

  /// Whether it is what the player's MPRIS name shows.
  var isShownByMPRIS: Bool { path == nil || known.isApplicationPrimary }

  /// Returns what is known of it.
  var model: SessionModel {
    var model = player.model(key, known)
    if followsQueue, isShownByMPRIS { model.queue = player.queue?.of(known.queueLength) }
    if followsPlaylists { model.playlists = player.playlists }
    return model
  }
}
