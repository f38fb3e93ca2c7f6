// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

// The memory that is kept of a player.
extension Player {
  /// Computes `size`.
  func measure() {
    size = state.mprisOnly?.item?.size ?? .zero
    if let queue = state.queue { size += queue.size }
    if let playlists = state.playlists { size += playlists.size }
    for entry in entries { size += entry.known.size }
  }

  /// Drops the content of the session that has not changed for longest, or else the lists. Returns whether there was
  /// anything to drop.
  func dropOldest() -> Bool {
    var oldest: TrackedSession?
    for entry in entries where entry.known.size > 0 && entry.changed < oldest?.changed ?? .max { oldest = entry }
    if let oldest {
      oldest.known.clear()
      sessionList.change(oldest)
    } else {
      guard state.queue != nil || state.playlists != nil else { return false }
      (state.queue, state.playlists) = (nil, nil)
      lists.clear()
      changeAll()
    }
    measure()
    return true
  }
}
