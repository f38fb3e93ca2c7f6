// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Something that a service knows of conditions. It is asked when the service is there, and again when the service says
/// that something has changed. Belongs to the loop.
final class ServiceQuery {
  /// The conditions that it decides.
  let subject: PreviewOnly
  /// The restrictions that hold; nil while the service does not say.
  private(set) var answer: PreviewOnly?
  private let path: String
  private let interface: StaticString
  private let member: StaticString
  private let arguments: [StaticString]
  /// The signal after which the answer may be another: what its match has beside sender and path.
  private let change: String
  private let read: (Message) -> PreviewOnly?
  private var changes: Subscription?
  private var call: Subscription?
  /// Whether something has changed since the call was sent.
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

  /// Asks the owner of the service's name. What the one before has said is forgotten.
  func ask(_ owner: String, on connection: Connection) {
    stop()
    changes = connection.subscribe("type='signal',sender='" + owner + "',path='" + path + "'," + change) {
      [unowned(unsafe) self] _ in
      // Of signals that come faster than answers each second one is enough.
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
  /// A property of an object that says so when it changes.
  static func property(
    _ subject: PreviewOnly, path: String, of interface: StaticString, _ name: StaticString,
    read: @escaping (Message) -> PreviewOnly?
  ) -> ServiceQuery {
    ServiceQuery(
      subject, path: path, interface: properties, member: "Get", arguments: [interface, name],
      change: change(of: interface), read: read)
  }

  /// All properties of an interface.
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
