// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// The keys of one registration, by which a push server encrypts what is sent to it (RFC 8291).
package struct PushKeys: Codable, Sendable, Equatable {
  /// A number of P-256, 32 bytes with their leading zeros. Never leaves the machine.
  package var privateKey: Data
  /// The point that belongs to it: 04, X and Y, 65 bytes.
  package var publicKey: Data
  /// 16 random bytes, which the push server knows and the distributor does not.
  package var auth: Data

  package init(privateKey: Data, publicKey: Data, auth: Data) {
    self.privateKey = privateKey
    self.publicKey = publicKey
    self.auth = auth
  }

  private enum Key: CodingKey { case privateKey, publicKey, auth }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func bytes(_ key: Key, _ count: Int) throws -> Data {
      guard let bytes = Data(base64URL: try values.decode(String.self, forKey: key)), bytes.count == count else {
        throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: "not \(count) bytes")
      }
      return bytes
    }
    self.init(
      privateKey: try bytes(.privateKey, 32), publicKey: try bytes(.publicKey, 65), auth: try bytes(.auth, 16))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(privateKey.base64URL, forKey: .privateKey)
    try values.encode(publicKey.base64URL, forKey: .publicKey)
    try values.encode(auth.base64URL, forKey: .auth)
  }
}

/// The stored state of one registration at a distributor, so that the same one is made at every start.
package struct Registration: Codable, Sendable, Equatable {
  /// Its bus name.
  package var distributor: String
  /// Of UnifiedPush, 1 or 2: that in which the token was first registered.
  package var version: Int
  /// The distributor's name for it; a secret.
  package var token: String
  /// The URL that push servers send to; nil as long as there is none.
  package var endpoint: String?
  /// The server's key that the endpoint is bound to.
  package var vapidKey: String?
  package var keys: PushKeys

  package init(
    distributor: String, version: Int, token: String, endpoint: String?, vapidKey: String?, keys: PushKeys
  ) {
    self.distributor = distributor
    self.version = version
    self.token = token
    self.endpoint = endpoint
    self.vapidKey = vapidKey
    self.keys = keys
  }

  /// The value that the app sends to its server: a PushSubscription as web browsers write it, in UTF-8. Nil without an
  /// endpoint.
  package var pushToken: Data? {
    guard let endpoint else { return nil }
    struct Subscription: Encodable {
      let endpoint: String
      let keys: [String: String]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try? encoder.encode(
      Subscription(
        endpoint: endpoint, keys: ["auth": keys.auth.base64URL, "p256dh": keys.publicKey.base64URL]))
  }
}

/// Whom a registration belongs to.
package enum PushOwner: Hashable, Sendable {
  /// The extension: pushes that start sessions.
  case start
  /// The session with this id: pushes that update and end it.
  case session(String)
}

/// Why a push is refused. It changes nothing.
package struct PushRefusal: Error {
  /// The kind of the error, as in the log: "size", "header", "decrypt", "padding", "json" …
  package var code: String
  /// A sentence for the log.
  package var reason: String

  package init(code: String, reason: String) {
    self.code = code
    self.reason = reason
  }
}
