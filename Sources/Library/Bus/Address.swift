// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

extension BusSource {
  /// The bus that a host names, or the session bus where it names none; nil when the program shall use no bus.
  public static func chosen(socket: Int32? = nil, address: String) -> BusSource? {
    if let socket { return .socket(socket) }
    return address.isEmpty ? BusAddress.session.map { .address($0) } : .address(address)
  }
}

/// The addresses of the buses, from the environment; nil when NOWPLAYING_BUS is `none`: the program then uses no bus.
public enum BusAddress {
  private static var isForbidden: Bool { Environment.value("NOWPLAYING_BUS")?.exact == "none" }

  /// The address of the user's session bus.
  public static var session: String? {
    if isForbidden { return nil }
    let (address, runtime) = (Environment.value("DBUS_SESSION_BUS_ADDRESS"), Environment.value("XDG_RUNTIME_DIR"))
    return session(of: np_user_id(), address, runtime)
  }

  /// The address of a user's session bus, from DBUS_SESSION_BUS_ADDRESS and XDG_RUNTIME_DIR. The caller passes nil for
  /// a variable that is empty.
  public static func session(of user: UInt32, _ address: String?, _ runtime: String?) -> String {
    if let address { return address }
    // System services, cron and programs with file capabilities have neither variable. systemd and elogind put the bus
    // of a user who is logged in into /run/user. By the XDG Base Directory Specification, a relative path is ignored.
    var runtime = runtime ?? ""
    if !runtime.exact.begins(with: "/") { runtime = "/run/user/" + Escape.decimal(Int64(clamping: user)) }
    return "unix:path=" + escaped(runtime) + "/bus"
  }

  /// The address of the system bus, from DBUS_SYSTEM_BUS_ADDRESS. Where that variable is not set, it is the address of
  /// the D-Bus specification, with /run in place of /var/run, which is a link to it.
  public static var system: String? {
    if isForbidden { return nil }
    return Environment.value("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// Escapes a path as D-Bus addresses want it.
  private static func escaped(_ path: String) -> String {
    Escape.fileURI(path).part(from: 7)
  }

  /// The addresses of a list separated by semicolons, at most `maxParts`. Empty ones are skipped.
  public static func parts(_ list: String) -> [String] {
    Array(list.parts(separatedBy: 59).prefix(maxParts))
  }

  /// The most addresses that are tried. More would cost descriptors, and no list in use is so long.
  static let maxParts = 16

  /// The path of the socket that an address names; nil for an address without an absolute path.
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
