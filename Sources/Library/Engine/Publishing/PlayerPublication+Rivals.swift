// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

// The silence of this player while another one steps down.
extension PlayerPublication {
  /// Sends nothing until `release`.
  func hold() { isHeld = true }

  /// Ends `hold`. With `repeating`, a rival has stopped playing for this player, which announces again that it plays:
  /// some clients follow the player that said so last.
  func release(repeating: Bool) {
    isHeld = false
    refresh()
    guard repeating, let connection, name.isAnnounced, announcer.sent.playbackStatus == .playing,
      properties.playbackStatus == .playing
    else { return }
    announcer.announce(PlayerProperties.playbackStatusAlone, of: properties, connection)
    if let position = committed.state.position(at: np_now_us()) { connection.emitSeeked(position) }
  }

  /// Permits the next signal at once, because a client waits for it.
  func sendNow() { announcer.sendNow() }
}
