// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

@Suite struct TextTests {
  @Test(arguments: 0...255) func trackPathIsLegalForEveryByte(_ byte: Int) {
    let id = String(decoding: [UInt8(byte)], as: UTF8.self)
    let path = Metadata.trackPath(id, session: 0)
    #expect(path.hasPrefix("/org/nowplaying/track/0/"))
    let element = path.dropFirst("/org/nowplaying/track/0/".count)
    #expect(!element.isEmpty)
    #expect(element.utf8.allSatisfy { Escape.isAlphanumeric($0) || $0 == 95 })
  }

  @Test func differentIdsHaveDifferentPaths() {
    let ids =
      ["a", "A", "a_", "a_5f", "_", "", "a b", "a/b", String(repeating: "x", count: 300)]
      + [String(repeating: "x", count: 299) + "y"]
    #expect(Set(ids.map { Metadata.trackPath($0, session: 0) }).count == ids.count)
    #expect(Metadata.trackPath("", session: 0) == "/org/nowplaying/track/0/_")
    #expect(Metadata.trackPath("é", session: .max) == "/org/nowplaying/track/4294967295/_c3_a9")
    #expect(Metadata.trackPath("_", session: 0) == "/org/nowplaying/track/0/_5f")
  }

  /// Ids of up to 200 characters are kept; of longer ones 180 characters, and sixteen of a hash.
  @Test func longIdsStayShort() {
    let prefix = "/org/nowplaying/track/0/"
    let most = String(repeating: "x", count: 200)
    #expect(Metadata.trackPath(most, session: 0) == prefix + most)
    for id in [most + "x", String(repeating: "x", count: 5000), most + "ä"] {
      let path = Metadata.trackPath(id, session: 0)
      #expect(path.hasPrefix(prefix + most.prefix(180)) && path.utf8.count == prefix.utf8.count + 196)
      #expect(!path.hasPrefix(prefix + most.prefix(181)))
    }
  }

  @Test(arguments: [
    ("mpv", "mpv"), ("2048", "_2048"), ("", "_"), ("a b.c", "a_b_c"), ("Rhythm-Box_3", "Rhythm-Box_3"),
  ]) func busNameElement(_ text: String, _ element: String) {
    #expect(Escape.busNameElement(text) == element)
  }

  @Test func busNameElementsAreBounded() {
    #expect(Escape.busNameElement(String(repeating: "x", count: 300)) == String(repeating: "x", count: 100))
    #expect(Escape.busNameElement("9" + String(repeating: "x", count: 300)).utf8.count == 100)
  }

  @Test(arguments: UInt8.min...UInt8.max) func eachByteIsEscapedAsItsKindIs(_ byte: UInt8) {
    let text = String(decoding: [byte], as: UTF8.self)
    guard text.utf8.count == 1 else { return }  // not a character by itself
    let isPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".contains(text)
    let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16)
    #expect(Escape.pathElement(text) == (isPlain ? text : "_" + digits))
    #expect(Escape.fileURI(text) == "file://" + (isPlain || "-./_~".contains(text) ? text : "%" + digits.uppercased()))
    let isDigit = "0123456789".contains(text)
    #expect(Escape.busNameElement(text) == (isDigit ? "_" + text : isPlain || "-_".contains(text) ? text : "_"))
    #expect(Escape.lowercased(text) == ("A"..."Z" ~= text ? text.lowercased() : text))
    let inScheme = isPlain || "+-.".contains(text) ? "x" + text.lowercased() : text == ":" ? "x" : nil
    #expect(Escape.scheme(of: "x" + text + ":") == inScheme)
    #expect(Escape.scheme(of: text + ":") == (isPlain ? text.lowercased() : nil))
  }

  @Test func schemesAreBounded() {
    #expect(Escape.scheme(of: String(repeating: "x", count: 64) + ":")?.utf8.count == 64)
    #expect(Escape.scheme(of: String(repeating: "x", count: 65) + ":") == nil)
  }

  @Test func hexadecimals() {
    #expect(Escape.hexadecimal(0) == "0000000000000000")
    #expect(Escape.hexadecimal(0x0123_4567_89AB_CDEF) == "0123456789abcdef")
    #expect(Escape.hexadecimal(.max) == "ffffffffffffffff")
  }

  @Test func fileURIsArePercentEncoded() {
    #expect(Escape.fileURI("/a b/ü%#?.png") == "file:///a%20b/%C3%BC%25%23%3F.png")
    #expect(Escape.fileURI("/run/x_-.~1") == "file:///run/x_-.~1")
  }

  @Test(arguments: [
    ("/a b/./c/../d", "/a%20b/d"), ("/../../x", "/x"), ("/", "/"), ("/a/..", "/"), ("/...//..x/.y/", "/.../..x/.y"),
  ])
  func pathsOfHostsLoseTheirDots(_ path: String, _ expected: String) {
    #expect(path.withBytes { Escape.fileURI(ofPath: $0) } == "file://" + expected)
  }

  @Test(
    arguments: [
      ("https://x", "https"), ("FILE:///x", "file"), ("x", nil), (":x", nil), ("1a:x", "1a"), ("a b:c", nil),
    ] as [(String, String?)]) func schemes(_ uri: String, _ scheme: String?)
  {
    #expect(Escape.scheme(of: uri) == scheme)
  }

  @Test func suffixes() {
    #expect(Escape.withoutSuffix("player.desktop", ".desktop") == "player")
    #expect(Escape.withoutSuffix("org.example.Player", ".desktop") == "org.example.Player")
    #expect(Escape.withoutSuffix(".desktop", ".desktop") == ".desktop")
    #expect(Escape.withoutSuffix("x.desktop", ".desktop") == "x")
  }

  @Test func lastComponents() {
    #expect(Escape.lastComponent("org.example.Player") == "Player")
    #expect(Escape.lastComponent("player") == "player")
    #expect(Escape.lastComponent("org.") == "")
  }

  @Test(arguments: 0...9) func textIsCutBetweenCharacters(_ limit: Int) {
    // The characters have one, two, three and four bytes.
    let text = "aä€😀"
    let bytes = Array(text.utf8)
    let cut = bytes.withUnsafeBufferPointer { Repair.text($0, limit: limit) }
    // The cut text has as many whole characters as the limit allows.
    #expect(cut == ["", "a", "a", "aä", "aä", "aä", "aä€", "aä€", "aä€", "aä€"][limit])
    #expect(Repair.text(text, limit: limit) == cut)
    #expect(Repair.text(text, limit: 10) == text)
  }

  @Test func continuationBytesWithoutACharacterAreCutAnywhere() {
    // Begins with a valid character: without one the text would count as Windows-1252.
    let bytes = Array("ä".utf8) + [UInt8](repeating: 0x80, count: 20)
    let cut = bytes.withUnsafeBufferPointer { Repair.text($0, limit: 12) }
    #expect(cut == "ä\u{FFFD}\u{FFFD}\u{FFFD}")
    // A character has at most three continuation bytes, so the bytes before are not its beginning.
    let more = Array("ä".utf8) + [0xF0, 0x80, 0x80, 0x80, 0x80, 0x80]
    #expect(more.withUnsafeBufferPointer { Repair.text($0, limit: 6) } == "ä\u{FFFD}")
  }

  @Test func invalidBytesAreReplaced() {
    let bytes = Array("aä".utf8) + [0xFF, 98, 0xC3]
    #expect(bytes.withUnsafeBufferPointer { Repair.text($0, limit: 100) } == "aä\u{FFFD}b\u{FFFD}")
    // A surrogate, and a code point beyond the last one of Unicode.
    let worse = Array("ä".utf8) + [0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80]
    let repaired = worse.withUnsafeBufferPointer { Repair.text($0, limit: 100) }
    #expect(repaired.unicodeScalars.dropFirst().allSatisfy { $0 == "\u{FFFD}" })
  }

  /// All 66 noncharacters, which are valid UTF-8 and make sd-bus refuse a message.
  private static let noncharacters =
    Array(0xFDD0...0xFDEF) + (0...16).flatMap { [$0 << 16 | 0xFFFE, $0 << 16 | 0xFFFF] }

  @Test(arguments: noncharacters) func noncharactersAreReplaced(_ number: Int) throws {
    let scalar = String(try #require(Unicode.Scalar(number)))
    for (before, after) in [("", ""), ("a", "ü€😀"), ("😀", ""), ("", scalar)] {
      let text = before + scalar + after
      let repaired = before + "\u{FFFD}" + (after == scalar ? "\u{FFFD}" : after)
      #expect(Repair.text(text, limit: 100) == repaired)
      let bytes = Array(text.utf8)
      #expect(bytes.withUnsafeBufferPointer { Repair.text($0, limit: 100) } == repaired)
    }
  }

  /// The replacement has the same length, since the bytes cannot move.
  @Test(arguments: noncharacters) func noncharactersAreReplacedInPlace(_ number: Int) throws {
    let scalar = String(try #require(Unicode.Scalar(number)))
    var bytes = Array("a\(scalar)ü€😀\(scalar)".utf8)
    let wasThere = bytes.withUnsafeMutableBufferPointer { Repair.inPlace($0) }
    let repaired = scalar.utf8.count == 3 ? "\u{FFFD}" : "\u{FFFD} "
    #expect(wasThere && bytes == Array("a\(repaired)ü€😀\(repaired)".utf8))
    let isThere = bytes.withUnsafeMutableBufferPointer { Repair.inPlace($0) }
    #expect(!isThere)
  }

  @Test func invalidBytesAreReplacedInPlace() {
    var bytes: [UInt8] = [97, 0xFF, 0xC3, 0xA9, 0, 0xED, 0xA0, 0x80, 0xF4, 0x90, 98, 0xC3]
    let wereThere = bytes.withUnsafeMutableBufferPointer { Repair.inPlace($0) }
    #expect(wereThere)
    #expect(String(decoding: bytes, as: UTF8.self) == "a?é??????b?")
  }

  @Test func theirNeighboursAreKept() {
    for number in [
      0xFDCF, 0xFDF0, 0xFFFD, 0x10000, 0x10FFE, 0x10FFF, 0x1FFFD, 0x20000, 0x1FBFE, 0x10FFFD, 0xFEFF, 0xEFFF,
    ] {
      guard let scalar = Unicode.Scalar(number) else { continue }
      #expect(Repair.text(String(scalar), limit: 100) == String(scalar))
    }
  }

  @Test(arguments: [3, 10, 11, 12, 13, 100]) func replacedBytesStayWithinTheLimit(_ limit: Int) {
    let invalid = Array("ä".utf8) + [UInt8](repeating: 0xFF, count: limit)
    let repaired = invalid.withUnsafeBufferPointer { Repair.text($0, limit: limit) }
    #expect(repaired.utf8.count == 2 + (limit - 2) / 3 * 3)
    #expect(repaired.unicodeScalars.dropFirst().allSatisfy { $0 == "\u{FFFD}" })
  }

  @Test(arguments: 0...20) func plainBytes(_ count: Int) {
    func isPlain(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer { $0.isPlain(without: 59) } }
    for filling in [1, 58, 60, 127] as [UInt8] {
      let text = [UInt8](repeating: filling, count: count)
      #expect(isPlain(text))
      for index in 0..<count {
        for byte in UInt8.min...UInt8.max {
          var text = text
          text[index] = byte
          #expect(isPlain(text) == (byte < 128 && byte != 0 && byte != 59))
        }
      }
    }
  }

  @Test func textEndsAtNul() {
    #expect(Repair.text("a\0b", limit: 10) == "a")
    #expect(Repair.text("plain", limit: 10) == "plain")
    #expect(Repair.text("€€€", limit: 4) == "€")
    #expect(Repair.text("a\0b", limit: 10) == "a" && Repair.text("\0b", limit: 10) == "")
    #expect(Repair.text("", limit: 1) == "")
  }

  @Test func filesOfURIs() {
    #expect(Escape.path(ofFileURI: "file://localhost/a/b.png") == Array("/a/b.png".utf8))
    #expect(Escape.path(ofFileURI: "file:///a%20b%FF/c.png") == Array("/a b".utf8) + [0xFF] + Array("/c.png".utf8))
    for uri in ["file:/a", "FILE:///a", "file://LocalHost/a"] {
      #expect(Escape.path(ofFileURI: uri) == Array("/a".utf8))
    }
    for uri in ["file://host/a", "file:a", "file:", "file://", "/a", "file:///a%2", "file:///a%00", "https:///a", ""] {
      #expect(Escape.path(ofFileURI: uri) == nil)
    }
    #expect(Escape.isURIText("https://example.org/~a!") && !Escape.isURIText("a b") && !Escape.isURIText("ä"))
    #expect(!Escape.isURIText("a\u{7F}") && !Escape.isURIText("\n"))
  }

  /// A host's prefix of track paths must be a path that does not lie below the paths of the library or of MPRIS.
  @Test func trackPrefixes() {
    for prefix in ["/a", "/org/example/track", "/_/9", "/org/mprisx", "/org/nowplayingx", "/org"] {
      #expect(Escape.isOwnPath(prefix))
    }
    for prefix in [
      "", "/", "a", "//a", "/a/", "/a//b", "/a-b", "/a b", "/\u{E4}", "/org/mpris", "/org/mpris/x", "/org/nowplaying",
    ] {
      #expect(!Escape.isOwnPath(prefix))
    }
  }

  @Test func partsOfNamesOnTheBus() {
    for name in ["a", "org.gnome.Music", "a-b_C.D2", "-", "_9", String(repeating: "a", count: 100)] {
      #expect(Escape.isBusNamePart(name, limit: 100))
    }
    for name in ["", ".", "a.", ".a", "a..b", "9", "a.9b", "a b", "a/b", "\u{E4}", String(repeating: "a", count: 101)] {
      #expect(!Escape.isBusNamePart(name, limit: 100))
    }
  }

  @Test func clamping() {
    #expect(Clamp.sum(.max, 1) == .max)
    var serial: UInt8 = 254
    serial.advance()
    #expect(serial == 255)
    serial.advance()
    #expect(serial == 0)
    #expect(Clamp.sum(.min, -1) == .min)
    #expect(Clamp.difference(.min, 1) == .min)
    #expect(Clamp.difference(.max, -1) == .max)
    #expect(Clamp.int64(.nan) == 0)
    #expect(Clamp.int64(.infinity) == .max)
    #expect(Clamp.int64(-1e300) == .min)
    #expect(Clamp.int64(-2.5) == -2)
    #expect(Clamp.int64(9.1e18) == 9_100_000_000_000_000_000)
    #expect(Clamp.int64(-9.1e18) == -9_100_000_000_000_000_000)
    #expect(Clamp.int64(9.2e18) == .max)
    #expect(Clamp.int64(-9.2e18) == .min)
    #expect(Clamp.sum(.min, .min) == .min)
    #expect(Clamp.sum(.max, .max) == .max)
    #expect(
      Microseconds.distance(3, 5) == 2 && Microseconds.distance(5, 3) == 2 && Microseconds.distance(.min, .max) == .max)
    #expect(Clamp.sum(3, -5) == -2)
    #expect(Clamp.sum(.min, .max) == -1)
    #expect(Clamp.difference(3, 5) == -2)
    #expect(Clamp.difference(0, .min) == .max)
    #expect(Clamp.number(.nan, 0, 1) == 0)
    #expect(Clamp.number(0.5, 0, 1) == 0.5)
    #expect(Clamp.number(-1, 0, 1) == 0)
    #expect(Clamp.number(2, 0, 1) == 1)
    #expect(Clamp.int32(.max) == .max)
    #expect(Clamp.int32(.min) == .min)
    #expect(Clamp.int32(-7) == -7)
  }

  @Test func timesCannotOverflow() {
    #expect(Microseconds.max + 1 == .max && Microseconds.min - 1 == .min && -Microseconds.min == .max)
    #expect(Microseconds.max * 2 == .max && Microseconds.max * -2 == .min && Microseconds.seconds(.max) == .max)
    #expect(Microseconds.max * 1e300 == .max && Microseconds(7) * Double.nan == 0 && Microseconds(7) / 0 == 7)
    #expect(Instant.max + Microseconds(1) == .max && Instant.min - Microseconds(1) == .min)
    #expect(Instant.max - Instant.min == .max && Microseconds(3_000_000).isWholeSecond)
  }

  @Test func picturesAreKnownByTheirBytes() {
    func format(_ bytes: [UInt8]) -> ImageFormat? { bytes.withUnsafeBytes { ImageFormat($0) } }
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + [UInt8](repeating: 0, count: 16)
    #expect(format(png) == .png)
    #expect(format(Array(png.prefix(23))) == nil)
    #expect(format([0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
    #expect(format([0xFF, 0xD8, 0xFF]) == nil)
    #expect(format(Array("GIF87a".utf8)) == .gif && format(Array("GIF88a".utf8)) == nil)
    // The bytes that identify each kind, in a file that is just long enough.
    for (bytes, telling) in [
      (png, 0..<8), ([0xFF, 0xD8, 0xFF, 0xE0], 0..<3), (Array("RIFF....WEBP".utf8), 0..<4),
      (Array("RIFF....WEBP".utf8), 8..<12), (Array("GIF87a".utf8), 0..<6), (Array("GIF89a".utf8), 0..<6),
    ] {
      for index in telling {
        var wrong = bytes
        wrong[index] ^= 0x80
        #expect(format(wrong) == nil)
      }
    }
    #expect(format(Array("RIFF....WEBP".utf8)) == .webp)
    #expect(format(Array("RIFF....WAVE".utf8)) == nil)
    #expect(format(Array("GIF89a".utf8)) == .gif)
    #expect(format(Array("<html>".utf8)) == nil)
    #expect(format([]) == nil)
  }
}
