// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Whether the machine runs on its battery, by UPower. Without UPower it does not.
final class Battery {
  private(set) var isDischarging = false
  /// Whether UPower has not answered.
  private(set) var isUnknown = false
  private let connection: Connection
  private var service: NameOwner?
  private var changes: Subscription?
  private var question: Subscription?
  private let changed: () -> Void

  private static let name: StaticString = "org.freedesktop.UPower"
  private static let path = "/org/freedesktop/UPower"

  init(_ connection: Connection, changed: @escaping () -> Void) {
    (self.connection, self.changed) = (connection, changed)
    changes = connection.subscribe(
      "type='signal',sender='org.freedesktop.UPower',path='/org/freedesktop/UPower',"
        + "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged'"
    ) { [unowned(unsafe) self] _ in ask() }
    service = NameOwner(of: Self.name, on: connection) { [unowned(unsafe) self] in ask() }
    // The bus starts UPower for this call.
    ask()
  }

  private func ask() {
    question = connection.ask(
      Self.name.description, Self.path, MPRIS.properties, "Get",
      { $0.append(Self.name).then($0.append("OnBattery")) }, starts: true
    ) { [unowned(unsafe) self] reply in
      isUnknown = reply.isError
      let now = reply.isError ? false : reply.readVariant("b") { reply.readBool() } ?? false
      if now == isDischarging { return }
      isDischarging = now
      changed()
    }
  }
}
