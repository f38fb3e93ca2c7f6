// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Testing

@testable import NowPlayingPush

@Suite struct RegistrationTests {
  private let registration = Registration(
    distributor: "org.unifiedpush.Distributor.kde", version: 2, token: "0b9cf2a1",
    endpoint: "https://push.example/UP/\"x\"?a=1", vapidKey: nil,
    keys: PushKeys(
      privateKey: Data(0..<32), publicKey: Data([4]) + Data(repeating: 0xFB, count: 64),
      auth: Data(repeating: 0xFF, count: 16)))

  @Test func theTokenIsAPushSubscription() throws {
    let key = "BPv7" + String(repeating: "-_v7", count: 20) + "-_s"
    let token = try #require(registration.pushToken)
    #expect(
      String(decoding: token, as: UTF8.self) == #"{"endpoint":"https://push.example/UP/\"x\"?a=1","#
        + #""keys":{"auth":"_____________________w","p256dh":""# + key + #""}}"#)
    var none = registration
    none.endpoint = nil
    #expect(none.pushToken == nil)
  }

  @Test func itIsReadAsItWasWritten() throws {
    let written = try JSONEncoder().encode(registration)
    #expect(try JSONDecoder().decode(Registration.self, from: written) == registration)
    #expect(String(decoding: written, as: UTF8.self).contains(registration.keys.privateKey.base64URL))
  }

  @Test(arguments: ["privateKey", "publicKey", "auth"]) func keysOfAnotherLengthAreNone(_ key: String) throws {
    let written = String(decoding: try JSONEncoder().encode(registration.keys), as: UTF8.self)
    let short = written.replacing(try Regex("\"\(key)\":\"...."), with: "\"\(key)\":\"")
    #expect(short != written)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(PushKeys.self, from: Data(short.utf8)) }
  }

  @Test(arguments: [("", []), ("_w", [255]), ("_w==", [255]), ("-_8", [251, 255]), ("AAAA", [0, 0, 0])])
  func base64URL(_ text: String, _ bytes: [UInt8]) {
    #expect(Data(base64URL: text) == Data(bytes))
    #expect(Data(bytes).base64URL == text.prefix { $0 != "=" })
  }

  @Test(arguments: ["/w", "+w", "A", "A A", "AA=A", "AA====", "Ä", "AAAAA"]) func notBase64URL(_ text: String) {
    #expect(Data(base64URL: text) == nil)
  }
}
