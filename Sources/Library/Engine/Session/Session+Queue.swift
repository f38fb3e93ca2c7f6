// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

// The queue of a session, and the entry that plays.

extension Session {
  /// - entries: the contents, each with an id; empty for no queue.
  public func set(queue entries: [Content]) -> Failure? {
    let before = monitor.locked { staged[$0].queue ?? newest[$0].state.queue }
    // Made without the lock, because many rows take time.
    let queue = entries.isEmpty ? nil : Queue(entries, after: before, seed: np_random())
    return stage { state, _ in
      if state.queue === queue { return false }
      state.queue = queue
      return true
    }
  }

  /// Sets the row that plays in the queue that was set last. Fails with `invalidArgument` when there is no such row.
  ///
  /// - row: negative when none plays, or it is unknown.
  public func set(queueRow row: Int) -> Failure? {
    var isThere = true
    let failure = stage { state, held in
      if let played = state.entry, state.queue !== newest[held].state.queue {
        state.queue = state.queue?.keeping(played, at: row)
      }
      let entry = state.queue?.entry(row)
      isThere = row < 0 || entry != nil
      guard isThere, state.entry != entry else { return false }
      state.entry = entry
      return true
    }
    return failure ?? (isThere ? nil : .invalidArgument)
  }
}
