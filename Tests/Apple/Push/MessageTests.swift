// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Testing

@testable import NowPlayingPush

@Suite struct MessageTests {
  private let crypto: Libcrypto

  init() throws { crypto = try #require(Libcrypto.shared) }

  private func code(_ message: [UInt8], _ keys: PushKeys = Vectors.keys) -> String? {
    refusal { () throws(PushRefusal) in _ = try PushMessage(message, for: keys, by: crypto) }
  }

  @Test func theExampleOfTheStandardIsRead() throws {
    let message = try PushMessage(Vectors.message, for: Vectors.keys, by: crypto)
    #expect(String(decoding: message.plaintext, as: UTF8.self) == "When I grow up, I want to be a watermelon")
    #expect(Data(message.salt).base64URL == "DGv6ra1nlYgDCS1FRnbzlw")
  }

  @Test func paddingIsLeftOut() throws {
    let message = try PushMessage(Vectors.padded, for: Vectors.keys, by: crypto)
    let text = #"{"aps":{"event":"end","timestamp":1773907847,"attributes":{"id":"kitchen"}}}"#
    #expect(String(decoding: message.plaintext, as: UTF8.self) == text)
    #expect(message.salt == Array(0..<16))
  }

  /// Varies the text, which may be empty or of zeros, the padding from none to as much as fits, and the size of the
  /// record.
  @Test func messagesOfAnotherImplementationAreRead() async throws {
    let keys = try #require(crypto.makeKeys())
    let json = Array(#"{"aps":{"event":"end"}}"#.utf8)
    let texts: [[UInt8]] = [
      json, [], [2], [0, 0, 2, 0], [2, 0, 2, 1], Array(repeating: 0, count: 100), Array(repeating: 0x20, count: 3993),
    ]
    var letters: [(text: [UInt8], letter: Letter)] = []
    for text in texts {
      for padding in [0, 1, 7, 3993 - text.count] where padding <= 3993 - text.count {
        letters.append((text, Letter(text + [2] + Array(repeating: 0, count: padding), for: keys)))
      }
    }
    for size in [18 + json.count - 1, 4097, 65536, 0xFFFF_FFFF] {
      letters.append((json, Letter(json + [2], for: keys, recordSize: size)))
    }
    letters.append((json, Letter(json + [2], for: keys, leadingZero: true)))
    let messages = try await Letter.encrypt(letters.map { $0.letter })
    #expect(messages.count == letters.count && messages.contains { $0.count == 4096 })
    for (message, (text, _)) in zip(messages, letters) {
      #expect(try PushMessage(message, for: keys, by: crypto).plaintext == text)
    }
  }

  /// One private key in 256 begins with a zero byte; it must keep its 32 bytes, and decrypt.
  @Test func privateKeysKeepTheirZeros() async throws {
    var found: PushKeys?
    for _ in 0..<20000 where found == nil {
      let keys = try #require(crypto.makeKeys())
      #expect(keys.privateKey.count == 32 && keys.publicKey.count == 65 && keys.auth.count == 16)
      if keys.privateKey.first == 0 { found = keys }
    }
    let keys = try #require(found)
    let messages = try await Letter.encrypt([Letter(Array("hello".utf8) + [2], for: keys)])
    #expect(try PushMessage(messages[0], for: keys, by: crypto).plaintext == Array("hello".utf8))
  }

  @Test func noTwoKeysAreTheSame() throws {
    let made = try (0..<20).map { _ in try #require(crypto.makeKeys()) }
    #expect(Set(made.map(\.privateKey)).count == 20 && Set(made.map(\.auth)).count == 20)
    #expect(made.allSatisfy { crypto.isPublicKey([UInt8]($0.publicKey)) })
  }

  @Test(arguments: [(0, "size"), (1, "header"), (85, "header"), (86, "decrypt"), (101, "decrypt"), (102, "decrypt")])
  func whatIsCutIsRefused(_ count: Int, _ expected: String) {
    #expect(code(Array(Vectors.message.prefix(count))) == expected)
  }

  @Test func sizesAreBounded() {
    let long = Vectors.message + Array(repeating: 0, count: 4096 - Vectors.message.count)
    #expect(code(long) == "decrypt")
    #expect(code(long + [0]) == "size")
  }

  @Test func recordSizesAreChecked() {
    func code(_ message: some Sequence<UInt8>, recordSize: Int) -> String? {
      var message = Array(message)
      for (index, shift) in zip(16..<20, [24, 16, 8, 0]) {
        message[index] = UInt8(truncatingIfNeeded: recordSize >> shift)
      }
      return self.code(message)
    }
    let rest = Vectors.message.count - 86
    for (size, expected) in [(0, "header"), (17, "header"), (rest - 1, "header"), (rest, nil), (1 << 31, nil)] {
      #expect(code(Vectors.message, recordSize: size) == expected)
    }
    // A record has a delimiter and a tag, so that a message must be longer than these.
    #expect(code(Vectors.message.prefix(86 + 16), recordSize: 17) == "header")
    #expect(code(Vectors.message.prefix(86 + 16), recordSize: 18) == "decrypt")
  }

  /// A change of any bit is refused, except one that makes the record's size larger.
  @Test func whatIsChangedIsRefused() {
    for index in Vectors.message.indices {
      for bit in 0..<8 {
        var message = Vectors.message
        message[index] ^= 1 << bit
        // A byte of the size is changed, and the size is large enough.
        let recordSize = message[16..<20].reduce(0) { $0 << 8 | Int($1) }
        let isAllowed = (16..<20).contains(index) && recordSize >= message.count - 86
        let expected = (16..<86).contains(index) ? "header" : "decrypt"
        #expect(code(message) == (isAllowed ? nil : expected), "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test func otherKeysAreRefused() throws {
    let other = try #require(crypto.makeKeys())
    #expect(code(Vectors.message, other) == "decrypt")
    var keys = Vectors.keys
    keys.auth = other.auth
    #expect(code(Vectors.message, keys) == "decrypt")
    for privateKey in [Data(count: 32), Data(repeating: 0xFF, count: 32), Data(count: 31), Data()] {
      keys = Vectors.keys
      keys.privateKey = privateKey
      #expect(code(Vectors.message, keys) == "decrypt")
    }
  }

  /// Only uncompressed points on the curve are accepted as keys: none that is compressed, hybrid or at infinity.
  @Test func keysAreTakenInOneFormOnly() throws {
    let point = Array(Vectors.message[21..<86])
    #expect(crypto.isPublicKey(point))
    for first in UInt8.min...UInt8.max where first != 4 { #expect(!crypto.isPublicKey([first] + point.dropFirst())) }
    #expect(!crypto.isPublicKey([4] + Array(repeating: 0, count: 64)))
    #expect(!crypto.isPublicKey([4] + Array(repeating: 0xFF, count: 64)))
    #expect(!crypto.isPublicKey(Array(point.dropLast())) && !crypto.isPublicKey(point + [0]))
    #expect(!crypto.isPublicKey([2] + point[1..<33]) && !crypto.isPublicKey([0]) && !crypto.isPublicKey([]))
  }

  @Test func wrongEndsAreRefused() async throws {
    let texts: [[UInt8]] = [[], [0], [1], [3], Array("hello".utf8), Array("hello".utf8) + [1, 0], [2, 0, 0, 1, 0, 0]]
    let messages = try await Letter.encrypt(texts.map { Letter($0, for: Vectors.keys) })
    #expect(messages.count == texts.count)
    for message in messages { #expect(code(message) == "padding") }
  }

  @Test func plaintextAndTheOldCodingAreRefused() {
    let payload = #"{"aps":{"event":"end","timestamp":1773907847,"attributes":{"id":"kitchen"}}}"#
    #expect(code(Array(payload.utf8)) == "header")
    #expect(code(Array((payload + String(repeating: " ", count: 200)).utf8)) == "header")
    // The older encoding aesgcm has its salt and key in HTTP headers, so that its messages lack the header of
    // aes128gcm.
    #expect(code(Array(Vectors.message.dropFirst(86))) == "header")
  }

  @Test func aLibraryThatIsNotThereIsNone() {
    #expect(Libcrypto(["libno-such-library.so.1"]) == nil)
    // This library has none of the functions.
    #expect(Libcrypto(["libm.so.6"]) == nil)
    #expect(Libcrypto([]) == nil)
    #expect(Libcrypto(["libno-such-library.so.1", "libcrypto.so.3"]) != nil)
  }

  /// Prints how long decrypting takes.
  @Test func decryptingIsMeasured() throws {
    let count = 200
    let time = try ContinuousClock().measure {
      for _ in 0..<count { _ = try PushMessage(Vectors.message, for: Vectors.keys, by: crypto) }
    }
    print("a message is decrypted in \(time / count)")
    #expect(time / count < .milliseconds(50))
  }
}
