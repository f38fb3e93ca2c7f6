// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Testing

@testable import NowPlayingPush

/// The keys and the message of RFC 8291, appendix A.
enum Vectors {
  static let keys = PushKeys(
    privateKey: bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
    publicKey: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
    auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"))
  static let message = [UInt8](
    bytes(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        + "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"))
  /// A message of the same sender, with salt 00…0f and four bytes of padding.
  static let padded = [UInt8](
    bytes(
      "AAECAwQFBgcICQoLDA0ODwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        + "7A9NTcXPzZn-qv_TmamK6j9TnNUPRX6fT46rVqL2OF2UPgflgDUfoyh0aTbjTkXbApJ8SjaYcFaHUFXAP87lckqRo6vqJXRT5ufZMYibSCcy"
        + "vDx9rGo9fQN1W9rpHtKpKmS2"))

  static func bytes(_ text: String) -> Data { Data(base64URL: text) ?? Data() }
}

/// A message for Python to encrypt.
struct Letter: Encodable {
  private let publicKey: String
  private let auth: String
  private let text: String
  private let recordSize: Int
  private let leadingZero: Bool

  /// - text: what is encrypted, with its delimiter and padding.
  init(_ text: some Sequence<UInt8>, for keys: PushKeys, recordSize: Int = 4096, leadingZero: Bool = false) {
    publicKey = keys.publicKey.base64URL
    auth = keys.auth.base64URL
    self.text = Data(text).base64URL
    self.recordSize = recordSize
    self.leadingZero = leadingZero
  }

  /// Has the Python implementation encrypt some letters.
  static func encrypt(_ letters: [Letter]) async throws -> [[UInt8]] {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "encrypt.py").path
    let letters = String(decoding: try JSONEncoder().encode(letters), as: UTF8.self)
    return try await Tool.output(["/usr/bin/python3", "-B", script, letters]).split(separator: "\n").map {
      [UInt8](Vectors.bytes(String($0)))
    }
  }
}

/// Returns the code of the refusal that a closure throws; nil when it throws none.
func refusal(_ body: () throws(PushRefusal) -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return error.code
  }
}
