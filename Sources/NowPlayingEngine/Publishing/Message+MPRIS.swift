// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CSystemd
import NowPlayingBus
import NowPlayingCore

extension Message {
  /// Whether it is a PropertiesChanged that says that a player does not play any more.
  var saysNotPlaying: Bool {
    guard readString()?.exact == ExactText(PlayerObject.interface),
      sd_bus_message_enter_container(raw, BusType.array.rawValue, "{sv}") > 0
    else { return false }
    while sd_bus_message_enter_container(raw, BusType.entry.rawValue, "sv") > 0 {
      guard let name = readString() else { return false }
      if name.exact == "PlaybackStatus" { return enterVariant("s") && readString()?.exact != "Playing" }
      if sd_bus_message_skip(raw, "v") < 0 || sd_bus_message_exit_container(raw) < 0 { return false }
    }
    return false
  }

  func append(_ value: PropertyValue) -> Int32 {
    switch value {
    case .bool(let value): append(value)
    case .double(let value): append(value)
    case .word(let word): append(word.text)
    case .metadata(let metadata): append(metadata)
    }
  }

  func append(_ metadata: Metadata) -> Int32 {
    container(.array, "{sv}") {
      for entry in metadata.entries {
        let result = container(.entry, "sv") {
          let key = append(entry.key.name)
          return key < 0 ? key : append(entry.value)
        }
        if result < 0 { return result }
      }
      return 0
    }
  }

  private func append(_ value: MetadataValue) -> Int32 {
    switch value {
    case .path(let path): container(.variant, "o") { append(path: path) }
    case .string(let text): container(.variant, "s") { append(text) }
    case .strings(let texts): container(.variant, "as") { append(texts) }
    case .int32(let number): container(.variant, "i") { append(number) }
    case .int64(let number): container(.variant, "x") { append(number) }
    case .double(let number): container(.variant, "d") { append(number) }
    }
  }
}
