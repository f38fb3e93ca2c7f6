// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

extension Message {
  /// Whether the message is a PropertiesChanged by which a player has stopped playing.
  var saysNotPlaying: Bool {
    guard readString()?.exact == ExactText(PlayerProperties.table.interface) else { return false }
    var status: String?
    _ = readDictionary { key in
      guard key.exact == "PlaybackStatus" else { return false }
      status = readVariant("s") { readString() }
      return status != nil
    }
    return status.map { $0.exact != "Playing" } ?? false
  }
}
