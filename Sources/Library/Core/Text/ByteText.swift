// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension String {
  /// Whether there is nothing in it but spaces, tabs and line ends.
  public var isBlank: Bool { withBytes { $0.trimmed.isEmpty } }

  /// The text without blanks at its ends.
  var withoutBlanks: String {
    // Hardly any text has one.
    withBytes { bytes in
      let trimmed = bytes.trimmed
      return trimmed.count == bytes.count ? nil : String(decoding: trimmed, as: UTF8.self)
    } ?? self
  }
}

// Functions on text of files and other programs, as bytes in memory, without copies. They are defined for one type:
// generic functions of the standard library would be compiled again for each slice and closure, 20 KB for these.
extension UnsafeBufferPointer<UInt8> {
  /// The bytes of a range, as far as they exist.
  func part(from start: Int, to end: Int = .max) -> Self {
    let end = Swift.min(Swift.max(end, 0), count)
    return Self(rebasing: self[Swift.min(Swift.max(start, 0), end)..<end])
  }

  /// The index of a byte's first occurrence, from an index on; nil when there is none.
  func index(of byte: UInt8, from start: Int = 0) -> Int? {
    var index = start
    while index < count {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// Whether all bytes are ASCII, and neither NUL nor `byte`. It tests eight bytes at a time, because it runs for
  /// nearly all texts.
  func isPlain(without byte: UInt8 = 0) -> Bool {
    let (lowBits, highBits): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let pattern = UInt64(truncatingIfNeeded: byte) &* lowBits
    let bytes = UnsafeRawBufferPointer(self)
    // The high bit of a byte is set in the result where the byte is above 127, 0 or `byte`. A borrow from such a byte
    // can also set the bit of the byte above it. Where there is no such byte, no bit is set.
    func marks(_ word: UInt64) -> UInt64 { word | (word &- lowBits) | ((word ^ pattern) &- lowBits) }
    guard count >= 8 else {
      var word = lowBits
      for byte in self { word = word << 8 | UInt64(truncatingIfNeeded: byte) }
      return marks(word) & highBits == 0
    }
    var found = marks(bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
    var index = 0
    while index < count - 8 {
      found |= marks(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    return found & highBits == 0
  }

  /// The index of a byte's last occurrence; nil when there is none.
  func lastIndex(of byte: UInt8) -> Int? {
    var index = count - 1
    while index >= 0 {
      if self[index] == byte { return index }
      index -= 1
    }
    return nil
  }

  func begins(with start: StaticString) -> Bool {
    guard count >= start.utf8CodeUnitCount else { return false }
    for index in 0..<start.utf8CodeUnitCount where self[index] != start.utf8Start[index] { return false }
    return true
  }

  /// Whether the sequence `part` occurs in these bytes.
  func contains(_ part: Self) -> Bool {
    var start = 0
    while start + part.count <= count {
      if self.part(from: start, to: start + part.count).elementsEqual(part) { return true }
      start += 1
    }
    return false
  }

  func isSame(as text: StaticString) -> Bool { count == text.utf8CodeUnitCount && begins(with: text) }

  /// The number of digits from an index on.
  func digits(at start: Int) -> Int {
    var index = start
    while index < count, Self.isDigit(self[index]) { index += 1 }
    return index - start
  }

  /// The value of a range of digits. It stops at 2⁵⁸, so that it cannot overflow.
  func number(_ range: Range<Int>) -> Int64 {
    var value: Int64 = 0
    for index in range where value < 1 << 58 { value = value * 10 + Int64(truncatingIfNeeded: self[index] & 15) }
    return value
  }

  /// The text without blanks at both ends.
  var trimmed: Self {
    var (start, end) = (0, count)
    while end > start, Self.isBlank(self[end - 1]) { end -= 1 }
    while start < end, Self.isBlank(self[start]) { start += 1 }
    return part(from: start, to: end)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Whether a byte is a space, a tab or a line break.
  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }
}

/// Reads a text from its start to its end.
struct ByteReader {
  let text: UnsafeBufferPointer<UInt8>
  private(set) var index = 0

  /// - index: the index at which to start.
  init(_ text: UnsafeBufferPointer<UInt8>, at index: Int = 0) {
    self.text = text
    self.index = index
  }

  var isAtEnd: Bool { index >= text.count }

  /// The next byte; 0 at the end.
  var next: UInt8 { isAtEnd ? 0 : text[index] }

  /// Skips a character, if it comes next. Returns whether it did.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// Skips a text, if it comes next, ignoring the case of ASCII. Returns whether it did.
  ///
  /// - text: is in lower case.
  mutating func skip(text word: StaticString) -> Bool {
    guard Escape.begins(text.part(from: index), with: word) else { return false }
    index += word.utf8CodeUnitCount
    return true
  }

  /// Skips a byte.
  mutating func skip() { index += 1 }

  mutating func skipBlanks() { while UnsafeBufferPointer.isBlank(next) { index += 1 } }

  /// Reads a number of `width` digits; nil when there are fewer.
  mutating func number(_ width: Int) -> Int64? {
    guard digits >= width else { return nil }
    index += width
    return text.number(index - width..<index)
  }

  /// The number of digits that come next.
  var digits: Int { text.digits(at: index) }
}
