// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

// The queue that MPRIS has of a player belongs to the session that its MPRIS name shows.
extension Player {
  /// The host wants the queue of an entry, or no longer does.
  func followQueue(of entry: Entry, _ follows: Bool) {
    guard entry.followsQueue != follows else { return }
    entry.followsQueue = follows
    board.change(entry)
    if follows, queue == nil {
      queue = QueueFollower(unique, connection) { [unowned(unsafe) self] in changeAll() }
    }
    endUnwanted()
  }

  /// What became of following the queue of an entry; nil while the player has not answered.
  func queueOutcome(of entry: Entry) -> Outcome? {
    guard entry.followsQueue else { return .failed(.cancelled, "The queue is followed no longer") }
    guard let queue, entry.isShownByMPRIS else {
      return .failed(.notSupported, "The player does not show the queue of this session")
    }
    switch queue.state {
    case .asking: return nil
    case .known: return .done
    case .missing: return .failed(.notSupported, "The player does not show its queue")
    case .silent: return .failed(.timedOut, "The player does not answer")
    }
  }

  /// Nothing is followed that no entry wants.
  func endUnwanted() {
    if !entries.contains(where: { $0.followsQueue }) { queue = nil }
  }
}
