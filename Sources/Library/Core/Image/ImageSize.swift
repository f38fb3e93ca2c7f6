// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The size of a picture in pixels, read from its header. No picture is decoded.
///
/// It is the size of the pixels as they are stored: a photograph's note that it is to be shown turned does not count.
public struct ImageSize: Equatable, Sendable {
  /// 1 to 2³¹ − 1, as the height.
  public let width: UInt32
  public let height: UInt32

  /// Nil when the bytes are not a PNG, JPEG, WebP or GIF, when its header does not say the size, and when it says 0.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard let format = ImageFormat(bytes) else { return nil }
    let header = Header(bytes: bytes)
    let size: (width: UInt32, height: UInt32)?
    switch format {
    case .png: size = header.png()
    case .jpeg: size = header.jpeg()
    case .webp: size = header.webp()
    case .gif: size = header.gif()
    }
    // No format has more than PNG, whose numbers end here: more is damage.
    let possible: ClosedRange<UInt32> = 1...0x7FFF_FFFF
    guard let size, possible.contains(size.width), possible.contains(size.height) else { return nil }
    (width, height) = size
  }
}

/// The bytes of a picture, which may end anywhere.
private struct Header {
  let bytes: UnsafeRawBufferPointer

  /// A number whose first byte is the greatest; nil when the bytes end before.
  private func big(_ at: Int, _ count: Int) -> UInt32? { number(at..<at &+ count) }

  /// A number whose first byte is the least.
  private func little(_ at: Int, _ count: Int) -> UInt32? { number((at..<at &+ count).reversed()) }

  private func number(_ indices: some Collection<Int>) -> UInt32? {
    var result: UInt32 = 0
    for index in indices {
      guard bytes.indices.contains(index) else { return nil }
      result = result << 8 | UInt32(truncatingIfNeeded: bytes[index])
    }
    return result
  }

  /// The first chunk is the header.
  func png() -> (UInt32, UInt32)? {
    guard big(12, 4) == 0x4948_4452 /* IHDR */, let width = big(16, 4), let height = big(20, 4) else { return nil }
    return (width, height)
  }

  func gif() -> (UInt32, UInt32)? {
    guard let width = little(6, 2), let height = little(8, 2) else { return nil }
    return (width, height)
  }

  /// The frame's header comes after any number of segments, each with its length. What is between them is skipped, as
  /// decoders do.
  func jpeg() -> (UInt32, UInt32)? {
    var at = 2
    while at < bytes.count {
      if bytes[at] != 0xFF {
        at &+= 1
        continue
      }
      guard let marker = big(at &+ 1, 1) else { return nil }
      switch marker {
      // Any marker may be preceded by any number of these.
      case 0xFF: at &+= 1
      // Markers without a length, and what is no marker.
      case 0x00, 0x01, 0xD0...0xD7: at &+= 2
      // C4, C8 and CC are tables, not frames.
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard let height = big(at &+ 5, 2), let width = big(at &+ 7, 2) else { return nil }
        return (width, height)
      // The data of a frame that had no header, and the end.
      case 0xD8...0xDA: return nil
      default:
        // The length counts itself.
        guard let length = big(at &+ 2, 2), length >= 2 else { return nil }
        at &+= 2 &+ Int(truncatingIfNeeded: length)
      }
    }
    return nil
  }

  /// Three kinds of first chunk: lossy, lossless, and extended.
  func webp() -> (UInt32, UInt32)? {
    switch big(12, 4) {
    case 0x5650_3820 /* VP8 */:
      guard big(23, 3) == 0x9D012A, let width = little(26, 2), let height = little(28, 2) else { return nil }
      // The two bits above say how to scale it.
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
