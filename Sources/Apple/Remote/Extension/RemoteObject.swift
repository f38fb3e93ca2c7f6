// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingBus
internal import NowPlayingCore

/// The values of a session that apps see.
struct RemoteSessionLine: Equatable {
  let id: String
  /// The bus name of the session's player; "" while it is not shown.
  let busName: String
  let isSystemPrimary: Bool

  static func == (a: Self, b: Self) -> Bool {
    a.id.exact == b.id.exact && a.busName.exact == b.busName.exact && a.isSystemPrimary == b.isSystemPrimary
  }

  func append(to message: Message) -> Int32 {
    message.container(.structure, "ssb") {
      message.append(id).then(message.append(busName)).then(message.append(isSystemPrimary))
    }
  }
}

/// Carries out the calls of org.nowplaying.RemoteMedia1.
protocol RemoteCalls: AnyObject {
  func start(_ call: Message)
  func update(_ call: Message)
  func end(_ call: Message)
  func requestSystemPrimary(_ call: Message)
  func requestPushToStart(_ call: Message)
  /// The sessions, in the order of their start.
  var lines: [RemoteSessionLine] { get }
  /// The token for pushes that start sessions; "" while there is none.
  var startToken: String { get }
  /// Called when an app has read a property.
  func touched()
}

/// The object with the interface org.nowplaying.RemoteMedia1 on a connection. Belongs to the extension's bus thread.
final class RemoteObject {
  private let connection: Connection
  private let path: String
  private unowned(unsafe) let calls: any RemoteCalls
  private var exported: ExportedInterface?
  /// The sessions as the last signal said them.
  private var sessions: [RemoteSessionLine] = []
  private var token = ""

  init(_ connection: Connection, path: String, _ calls: any RemoteCalls) {
    self.connection = connection
    self.path = path
    self.calls = calls
    exported = ExportedInterface(connection, path: path, name: RemoteInterface.name, members)
  }

  private var members: [Member] {
    let calls = calls
    return [
      .method(name: "Start", arguments: "s", result: "s", names: "attributes id") { calls.start($0) },
      .method(name: "Update", arguments: "ss", result: "", names: "id attributes") { calls.update($0) },
      .method(name: "End", arguments: "s", result: "", names: "id") { calls.end($0) },
      .method(name: "RequestSystemPrimary", arguments: "s", result: "", names: "id") {
        calls.requestSystemPrimary($0)
      },
      .method(name: "RequestPushToStart", arguments: "", result: "", names: "") { calls.requestPushToStart($0) },
      .property(name: "Sessions", signature: "a(ssb)", writable: false, announcement: .byValue) {
        [unowned(unsafe) self] in
        calls.touched()
        return append(calls.lines, to: $0)
      },
      .property(name: "PushToStartToken", signature: "s", writable: false, announcement: .byValue) {

        calls.touched()
        return $0.append(calls.startToken)
      },
    ]
  }

  private func append(_ lines: [RemoteSessionLine], to message: Message) -> Int32 {
    message.append(array: lines, of: "(ssb)") { $0.append(to: message) }
  }

  /// Emits signals for the values that have changed since the last ones.
  func tell() {
    let (sessions, token) = (calls.lines, calls.startToken)
    if sessions != self.sessions {
      self.sessions = sessions
      emit("Sessions", "a(ssb)") { [self] in append(sessions, to: $0) }
    }
    if token != self.token {
      self.token = token
      emit("PushToStartToken", "s") { $0.append(token) }
    }
  }

  private func emit(_ name: StaticString, _ type: StaticString, _ value: (Message) -> Int32) {
    connection.emit(path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged") { message in
      message.append(RemoteInterface.name)
        .then(message.container(.array, "{sv}") { message.append(entry: name, type) { value(message) } })
        .then(message.append([]))
    }
  }
}
