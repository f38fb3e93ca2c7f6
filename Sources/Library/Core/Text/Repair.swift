// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Bytes of hosts and clients as text that sd-bus sends: valid UTF-8 without NUL and without Unicode's noncharacters,
/// which sd-bus refuses like invalid bytes. A bus closes the connection of a program that sends anything else.
public enum Repair {
  /// At most `limit` bytes of a text without NUL, cut at a character boundary. A text that is not UTF-8 at all is read
  /// as Windows-1252; in others invalid bytes and noncharacters become U+FFFD.
  public static func text(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> String {
    if bytes.isPlain() { return String(decoding: bytes.part(from: 0, to: limit), as: UTF8.self) }
    let highest = highest(bytes)
    if highest >= 0x80, let text = fromLegacy(bytes, isCut: bytes.count > limit) {
      return text.withUnsafeBufferPointer { Self.text($0, limit: limit) }
    }
    let bytes = UnsafeBufferPointer(rebasing: bytes[..<cut(bytes, limit)])
    let text = highest < firstOfNoncharacters ? String(decoding: bytes, as: UTF8.self) : replacing(bytes)
    // Each invalid byte has become three.
    return text.byteCount <= limit ? text : Self.text(text, limit: limit)
  }

  /// The same for a string, which ends at its first NUL.
  public static func text(_ text: String, limit: Int) -> String {
    text.withBytes { bytes in
      if bytes.count <= limit, bytes.isPlain() || lowest(bytes) > 0 && highest(bytes) < firstOfNoncharacters {
        return nil
      }
      let end = bytes.firstIndex(of: 0) ?? bytes.count
      return Self.text(UnsafeBufferPointer(rebasing: bytes[..<end]), limit: limit)
    } ?? text
  }

  /// How many bytes of a text to keep: at most the limit, and only whole characters.
  private static func cut(_ bytes: UnsafeBufferPointer<UInt8>, _ limit: Int) -> Int {
    if bytes.count <= limit { return bytes.count }
    // A character has at most three continuation bytes to go back over.
    var cut = limit
    while cut > 0, limit - cut < 3, bytes[cut] & 0xC0 == 0x80 { cut -= 1 }
    return bytes[cut] & 0xC0 == 0x80 ? limit : cut
  }

  /// U+FDD0 is EF B7 90, and it is the first of them.
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

  /// Valid bytes: those that are no character, or the beginning of one, become U+FFFD.
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

  /// The same where a text lies: each noncharacter becomes U+FFFD, with a space behind one of four bytes, so that all
  /// keeps its place; each other byte that is none of a text is a question mark. Returns whether there was one.
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

  /// The length of the noncharacter that begins at an index: U+FDD0 to U+FDEF, and the last two of each plane. 0 when
  /// there is none.
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
