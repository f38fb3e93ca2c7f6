// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The queue that MPRIS has of a player belongs to the session that its MPRIS name shows; playlists belong to all.
extension Player {
  /// The host wants the queue of an entry, or no longer does.
  func followQueue(of entry: Entry, _ follows: Bool) {
    entry.followsQueue = follows
    board.change(entry)
    if follows, queue == nil {
      queue = QueueFollower(unique, connection) { [unowned(unsafe) self] in changeAll() }
    }
    endUnwanted()
  }

  /// The host wants the playlists for an entry, or with nil no longer does.
  func followPlaylists(for entry: Entry, _ wish: PlaylistsWish?) {
    entry.followsPlaylists = wish != nil
    board.change(entry)
    if let wish {
      if let playlists {
        playlists.want(wish)
      } else {
        playlists = PlaylistsFollower(unique, connection, wish) { [unowned(unsafe) self] in changeAll() }
      }
    }
    endUnwanted()
  }

  /// Nothing is followed that no entry wants.
  func endUnwanted() {
    if queue != nil, !entries.contains(where: { $0.followsQueue }) { queue = nil }
    if playlists != nil, !entries.contains(where: { $0.followsPlaylists }) { playlists = nil }
  }

  /// Returns the state of the queue of an entry.
  func queueState(of entry: Entry) -> FollowingState {
    guard entry.followsQueue, let queue else { return .ended }
    return entry.isShownByMPRIS ? queue.state : .missing
  }

  /// The same of its player's playlists.
  func playlistsState(of entry: Entry) -> FollowingState {
    guard entry.followsPlaylists, let playlists else { return .ended }
    return playlists.state
  }
}
