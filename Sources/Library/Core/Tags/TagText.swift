// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Decodes the text of tags: UTF-8, UTF-16, or an older encoding.
enum TagText {
  /// The bytes of a value that are read: in UTF-16, the longest text that is kept.
  private static let limit = 4 * Limits.lyrics

  /// Calls a closure with the value as UTF-8, in which NULs may separate several values.
  static func decode(_ given: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var bytes = given.part(from: 0, to: limit)
    // Frames of ID3 begin with a byte for the encoding: 1 and 2 are UTF-16, 3 is UTF-8.
    let encoding = bytes.first ?? 0
    if (1...3).contains(encoding) { bytes = bytes.part(from: 1) }
    let mark = bytes.count < 2 ? 0 : UInt16(truncatingIfNeeded: bytes[0]) << 8 | UInt16(truncatingIfNeeded: bytes[1])
    if mark == 0xFFFE || mark == 0xFEFF || encoding == 1 || encoding == 2 {
      Repair.fromUTF16(bytes, isBigEndian: mark == 0xFEFF || encoding == 2).withUnsafeBufferPointer(body)
      return
    }
    if bytes.begins(with: "\u{FEFF}") { bytes = bytes.part(from: 3) }
    if let text = Repair.fromLegacy(bytes, isCut: given.count > limit) ?? Repair.fromMisread(bytes) {
      text.withUnsafeBufferPointer(body)
    } else {
      body(bytes)
    }
  }

  /// Whether a value is ASCII without a byte for its encoding, NULs, and a given separator.
  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, without separator: UInt8 = 0) -> Bool {
    guard let first = bytes.first, first > 3, bytes.count <= limit else { return false }
    return bytes.isPlain(without: separator)
  }

  /// Calls a closure with each value of a tag. NULs separate values; in a list also semicolons without a space behind
  /// them, as FFmpeg joins values: "Kairon; IRSE!" is one artist. Empty values are left out.
  ///
  /// - body: gets a value, and whether it is known to be ASCII without NULs. Returns whether it wants more values: a
  ///   file may have a hundred thousand.
  static func each(
    _ bytes: UnsafeBufferPointer<UInt8>, isList: Bool, _ body: (UnsafeBufferPointer<UInt8>, _ isPlain: Bool) -> Bool
  ) {
    // Nearly all tags have one value.
    if isPlain(bytes, without: isList ? UInt8(ascii: ";") : 0) {
      let value = bytes.trimmed
      if !value.isEmpty { _ = body(value, true) }
      return
    }
    decode(bytes) { text in
      var start = 0
      for end in 0...text.count {
        let isEnd = end == text.count || text[end] == 0
        let isSeparator = isList && !isEnd && text[end] == UInt8(ascii: ";") && end + 1 < text.count
        guard isEnd || isSeparator && !Bytes.isBlank(text[end + 1]) else { continue }
        let value = text.part(from: start, to: end).trimmed
        if !value.isEmpty, !body(value, false) { return }
        start = end + 1
      }
    }
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Calls a closure with the first value, which may be empty.
  static func first(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if isPlain(bytes) { return body(bytes) }
    decode(bytes) { text in
      var start = 0
      while start < text.count, text[start] == 0 { start += 1 }
      body(text.part(from: start, to: text.index(of: 0, from: start) ?? .max))
    }
  }
}
