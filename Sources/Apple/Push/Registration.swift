// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// The keys of one registration, with which a push server encrypts its messages (RFC 8291).
package struct PushKeys: Codable, Sendable, Equatable {
  /// The private key of P-256, 32 bytes with leading zeros. It never leaves the machine.
  package var privateKey: Data
  /// The public key: an uncompressed point of P-256, 65 bytes.
  package var publicKey: Data
  /// The authentication secret: 16 random bytes, which the push server knows and the distributor does not.
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

/// The stored state of one registration at a distributor, so that a later process makes the same one.
package struct Registration: Codable, Sendable, Equatable {
  /// The bus name of the distributor.
  package var distributor: String
  /// The version of UnifiedPush in which the token was first registered, 1 or 2.
  package var version: Int
  /// The token under which the distributor knows the registration. It is a secret.
  package var token: String
  /// The URL to which push servers send; nil while there is none.
  package var endpoint: String?
  /// The server's key that was given when the endpoint was made.
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

  /// The value that the app sends to its server: a PushSubscription of the web's Push API as JSON, in UTF-8. Nil
  /// without an endpoint.
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

/// The owner of a registration.
package enum PushOwner: Hashable, Sendable {
  /// The extension, for pushes that start sessions.
  case start
  /// The session with this id, for pushes that update and end it.
  case session(String)
}

/// The reason why a push is refused. A refused push changes nothing.
package struct PushRefusal: Error {
  /// The kind of the reason, as in the log: "size", "header", "decrypt", "padding", "json" …
  package var code: String
  /// A sentence for the log.
  package var reason: String

  package init(code: String, reason: String) {
    self.code = code
    self.reason = reason
  }
}
