// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The fuzzer of the bytes that a push server sends: no bytes may trap, an accepted push has valid values,
// and a refused one has a reason.
//
// With -DFUZZER it is a fuzzer of libFuzzer; in the ordinary build it reads each file of its arguments once.

import Foundation
import NowPlayingPush

#if FUZZER
  @_silgen_name("LLVMFuzzerRunDriver") private func runFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
  ) -> Int32
#endif

private func check(_ condition: Bool) {
  if !condition { abort() }
}

/// Runs one input. Its first byte selects the test.
private func test(_ input: UnsafeBufferPointer<UInt8>) {
  guard let kind = input.first else { return }
  let bytes = Array(input.dropFirst())
  switch kind {
  case UInt8(ascii: "m"): Fuzzed.message(bytes)
  case UInt8(ascii: "s"): Fuzzed.payload(bytes, for: .start)
  default: Fuzzed.payload(bytes, for: .session("kitchen"))
  }
}

private enum Fuzzed {
  /// Returns the keys of RFC 8291, appendix A. They are made anew each time: LeakSanitizer does not see references in a
  /// `Data`, and would report a global as leaked.
  private static var keys: PushKeys {
    PushKeys(
      privateKey: bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
      publicKey: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
      auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"))
  }

  private static func bytes(_ text: String) -> Data { Data(base64URL: text) ?? Data() }

  /// Decrypts a message for these keys. If only its header was changed, the payload is read as well.
  static func message(_ bytes: [UInt8]) {
    guard let crypto = Libcrypto.shared else { abort() }
    do throws(PushRefusal) {
      let message = try PushMessage(bytes, for: keys, by: crypto)
      check(message.salt == Array(bytes.prefix(16)) && message.plaintext.count <= bytes.count - 86 - 16 - 1)
      payload(message, for: .session("kitchen"))
    } catch {
      check(["size", "header", "decrypt", "padding"].contains(error.code))
      checkReason(error)
    }
  }

  static func payload(_ bytes: [UInt8], for owner: PushOwner) {
    payload(PushMessage(salt: Array(0..<16), plaintext: bytes), for: owner)
  }

  /// Reads a payload for an owner with a session that plays and one that has ended. The salt 01…10 was used before.
  private static func payload(_ message: PushMessage, for owner: PushOwner) {
    let now = 1_773_907_200.0
    let context = PushContext(
      owner: owner, seen: [Data(1...16)], sessions: [.init(id: "kitchen", applied: now - 100)],
      ended: [EndedSession(id: "bath", at: now - 50)], now: now)
    do throws(PushRefusal) {
      let envelope = try PushEnvelope(message, context)
      let decoded = envelope.attributes.map { json in
        Result { () throws(AttributesError) in try AttributesJSON.decode(Attributes.self, from: json).id }
      }
      let read = try envelope.decide(context, decoded: try decoded?.mapError(PushRefusal.init).get())
      check((0...now + 86400).contains(read.timestamp))
      switch (read.action, owner) {
      case (.start(let json), .start):
        check(read.id != "kitchen" && !read.id.isEmpty && read.id.utf8.count <= PushLimits.id)
        check(now - read.timestamp <= PushLimits.age)
        checkAttributes(json, read.id)
      case (.update(let json), _):
        check(read.id == "kitchen" && read.timestamp >= now - 100)
        checkAttributes(json, read.id)
      case (.end, .session(let id)): check(read.id == id)
      default: abort()
      }
    } catch {
      let codes = ["json", "replay", "event", "timestamp", "attributes", "id", "stale", "limit"]
      check(codes.contains(error.code))
      checkReason(error)
    }
  }

  /// Checks that the stored part of a push can be decoded again, as from the file.
  private static func checkAttributes(_ json: Data, _ id: String) {
    check((try? AttributesJSON.decode(Attributes.self, from: json))?.id == id)
  }

  /// The log has one line of some length for each refusal.
  private static func checkReason(_ refusal: PushRefusal) {
    check(!refusal.reason.isEmpty && refusal.reason.utf8.count < 1000)
    check(!refusal.reason.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }
}

/// The attributes that the test programs of remote sessions use.
private struct Attributes: Decodable {
  struct Device: Decodable {
    let id: String
    let name: String
    let type: String?
    let volume: Float
  }
  struct Track: Decodable {
    let id: String
    let title: String
    let duration: Double
  }

  let id: String
  let isPlaying: Bool
  let elapsedTime: Double
  let timestamp: Date
  let devices: [Device]
  let currentTrack: Track?
  let controls: [String]?
}

@main struct Program {
  static func main() throws {
    #if FUZZER
      var count = CommandLine.argc
      var arguments = CommandLine.unsafeArgv
      exit(
        runFuzzer(&count, &arguments) { bytes, size in
          test(UnsafeBufferPointer(start: bytes, count: size))
          return 0
        })
    #else
      for path in CommandLine.arguments.dropFirst() {
        try Data(contentsOf: URL(filePath: path)).withUnsafeBytes { test($0.bindMemory(to: UInt8.self)) }
      }
    #endif
  }
}
