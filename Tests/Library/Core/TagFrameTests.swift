// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

/// Frames of ID3v2 as they stand in a file.
@Suite struct TagFrameTests {
  typealias Bytes = [UInt8]

  private func content(_ tags: (String, Bytes)...) -> Content {
    var content = Content(kind: .music, id: "")
    var reader = TagReader()
    for (name, value) in tags {
      Bytes(name.utf8).withUnsafeBufferPointer { name in
        value.withUnsafeBufferPointer { _ = reader.read(name, $0, into: &content) }
      }
    }
    return content
  }

  private static func utf16(_ text: String, isBigEndian: Bool = false) -> Bytes {
    let units: [Bytes] = "\u{FEFF}\(text)".utf16.map { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
      return isBigEndian ? [high, low] : [low, high]
    }
    return units.flatMap { $0 }
  }

  /// Returns the frame as GStreamer gives it, with its header.
  private func frame(_ id: String, _ body: Bytes, flags: UInt8 = 0) -> (String, Bytes) {
    let size = UInt8(body.count & 127)
    let header: Bytes = id.utf8.count == 3 ? [0, 0, size] : [0, 0, 0, size, 0, flags]
    return ("private-id3v2-frame", Bytes(id.utf8) + header + body)
  }

  private static let lyrics: [Bytes] = [
    [0] + Bytes("eng\0Words".utf8), [3] + Bytes("eng\0Words".utf8), [3] + Bytes("XXXLYRICS\0Words".utf8),
    [3, 0, 0, 0, 0] + Bytes("Words".utf8), [1] + Bytes("eng".utf8) + utf16("") + [0, 0] + utf16("Words"),
    [1] + Bytes("eng".utf8) + utf16("About", isBigEndian: true) + [0, 0] + utf16("Words", isBigEndian: true),
    [2] + Bytes("eng".utf8) + [0, 0] + utf16("Words", isBigEndian: true).dropFirst(2),
  ]

  @Test(arguments: lyrics) func lyricsWithALanguage(_ body: Bytes) {
    #expect(content(("USLT", body)).texts[.lyrics] == "Words")
    #expect(content(("ULT", body)).texts[.lyrics] == "Words")
    #expect(content(frame("USLT", body)).texts[.lyrics] == "Words")
    #expect(content(frame("ULT", body)).texts[.lyrics] == "Words")
  }

  @Test func textsOfDecodersAreTakenAsTheyAre() {
    #expect(content(("USLT", Bytes("eng words".utf8))).texts[.lyrics] == "eng words")
    #expect(content(("USLT::eng", Bytes("eng".utf8))).texts[.lyrics] == "eng")
    #expect(content(("COMM", Bytes("engFine".utf8))).lists[.comments] == ["engFine"])
  }

  @Test func timedLyrics() {
    func sylt(_ encoding: UInt8, _ unit: UInt8, _ parts: [(Bytes, UInt8)], end: Bytes = [0]) -> Bytes {
      [encoding] + Bytes("eng".utf8) + [unit, 1] + end + parts.flatMap { $0.0 + end + [0, 0, $0.1, 0] }
    }
    let lines = sylt(3, 2, [(Bytes("One".utf8), 0), (Bytes("\nTwo".utf8), 1)])
    #expect(content(("SYLT", lines)).texts[.lyrics] == "[00:00.000]One\n[00:00.256]Two")
    #expect(content(frame("SYLT", lines)).texts[.lyrics] == "[00:00.000]One\n[00:00.256]Two")
    // Syllables are joined until the next end of a line; in lyrics without ends of lines, each text is a line.
    let syllables = sylt(3, 2, [(Bytes("O".utf8), 0), (Bytes("ne".utf8), 1), (Bytes("\nTwo".utf8), 250)])
    #expect(content(("SYLT", syllables)).texts[.lyrics] == "[00:00.000]One\n[01:04.000]Two")
    let plain = sylt(0, 2, [(Bytes("One".utf8), 0), (Bytes("Two".utf8), 1)])
    #expect(content(("SLT", plain)).texts[.lyrics] == "[00:00.000]One\n[00:00.256]Two")
    let wide = sylt(1, 2, [(Self.utf16("One"), 0), (Self.utf16("Two"), 1)], end: [0, 0])
    #expect(content(("SYLT", wide)).texts[.lyrics] == "[00:00.000]One\n[00:00.256]Two")
    // For times that count MPEG frames, the position is not known.
    #expect(content(("SYLT", sylt(3, 1, [(Bytes("One".utf8), 9)]))).texts[.lyrics] == "One")
  }

  @Test func commentsWithADescription() {
    let comment: Bytes = [3] + Bytes("eng\0Fine".utf8)
    #expect(content(("COMM", comment)).lists[.comments] == ["Fine"])
    #expect(content(frame("COM", comment)).lists[.comments] == ["Fine"])
    #expect(content(("COMM", [3] + Bytes("engiTunNORM\0 0001".utf8))).lists[.comments] == nil)
    #expect(content(("COMM", [3] + Bytes("eng\0".utf8))).lists[.comments] == nil)
  }

  @Test func textsWithANameOfTheirOwn() {
    let own: Bytes = [3] + Bytes("FMPS_RATING\u{0}0.8".utf8)
    #expect(content(("TXXX", own)).numbers[.userRating] == 0.8)
    #expect(content(frame("TXX", own)).numbers[.userRating] == 0.8)
    let wide = [1] + Self.utf16("ALBUM ARTIST") + [0, 0] + Self.utf16("Both")
    #expect(content(frame("TXXX", wide)).lists[.albumArtists] == ["Both"])
    #expect(content(("UFID", Bytes("http://musicbrainz.org\u{0}f7e6".utf8))).lists[.musicBrainzTrackIDs] == ["f7e6"])
    #expect(content(("UFID", Bytes("http://example.org\u{0}f7e6".utf8))).lists[.musicBrainzTrackIDs] == nil)
  }

  @Test func framesWithHeaders() {
    #expect(content(frame("TIT2", [0] + [0x4D, 0xFC])).texts[.title] == "Mü")
    #expect(content(frame("TIT2", [3] + Bytes("Title".utf8), flags: 0x40)).texts[.title] == nil)
    #expect(content(frame("TIT2", [0, 0, 0, 6, 3] + Bytes("Title".utf8), flags: 1)).texts[.title] == "Title")
    #expect(content(frame("TIT2", [3] + Bytes("Title".utf8), flags: 8)).texts[.title] == nil)
    #expect(content(frame("TEXT", [1] + Self.utf16("Writer"))).lists[.lyricists] == ["Writer"])
    #expect(content(frame("POPM", Bytes("a\u{0}".utf8) + [255])).numbers[.userRating] == 1)
  }

  /// The end of a frame may be missing.
  @Test(arguments: ["USLT", "SYLT", "COMM", "TXXX", "UFID", "TIT2", "USL"]) func frames(_ id: String) {
    let whole = frame(
      id, [1] + Bytes("eng".utf8) + [2, 1] + Self.utf16("Words") + [0, 0] + Self.utf16("more") + [0, 0, 1])
    for count in 0...whole.1.count {
      _ = content((whole.0, Bytes(whole.1.prefix(count))))
      _ = content((id, Bytes(whole.1.dropFirst(10).prefix(count))))
    }
  }
}
