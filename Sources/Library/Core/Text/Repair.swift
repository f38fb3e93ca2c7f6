// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Converts bytes of hosts and clients to text that sd-bus sends: valid UTF-8 without NUL and without noncharacters,
/// which sd-bus refuses as it does invalid bytes. A bus closes the connection of a program that sends anything else.
public enum Repair {
  /// A text without NUL, cut to at most `limit` bytes between characters. Bytes that are not UTF-8 at all are read as
  /// Windows-1252; otherwise invalid bytes and noncharacters become U+FFFD.
  public static func text(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> String {
    if bytes.isPlain() { return String(decoding: bytes.part(from: 0, to: limit), as: UTF8.self) }
    let highest = highest(bytes)
    if highest >= 0x80, let text = fromLegacy(bytes, isCut: bytes.count > limit) {
      return text.withUnsafeBufferPointer { Self.text($0, limit: limit) }
    }
    let bytes = UnsafeBufferPointer(rebasing: bytes[..<cut(bytes, limit)])
    let text = highest < firstOfNoncharacters ? String(decoding: bytes, as: UTF8.self) : replacing(bytes)
    // Each invalid byte has become three, so the text may be too long again.
    return text.byteCount <= limit ? text : Self.text(text, limit: limit)
  }

  /// The text up to its first NUL, cut and repaired.
  public static func text(_ text: String, limit: Int) -> String {
    text.withBytes { bytes in
      if bytes.count <= limit, bytes.isPlain() || lowest(bytes) > 0 && highest(bytes) < firstOfNoncharacters {
        return nil
      }
      let end = bytes.firstIndex(of: 0) ?? bytes.count
      return Self.text(UnsafeBufferPointer(rebasing: bytes[..<end]), limit: limit)
    } ?? text
  }

  /// The number of bytes to keep: at most the limit, without cutting a character.
  private static func cut(_ bytes: UnsafeBufferPointer<UInt8>, _ limit: Int) -> Int {
    if bytes.count <= limit { return bytes.count }
    // A character has at most three continuation bytes to go back over.
    var cut = limit
    while cut > 0, limit - cut < 3, bytes[cut] & 0xC0 == 0x80 { cut -= 1 }
    return bytes[cut] & 0xC0 == 0x80 ? limit : cut
  }

  /// The first byte of U+FDD0, EF B7 90: all noncharacters begin with it or a greater byte.
  private static let firstOfNoncharacters: UInt8 = 0xEF

  static func highest(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
    var highest = UInt8.min
    for byte in bytes { highest = max(highest, byte) }
    return highest
  }

  private static func lowest(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
    var lowest = UInt8.max
    for byte in bytes { lowest = min(lowest, byte) }
    return lowest
  }

  private static func replacing(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var repaired: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let length = noncharacter(bytes, at: index)
      if length == 0 {
        repaired.append(bytes[index])
        index += 1
      } else {
        repaired.append(contentsOf: [0xEF, 0xBF, 0xBD])
        index += length
      }
    }
    return String(decoding: repaired, as: UTF8.self)
  }

  /// The bytes as valid UTF-8: invalid bytes and incomplete characters become U+FFFD.
  static func valid(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var repaired: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let (count, isComplete) = character(bytes, at: index)
      if isComplete {
        repaired.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[index..<index + count]))
      } else {
        repaired.append(contentsOf: [0xEF, 0xBF, 0xBD])
      }
      index += count
    }
    return repaired
  }

  /// Repairs a text where it is stored, without changing its length. A noncharacter becomes U+FFFD, and a space behind
  /// that if it had four bytes; invalid bytes become question marks. Returns whether anything changed.
  public static func inPlace(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    let text = UnsafeBufferPointer(bytes)
    if text.isPlain() { return false }
    var index = 0
    var isChanged = false
    while index < bytes.count {
      let (count, isComplete) = character(text, at: index)
      let length = noncharacter(text, at: index)
      if length > 0 || !isComplete || bytes[index] == 0 {
        isChanged = true
        let replacement: [UInt8] = [0xEF, 0xBF, 0xBD, 0x20]
        for offset in 0..<count { bytes[index + offset] = length > 0 ? replacement[offset & 3] : UInt8(ascii: "?") }
      }
      index += count
    }
    return isChanged
  }

  /// The length of the noncharacter at an index: U+FDD0 to U+FDEF, and the last two of each plane; 0 for any other.
  static func noncharacter(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
    switch byte(0) {
    case 0xEF where byte(1) == 0xB7: return (0x90...0xAF).contains(byte(2)) ? 3 : 0
    case 0xEF where byte(1) == 0xBF: return byte(2) == 0xBE || byte(2) == 0xBF ? 3 : 0
    case 0xF0...0xF4 where byte(1) & 0xCF == 0x8F && byte(2) == 0xBF:
      return byte(3) == 0xBE || byte(3) == 0xBF ? 4 : 0
    default: return 0
    }
  }
}
