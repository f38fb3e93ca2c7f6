// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

/// Tests how much of a tag is kept.
@Suite struct TagBoundTests {
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
