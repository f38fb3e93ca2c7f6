// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingCore

/// Where the session bus is, by the environment.
enum BusAddress {
  /// Read when the app is made, in the host's thread: another thread could be changing the environment later.
  static func source(_ options: App.Options) -> BusSource? {
    if let socket = options.busSocket { return .socket(socket) }
    if !options.busAddress.isEmpty { return .address(options.busAddress) }
    if let address = Sandbox.environment("DBUS_SESSION_BUS_ADDRESS") { return .address(address) }
    guard let runtime = Sandbox.environment("XDG_RUNTIME_DIR") else { return nil }
    return .address("unix:path=" + escaped(runtime) + "/bus")
  }

  /// A path as a value in a D-Bus address.
  private static func escaped(_ path: String) -> String {
    let uri = Escape.fileURI(path)
    return String(decoding: Array(uri.utf8.dropFirst(7)), as: UTF8.self)
  }

  /// The directory in which a bus's socket will appear; nil for addresses without one.
  static func socketDirectory(_ address: String) -> String? {
    let bytes = Array(address.utf8)
    let key = Array("unix:path=".utf8)
    guard bytes.starts(with: key) else { return nil }
    let path = bytes[key.count...].prefix { $0 != 44 && $0 != 59 }
    guard !path.contains(37), let slash = path.lastIndex(of: 47), slash > path.startIndex else { return nil }
    return String(decoding: path[..<slash], as: UTF8.self)
  }
}
