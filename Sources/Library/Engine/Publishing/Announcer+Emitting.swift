// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

extension Announcer {
  /// Emits one PropertiesChanged with the values of properties. It is written here because sd-bus would search each
  /// property by its name to ask for its value.
  func announce(_ properties: PropertySet, of subject: Subject, at path: String, _ connection: Connection) {
    connection.emitChanged(path, table.interface, table.valued(properties, of: subject), table.namedOnly(properties))
  }
}

extension Connection {
  /// Emits PropertiesChanged. It is a function outside of the generic type, so that it exists once.
  @inline(never)
  fileprivate func emitChanged(
    _ path: String, _ interface: StaticString, _ values: [Value.Entry], _ names: [StaticString]
  ) {
    emit(path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged") { message in
      message.append(interface).then(message.append(map: values)).then(
        message.append(array: names, of: "s") { message.append($0) })
    }
  }
}
