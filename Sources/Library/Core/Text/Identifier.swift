// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Converts the ids of hosts to text and back. Ids are any bytes, often a path. Different ids must stay different, and
/// the host must get its own bytes back.
///
/// So each byte that is not valid UTF-8 becomes a character from U+EF80 to U+EFFF. The bytes of noncharacters, which
/// sd-bus refuses, and of these characters themselves, which belong to the private use area, are converted the same
/// way. So no two ids become equal, and the conversion can be undone.
extension Repair {
  /// The text for an id without NUL, of which at most `limit` bytes are used. It is cut between characters.
  public static func identifier(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> String {
    var end = min(bytes.count, limit)
    if end < bytes.count {
      // A character is not cut: go back over its continuation bytes, which are three at most.
      while end > 0, limit - end < 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      if bytes[end] & 0xC0 == 0x80 { end = limit }
    }
    let kept = UnsafeBufferPointer(rebasing: bytes[..<end])
    // Nearly all ids are ASCII.
    if highest(kept) < 0x80 { return String(decoding: kept, as: UTF8.self) }
    var repaired: [UInt8] = []
    var index = 0
    while index < end {
      let (count, isComplete) = character(kept, at: index)
      if !isComplete || noncharacter(kept, at: index) > 0 || marked(kept, index) != nil {
        repaired.append(contentsOf: [0xEE, 0xBE | (kept[index] >> 6 & 1), 0x80 | (kept[index] & 0x3F)])
        index += 1
      } else {
        repaired.append(contentsOf: UnsafeBufferPointer(rebasing: kept[index..<index + count]))
        index += count
      }
    }
    return String(decoding: repaired, as: UTF8.self)
  }

  /// The bytes that the host gave, and a NUL.
  public static func original(_ identifier: String) -> [CChar] {
    identifier.withBytes { bytes in
      var original: [CChar] = []
      var index = 0
      while index < bytes.count {
        let byte = marked(bytes, index)
        original.append(CChar(bitPattern: byte ?? bytes[index]))
        index += byte == nil ? 1 : 3
      }
      original.append(0)
      return original
    }
  }

  /// The byte that a character from U+EF80 to U+EFFF at an index stands for; nil for another character. The index must
  /// be at a valid character, or within one: EE begins three bytes.
  private static func marked(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt8? {
    guard bytes[index] == 0xEE, bytes[index + 1] & 0xFE == 0xBE else { return nil }
    return 0x80 | (bytes[index + 1] & 1) << 6 | (bytes[index + 2] & 0x3F)
  }

  /// The number of bytes at an index that belong together, and whether they are a complete character; otherwise they
  /// are the start of one, or an invalid byte. Follows table 3-7 of the Unicode standard.
  static func character(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (count: Int, isComplete: Bool) {
    let length: Int
    var range: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[index] {
    case 0x00...0x7F: return (1, true)
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, range) = (3, 0xA0...0xBF)
    case 0xED: (length, range) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, range) = (4, 0x90...0xBF)
    case 0xF4: (length, range) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return (1, false)
    }
    for count in 1..<length {
      guard index + count < bytes.count, range.contains(bytes[index + count]) else { return (count, false) }
      range = 0x80...0xBF
    }
    return (length, true)
  }
}
