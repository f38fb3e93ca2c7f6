// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

/// Tests where pictures are, and their orientation.
@Suite struct PictureTests {
  // MARK: Addresses

  /// Returns the paths that an address may mean, each once; nil when the address is not that of a file.
  private func paths(_ address: String) -> [String]? {
    guard case .file(let path) = PictureAddress(address) else { return nil }
    var paths: [String] = []
    for index in 0..<path.count {
      #expect(path[index].firstIndex(of: 0) == path[index].count - 1)
      let text = String(decoding: path[index].dropLast(), as: UTF8.self)
      if !paths.contains(text) { paths.append(text) }
    }
    return paths
  }

  @Test(arguments: [
    ("file:///a/b.png", ["/a/b.png"]), ("file://localhost/a.png", ["/a.png"]), ("FILE://LocalHost/a.png", ["/a.png"]),
    ("file:/a.png", ["/a.png"]), ("/a.png", ["/a.png"]), ("file:////a.png", ["//a.png"]),
    ("file:///with space.png", ["/with space.png"]), ("/ü.png", ["/ü.png"]),
    ("file:///a%20b.png", ["/a b.png", "/a%20b.png"]), ("file:///a%2520b.png", ["/a%20b.png", "/a%2520b.png"]),
    ("file:///100%.png", ["/100%.png"]), ("file:///%", ["/%"]), ("file:///%4", ["/%4"]),
    ("file:///%41", ["/A", "/%41"]),
    ("/a%20b.png", ["/a%20b.png", "/a b.png"]),
    ("file:///a#1.png", ["/a#1.png", "/a"]), ("file:///a.png?t=1#2", ["/a.png?t=1#2", "/a.png"]),
    ("file:///a%23b?c", ["/a#b?c", "/a%23b?c", "/a#b"]), ("file:///a%00b", ["/a%00b"]),
  ]) func files(_ address: String, _ meant: [String]) { #expect(paths(address) == meant) }

  @Test func namesThatAreNoText() {
    guard case .file(let path) = PictureAddress("file:///latin%FC.png") else {
      Issue.record()
      return
    }
    #expect(path[0] == Array("/latin".utf8) + [0xFC] + Array(".png".utf8) + [0])
  }

  @Test(arguments: [
    "", "a.png", "file:a.png", "file:", "file://", "file://host/a.png", "file://localhosts/a",
    "https://example.org/a.png",
    "http:/a", "smb://a/b", "fil:///a", "data", "~/a.png",
  ]) func elsewhere(_ address: String) {
    guard case .elsewhere = PictureAddress(address) else {
      Issue.record("\(address)")
      return
    }
  }

  @Test(arguments: [
    ("data:image/png;base64,QUJD", "ABC"), ("DATA:;BASE64,QUI=", "AB"), ("data:;base64,QQ==QUJD", "A"),
    ("data:;base64,QU\nI", "AB"), ("data:;base64,Pz8_", "???"), ("data:;base64,Pz8%2F", "???"), ("data:,A%42%", "AB%"),
    ("data:;base64;x,A", "A"), ("data:text;charset=utf-8;base64,", ""), ("data:image/png;base64", ""), ("data:", ""),
  ]) func data(_ address: String, _ content: String) {
    guard case .data(let bytes) = PictureAddress(address) else {
      Issue.record()
      return
    }
    #expect(bytes == Array(content.utf8))
  }

  // MARK: Orientations

  private func orientation(_ bytes: [UInt8]) -> UInt8 { bytes.withUnsafeBytes { ImageOrientation($0).rawValue } }

  /// Returns a TIFF whose second tag is the orientation, in either byte order.
  private func tiff(_ value: UInt8, isBig: Bool, type: UInt8 = 3, count: UInt8 = 1) -> [UInt8] {
    func number(_ value: UInt8, _ size: Int) -> [UInt8] {
      let zeros = [UInt8](repeating: 0, count: size - 1)
      return isBig ? zeros + [value] : [value] + zeros
    }
    func entry(_ tag: [UInt8], _ type: UInt8, _ count: UInt8, _ value: UInt8) -> [UInt8] {
      (isBig ? tag : tag.reversed()) + number(type, 2) + number(count, 4) + number(value, 2) + [0, 0]
    }
    return (isBig ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]) + number(10, 4) + [9, 9] + number(2, 2)
      + entry([1, 0x0F], 2, 1, 7) + entry([1, 0x12], type, count, value)
  }

  private let exif = Array("Exif".utf8) + [0, 0]

  private func jpeg(_ content: [UInt8], before: [UInt8] = []) -> [UInt8] {
    [0xFF, 0xD8] + before + [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content + [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1]
  }

  private func png(_ content: [UInt8]) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 1, 0, 0, 0, 1]
      + [UInt8](repeating: 0, count: 9) + [0, 0, 0, 3] + Array("IDATabc".utf8) + [0, 0, 0, 0]
      + [0, 0, 0, UInt8(content.count)] + Array("eXIf".utf8) + content
  }

  private func webp(_ content: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [3, 0, 0, 0, 1, 2, 3, 0] + Array("EXIF".utf8)
      + [UInt8(content.count), 0, 0, 0] + content
  }

  @Test(arguments: [true, false]) func orientations(_ isBig: Bool) {
    for value in 0...9 as ClosedRange<UInt8> {
      let tiff = tiff(value, isBig: isBig)
      let expected = (1...8).contains(value) ? value : 1
      for picture in [
        jpeg(exif + tiff), jpeg(exif + tiff, before: [0xFF, 0xFF, 0xE1, 0, 5, 1, 2, 3, 0]), png(tiff), png(exif + tiff),
        webp(tiff), webp(exif + tiff),
      ] {
        #expect(orientation(picture) == expected)
        // However the picture is cut, nothing traps, and the result is its orientation or the default.
        for count in picture.indices { #expect([1, expected].contains(orientation(Array(picture.prefix(count))))) }
      }
    }
  }

  @Test func noOrientations() {
    let right = tiff(6, isBig: true)
    #expect(orientation(jpeg(right)) == 1 && orientation(right) == 1 && orientation([]) == 1)
    #expect(orientation(Array("GIF89a".utf8) + [1, 0, 1, 0] + exif + right) == 1)
    #expect(orientation(jpeg(exif + tiff(6, isBig: true, type: 4))) == 1)
    #expect(orientation(jpeg(exif + tiff(6, isBig: true, count: 2))) == 1)
    // The offset of the directory leads before the data, behind their end, or to a count of entries that are not there.
    for offset in [[0xFF, 0xFF, 0xFF, 0xF0], [0, 0, 255, 0], [0, 0, 0, 2]] as [[UInt8]] {
      #expect(orientation(jpeg(exif + right.prefix(4) + offset + right.dropFirst(8))) == 1)
    }
    // A segment behind the pixels does not count.
    #expect(orientation([0xFF, 0xD8, 0xFF, 0xDA, 0, 2] + jpeg(exif + right).dropFirst(2)) == 1)
    // The length of a chunk of PNG is so large that adding it would lead back to the chunk.
    #expect(orientation(png([]).dropLast(8) + [0xFF, 0xFF, 0xFF, 0xF4] + Array("tEXt".utf8)) == 1)
  }
}
