// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingCore

// These functions exist to keep the program small. The compiler copies the standard library's versions into each
// caller, with code for every internal form of a text: 250 bytes for `Array(text.utf8)`, 150 for `+=`. The functions
// here are compiled once, and replace those of the same name in this module.

extension String {
  @inline(never)
  static func + (a: String, b: String) -> String {
    var text = a
    text.append(b)
    return text
  }

  @inline(never)
  static func += (a: inout String, b: String) { a.append(b) }

  init(cString text: UnsafePointer<CChar>) {
    let size = np_text_length(text, .max)
    self = text.withMemoryRebound(to: UInt8.self, capacity: size) {
      Self.read(UnsafeBufferPointer(start: $0, count: size))
    }
  }

  init(decoding bytes: [UInt8], as _: UTF8.Type) { self = bytes.withUnsafeBufferPointer { Self.read($0) } }

  init(decoding bytes: ArraySlice<UInt8>, as _: UTF8.Type) { self = bytes.withUnsafeBufferPointer { Self.read($0) } }

  @inline(never)
  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  init(_ value: some SignedInteger & FixedWidthInteger) { self = Self.written(Int64(truncatingIfNeeded: value)) }

  init(_ value: some UnsignedInteger & FixedWidthInteger) { self = Self.digits(UInt64(truncatingIfNeeded: value)) }

  @inline(never)
  private static func written(_ value: Int64) -> String { (value < 0 ? "-" : "") + digits(value.magnitude) }

  private static func digits(_ value: UInt64) -> String { String(value, radix: 10) }

  /// The Unicode scalars, as numbers.
  var scalars: [UInt32] {
    var numbers: [UInt32] = []
    for scalar in unicodeScalars { numbers.append(scalar.value) }
    return numbers
  }

  init(scalars: [UInt32]) {
    var text = UnicodeScalarView()
    for number in scalars { if let scalar = Unicode.Scalar(number) { text.append(scalar) } }
    self = String(text)
  }

  /// Returns the text in upper or in lower case.
  ///
  /// A sigma at the end of a word becomes a final sigma, as in GLib.
  func inLetters(capital: Bool) -> String {
    var changed: [UInt32] = []
    let scalars = scalars
    for (index, scalar) in scalars.enumerated() {
      if scalar == 0x3A3, !capital, index + 1 == scalars.count || !Self.isLetter(scalars[index + 1]) {
        changed.append(0x3C2)
        continue
      }
      changed += Self.letters(of: scalar, capital)
    }
    return String(scalars: changed)
  }

  private static func isLetter(_ scalar: UInt32) -> Bool {
    letters(of: scalar, true) != [scalar] || letters(of: scalar, false) != [scalar]
  }

  private static func letters(of scalar: UInt32, _ capital: Bool) -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: 3) { $1 = tool_change_case(scalar, capital, $0.baseAddress) }
  }

  /// Returns whether the text has the bytes of a word.
  func equals(_ word: StaticString) -> Bool { exact == ExactText(word) }

  func starts(with start: String) -> Bool { Array(utf8).starts(with: Array(start.utf8)) }

  /// Splits at each occurrence of a byte; leaves out empty parts unless `all` is set.
  @inline(never)
  func parts(_ separator: UInt8, all: Bool = false) -> [String] {
    Array(utf8).parts(separator, all: all).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the text up to the first of one or two bytes; the whole text when it has neither.
  func before(_ a: UInt8, _ b: UInt8? = nil) -> String {
    let bytes = Array(utf8)
    return String(decoding: bytes[..<(bytes.firstIndex { $0 == a || $0 == b } ?? bytes.count)], as: UTF8.self)
  }

  /// Returns the text without its first `count` bytes.
  func without(first count: Int) -> String { String(decoding: Array(utf8).dropFirst(count), as: UTF8.self) }

  /// Returns the text repeated; empty for a negative count.
  func times(_ count: Int) -> String {
    var text = ""
    for _ in 0..<max(0, count) { text += self }
    return text
  }
}

extension String.UTF8View {
  @inline(never)
  private var bytes: [UInt8] { Array(self) }
  var count: Int { bytes.count }
  var first: UInt8? { bytes.first }
  var last: UInt8? { bytes.last }
  func contains(_ byte: UInt8) -> Bool { Array(self).contains(byte) }
}

extension [UInt8] {
  @inline(never)
  init(_ text: String.UTF8View) {
    var text = String(text)
    self = text.withUTF8 { [UInt8](UnsafeRawBufferPointer($0)) }
  }

  @inline(never)
  static func += (bytes: inout [UInt8], text: String.UTF8View) { bytes.append(contentsOf: [UInt8](text)) }

  /// Splits at each occurrence of a byte; leaves out empty parts unless `all` is set.
  @inline(never)
  func parts(_ separator: UInt8, all: Bool = false) -> [ArraySlice<UInt8>] {
    var (parts, start): ([ArraySlice<UInt8>], Int) = ([], 0)
    for index in 0...count where index == count || self[index] == separator {
      if all || index > start { parts.append(self[start..<index]) }
      start = index + 1
    }
    return parts
  }
}

extension [String] {
  /// Returns whether the list contains a text with the same bytes.
  @inline(never)
  func has(_ text: String) -> Bool {
    for index in indices where self[index].exact == text.exact { return true }
    return false
  }

  @inline(never)
  func joined(separator: String = "") -> String {
    var text = ""
    for index in indices {
      if index > 0 { text += separator }
      text += self[index]
    }
    return text
  }
}

/// Makes `switch` compare words by their bytes.
@inline(never)
func ~= (word: StaticString, text: ExactText) -> Bool { ExactText(word) == text }
