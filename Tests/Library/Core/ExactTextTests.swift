// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

/// Texts are compared by their bytes, and ids keep theirs.
@Suite struct ExactTextTests {
  /// "é" as one character and as two, which `==` of `String` treats as equal.
  private let composed = "caf\u{E9}"
  private let decomposed = "cafe\u{301}"

  private func identifier(_ bytes: [UInt8], limit: Int = 100) -> String {
    bytes.withUnsafeBufferPointer { Repair.identifier($0, limit: limit) }
  }

  private func original(_ bytes: [UInt8]) -> [UInt8] {
    Repair.original(identifier(bytes)).dropLast().map(UInt8.init(bitPattern:))
  }

  @Test func bytesDecide() {
    #expect(composed == decomposed)
    #expect(composed.exact != decomposed.exact)
    for length in 0...40 {
      let text = String(repeating: "x", count: length)
      #expect(text.exact == String(repeating: "x", count: length).exact)
      #expect(text.exact != (text + "y").exact)
      for index in 0..<length {
        var bytes = Array(text.utf8)
        bytes[index] = 0x79
        #expect(text.exact != String(decoding: bytes, as: UTF8.self).exact)
      }
    }
  }

  @Test func everyValueIsComparedSo() {
    #expect(Value.string(composed) != .string(decomposed))
    #expect(Value.path(composed) != .path(decomposed))
    #expect(Value.strings([composed]) != .strings([decomposed]))
    #expect(Value.strings([composed]) == .strings([composed]))
    #expect(Value.strings([composed]) != .strings([composed, composed]))
    #expect(Value.string(composed) != .path(composed))
    func content(_ change: (inout Content) -> Void) -> Content {
      var content = Content(kind: .music, id: "id")
      change(&content)
      return content
    }
    #expect(Content(kind: .music, id: composed) != Content(kind: .music, id: decomposed))
    let changes: [(inout Content, String) -> Void] = [
      { $0.texts[.title] = $1 }, { $0.lists[.artists] = [$1] }, { $0.artworkID = $1 },
      { $0.animatedArtwork[.square] = $1 }, { $0.animatedArtwork[.tall] = $1 },
    ]
    for change in changes {
      #expect(content { change(&$0, composed) } == content { change(&$0, composed) })
      #expect(content { change(&$0, composed) } != content { change(&$0, decomposed) })
    }
    let commands = [composed, decomposed].map { CommandLook(title: $0) }
    #expect(commands[0] != commands[1])
    let short = [composed, decomposed].map { CommandLook(shortTitle: $0) }
    #expect(short[0] != short[1])
  }

  @Test func validIdsStayAsTheyAre() {
    for text in [
      "", "plain", composed, decomposed, "\u{7FF}\u{800}\u{FFFD}\u{D7FF}\u{E000}\u{10FFFD}", "\u{EF7F}\u{F000}",
    ] {
      #expect(identifier(Array(text.utf8)).exact == text.exact)
      #expect(original(Array(text.utf8)) == Array(text.utf8))
    }
  }

  @Test(
    arguments: [
      [0xFF], [0xC3], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xEE, 0xBE, 0x80], [0xEE, 0xBF, 0xBF], [0xEE, 0xBE], [0xF5, 0x80, 0x80, 0x80],
      // Noncharacters, which sd-bus does not send.
      [0xEF, 0xB7, 0x90], [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF], [0xF0, 0x9F, 0xBF, 0xBE], [0xF4, 0x8F, 0xBF, 0xBF],
    ] as [[UInt8]]) func wrongBytesComeBack(_ bytes: [UInt8])
  {
    let all = [0x61] + bytes + [0x2E]
    #expect(original(all) == all)
    #expect(original(bytes) == bytes)
    #expect(!identifier(bytes).unicodeScalars.contains("\u{FFFD}"))
    #expect(Repair.text(identifier(bytes), limit: 100).exact == identifier(bytes).exact)
  }

  @Test func noTwoIdsBecomeOne() {
    // Covers all strings of one and two bytes without NUL, and their repaired forms.
    var seen: [[UInt8]: [UInt8]] = [:]
    for first in UInt8(1)...255 {
      for bytes in [[first]] + (UInt8(1)...255).map({ [first, $0] }) {
        for id in [bytes, Array(identifier(bytes).utf8)] {
          let repaired = Array(identifier(id).utf8)
          #expect(seen[repaired] ?? id == id)
          seen[repaired] = id
        }
      }
    }
  }

  @Test(arguments: 0...10) func idsAreCutBetweenCharacters(_ limit: Int) {
    let text = "aä€😀"
    let cut = identifier(Array(text.utf8), limit: limit)
    #expect(text.hasPrefix(cut) && cut.utf8.count <= limit && min(limit, 10) - cut.utf8.count < 4)
  }

  /// Invalid bytes may be cut at any place, because no character lies between them.
  @Test(arguments: 0...6) func bytesAreCutAnywhere(_ limit: Int) {
    for byte in [0x80, 0xBF, 0xFF] as [UInt8] {
      let bytes = [UInt8](repeating: byte, count: 8)
      let kept = Repair.original(identifier(bytes, limit: limit)).dropLast().map(UInt8.init(bitPattern:))
      #expect(kept == [UInt8](repeating: byte, count: limit))
      let text = bytes.withUnsafeBufferPointer { Repair.text($0, limit: limit) }
      #expect(text.utf8.count <= limit)
      // A character has at most three continuation bytes. Here more follow, so "a" is a whole character and is kept.
      guard limit > 3 else { continue }
      let begun = [0x61] + bytes
      let all = Repair.original(identifier(begun, limit: limit)).dropLast().map(UInt8.init(bitPattern:))
      #expect(all == Array(begun.prefix(limit)))
      let read = begun.withUnsafeBufferPointer { Repair.text($0, limit: limit) }
      #expect(read.first == "a")
    }
  }

  @Test func aRunOfCombiningMarksCostsWhatAnyTextCosts() {
    // `==` of `String` would take minutes.
    let marks = String(repeating: "\u{301}\u{316}", count: 250_000)
    #expect((marks + "\u{301}").exact != (marks + "\u{302}").exact)
    #expect(LoopStatus(name: marks) == nil)
  }
}
