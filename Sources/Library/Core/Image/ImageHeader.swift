// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The bytes of a picture, which may end anywhere.
struct ImageHeader {
  let bytes: UnsafeRawBufferPointer

  /// A number whose first byte is the greatest; nil when the bytes end before.
  func big(_ at: Int, _ count: Int) -> UInt32? { number(at, count, isBig: true) }

  /// A number whose first byte is the least.
  func little(_ at: Int, _ count: Int) -> UInt32? { number(at, count, isBig: false) }

  /// A number of either kind.
  @inline(never)
  func number(_ at: Int, _ count: Int, isBig: Bool) -> UInt32? {
    guard at >= 0, at <= bytes.count, count <= bytes.count - at else { return nil }
    var result: UInt32 = 0
    for index in 0..<count {
      result = result << 8 | UInt32(truncatingIfNeeded: bytes[at + (isBig ? index : count - 1 - index)])
    }
    return result
  }

  /// Calls back with each segment of a JPEG before its pixels, by its marker and the place of its length, until it is
  /// told to end. What is between segments is skipped, as decoders do.
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
      // Any marker may be preceded by any number of these.
      case 0xFF: at &+= 1
      // Markers without a length, and what is no marker.
      case 0x00, 0x01, 0xD0...0xD7: at &+= 2
      // The data of a frame that had no header, and the end.
      case 0xD8...0xDA: return
      default:
        guard body(marker, at &+ 2) else { return }
        // The length counts itself.
        guard let length = big(at &+ 2, 2), length >= 2 else { return }
        at &+= 2 &+ Int(truncatingIfNeeded: length)
      }
    }
  }
}
