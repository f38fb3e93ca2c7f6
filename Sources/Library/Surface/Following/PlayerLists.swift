// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus

/// The queue and the playlists of a player, followed while the host wants them for one of its entries. The queue in
/// MPRIS is that of the session that MPRIS shows; the playlists belong to all sessions.
final class PlayerLists: LoopBound {
  private let player: PlayerState
  private let signals: PlayerSignals
  private let changed: () -> Void
  private var queue: QueueFollower?
  private var playlists: PlaylistsFollower?

  /// - changed: called when the queue or the playlists have changed.
  init(
    _ player: PlayerState, _ signals: PlayerSignals, changed: @escaping () -> Void
  ) {
    self.player = player
    self.signals = signals
    self.changed = changed
  }

  /// Begins or stops following the queue of an entry.
  func followQueue(of entry: TrackedSession, _ follows: Bool) {
    entry.followsQueue = follows
    if follows, queue == nil {
      queue = QueueFollower(signals) { [unowned(unsafe) self] in
        player.queue = queue?.queue
        changed()
      }
    }
  }

  /// Begins following the playlists for an entry, or stops with nil.
  func followPlaylists(for entry: TrackedSession, _ request: PlaylistsRequest?) {
    entry.followsPlaylists = request != nil
    if let request {
      if let playlists {
        playlists.want(request)
      } else {
        playlists = PlaylistsFollower(signals, request) { [unowned(unsafe) self] in
          player.playlists = playlists?.playlists
          changed()
        }
      }
    }
  }

  /// Stops following the lists that no entry needs any more.
  func endUnwanted(_ entries: [TrackedSession]) {
    if queue != nil, !entries.contains(where: { $0.followsQueue }) {
      queue = nil
      player.queue = nil
    }
    if playlists != nil, !entries.contains(where: { $0.followsPlaylists }) {
      playlists = nil
      player.playlists = nil
    }
  }

  /// The state of following an entry's queue.
  func queueState(of entry: TrackedSession) -> FollowingState {
    guard entry.followsQueue, let queue else { return .ended }
    return entry.isShownByMPRIS ? queue.state : .missing
  }

  /// The state of following the playlists of an entry's player.
  func playlistsState(of entry: TrackedSession) -> FollowingState {
    guard entry.followsPlaylists, let playlists else { return .ended }
    return playlists.state
  }

  /// Drops the lists to free their memory. The next answers set them again.
  func clear() {
    queue?.clear()
    playlists?.clear()
  }

  /// Asks for the queue, because the player has got one or has lost it.
  func askQueue() { queue?.ask() }

  /// Ends the subscriptions to the signals of the lists, because the player has sent too many signals and rests: see
  /// `PlayerSignals`.
  func stopListening() {
    queue?.subscription = nil
    playlists?.subscription = nil
  }

  /// Subscribes to the signals of the lists again, because the player's rest has ended.
  func listen() {
    queue?.listen()
    playlists?.listen()
  }

  /// Asks for the lists again, because signals may have been lost.
  func askAnew() {
    queue?.askAnew()
    playlists?.ask()
  }

  /// Handles PropertiesChanged of MPRIS's object.
  ///
  /// - isPartial: whether the signal also names changed properties without their values.
  func mprisChanged(_ interface: String, _ properties: [Decoded.Entry], isPartial: Bool) {
    queue?.mprisChanged(interface, properties, isPartial: isPartial)
    playlists?.mprisChanged(interface)
  }
}
