// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// A value that was read from JSON.
indirect enum ParsedJSON {
  case null
  case truth(Bool)
  /// The number as it was written: a `Double` cannot hold every 64-bit integer.
  case number(String)
  case text(String)
  case array([ParsedJSON])
  case object([(key: String, value: ParsedJSON)])

  /// Reads a text that is one JSON value; fails for any other text.
  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = JSONReader(rest: bytes)
    guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
    self = value
  }

  /// The value of a key; nil when there is none, or this value is not an object.
  subscript(key: StaticString) -> ParsedJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key.equals(key) }?.value
  }

  /// The text; nil when this value is of another type.
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var elements: [ParsedJSON]? { if case .array(let values) = self { values } else { nil } }

  /// The integer as its sign and magnitude; nil for a fraction, and when it needs more than 64 bits.
  var integer: (isNegative: Bool, magnitude: UInt64)? {
    guard case .number(let text) = self else { return nil }
    var digits = Array(text.utf8)[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    var magnitude: UInt64 = 0
    for digit in digits {
      guard (48...57).contains(digit) else { return nil }
      let (product, isTooMuch) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isOver) = product.addingReportingOverflow(UInt64(truncatingIfNeeded: digit - 48))
      if isTooMuch || isOver { return nil }
      magnitude = sum
    }
    return digits.isEmpty ? nil : (isNegative, magnitude)
  }
}

/// Reads JSON from start to end.
private struct JSONReader {
  private(set) var rest: ArraySlice<UInt8>

  /// The deepest nesting. Values of D-Bus have at most 64 levels, and a variant takes two of them here.
  private static let mostDepth = 256

  init(rest: ArraySlice<UInt8>) { self.rest = rest }

  var isAtEnd: Bool {
    mutating get {
      passSpaces()
      return rest.isEmpty
    }
  }

  private mutating func passSpaces() {
    while let byte = rest.first, byte == 32 || (9...13).contains(byte) { rest.removeFirst() }
  }

  /// Skips the next character if it is the expected one. Returns whether it was.
  private mutating func pass(_ character: UInt8) -> Bool {
    passSpaces()
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func pass(word: StaticString) -> Bool {
    let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard rest.starts(with: bytes) else { return false }
    rest = rest.dropFirst(bytes.count)
    return true
  }

  mutating func value(depth: Int) -> ParsedJSON? {
    passSpaces()
    guard depth < Self.mostDepth, let first = rest.first else { return nil }
    switch first {
    case UInt8(ascii: "{"): return list(UInt8(ascii: "}")) { $0.member(depth) }.map { .object($0) }
    case UInt8(ascii: "["): return list(UInt8(ascii: "]")) { $0.value(depth: depth + 1) }.map { .array($0) }
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "t"): return pass(word: "true") ? .truth(true) : nil
    case UInt8(ascii: "f"): return pass(word: "false") ? .truth(false) : nil
    case UInt8(ascii: "n"): return pass(word: "null") ? .null : nil
    default:
      let number = rest.prefix { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
      let text = String(decoding: number, as: UTF8.self)
      guard Number.only(text) != nil else { return nil }
      rest = rest.dropFirst(number.count)
      return .number(text)
    }
  }

  private mutating func member(_ depth: Int) -> (key: String, value: ParsedJSON)? {
    passSpaces()
    guard let key = text(), pass(UInt8(ascii: ":")), let value = value(depth: depth + 1) else { return nil }
    return (key, value)
  }

  /// Reads elements with commas between them, up to the character that ends them.
  private mutating func list<Element>(_ end: UInt8, _ element: (inout JSONReader) -> Element?) -> [Element]? {
    rest.removeFirst()
    var elements: [Element] = []
    if pass(end) { return elements }
    while let next = element(&self) {
      elements.append(next)
      if pass(end) { return elements }
      if !pass(UInt8(ascii: ",")) { return nil }
    }
    return nil
  }

  private mutating func text() -> String? {
    guard pass(UInt8(ascii: "\"")) else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let letter = rest.popFirst() else { return nil }
        switch letter {
        case UInt8(ascii: "b"): bytes.append(8)
        case UInt8(ascii: "f"): bytes.append(12)
        case UInt8(ascii: "n"): bytes.append(10)
        case UInt8(ascii: "r"): bytes.append(13)
        case UInt8(ascii: "t"): bytes.append(9)
        case UInt8(ascii: "u"):
          guard let scalar = escaped() else { return nil }
          bytes += String(scalars: [scalar]).utf8
        default: bytes.append(letter)
        }
      default: bytes.append(byte)
      }
    }
    return nil
  }

  /// Reads the character behind `\u`; one beyond 16 bits is a pair of such escapes.
  private mutating func escaped() -> UInt32? {
    guard let unit = hexadecimal() else { return nil }
    guard (0xD800..<0xE000).contains(unit) else { return unit }
    guard unit < 0xDC00, pass(word: "\\u"), let low = hexadecimal(), (0xDC00..<0xE000).contains(low) else {
      return 0xFFFD
    }
    return 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
  }

  private mutating func hexadecimal() -> UInt32? {
    guard rest.count >= 4 else { return nil }
    var value: UInt32 = 0
    for byte in rest.prefix(4) {
      switch byte {
      case 48...57: value = value << 4 | UInt32(truncatingIfNeeded: byte - 48)
      case 65...70, 97...102: value = value << 4 | UInt32(truncatingIfNeeded: byte & 7 + 9)
      default: return nil
      }
    }
    rest = rest.dropFirst(4)
    return value
  }
}
