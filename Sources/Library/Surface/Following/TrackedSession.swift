// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// A session that is followed: an entry in the list of sessions.
final class TrackedSession {
  /// Identifies the entry on this bus.
  let key: Text
  let player: PlayerState
  /// The path of the session's object of org.nowplaying; nil for a player with MPRIS alone.
  let path: String?
  /// The properties of the object of org.nowplaying.
  var known = KnownSession()
  /// A count that rises with each change of its content.
  var changed = UInt64.zero
  /// Whether the host follows its queue.
  var followsQueue = false
  /// Whether the host follows the playlists of its player.
  var followsPlaylists = false
  /// The snapshot of the last turn. The host may not have it yet.
  private(set) var snapshot: SessionSnapshot?
  /// The snapshot that the host has; nil while the host does not know the entry.
  var told: SessionSnapshot?
  /// The changes since `told`.
  var changes: SessionModel.Changes = []
  /// Whether the present model may differ from that of `snapshot`.
  var isDirty = true
  /// The better entry for the same playback; nil for nearly all entries.
  var twin: TrackedSession?
  /// The time at which the entry stops counting as the same playback as `twin`, because the two differ; `.max` while
  /// they are alike.
  var partsAt = Instant.max
  /// The key of the entry for the same playback, for a host that is given both.
  var twinKey = Text.empty
  /// Whether the entry must be compared with all other entries.
  var isToCompare = false
  private(set) var playback = Playback(title: "", length: .zero, process: 0, browser: "")
  /// The times at which playback began, stopped, or went to another item, the newest first. Changes within a moment
  /// count once.
  private(set) var turns: [Instant] = []
  private var turnedAt = Instant.min
  let wasThere: Bool
  /// The time at which the entry took its title; `.min` where it may have had it before the surface came.
  private(set) var titledAt: Instant
  /// Whether the entry ever took a title that an entry of another program had, or may have taken it.
  var isCopy = false
  var sortKey: SortKey
  var repetition = Repetition()

  /// - appeared: the number of the entry in the order of appearance.
  init(_ player: PlayerState, path: String?, appeared: UInt64) {
    // The number distinguishes the entry from an earlier one at the same path.
    key = Text(player.unique + (path ?? "") + "#" + Escape.decimal(Int64(clamping: appeared)))
    self.player = player
    self.path = path
    wasThere = player.wasThere
    titledAt = wasThere ? .min : .max
    sortKey = SortKey(player: player.appeared, appeared: appeared, wasThere: player.wasThere)
  }

  /// Whether the entry's program came before that of another entry. Of two that were there before the surface, the
  /// bus's numbers of their connections tell; the order of their answers does not.
  func came(before other: TrackedSession) -> Bool {
    if wasThere, other.wasThere {
      let (mine, others) = (Self.connection(player.unique), Self.connection(other.player.unique))
      if mine != others { return mine < others }
    }
    return sortKey.appeared < other.sortKey.appeared
  }

  /// The number that the bus has given a connection: 42 of ":1.42".
  private static func connection(_ unique: String) -> UInt64 {
    var number: UInt64 = 0
    for byte in unique.bytes {
      if byte == UInt8(ascii: ".") {
        number = 0
      } else {
        number = number &* 10 &+ UInt64(truncatingIfNeeded: byte & 15)
      }
    }
    return number
  }

  /// Whether the player's MPRIS name shows this session.
  var isShownByMPRIS: Bool { path == nil || known.isApplicationPrimary }

  /// Takes over a new model.
  func take(_ model: SessionModel, now: Instant) {
    let before = snapshot?.model
    let item = model.item
    playback = Playback(
      title: item?.lines.first.string ?? "", length: item?.length ?? .zero, process: model.info.process,
      browser: item?.fields.browser ?? "")
    let isOther = before?.item?.lines.first != item?.lines.first
    if isOther, before != nil || titledAt != .min { titledAt = now }
    if let before, isOther || before.playback.isActive != model.playback.isActive {
      if now - turnedAt >= Playback.moment { turns = [now] + turns.prefix(2) }
      turnedAt = now
    }
    snapshot = SessionSnapshot(model, player: player.unique, path: path)
    isToCompare = true
  }

  /// The model, from the present state of the player and of its object.
  var model: SessionModel {
    var model = player.model(key, known)
    model.info.twinKey = twinKey
    if !twinKey.isEmpty, twin != nil { model.info.abilities.insert(.isTwin) }
    if model.isBare { model.info.abilities.insert(.isBare) }
    if followsQueue, isShownByMPRIS { model.queue = player.queue?.of(known.queueLength) }
    if followsPlaylists { model.playlists = player.playlists }
    return model
  }
}
