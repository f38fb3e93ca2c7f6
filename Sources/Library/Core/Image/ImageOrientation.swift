// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The way in which the pixels of a picture are to be turned before it is shown: the number of EXIF from 1 to 8. 1
/// leaves the pixels as they are; from 5 on width and height are exchanged.
public struct ImageOrientation: Equatable, Sendable {
  public let rawValue: UInt8

  /// Reads the EXIF data of a JPEG, PNG or WebP; 1 where there is none, or its number is not legal.
  public init(_ bytes: UnsafeRawBufferPointer) {
    let header = ImageHeader(bytes: bytes)
    let exif: Int? =
      switch ImageFormat(bytes) {
      case .jpeg?: header.exifOfJPEG()
      case .png?: header.exif(in: 0x6558_4966 /* eXIf */, from: 8, isPNG: true)
      case .webp?: header.exif(in: 0x4558_4946 /* EXIF */, from: 12, isPNG: false)
      case .gif?, nil: nil
      }
    rawValue = exif.flatMap { header.orientation(tiff: $0) } ?? 1
  }
}

extension ImageHeader {
  /// The offset of the TIFF data behind "Exif" and two NULs, with which EXIF begins in a JPEG and sometimes in other
  /// formats; nil without these.
  private func exif(at: Int) -> Int? { big(at, 4) == 0x4578_6966 && big(at &+ 4, 2) == 0 ? at &+ 6 : nil }

  fileprivate func exifOfJPEG() -> Int? {
    var found: Int?
    eachSegment { marker, at in
      if marker == 0xE1 { found = exif(at: at &+ 2) }
      return found == nil
    }
    return found
  }

  /// The offset of the EXIF data in a chunk of a PNG or WebP, which may stand before or behind the pixels.
  @inline(never)
  fileprivate func exif(in name: UInt32, from start: Int, isPNG: Bool) -> Int? {
    var at = start
    // A PNG has the length before the name of a chunk, a WebP behind it.
    while let first = big(at, 4), let second = number(at &+ 4, 4, isBig: isPNG) {
      let (found, length) = isPNG ? (second, first) : (first, second)
      // No picture has chunks of this size: the file is damaged.
      if length > 0xFFF_FFFF { return nil }
      at &+= 8
      if found == name { return exif(at: at) ?? at }
      // A PNG has a checksum behind the chunk; a WebP has a byte of padding where the length is odd.
      at &+= Int(truncatingIfNeeded: length &+ (isPNG ? 4 : length & 1))
    }
    return nil
  }

  /// The orientation in the first directory of TIFF data at an offset; nil when there is none.
  fileprivate func orientation(tiff: Int) -> UInt8? {
    let mark = big(tiff, 4)
    let isBig = mark == 0x4D4D_002A
    guard isBig || mark == 0x4949_2A00, let offset = number(tiff &+ 4, 4, isBig: isBig) else { return nil }
    var entry = tiff &+ Int(truncatingIfNeeded: offset)
    guard let count = number(entry, 2, isBig: isBig) else { return nil }
    entry &+= 2
    for _ in 0..<count {
      guard let tag = number(entry, 2, isBig: isBig) else { return nil }
      if tag == 0x0112 {
        // The entry has one value, a number of 16 bits.
        guard number(entry &+ 2, 2, isBig: isBig) == 3, number(entry &+ 4, 4, isBig: isBig) == 1,
          let value = number(entry &+ 8, 2, isBig: isBig), (1...8).contains(value)
        else { return nil }
        return UInt8(truncatingIfNeeded: value)
      }
      entry &+= 12
    }
    return nil
  }
}
