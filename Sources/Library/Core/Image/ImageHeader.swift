// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Reads the header of a picture, whose bytes may end anywhere.
struct ImageHeader {
  let bytes: UnsafeRawBufferPointer

  /// A big-endian number; nil when the bytes end before it does.
  func big(_ at: Int, _ count: Int) -> UInt32? { number(at, count, isBig: true) }

  /// A little-endian number; nil when the bytes end before it does.
  func little(_ at: Int, _ count: Int) -> UInt32? { number(at, count, isBig: false) }

  /// A number in either byte order; nil when the bytes end before it does.
  @inline(never)
  func number(_ at: Int, _ count: Int, isBig: Bool) -> UInt32? {
    guard at >= 0, at <= bytes.count, count <= bytes.count - at else { return nil }
    var result: UInt32 = 0
    for index in 0..<count {
      result = result << 8 | UInt32(truncatingIfNeeded: bytes[at + (isBig ? index : count - 1 - index)])
    }
    return result
  }

  /// Calls a closure with each segment of a JPEG before its pixels, until it returns false. It is given the marker, and
  /// the offset of the segment's length. Bytes between segments are skipped, as decoders do.
  @inline(never)
  func eachSegment(_ body: (_ marker: UInt32, _ at: Int) -> Bool) {
    var at = 2
    while at < bytes.count {
      if bytes[at] != 0xFF {
        at &+= 1
        continue
      }
      guard let marker = big(at &+ 1, 1) else { return }
      switch marker {
      // Any number of FF may precede a marker.
      case 0xFF: at &+= 1
      // Markers without a length, and bytes that are no marker.
      case 0x00, 0x01, 0xD0...0xD7: at &+= 2
      // A second start, the end of the picture, and the start of pixels.
      case 0xD8...0xDA: return
      default:
        guard body(marker, at &+ 2) else { return }
        // The length includes its own two bytes.
        guard let length = big(at &+ 2, 2), length >= 2 else { return }
        at &+= 2 &+ Int(truncatingIfNeeded: length)
      }
    }
  }
}
