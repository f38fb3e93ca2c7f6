// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

extension BusSource {
  /// The bus that a host has given, else that of the session; nil when the program is to stay off every bus.
  public static func chosen(socket: Int32? = nil, address: String) -> BusSource? {
    if let socket { return .socket(socket) }
    return address.isEmpty ? BusAddress.session.map { .address($0) } : .address(address)
  }
}

/// Where the buses are, by the environment; nil when NOWPLAYING_BUS is `none`, so that the program stays off every bus.
public enum BusAddress {
  private static var isForbidden: Bool { Environment.value("NOWPLAYING_BUS")?.exact == "none" }

  /// The address of the user's session bus.
  public static var session: String? {
    if isForbidden { return nil }
    let (address, runtime) = (Environment.value("DBUS_SESSION_BUS_ADDRESS"), Environment.value("XDG_RUNTIME_DIR"))
    return session(of: np_user_id(), address, runtime)
  }

  /// The address of the session bus for a program of a user, by its DBUS_SESSION_BUS_ADDRESS and XDG_RUNTIME_DIR, of
  /// which an empty one is given as nil.
  public static func session(of user: UInt32, _ address: String?, _ runtime: String?) -> String {
    if let address { return address }
    // System services, cron and programs with file capabilities have neither variable, and the second is where
    // systemd and elogind put the bus of a user who is logged in.
    // A relative path does not count, says the XDG Base Directory Specification.
    var runtime = runtime ?? ""
    if !runtime.exact.begins(with: "/") { runtime = "/run/user/" + Escape.decimal(Int64(clamping: user)) }
    return "unix:path=" + escaped(runtime) + "/bus"
  }

  /// The address of the system bus. Where the variable is not set the specification of D-Bus names this path, by way of
  /// /var/run.
  public static var system: String? {
    if isForbidden { return nil }
    return Environment.value("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// A path as a value in a D-Bus address.
  private static func escaped(_ path: String) -> String {
    Escape.fileURI(path).part(from: 7)
  }

  /// The addresses of a list, at most `maxParts`. An empty one means nothing.
  public static func parts(_ list: String) -> [String] {
    Array(list.parts(separatedBy: 59).prefix(maxParts))
  }

  /// More than anybody has use for, and each may need a descriptor.
  static let maxParts = 16

  /// Where the socket of one address will appear; nil for an address without such a place.
  public static func socketPath(_ address: String) -> String? {
    let (transport, key): (StaticString, StaticString) = ("unix:", "path=")
    guard address.exact.begins(with: transport) else { return nil }
    for pair in address.part(from: transport.utf8CodeUnitCount).parts(separatedBy: 44)
    where pair.exact.begins(with: key) {
      let path = Escape.percentDecoded(pair.bytes.dropFirst(key.utf8CodeUnitCount))
      return path?.exact.begins(with: "/") ?? false ? path : nil
    }
    return nil
  }
}
