// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Finds where the values in a JSON text begin and end. Refuses every text that is not strictly JSON.
struct JSONScanner {
  static let quote: UInt8 = 0x22
  static let backslash: UInt8 = 0x5C
  static let minus: UInt8 = 0x2D
  static let brace: UInt8 = 0x7B
  static let digits: ClosedRange<UInt8> = 0x30...0x39

  /// A member of an object: its name with the quotes, and its value.
  typealias Member = (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)

  /// The members of the outermost object.
  private(set) var rootMembers: [Member] = []
  /// Whether scanning has failed because values were nested too deep.
  private(set) var isTooDeep = false

  private let bytes: ArraySlice<UInt8>
  private var next: Int
  /// How many objects and arrays are open at the present place.
  private var depth = 0
  private let maxDepth: Int

  init(_ bytes: ArraySlice<UInt8>, depth: Int) {
    self.bytes = bytes
    maxDepth = depth
    next = bytes.startIndex
  }

  /// Scans the whole text. Returns its one value without the space around it; nil when the text is not JSON.
  mutating func text() -> ArraySlice<UInt8>? {
    skipSpace()
    guard let root = value() else { return nil }
    skipSpace()
    return next == bytes.endIndex ? root : nil
  }

  private var peek: UInt8? { next < bytes.endIndex ? bytes[next] : nil }

  /// Steps over a byte, if it comes next. Returns whether it did.
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    next += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { next += 1 }
  }

  private mutating func value() -> ArraySlice<UInt8>? {
    let start = next
    guard let first = peek else { return nil }
    let isThere =
      switch first {
      case Self.brace: nested { $0.object() }
      case 0x5B: nested { $0.array() }
      case Self.quote: string()
      case Self.minus, Self.digits: number()
      default: word("true") || word("false") || word("null")
      }
    return isThere ? bytes[start..<next] : nil
  }

  private mutating func nested(_ body: (inout JSONScanner) -> Bool) -> Bool {
    guard depth < maxDepth else {
      isTooDeep = true
      return false
    }
    depth += 1
    defer { depth -= 1 }
    return body(&self)
  }

  private mutating func object() -> Bool {
    next += 1
    skipSpace()
    if skip(0x7D) { return true }
    repeat {
      skipSpace()
      let start = next
      guard string() else { return false }
      let name = bytes[start..<next]
      skipSpace()
      guard skip(0x3A) else { return false }
      skipSpace()
      guard let value = value() else { return false }
      if depth == 1 { rootMembers.append((name, value)) }
      skipSpace()
    } while skip(0x2C)
    return skip(0x7D)
  }

  private mutating func array() -> Bool {
    next += 1
    skipSpace()
    if skip(0x5D) { return true }
    repeat {
      skipSpace()
      guard value() != nil else { return false }
      skipSpace()
    } while skip(0x2C)
    return skip(0x5D)
  }

  private mutating func string() -> Bool {
    guard skip(Self.quote) else { return false }
    while let byte = peek {
      next += 1
      switch byte {
      case Self.quote: return true
      case Self.backslash: guard escape() else { return false }
      case ..<0x20: return false
      default: break
      }
    }
    return false
  }

  /// Scans the characters of an escape after its backslash.
  private mutating func escape() -> Bool {
    guard let byte = peek else { return false }
    next += 1
    switch byte {
    case 0x22, 0x2F, 0x5C, 0x62, 0x66, 0x6E, 0x72, 0x74: return true
    case 0x75:
      for _ in 0..<4 {
        guard let digit = peek else { return false }
        switch digit {
        case Self.digits, 0x41...0x46, 0x61...0x66: next += 1
        default: return false
        }
      }
      return true
    default: return false
    }
  }

  private mutating func number() -> Bool {
    _ = skip(Self.minus)
    // After a leading zero no further digit may follow.
    guard skip(0x30) || someDigits() else { return false }
    if skip(0x2E), !someDigits() { return false }
    if skip(0x65) || skip(0x45) {
      if !skip(0x2B) { _ = skip(Self.minus) }
      return someDigits()
    }
    return true
  }

  private mutating func someDigits() -> Bool {
    let start = next
    while let byte = peek, Self.digits.contains(byte) { next += 1 }
    return next > start
  }

  private mutating func word(_ word: StaticString) -> Bool {
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[next...].starts(with: letters) else { return false }
    next += letters.count
    return true
  }
}
