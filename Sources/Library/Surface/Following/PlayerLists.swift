// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus

/// The queue and the playlists of a player, each while the host wants it for one of the player's entries. The queue
/// that MPRIS has belongs to the session that the MPRIS name shows; playlists belong to all. Belongs to the loop.
final class PlayerLists {
  private let player: PlayerState
  private let signals: PlayerSignals
  private let changed: () -> Void
  private var queue: QueueFollower?
  private var playlists: PlaylistsFollower?

  /// - changed: called when something else is known of one of the two.
  init(
    _ player: PlayerState, _ signals: PlayerSignals, changed: @escaping () -> Void
  ) {
    self.player = player
    self.signals = signals
    self.changed = changed
  }

  /// The host wants the queue of an entry, or no longer does.
  func followQueue(of entry: TrackedSession, _ follows: Bool) {
    entry.followsQueue = follows
    if follows, queue == nil {
      queue = QueueFollower(signals) { [unowned(unsafe) self] in
        player.queue = queue?.queue
        changed()
      }
    }
  }

  /// The host wants the playlists for an entry, or with nil no longer does.
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

  /// Follows neither any longer unless it is wanted for one of the entries.
  func endUnwanted(_ entries: [TrackedSession]) {
    if queue != nil, !entries.contains(where: { $0.followsQueue }) { (queue, player.queue) = (nil, nil) }
    if playlists != nil, !entries.contains(where: { $0.followsPlaylists }) {
      (playlists, player.playlists) = (nil, nil)
    }
  }

  /// Returns the state of the queue of an entry.
  func queueState(of entry: TrackedSession) -> FollowingState {
    guard entry.followsQueue, let queue else { return .ended }
    return entry.isShownByMPRIS ? queue.state : .missing
  }

  /// The same of its player's playlists.
  func playlistsState(of entry: TrackedSession) -> FollowingState {
    guard entry.followsPlaylists, let playlists else { return .ended }
    return playlists.state
  }

  /// Gives their memory back, until the player says them anew.
  func clear() {
    queue?.clear()
    playlists?.clear()
  }

  /// The player has a queue now, or none any more.
  func askQueue() { queue?.ask() }

  /// The player rests.
  func stopListening() {
    queue?.subscription = nil
    playlists?.subscription = nil
  }

  /// The rest is over.
  func listen() {
    queue?.listen()
    playlists?.listen()
  }

  /// Signals may be missing.
  func askAnew() {
    queue?.askAnew()
    playlists?.ask()
  }

  /// PropertiesChanged of an interface at MPRIS's object.
  ///
  /// - isPartial: whether other properties are no longer what they were, too.
  func foreignChanged(_ interface: String, _ properties: [Decoded.Entry], isPartial: Bool) {
    queue?.foreignChanged(interface, properties, isPartial: isPartial)
    playlists?.foreignChanged(interface)
  }
}
