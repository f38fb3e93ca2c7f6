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
  /// The snapshot of the last turn, whether the host has it or not.
  private(set) var snapshot: SessionSnapshot?
  /// The snapshot that the host has; nil while the host does not know of the entry.
  var told: SessionSnapshot?
  /// The changes since the host was told of it last.
  var changes: SessionModel.Changes = []
  /// Whether more may be known of it than the snapshot has.
  var isDirty = true
  /// The entry that is the same playback, and better; nil of nearly all.
  var twin: TrackedSession?
  /// When it will be no twin any more; `.max` while both are alike.
  var partsAt = Int64.max
  /// The key of its twin, for a host that is given both.
  var twinKey = Text.empty
  /// Whether it is to be compared with all others.
  var isToCompare = false
  private(set) var playback = Playback(title: "", length: 0, process: 0, browser: "")
  /// When it began, stopped, or went on to another item, the last time first. What follows within a moment is one turn.
  private(set) var turns: [Int64] = []
  private var turnedAt = Int64.min
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

  /// Takes over what is known of it.
  func take(_ model: SessionModel, now: Int64) {
    let before = snapshot?.model
    let item = model.item
    playback = Playback(
      title: item?.lines.first.string ?? "", length: item?.length ?? 0, process: model.info.process,
      browser: item?.fields.browser ?? "")
    if let before, before.playback.isActive != model.playback.isActive || before.item?.lines.first != item?.lines.first
    {
      if Clamp.difference(now, turnedAt) >= Playback.moment { turns = [now] + turns.prefix(2) }
      turnedAt = now
    }
    snapshot = SessionSnapshot(model, player: player.unique, path: path)
    isToCompare = true
  }

  /// Returns what is known of it.
  var model: SessionModel {
    var model = player.model(key, known)
    model.info.twinKey = twinKey
    if !twinKey.isEmpty, twin != nil { model.info.abilities.insert(.isTwin) }
    if model.item?.isBare ?? false { model.info.abilities.insert(.isBare) }
    if followsQueue, isShownByMPRIS { model.queue = player.queue?.of(known.queueLength) }
    if followsPlaylists { model.playlists = player.playlists }
    return model
  }
}
