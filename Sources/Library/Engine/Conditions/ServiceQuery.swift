// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// A question to a D-Bus service about conditions for videos. It is asked when the service appears, and again after
/// each signal of a change.
final class ServiceQuery: LoopBound {
  /// The conditions that the answer is about.
  let subject: PreviewOnly
  /// The conditions that hold; nil while the service has not answered.
  private(set) var answer: PreviewOnly?
  private let path: String
  private let interface: StaticString
  private let member: StaticString
  private let arguments: [StaticString]
  /// The part of a match rule for the signal of a change, beside sender and path.
  private let change: String
  private let read: (Message) -> PreviewOnly?
  private var changes: Subscription?
  private var call: Subscription?
  /// Whether the service has answered, or need not be asked.
  var isSettled: Bool { call == nil }
  /// Whether the signal of a change came while a call was open.
  private var isOutdated = false

  init(
    _ subject: PreviewOnly, path: String, interface: StaticString, member: StaticString, arguments: [StaticString],
    change: String, read: @escaping (Message) -> PreviewOnly?
  ) {
    self.subject = subject
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.change = change
    self.read = read
  }

  /// Asks the owner of the service's name. The answer of an earlier owner is dropped.
  func ask(_ owner: String, on connection: Connection) {
    stop()
    changes = connection.subscribe("type='signal',sender='" + owner + "',path='" + path + "'," + change) {
      [unowned(unsafe) self] _ in
      // Signals may come faster than answers: one more call after the open one is enough.
      if call == nil { send(owner, connection) } else { isOutdated = true }
    }
    send(owner, connection)
  }

  func stop() {
    changes = nil
    call = nil
    isOutdated = false
    answer = nil
  }

  private func send(_ owner: String, _ connection: Connection) {
    isOutdated = false
    call = connection.ask(owner, path, interface, member) { message in
      for argument in arguments {
        let result = message.append(argument)
        if result < 0 { return result }
      }
      return .zero
    } _: { [unowned(unsafe) self, unowned(unsafe) connection] reply in
      call = nil
      answer = reply.isError ? nil : read(reply)
      if isOutdated { send(owner, connection) }
    }
  }
}

extension ServiceQuery {
  /// Asks for a property of an object that signals its changes.
  static func property(
    _ subject: PreviewOnly, path: String, of interface: StaticString, _ name: StaticString,
    read: @escaping (Message) -> PreviewOnly?
  ) -> ServiceQuery {
    ServiceQuery(
      subject, path: path, interface: properties, member: "Get", arguments: [interface, name],
      change: change(of: interface), read: read)
  }

  /// Asks for all properties of an interface.
  static func allProperties(
    _ subject: PreviewOnly, path: String, of interface: StaticString, read: @escaping (Message) -> PreviewOnly?
  ) -> ServiceQuery {
    ServiceQuery(
      subject, path: path, interface: properties, member: "GetAll", arguments: [interface],
      change: change(of: interface), read: read)
  }

  private static let properties: StaticString = "org.freedesktop.DBus.Properties"

  private static func change(of interface: StaticString) -> String {
    "interface='" + properties.string + "',member='PropertiesChanged',arg0='" + interface.string + "'"
  }
}
