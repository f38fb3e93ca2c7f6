// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingBus
import NowPlayingCore

/// Programs that register players of their own at BlueZ. BlueZ gives all keys to the player that was registered first.
enum HeadsetRival {
  /// The process of BlueZ's mpris-proxy; nil while none of this user runs.
  static var present: ProcessFacts? {
    ProcessFacts.all().first { $0.name.equals("mpris-proxy") && $0.user == np_user_id() }
  }

  /// The warnings of a daemon that serves headsets: who may have come before it, and what to do.
  static var warnings: [String] {
    var found: [String] = []
    if present != nil {
      found.append(
        "mpris-proxy runs: the keys go to a player that it registered before, and headphones become players. "
          + "End it: systemctl --user disable --now mpris-proxy; then start this daemon again")
    }
    if let file = pipeWireFile {
      found.append(
        "PipeWire registers a player without keys: if it came first, keys reach only the desktop. "
          + "Remove bluez5.dummy-avrcp-player from " + file + ", restart wireplumber, then this daemon")
    }
    return found
  }

  /// The file of WirePlumber that has PipeWire register a player without keys; nil without one.
  static var pipeWireFile: String? {
    let own = Environment.value("XDG_CONFIG_HOME") ?? (Environment.value("HOME") ?? "") + "/.config"
    for folder in [own, "/etc"] {
      for part in ["/wireplumber/wireplumber.conf.d", "/wireplumber/bluetooth.lua.d"] {
        for file in directoryEntries(folder + part) where isOn(folder + part + "/" + file) {
          return folder + part + "/" + file
        }
      }
    }
    return nil
  }

  /// Whether a file switches the player on, in a line that is no comment.
  private static func isOn(_ path: String) -> Bool {
    var data: UnsafeRawPointer?
    let count = path.withCString { np_load_file($0, 1 << 20, &data) }
    defer { np_unload_file(data) }
    guard count > 0 else { return false }
    let bytes = Array(UnsafeRawBufferPointer(start: data, count: Int(truncatingIfNeeded: count)))
    return bytes.parts(10).contains { line in
      let first = line.first { $0 != 32 && $0 != 9 }
      // A comment of WirePlumber's own files, or of its older ones in Lua.
      if first == UInt8(ascii: "#") || first == UInt8(ascii: "-") { return false }
      return line.withUnsafeBytes {
        tool_contains($0.baseAddress, $0.count, "bluez5.dummy-avrcp-player")
          && tool_contains($0.baseAddress, $0.count, "true")
      }
    }
  }
}
