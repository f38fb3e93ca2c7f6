// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Testing

@testable import NowPlayingPush

/// Changes payloads at random, from a fixed seed: no payload traps, and an accepted one is
/// valid JSON for Foundation too, with the id that was read.
///
/// Tests/Library/Fuzz/push does the same at length, with libFuzzer.
@Suite struct MutationTests {
  /// SplitMix64.
  private struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  private static let pieces =
    [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "\\ude00", "\u{0}", "é", "😀", "-", "1e", ".5",
      "1e999",
      "99999999999999999999", "null", "true", "\"id\":", "\"aps\":", "\"event\":\"end\"", "{\"id\":\"kitchen\"}",
      "[[[[[[",
    ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80]]

  /// Makes one random change or several.
  private func mutate(_ text: [UInt8], _ chance: inout Chance) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...4, using: &chance) {
      let start = Int.random(in: 0...text.count, using: &chance)
      let end = min(text.count, start + Int.random(in: 0...12, using: &chance))
      switch Int.random(in: 0..<5, using: &chance) {
      case 0: text.removeSubrange(start..<end)
      case 1: text.insert(contentsOf: Self.pieces.randomElement(using: &chance) ?? [], at: start)
      case 2: text.replaceSubrange(start..<end, with: Self.pieces.randomElement(using: &chance) ?? [])
      case 3: text.insert(contentsOf: text[start..<end], at: Int.random(in: 0...text.count, using: &chance))
      default: if start < end { text[start] ^= 1 << UInt8.random(in: 0..<8, using: &chance) }
      }
    }
    return text
  }

  @Test(arguments: UInt64(1)...8) func changedPayloadsAreReadOrRefused(_ seed: UInt64) {
    let now = 1_773_907_200.0
    let attributes =
      #"{"id":"kitchen","timestamp":"2026-03-16T12:00:00.5Z","devices":[{"name":"Küche","volume":0.5}],"mode":"loud"}"#
    let corpus = ["start", "update", "end"].map {
      Array(#"{"aps":{"event":"\#($0)","timestamp":1773907100.5,"attributes":\#(attributes)},"x":[1,{}]}"#.utf8)
    }
    var chance = Chance(state: seed)
    var accepted = 0
    var codes: Set<String> = []
    for index in 0..<1500 {
      let text = mutate(corpus[index % 3], &chance)
      let context = PushContext(
        owner: index % 3 == 0 ? .start : .session("kitchen"), seen: [], sessions: [.init(id: "kitchen", applied: nil)],
        ended: [], now: now)
      do throws(PushRefusal) {
        let read = try Speaker.payload(of: PushMessage(salt: [], plaintext: text), context)
        accepted += 1
        #expect((0...now + 86400).contains(read.timestamp))
        // Each accepted text is valid JSON for Foundation too, except texts with unpaired surrogates and too large
        // numbers, which the grammar of JSON permits.
        let hasOdd = ["\\u", "1e"].contains { text.firstRange(of: Array($0.utf8)) != nil }
        #expect(hasOdd || (try? JSONSerialization.jsonObject(with: Data(text))) != nil)
        switch read.action {
        case .start(let json), .update(let json):
          #expect((try? Speaker.id(of: json)) == read.id && text.firstRange(of: Array(json)) != nil)
        case .end: #expect(read.id == "kitchen")
        }
      } catch {
        codes.insert(error.code)
        #expect(!error.reason.isEmpty && error.reason.utf8.count < 1000)
      }
    }
    #expect(accepted > 50 && codes.isSuperset(of: ["json", "event", "timestamp", "attributes"]))
  }

  @Test(arguments: UInt64(1)...4) func changedMessagesAreRefused(_ seed: UInt64) throws {
    let crypto = try #require(Libcrypto.shared)
    var chance = Chance(state: seed)
    for _ in 0..<200 {
      let message = mutate(Vectors.padded, &chance)
      let code = refusal { () throws(PushRefusal) in
        let read = try PushMessage(message, for: Vectors.keys, by: crypto)
        // Only the size of the record may have changed.
        #expect(message.dropFirst(20) == Vectors.padded.dropFirst(20) && read.salt == Array(0..<16))
      }
      #expect(["size", "header", "decrypt", "padding", nil].contains(code))
    }
  }
}
