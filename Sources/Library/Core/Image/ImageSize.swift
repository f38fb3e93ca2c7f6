// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The size of a picture in pixels, read from its header without decoding the picture.
///
/// It is the size of the stored pixels, before they are turned as `ImageOrientation` says.
public struct ImageSize: Equatable, Sendable {
  /// 1 to 2³¹ − 1, as the height is.
  public let width: UInt32
  public let height: UInt32

  /// Reads the size. Returns nil when the bytes are not a PNG, JPEG, WebP or GIF, or the header has no size, or a size
  /// of 0.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard let format = ImageFormat(bytes) else { return nil }
    let header = ImageHeader(bytes: bytes)
    let size: (width: UInt32, height: UInt32)?
    switch format {
    case .png: size = header.png()
    case .jpeg: size = header.jpeg()
    case .webp: size = header.webp()
    case .gif: size = header.gif()
    }
    // The largest size of a PNG, which no other format exceeds: a larger one is damage.
    let possible: ClosedRange<UInt32> = 1...0x7FFF_FFFF
    guard let size, possible.contains(size.width), possible.contains(size.height) else { return nil }
    (width, height) = size
  }
}

extension ImageHeader {
  /// Reads the first chunk of a PNG.
  fileprivate func png() -> (UInt32, UInt32)? {
    guard big(12, 4) == 0x4948_4452 /* IHDR */, let width = big(16, 4), let height = big(20, 4) else { return nil }
    return (width, height)
  }

  fileprivate func gif() -> (UInt32, UInt32)? {
    guard let width = little(6, 2), let height = little(8, 2) else { return nil }
    return (width, height)
  }

  /// Reads the header of a JPEG's frame, which may stand behind any number of segments.
  fileprivate func jpeg() -> (UInt32, UInt32)? {
    var size: (UInt32, UInt32)?
    eachSegment { marker, at in
      switch marker {
      // C4, C8 and CC are tables and no frames.
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        if let height = big(at &+ 3, 2), let width = big(at &+ 5, 2) { size = (width, height) }
        return false
      default: return true
      }
    }
    return size
  }

  /// Reads the first chunk of a WebP: there are lossy, lossless and extended ones.
  fileprivate func webp() -> (UInt32, UInt32)? {
    switch big(12, 4) {
    case 0x5650_3820 /* VP8 */:
      guard big(23, 3) == 0x9D012A, let width = little(26, 2), let height = little(28, 2) else { return nil }
      // The two highest bits are about scaling.
      return (width & 0x3FFF, height & 0x3FFF)
    case 0x5650_384C /* VP8L */:
      guard big(20, 1) == 0x2F, let bits = little(21, 4) else { return nil }
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    case 0x5650_3858 /* VP8X */:
      guard let width = little(24, 3), let height = little(27, 3) else { return nil }
      return (width + 1, height + 1)
    default: return nil
    }
  }
}
