// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// One line of JSON, written as it comes.
struct JSON {
  private(set) var bytes: [UInt8] = []
  /// Whether the next value or key is the first of its list or object.
  private var isFirst = true

  mutating func object(_ key: StaticString? = nil, _ body: (inout JSON) -> Void) {
    container(key, 123, 125, body)
  }

  mutating func array(_ key: StaticString, _ body: (inout JSON) -> Void) { container(key, 91, 93, body) }

  private mutating func container(_ key: StaticString?, _ open: UInt8, _ close: UInt8, _ body: (inout JSON) -> Void) {
    begin(key)
    bytes.append(open)
    isFirst = true
    body(&self)
    bytes.append(close)
    isFirst = false
  }

  mutating func text(_ key: StaticString? = nil, _ value: StaticString) {
    begin(key)
    quote(value.utf8Start, value.utf8CodeUnitCount)
  }

  /// Nothing when there is no text, or an empty one.
  mutating func text(_ key: StaticString? = nil, _ value: UnsafePointer<CChar>?) {
    guard let value, value.pointee != 0 else { return }
    begin(key)
    var count = 0
    while value[count] != 0 { count += 1 }
    value.withMemoryRebound(to: UInt8.self, capacity: count) { quote($0, count) }
  }

  mutating func integer(_ key: StaticString? = nil, _ value: Int64) {
    begin(key)
    bytes += String(value).utf8
  }

  mutating func number(_ key: StaticString? = nil, _ value: Double) {
    begin(key)
    bytes += Number.short(value).utf8
  }

  mutating func truth(_ key: StaticString, _ value: Bool) {
    begin(key)
    bytes += (value ? "true" : "false").utf8
  }

  mutating func endLine() { bytes.append(10) }

  private mutating func begin(_ key: StaticString?) {
    if !isFirst { bytes.append(44) }
    isFirst = false
    guard let key else { return }
    quote(key.utf8Start, key.utf8CodeUnitCount)
    bytes.append(58)
  }

  /// Text is valid UTF-8. Control characters are never written as they are, C1's neither.
  private mutating func quote(_ text: UnsafePointer<UInt8>, _ count: Int) {
    bytes.append(34)
    var index = 0
    while index < count {
      let byte = text[index]
      switch byte {
      case 34, 92: bytes += [92, byte]
      case 0..<32, 127: escape(byte)
      case 0xC2 where index + 1 < count && text[index + 1] < 0xA0:
        index += 1
        escape(text[index])
      default: bytes.append(byte)
      }
      index += 1
    }
    bytes.append(34)
  }

  private mutating func escape(_ value: UInt8) {
    let digits: StaticString = "0123456789abcdef"
    bytes += [92, 117, 48, 48, digits.utf8Start[Int(value >> 4)], digits.utf8Start[Int(value & 15)]]
  }
}
