// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The properties that a call asks for.
struct Reading {
  /// The object; nil for all objects.
  var path: String?
  /// The interface; nil for all interfaces.
  var interface: String?
  /// The property; nil for all.
  var name: String?

  func isOf(_ path: String) -> Bool { self.path.map { $0.exact == path.exact } ?? true }

  func isOf(_ interface: StaticString) -> Bool { self.interface.map { $0.exact == ExactText(interface) } ?? true }
}

extension Message {
  /// The properties that the call asks for; nil when it asks for none, or expects no answer.
  var reading: Reading? {
    guard expectsReply else { return nil }
    let isOne = isCall("org.freedesktop.DBus.Properties", "Get")
    guard isOne || isCall("org.freedesktop.DBus.Properties", "GetAll"), let interface = readString() else { return nil }
    let name = isOne ? readString() : nil
    rewind()
    // When GetAll names no interface, sd-bus answers with the properties of all interfaces.
    return Reading(path: path, interface: interface.isEmpty ? nil : interface, name: name)
  }
}

extension Announcer {
  /// Notes that a client reads properties that others may not have been sent yet, if they are of this interface.
  mutating func note(_ reading: Reading, _ subject: Subject) {
    if reading.isOf(table.interface) { noteReading(subject, reading.name) }
  }
}
