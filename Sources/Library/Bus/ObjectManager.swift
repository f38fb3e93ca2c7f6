// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingSystemd
import NowPlayingCore

/// Exports `org.freedesktop.DBus.ObjectManager` at a path, for all objects below it, until this object ends.
public final class ObjectManager {
  private let connection: Connection
  private var slot: OpaquePointer?

  public init(_ connection: Connection, path: String) {
    self.connection = connection
    let result = path.withCString { sd_bus_add_object_manager(connection.raw, &slot, $0) }
    connection.errors.check(result, "sd_bus_add_object_manager")
  }

  /// Whether sd-bus took the object manager.
  public var isExported: Bool { slot != nil }

  deinit { sd_bus_slot_unref(slot) }

  /// Announces a new object, with all its interfaces and properties, to clients.
  public func announce(added path: String) {
    let result = path.withCString { sd_bus_emit_object_added(connection.raw, $0) }
    connection.errors.check(result, "InterfacesAdded")
  }

  /// Announces to clients that an object goes. To be called while its interfaces are still exported.
  public func announce(removed path: String) {
    let result = path.withCString { sd_bus_emit_object_removed(connection.raw, $0) }
    connection.errors.check(result, "InterfacesRemoved")
  }
}
