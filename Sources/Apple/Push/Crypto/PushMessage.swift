// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A decrypted message that a server had encrypted for a registration (RFC 8291, content coding aes128gcm of RFC 8188).
package struct PushMessage: Sendable, Equatable {
  /// The salt, which is different for each message that a server makes, and the same in each copy of one message.
  package let salt: [UInt8]
  package let plaintext: [UInt8]

  /// The largest message that UnifiedPush allows, in bytes.
  static let maxBytes = 4096
  /// The size of the header: salt, record size, length of the key, key.
  private static let headerSize = 86

  package init(salt: [UInt8], plaintext: [UInt8]) {
    self.salt = salt
    self.plaintext = plaintext
  }

  /// Decrypts a message. Throws the reason why it is refused. A message that cannot be decrypted is never taken as
  /// plain text.
  package init(_ bytes: [UInt8], for keys: PushKeys, by crypto: Libcrypto) throws(PushRefusal) {
    let (salt, sender, sealed) = try Self.parts(of: bytes)
    guard let padded = Self.open(sealed, salt, sender, keys, crypto) else {
      throw crypto.isPublicKey(sender)
        ? PushRefusal(code: "decrypt", reason: "it was encrypted for other keys, or changed on its way")
        : PushRefusal(code: "header", reason: "the sender's key is no point of P-256")
    }
    // The text of the last record ends with the byte 2, and as many zeros as the sender likes follow. A message has one
    // record, so it is always the last.
    guard let end = padded.lastIndex(where: { $0 != 0 }), padded[end] == 2 else {
      throw PushRefusal(code: "padding", reason: "the text does not end as the only record of a message does")
    }
    self.salt = salt
    plaintext = Array(padded[..<end])
  }

  /// Splits a message into its header and the encrypted bytes, and checks the parts of the header that need no key.
  private static func parts(
    of bytes: [UInt8]
  ) throws(PushRefusal) -> (salt: [UInt8], sender: [UInt8], sealed: [UInt8]) {
    guard (1...maxBytes).contains(bytes.count) else {
      throw PushRefusal(code: "size", reason: "a message has 1 to \(maxBytes) bytes, this one \(bytes.count)")
    }
    guard bytes.count >= headerSize else {
      throw PushRefusal(code: "header", reason: "it ends within the header")
    }
    guard bytes[20] == 65, bytes[21] == 4 else {
      throw PushRefusal(code: "header", reason: "no sender's key of 65 bytes: it is not encrypted by RFC 8291")
    }
    let recordSize: UInt64 = bytes[16..<20].reduce(0) { $0 << 8 | UInt64(clamping: $1) }
    let rest = bytes.count - headerSize
    guard recordSize >= 18, recordSize >= UInt64(clamping: rest) else {
      throw PushRefusal(code: "header", reason: "records of \(recordSize) bytes: a message has only one, of \(rest)")
    }
    return (Array(bytes[..<16]), Array(bytes[21..<headerSize]), Array(bytes[headerSize...]))
  }

  /// Returns the decrypted text with its padding; nil when it cannot be decrypted.
  private static func open(
    _ sealed: [UInt8], _ salt: [UInt8], _ sender: [UInt8], _ keys: PushKeys, _ crypto: Libcrypto
  ) -> [UInt8]? {
    func info(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
    guard let secret = crypto.agree(keys, with: sender),
      let ikm = crypto.derive(
        salt: Array(keys.auth), key: secret, info: info("WebPush: info") + keys.publicKey + sender, count: 32),
      let key = crypto.derive(salt: salt, key: ikm, info: info("Content-Encoding: aes128gcm"), count: 16),
      let nonce = crypto.derive(salt: salt, key: ikm, info: info("Content-Encoding: nonce"), count: 12)
    else { return nil }
    return crypto.open(sealed, key: key, nonce: nonce)
  }
}
