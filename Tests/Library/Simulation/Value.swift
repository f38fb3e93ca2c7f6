// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A value of D-Bus. Integers of all widths are one case, because no test here asks for their width.
indirect enum Value: Equatable {
  case text(String)
  case integer(Int64)
  case number(Double)
  case truth(Bool)
  case array([Value])
  case dictionary([Entry])
  case structure([Value])
  case variant(String, Value)

  struct Entry: Equatable {
    let key: Value
    let value: Value
  }

  /// The value without the variants around it.
  var plain: Value {
    if case .variant(_, let value) = self { return value.plain }
    return self
  }

  var text: String? { if case .text(let text) = plain { text } else { nil } }
  var integer: Int64? { if case .integer(let integer) = plain { integer } else { nil } }
  var truth: Bool? { if case .truth(let truth) = plain { truth } else { nil } }
  var number: Double? {
    switch plain {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    default: nil
    }
  }
  var array: [Value]? { if case .array(let values) = plain { values } else { nil } }

  /// The entries of a dictionary whose keys are texts, without the variants around their values.
  var entries: [String: Value]? {
    guard case .dictionary(let entries) = plain else { return nil }
    return Dictionary(
      entries.compactMap { entry in entry.key.text.map { ($0, entry.value.plain) } }, uniquingKeysWith: { $1 })
  }
}

/// The codes of a signature, and how its types are aligned.
enum Code {
  static let array = UInt8(ascii: "a")

  static func alignment(of code: UInt8) -> Int {
    switch code {
    case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
    case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("), UInt8(ascii: "{"): 8
    default: 4
    }
  }

  /// Returns the index behind the complete type that begins at an index.
  static func end(of signature: [UInt8], from index: Int) -> Int {
    switch signature[index] {
    case array: return end(of: signature, from: index + 1)
    case UInt8(ascii: "("), UInt8(ascii: "{"):
      var next = index + 1
      while signature[next] != UInt8(ascii: ")"), signature[next] != UInt8(ascii: "}") {
        next = end(of: signature, from: next)
      }
      return next + 1
    default: return index + 1
    }
  }
}

/// Reads values of little-endian D-Bus. The bytes are of libraries that are tested, and well formed.
struct ValueReader {
  private let bytes: [UInt8]
  private(set) var index: Int

  init(_ bytes: [UInt8], at index: Int = 0) {
    self.bytes = bytes
    self.index = index
  }

  mutating func align(_ alignment: Int) { index = (index + alignment - 1) / alignment * alignment }

  mutating func unsigned(_ size: Int) -> UInt64 {
    align(size)
    var value: UInt64 = 0
    for offset in (0..<size).reversed() { value = value << 8 | UInt64(bytes[index + offset]) }
    index += size
    return value
  }

  mutating func text(lengthSize: Int) -> String {
    let length = Int(unsigned(lengthSize))
    defer { index += length + 1 }
    return String(decoding: bytes[index..<index + length], as: UTF8.self)
  }

  /// Reads the values of a signature.
  mutating func values(_ signature: String) -> [Value] {
    let codes = Array(signature.utf8)
    var values: [Value] = []
    var next = 0
    while next < codes.count { values.append(value(codes, &next)) }
    return values
  }

  private mutating func value(_ codes: [UInt8], _ next: inout Int) -> Value {
    let code = codes[next]
    let end = Code.end(of: codes, from: next)
    defer { next = end }
    align(Code.alignment(of: code))
    switch code {
    case UInt8(ascii: "y"): return .integer(Int64(unsigned(1)))
    case UInt8(ascii: "b"): return .truth(unsigned(4) != 0)
    case UInt8(ascii: "n"): return .integer(Int64(Int16(truncatingIfNeeded: unsigned(2))))
    case UInt8(ascii: "q"): return .integer(Int64(unsigned(2)))
    case UInt8(ascii: "i"): return .integer(Int64(Int32(truncatingIfNeeded: unsigned(4))))
    case UInt8(ascii: "u"), UInt8(ascii: "h"): return .integer(Int64(unsigned(4)))
    case UInt8(ascii: "x"), UInt8(ascii: "t"): return .integer(Int64(truncatingIfNeeded: unsigned(8)))
    case UInt8(ascii: "d"): return .number(Double(bitPattern: unsigned(8)))
    case UInt8(ascii: "s"), UInt8(ascii: "o"): return .text(text(lengthSize: 4))
    case UInt8(ascii: "g"): return .text(text(lengthSize: 1))
    case UInt8(ascii: "v"):
      let signature = text(lengthSize: 1)
      return .variant(signature, values(signature).first ?? .integer(0))
    case Code.array: return array(Array(codes[next + 1..<end]))
    default:
      var inner = next + 1
      var members: [Value] = []
      while inner < end - 1 { members.append(value(codes, &inner)) }
      return .structure(members)
    }
  }

  private mutating func array(_ element: [UInt8]) -> Value {
    let size = Int(unsigned(4))
    align(Code.alignment(of: element[0]))
    let end = index + size
    var elements: [Value] = []
    while index < end {
      var next = 0
      elements.append(value(element, &next))
    }
    guard element[0] == UInt8(ascii: "{") else { return .array(elements) }
    return .dictionary(
      elements.map { element in
        guard case .structure(let pair) = element, pair.count == 2 else {
          return Value.Entry(key: element, value: element)
        }
        return Value.Entry(key: pair[0], value: pair[1])
      })
  }
}

/// Writes values of little-endian D-Bus.
struct ValueWriter {
  private(set) var bytes: [UInt8] = []

  mutating func align(_ alignment: Int) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }

  mutating func unsigned(_ value: UInt64, _ size: Int) {
    align(size)
    for offset in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(offset)))) }
  }

  mutating func text(_ text: String, lengthSize: Int) {
    unsigned(UInt64(text.utf8.count), lengthSize)
    bytes.append(contentsOf: text.utf8)
    bytes.append(0)
  }

  /// Writes values as a signature says, which they fit.
  mutating func values(_ values: [Value], _ signature: String) {
    let codes = Array(signature.utf8)
    var next = 0
    for each in values { value(each, codes, &next) }
  }

  private mutating func value(_ value: Value, _ codes: [UInt8], _ next: inout Int) {
    let code = codes[next]
    let end = Code.end(of: codes, from: next)
    defer { next = end }
    align(Code.alignment(of: code))
    switch (code, value) {
    case (UInt8(ascii: "v"), .variant(let signature, let inner)):
      text(signature, lengthSize: 1)
      values([inner], signature)
    case (UInt8(ascii: "g"), .text(let text)): self.text(text, lengthSize: 1)
    case (_, .text(let text)): self.text(text, lengthSize: 4)
    case (_, .truth(let truth)): unsigned(truth ? 1 : 0, 4)
    case (_, .number(let number)): unsigned(number.bitPattern, 8)
    case (_, .integer(let integer)):
      unsigned(UInt64(bitPattern: integer), Code.alignment(of: code))
    case (_, .array(let elements)): array(Array(codes[next + 1..<end]), elements)
    case (_, .dictionary(let entries)):
      array(Array(codes[next + 1..<end]), entries.map { .structure([$0.key, $0.value]) })
    case (_, .structure(let members)):
      var inner = next + 1
      for member in members { self.value(member, codes, &inner) }
    case (_, .variant(_, let inner)): self.value(inner, codes, &next)
    }
  }

  private mutating func array(_ element: [UInt8], _ elements: [Value]) {
    unsigned(0, 4)
    let sizeAt = bytes.count - 4
    align(Code.alignment(of: element[0]))
    let start = bytes.count
    for each in elements {
      var next = 0
      value(each, element, &next)
    }
    let size = UInt32(bytes.count - start)
    for offset in 0..<4 { bytes[sizeAt + offset] = UInt8(truncatingIfNeeded: size >> (8 * UInt32(offset))) }
  }
}
