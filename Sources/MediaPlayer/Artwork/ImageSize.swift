// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
internal import NowPlayingCore

/// Reads the size of a picture from its first bytes. No picture is decoded.
enum ImageSize {
  /// The size in pixels; nil when the bytes are not a PNG, JPEG, WebP or GIF with a size.
  static func pixels(of data: Data) -> CGSize? {
    data.withUnsafeBytes { bytes in
      guard let format = ImageFormat(bytes) else { return nil }
      let size: (Int, Int)? =
        switch format {
        case .png: (big(bytes, 16, 4), big(bytes, 20, 4))
        case .gif: bytes.count < 10 ? nil : (little(bytes, 6, 2), little(bytes, 8, 2))
        case .jpeg: jpeg(bytes)
        case .webp: webp(bytes)
        }
      guard let size, size.0 > 0, size.1 > 0 else { return nil }
      return CGSize(width: size.0, height: size.1)
    }
  }

  private static func big(_ bytes: UnsafeRawBufferPointer, _ at: Int, _ count: Int) -> Int {
    bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ bytes: UnsafeRawBufferPointer, _ at: Int, _ count: Int) -> Int {
    bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The frame header comes after any number of segments, each with its length.
  private static func jpeg(_ bytes: UnsafeRawBufferPointer) -> (Int, Int)? {
    var at = 2
    while at + 9 <= bytes.count {
      guard bytes[at] == 0xFF else { return nil }
      let marker = bytes[at + 1]
      switch marker {
      case 0xFF: at += 1
      case 0x01, 0xD0...0xD7: at += 2
      // C4, C8 and CC are tables, not frames.
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: return (big(bytes, at + 7, 2), big(bytes, at + 5, 2))
      default: at += 2 + big(bytes, at + 2, 2)
      }
    }
    return nil
  }

  /// Three kinds of first chunk: lossy, lossless, and extended.
  private static func webp(_ bytes: UnsafeRawBufferPointer) -> (Int, Int)? {
    guard bytes.count >= 30 else { return nil }
    switch Array(bytes[12..<16]) {
    case Array("VP8 ".utf8): return (little(bytes, 26, 2) & 0x3FFF, little(bytes, 28, 2) & 0x3FFF)
    case Array("VP8L".utf8):
      let bits = little(bytes, 21, 4)
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    case Array("VP8X".utf8): return (little(bytes, 24, 3) + 1, little(bytes, 27, 3) + 1)
    default: return nil
    }
  }
}
