// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingSystemd
import NowPlayingCore

/// `org.freedesktop.DBus.ObjectManager` at a path of a connection, for all objects below it, until the object ends.
public final class ObjectManager {
  private let connection: Connection
  private var slot: OpaquePointer?

  public init(_ connection: Connection, path: String) {
    self.connection = connection
    let result = path.withCString { sd_bus_add_object_manager(connection.raw, &slot, $0) }
    connection.errors.check(result, "sd_bus_add_object_manager")
  }

  /// Whether sd-bus took it.
  public var isExported: Bool { slot != nil }

  deinit { sd_bus_slot_unref(slot) }

  /// Tells clients of an object that is there now, with all its interfaces and properties.
  public func announce(added path: String) {
    let result = path.withCString { sd_bus_emit_object_added(connection.raw, $0) }
    connection.errors.check(result, "InterfacesAdded")
  }

  /// Tells clients that an object goes. To be called while its interfaces are still there.
  public func announce(removed path: String) {
    let result = path.withCString { sd_bus_emit_object_removed(connection.raw, $0) }
    connection.errors.check(result, "InterfacesRemoved")
  }
}
