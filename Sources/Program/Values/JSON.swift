// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// Writes one line of JSON, value by value.
struct JSON {
  private(set) var bytes: [UInt8]
  /// Whether the next value or key is the first of its list or object.
  private var isFirst = true

  init() {
    bytes = []
    bytes.reserveCapacity(4096)
  }

  /// Returns a text as a JSON string, with its quotes.
  static func quoted(_ text: String) -> String {
    var json = JSON()
    json.whole(nil, text)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  mutating func object(_ key: StaticString? = nil, _ body: (inout JSON) -> Void) {
    container(key, 123, 125, body)
  }

  mutating func array(_ key: StaticString? = nil, _ body: (inout JSON) -> Void) { container(key, 91, 93, body) }

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

  /// Writes a text, also when it is empty.
  mutating func whole(_ key: StaticString? = nil, _ value: String) {
    begin(key)
    var value = value
    value.withUTF8 { bytes in
      // The buffer of an empty text may have no address.
      if let start = bytes.baseAddress { quote(start, bytes.count) } else { self.bytes += [34, 34] }
    }
  }

  /// Writes a text; nothing when it is nil or empty.
  mutating func text(_ key: StaticString? = nil, _ value: UnsafePointer<CChar>?) {
    guard let value, value.pointee != 0 else { return }
    begin(key)
    quote(text: value)
  }

  /// Writes a text as an element of an array, also when it is empty.
  mutating func element(_ value: UnsafePointer<CChar>) {
    begin(nil)
    quote(text: value)
  }

  private mutating func quote(text value: UnsafePointer<CChar>) {
    let count = np_text_length(value, .max)
    value.withMemoryRebound(to: UInt8.self, capacity: count) { quote($0, count) }
  }

  /// Writes a text under a key that may be any text; nothing when one of them is empty.
  mutating func text(under key: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>) {
    text(nil, key)
    bytes.append(58)
    isFirst = true
    text(nil, value)
  }

  mutating func integer(_ key: StaticString? = nil, _ value: Int64) {
    begin(key)
    bytes += String(value).utf8
  }

  mutating func integer(_ key: StaticString? = nil, unsigned value: UInt64) {
    begin(key)
    bytes += String(value).utf8
  }

  mutating func null() {
    begin(nil)
    bytes += "null".utf8
  }

  /// Writes any text as a key. The value that follows is written without a key of its own.
  mutating func key(_ text: String) {
    whole(nil, text)
    bytes.append(58)
    isFirst = true
  }

  mutating func number(_ key: StaticString? = nil, _ value: Double) {
    begin(key)
    bytes += Number.short(value).utf8
  }

  mutating func truth(_ key: StaticString? = nil, _ value: Bool) {
    begin(key)
    bytes += (value ? "true" : "false").utf8
  }

  mutating func endLine() { bytes.append(10) }

  private mutating func begin(_ key: StaticString?) {
    if !isFirst { bytes.append(44) }
    isFirst = false
    guard let key else { return }
    bytes.append(34)
    bytes.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    bytes.append(34)
    bytes.append(58)
  }

  /// Writes a text, which is valid UTF-8, in quotes. Characters that a terminal would obey are escaped.
  private mutating func quote(_ text: UnsafePointer<UInt8>, _ count: Int) {
    bytes.append(34)
    var index = 0
    while index < count {
      let byte = text[index]
      // Characters that need no escape are appended in one run.
      var end = index
      while end < count, Self.isPlain(text[end]) { end += 1 }
      if end > index {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text + index, count: end - index))
        index = end
        continue
      }
      switch byte {
      case 34, 92: bytes += [92, byte]
      case 0..<32, 127: escape(UInt32(truncatingIfNeeded: byte))
      // Two-byte characters that CleanText does not let through begin here.
      case 0xC2 where index + 1 < count:
        index = quoteForeign(
          UInt32(truncatingIfNeeded: byte & 0x1F) << 6 | UInt32(truncatingIfNeeded: text[index + 1] & 0x3F), text,
          index, 2)
      case 0xE2 where index + 2 < count:
        let scalar =
          0x2000 | UInt32(truncatingIfNeeded: text[index + 1] & 0x3F) << 6
          | UInt32(truncatingIfNeeded: text[index + 2] & 0x3F)
        index = quoteForeign(scalar, text, index, 3)
      default: bytes.append(byte)
      }
      index += 1
    }
    bytes.append(34)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 32 && byte != 34 && byte != 92 && byte != 127 && byte != 0xC2 && byte != 0xE2
  }

  /// Writes a character of several bytes. Returns the index of its last byte.
  private mutating func quoteForeign(_ scalar: UInt32, _ text: UnsafePointer<UInt8>, _ index: Int, _ size: Int) -> Int {
    if CleanText.isHarmless(scalar) {
      for offset in 0..<size { bytes.append(text[index + offset]) }
    } else {
      escape(scalar)
    }
    return index + size - 1
  }

  private mutating func escape(_ scalar: UInt32) {
    bytes += [92, 117]
    bytes += Escape.hexadecimal(UInt64(truncatingIfNeeded: scalar)).without(first: 12).utf8
  }
}
