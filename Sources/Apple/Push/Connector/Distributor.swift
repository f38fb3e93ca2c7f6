// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingBus
internal import NowPlayingCore

/// A distributor's answer to Register.
enum RegisterAnswer: Equatable {
  case succeeded
  case failed(reason: String)
  /// The name of an error of D-Bus.
  case error(String)
}

/// The distributor at which registrations are made, and the version of UnifiedPush that it understands.
final class Distributor {
  let name: String
  private let connection: Connection
  /// The version of UnifiedPush, 1 or 2; nil while it is not known.
  private(set) var version: Int?
  /// Whether the version is only a guess, because the distributor does not describe its interfaces.
  private(set) var isTried = false
  private var question: Subscription?
  private var starting: Subscription?

  init(_ connection: Connection, _ name: String) {
    self.connection = connection
    self.name = name
  }

  /// Forgets the version, because another process may have the name now, or another version of the program.
  func reset() {
    (version, isTried) = (nil, false)
    (question, starting) = (nil, nil)
  }

  /// Notes that the distributor understands only version 1.
  func isOfVersion1() {
    (version, isTried) = (1, false)
  }

  /// Has the bus start the distributor, whose name then appears. `failed` gets the name of an error.
  func start(_ failed: @escaping (String) -> Void) {
    guard starting == nil else { return }
    let fill = { [name] (message: Message) in
      message.append(name).then(message.append(UInt32.zero))
    }
    starting = connection.ask(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "StartServiceByName", fill,
      timeout: .max
    ) { [weak self] reply in
      guard let error = reply.errorName else { return }
      self?.starting = nil
      failed(error)
    }
    if starting == nil { failed("StartServiceByName cannot be sent") }
  }

  /// Finds out the version, from the distributor's description of its interfaces. Without a description, version 2 is
  /// tried.
  func findVersion(_ found: @escaping () -> Void) {
    guard question == nil else { return }
    question = connection.ask(
      name, Self.path, "org.freedesktop.DBus.Introspectable", "Introspect", { _ in .zero }, starts: true
    ) { [weak self] reply in
      guard let self else { return }
      question = nil
      let description = reply.isError ? nil : reply.readString()
      version = description?.contains("org.unifiedpush.Distributor2") == false ? 1 : 2
      isTried = description == nil
      found()
    }
    if question == nil {
      (version, isTried) = (2, true)
      found()
    }
  }

  static let path = "/org/unifiedpush/Distributor"

  /// Registers, and waits for as long as it takes: KUnifiedPush answers only when it has network. Nil when the call
  /// cannot be sent.
  func register(
    _ registration: Registration, service: String, description: String, _ answer: @escaping (RegisterAnswer) -> Void
  ) -> Subscription? {
    if registration.version == 1 {
      let fill = { (message: Message) in
        message.append(each: [service, registration.token, description]) { message.append($0) }
      }
      return connection.ask(
        name, Self.path, "org.unifiedpush.Distributor1", "Register", fill, timeout: .max, starts: true
      ) { answer($0.readFirstAnswer()) }
    }
    var values: [(key: StaticString, text: String)] = [
      ("service", service), ("token", registration.token), ("description", description),
    ]
    if let key = registration.vapidKey { values.append(("vapid", key)) }
    return connection.ask(
      name, Self.path, "org.unifiedpush.Distributor2", "Register", { $0.append(texts: values) }, timeout: .max,
      starts: true
    ) { answer($0.readSecondAnswer()) }
  }

  /// Unregisters a token, at any distributor or connection. `failed` gets the name of an error, which occurs in version
  /// 2 only.
  static func unregister(
    _ token: String, _ version: Int, at peer: String, _ connection: Connection, _ failed: @escaping (String) -> Void
  ) {
    if version == 1 {
      return connection.tell(peer, path, "org.unifiedpush.Distributor1", "Unregister", starts: true) {
        $0.append(token)
      }
    }
    connection.call(
      peer, path, "org.unifiedpush.Distributor2", "Unregister", { $0.append(texts: [("token", token)]) }, starts: true
    ) { reply in
      // Without a reply the call could not be sent, which has been reported elsewhere.
      if let error = reply?.errorName { failed(error) }
    }
  }
}
