// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingBus

/// A call of a distributor, the program that delivers pushes. The client that takes a call answers it.
struct ConnectorCall {
  enum Content {
    case message([UInt8])
    case endpoint(String)
    case unregistered
  }
  let token: String
  let content: Content
  /// The unique name of the connection that has sent the call.
  let sender: String?
  /// The version of UnifiedPush that the call follows, 1 or 2.
  let version: Int
  /// Answers the call, so that the distributor does not repeat the message. To be called at most once.
  let answer: () -> Void
}

/// The D-Bus object of a connector, with the interfaces of both versions of UnifiedPush. Both are always there, because
/// a distributor keeps using the version in which a token was first registered.
final class ConnectorObject {
  static let path = "/org/unifiedpush/Connector"
  private let interfaces: [ExportedInterface]

  init(_ connection: Connection, _ take: @escaping (ConnectorCall) -> Void) {
    interfaces = [
      ExportedInterface(connection, path: Self.path, name: "org.unifiedpush.Connector1", Self.first(take)),
      ExportedInterface(connection, path: Self.path, name: "org.unifiedpush.Connector2", Self.second(take)),
    ]
  }

  // A call with another signature is answered by sd-bus itself, with InvalidArgs.

  private static func first(_ take: @escaping (ConnectorCall) -> Void) -> [Member] {
    func method(
      _ name: StaticString, _ arguments: StaticString, _ names: StaticString,
      _ read: @escaping (Message) -> ConnectorCall.Content?
    ) -> Member {
      .method(name: name, arguments: arguments, result: "", names: names) { call in
        guard let token = call.readString(), let content = read(call) else { return call.reply() }
        Self.pass(call, token, content, 1, take) { $0.reply() }
      }
    }
    return [
      method("Message", "says", "token message messageIdentifier") { $0.readBytes().map { .message($0) } },
      method("NewEndpoint", "ss", "token endpoint") { $0.readString().map { .endpoint($0) } },
      method("Unregistered", "s", "token") { _ in .unregistered },
    ]
  }

  private static func second(_ take: @escaping (ConnectorCall) -> Void) -> [Member] {
    func method(
      _ name: StaticString, _ content: @escaping (_ message: [UInt8]?, _ endpoint: String?) -> ConnectorCall.Content?
    ) -> Member {
      .method(name: name, arguments: "a{sv}", result: "a{sv}", names: "args res") { call in
        let read = call.readPushArguments()
        guard let token = read.token, let content = content(read.message, read.endpoint) else {
          return call.reply { $0.append(texts: []) }
        }
        var texts: [(key: StaticString, text: String)] = []
        if case .message = content, let id = read.id { texts = [("id", id)] }
        Self.pass(call, token, content, 2, take) { call in call.reply { $0.append(texts: texts) } }
      }
    }
    return [
      method("Message") { message, _ in message.map { .message($0) } },
      method("NewEndpoint") { _, endpoint in endpoint.map { .endpoint($0) } },
      method("Unregistered") { _, _ in .unregistered },
    ]
  }

  /// Passes a call to the client. The call is kept until it is answered.
  private static func pass(
    _ call: Message, _ token: String, _ content: ConnectorCall.Content, _ version: Int,
    _ take: (ConnectorCall) -> Void, _ reply: @escaping (Message) -> Void
  ) {
    var kept: KeptMessage? = KeptMessage(call)
    take(
      ConnectorCall(token: token, content: content, sender: call.sender, version: version) {
        if let message = kept?.message { reply(message) }
        kept = nil
      })
    // The body of the call is dropped, because an answer needs only its header.
    kept?.dropBody()
  }
}
