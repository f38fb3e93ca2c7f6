// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

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

  /// What became of following the queue of an entry; nil while the player has not answered.
  func queueOutcome(of entry: Entry) -> Outcome? {
    guard entry.followsQueue, let queue else { return .failed(.cancelled, "The queue is followed no longer") }
    guard entry.isShownByMPRIS else {
      return .failed(.notSupported, "The player does not show the queue of this session")
    }
    return outcome(queue.state, "The player does not show its queue")
  }

  /// The same of its player's playlists.
  func playlistsOutcome(of entry: Entry) -> Outcome? {
    guard entry.followsPlaylists, let playlists else {
      return .failed(.cancelled, "The playlists are followed no longer")
    }
    return outcome(playlists.state, "The player does not show its playlists, or not in this order")
  }

  private func outcome(_ state: FollowingState, _ missing: String) -> Outcome? {
    switch state {
    case .asking: nil
    case .known: .done
    case .missing: .failed(.notSupported, missing)
    case .silent: .failed(.timedOut, "The player does not answer")
    }
  }
}
