// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CNowPlayingLibcrypto
internal import Foundation

/// OpenSSL's libcrypto, which is opened when it is first needed. It does all cryptography of pushes.
package final class Libcrypto: Sendable {
  /// The library; nil when none is installed. It is opened when the first key is made or the first message comes.
  package static let shared = Libcrypto()

  private nonisolated(unsafe) let library: OpaquePointer

  /// - names: the file names to try, in order. The name with a version is installed everywhere, the other only with
  ///   development files.
  init?(_ names: [String] = ["libcrypto.so.3", "libcrypto.so"]) {
    for name in names {
      guard let opened = np_libcrypto_open(name) else { continue }
      library = opened
      return
    }
    return nil
  }

  deinit { np_libcrypto_close(library) }

  /// Makes new keys for a registration; nil when the library cannot make any.
  package func makeKeys() -> PushKeys? {
    var privateKey = [UInt8](repeating: 0, count: Int(clamping: NP_PRIVATE_KEY_SIZE))
    var publicKey = [UInt8](repeating: 0, count: Int(clamping: NP_PUBLIC_KEY_SIZE))
    var auth = [UInt8](repeating: 0, count: 16)
    guard np_libcrypto_make_keys(library, &privateKey, &publicKey), np_libcrypto_random(library, &auth, auth.count)
    else { return nil }
    return PushKeys(privateKey: Data(privateKey), publicKey: Data(publicKey), auth: Data(auth))
  }

  /// Whether bytes are an uncompressed point of P-256, as the public keys of registrations and servers are.
  package func isPublicKey(_ bytes: [UInt8]) -> Bool {
    bytes.count == NP_PUBLIC_KEY_SIZE && np_libcrypto_is_public_key(library, bytes)
  }

  /// Returns the result of ECDH on P-256; nil when one of the keys is not valid.
  func agree(_ keys: PushKeys, with peer: [UInt8]) -> [UInt8]? {
    guard keys.privateKey.count == NP_PRIVATE_KEY_SIZE, keys.publicKey.count == NP_PUBLIC_KEY_SIZE,
      peer.count == NP_PUBLIC_KEY_SIZE
    else { return nil }
    var secret = [UInt8](repeating: 0, count: Int(clamping: NP_PRIVATE_KEY_SIZE))
    guard np_libcrypto_agree(library, [UInt8](keys.privateKey), [UInt8](keys.publicKey), peer, &secret) else {
      return nil
    }
    return secret
  }

  /// Returns `count` bytes by HKDF with SHA-256.
  func derive(salt: [UInt8], key: [UInt8], info: [UInt8], count: Int) -> [UInt8]? {
    var derived = [UInt8](repeating: 0, count: count)
    let isDone = np_libcrypto_hkdf(
      library, salt, salt.count, key, key.count, info, info.count, &derived, derived.count)
    return isDone ? derived : nil
  }

  /// Decrypts bytes that AES-128-GCM has encrypted, and that end with their tag; nil when the tag is wrong.
  func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
    guard sealed.count >= NP_TAG_SIZE, key.count == 16, nonce.count == 12 else { return nil }
    var plain = [UInt8](repeating: 0, count: sealed.count - Int(clamping: NP_TAG_SIZE))
    return np_libcrypto_open_sealed(library, key, nonce, sealed, sealed.count, &plain) ? plain : nil
  }
}
