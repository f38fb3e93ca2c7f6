// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingCore

/// Where the session bus is, by the environment.
public enum BusAddress {
  /// The address by the environment; nil when NOWPLAYING_BUS is `none`, so that the program stays off every bus.
  public static var session: String? {
    if Environment.value("NOWPLAYING_BUS")?.exact == "none" { return nil }
    if let address = Environment.value("DBUS_SESSION_BUS_ADDRESS") { return address }
    // System services, cron and programs with file capabilities have neither variable, and the second is where
    // systemd and elogind put the bus of a user who is logged in.
    // A relative path does not count, says the XDG Base Directory Specification.
    var runtime = Environment.value("XDG_RUNTIME_DIR") ?? ""
    if runtime.utf8.first != 47 { runtime = "/run/user/" + String(np_user_id()) }
    return "unix:path=" + escaped(runtime) + "/bus"
  }

  /// A path as a value in a D-Bus address.
  private static func escaped(_ path: String) -> String {
    let uri = Escape.fileURI(path)
    return String(decoding: Array(uri.utf8.dropFirst(7)), as: UTF8.self)
  }

  /// Where a bus's socket will appear; nil for addresses without such a place.
  public static func socketPath(_ address: String) -> String? {
    let bytes = Array(address.utf8)
    let key = Array("unix:path=".utf8)
    guard bytes.starts(with: key) else { return nil }
    let value = bytes[key.count...].prefix { $0 != 44 && $0 != 59 }
    guard value.first == 47, let path = Escape.percentDecoded(value) else { return nil }
    return path
  }
}
