// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CSystemd
import NowPlayingBus
import NowPlayingCore

extension Message {
  /// Whether it is a PropertiesChanged that says that a player does not play any more.
  var saysNotPlaying: Bool {
    guard readString()?.exact == ExactText(PlayerProperties.table.interface),
      sd_bus_message_enter_container(raw, BusType.array.rawValue, "{sv}") > 0
    else { return false }
    while sd_bus_message_enter_container(raw, BusType.entry.rawValue, "sv") > 0 {
      guard let name = readString() else { return false }
      if name.exact == "PlaybackStatus" { return enterVariant("s") && readString()?.exact != "Playing" }
      if sd_bus_message_skip(raw, "v") < 0 || sd_bus_message_exit_container(raw) < 0 { return false }
    }
    return false
  }
}
