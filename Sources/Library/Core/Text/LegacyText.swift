// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Converts texts in older encodings than UTF-8, which files, stations and old players still have.
extension Repair {
  /// Converts Windows-1252, which contains Latin-1, to UTF-8. Returns nil if the text is UTF-8, even a damaged one: a
  /// text is not UTF-8 when it has an invalid byte, and no valid character of several bytes.
  ///
  /// - isCut: whether the text was cut, so that its last character may be incomplete.
  static func fromLegacy(_ bytes: UnsafeBufferPointer<UInt8>, isCut: Bool) -> [UInt8]? {
    var isDamaged = false
    var index = 0
    while index < bytes.count {
      let (count, isComplete) = character(bytes, at: index)
      if isComplete, count > 1 { return nil }
      index += count
      isDamaged = isDamaged || !isComplete && !(isCut && index == bytes.count)
    }
    if !isDamaged { return nil }
    return written(3 * bytes.count) { text in
      for byte in bytes { text.append(windows1252(byte)) }
    }
  }

  /// Repairs a tag in Windows-1252 that claims to be Latin-1 and was converted to UTF-8: it has control characters in
  /// the place of quotation marks and dashes, and nothing beyond Latin-1. Returns nil for any other text.
  static func fromMisread(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard bytes.index(of: 0xC2) != nil else { return nil }
    var (index, hasControls) = (0, false)
    while index < bytes.count {
      let (count, isComplete) = character(bytes, at: index)
      guard isComplete, count == 1 || bytes[index] <= 0xC3 else { return nil }
      hasControls = hasControls || count > 1 && bytes[index] == 0xC2 && bytes[index + 1] < 0xA0
      index += count
    }
    guard hasControls else { return nil }
    return written(3 * bytes.count) { text in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        let isSingle = byte < 0x80 || index + 1 == bytes.count
        text.append(windows1252(isSingle ? byte : (byte & 3) << 6 | bytes[index + 1] & 0x3F))
        index += isSingle ? 1 : 2
      }
    }
  }

  /// Converts UTF-16 to UTF-8. Unpaired surrogates become U+FFFD. Byte order marks are left out: in ID3v2.4 each value
  /// of a frame has one.
  static func fromUTF16(_ bytes: UnsafeBufferPointer<UInt8>, isBigEndian: Bool) -> [UInt8] {
    written(2 * bytes.count) { text in
      var high: UInt32 = 0
      var index = 0
      while index + 1 < bytes.count {
        let (first, second) = (UInt32(truncatingIfNeeded: bytes[index]), UInt32(truncatingIfNeeded: bytes[index + 1]))
        let unit = isBigEndian ? first << 8 | second : second << 8 | first
        index += 2
        let isLow = (0xDC00...0xDFFF).contains(unit)
        if high != 0, isLow {
          text.append(0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00))
        } else {
          if high != 0 || isLow { text.append(0xFFFD) }
          if !isLow, unit != 0xFEFF, !isHigh(unit) { text.append(unit) }
        }
        high = isHigh(unit) ? unit : 0
      }
      if high != 0 { text.append(0xFFFD) }
    }
  }

  private static func isHigh(_ unit: UInt32) -> Bool { (0xD800...0xDBFF).contains(unit) }

  /// The bytes that a closure writes, at most `capacity`.
  private static func written(_ capacity: Int, _ write: (inout Writer) -> Void) -> [UInt8] {
    // Swift writes the count also into the empty array, which all threads share.
    if capacity == 0 { return [] }
    return [UInt8](unsafeUninitializedCapacity: capacity) { room, count in
      var writer = Writer(room: room)
      write(&writer)
      count = writer.count
    }
  }

  /// Writes characters as UTF-8.
  private struct Writer {
    let room: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(room: UnsafeMutableBufferPointer<UInt8>) { self.room = room }

    mutating func append(_ character: UInt32) {
      switch character {
      case ..<0x80: add(character)
      case ..<0x800: add(0xC0 | character >> 6)
      case ..<0x10000: add(0xE0 | character >> 12)
      default: add(0xF0 | character >> 18)
      }
      if character >= 0x10000 { add(0x80 | character >> 12 & 0x3F) }
      if character >= 0x800 { add(0x80 | character >> 6 & 0x3F) }
      if character >= 0x80 { add(0x80 | character & 0x3F) }
    }

    private mutating func add(_ byte: UInt32) {
      guard count < room.count else { return }
      room[count] = UInt8(truncatingIfNeeded: byte)
      count += 1
    }
  }

  private static func windows1252(_ byte: UInt8) -> UInt32 {
    (0x80...0x9F).contains(byte) ? unlikeLatin1[Int(truncatingIfNeeded: byte) - 0x80] : UInt32(truncatingIfNeeded: byte)
  }

  /// The characters 80 to 9F of Windows-1252, in which it differs from Latin-1. Five of them are undefined.
  private static let unlikeLatin1: [UInt32] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD,
    0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0xFFFD, 0x017E, 0x0178,
  ]
}
