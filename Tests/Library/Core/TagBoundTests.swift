// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

/// Tests that no tag costs the square of its size, which would stop the player: each tag here has the longest value
/// that is read. With such a cost a single one takes minutes in a debug build, and the suite ends by its own timeout.
@Suite struct TagBoundTests {
  private static let size = 4 * Limits.lyrics
  private static let units: [String] = [
    "a\0", "a;", "é\0", " \0", "\n", "[0:1]a\n", "(1)", "1/", "2006\0", "://x@", "%40", " - ",
  ]
  private static let names: [String] = [
    "TIT2", "TPE1", "TCON", "TDRC", "POPM", "USLT", "MUSICBRAINZ_ARTISTID", "private-id3v2-frame", "icy-title",
  ]

  private func read(_ name: String, _ value: [UInt8]) {
    var content = Content(kind: .generic, id: "")
    var reader = TagReader(decidesKind: true)
    Array(name.utf8).withUnsafeBufferPointer { name in
      value.withUnsafeBufferPointer { _ = reader.read(name, $0, into: &content) }
    }
    _ = reader.kind?.decide(content)
  }

  @Test(arguments: names) func noTagCostsTheSquareOfItsSize(_ name: String) {
    for unit in Self.units {
      let unit = Array(unit.utf8)
      let text = [UInt8]((0..<Self.size / unit.count).map { _ in unit }.joined())
      read(name, text)
      read(name, [3] + text)
      read(name, [1, 0xFF, 0xFE] + text.prefix(Self.size / 2).flatMap { [$0, 0] })
      read(name, [0] + Array("eng".utf8) + [2, 1, 0] + text)
    }
  }

  /// The first texts are kept, as many as there is room for.
  @Test func theFirstTextsCount() {
    let many = [UInt8]((0..<20_000).map { Array("\($0)\0".utf8) }.joined())
    var content = Content(kind: .music, id: "")
    var reader = TagReader()
    for name in ["TIT2", "TPE1", "TCON", "MUSICBRAINZ_ARTISTID"] {
      Array(name.utf8).withUnsafeBufferPointer { name in
        many.withUnsafeBufferPointer { _ = reader.read(name, $0, into: &content) }
      }
    }
    let title = content.texts[.title] ?? ""
    #expect(title.utf8.count > Limits.text - 8 && title.hasPrefix("0, 1, 2"))
    #expect(content.lists[.artists]?.count == Limits.list && content.lists[.genres]?.count == Limits.list)
    #expect(content.lists[.musicBrainzArtistIDs]?.count == Limits.list)
  }
}
