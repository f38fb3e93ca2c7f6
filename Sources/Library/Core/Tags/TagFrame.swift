// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A frame of ID3v2 as it is stored in a file, with more than a text in its body: a language, a description, times, or
/// an owner. GStreamer passes frames that it does not know, with their headers, as "private-id3v2-frame".
struct TagFrame {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The name and the value of the plain tag that means the same.
  let name: [UInt8]
  let value: [UInt8]

  /// The largest number for an encoding, which is the first byte of a body.
  private static let lastEncoding: UInt8 = 3
  /// The number in SYLT that says that its times are in milliseconds.
  private static let inMilliseconds: UInt8 = 2
  /// The bytes of a language code.
  private static let language = 3
  /// The bytes of a time in SYLT.
  private static let time = 4

  /// Returns nil when the tag is no such frame.
  init?(_ name: Bytes, _ value: Bytes) {
    if name.isSame(as: "private-id3v2-frame") {
      guard let (id, body) = Self.withoutHeader(value) else { return nil }
      if let frame = Self(id, body) {
        self = frame
      } else {
        self.init(name: Array(id), value: Array(body))
      }
      return
    }
    guard let first = value.first else { return nil }
    switch TagIndex.hash(name) {
    case TagIndex.hash("UFID"), TagIndex.hash("UFI"):
      // The body has the owner, which is a web address, a NUL, and the id.
      guard first > Self.lastEncoding, let end = value.index(of: 0) else { return nil }
      self.init(name: "UFID:".bytes + value.part(from: 0, to: end), value: Array(value.part(from: end + 1)))
    case TagIndex.hash("TXXX"), TagIndex.hash("TXX"):
      guard first <= Self.lastEncoding else { return nil }
      let (description, text) = Self.described(value.part(from: 1), first)
      self.init(name: description, value: text)
    case TagIndex.hash("COMM"), TagIndex.hash("COM"):
      guard Self.hasLanguage(value) else { return nil }
      let (description, text) = Self.described(value.part(from: 1 + Self.language), first)
      self.init(name: "COMM:".bytes + description, value: text)
    case TagIndex.hash("USLT"), TagIndex.hash("ULT"):
      guard Self.hasLanguage(value) else { return nil }
      self.init(name: "USLT".bytes, value: Self.described(value.part(from: 1 + Self.language), first).text)
    case TagIndex.hash("SYLT"), TagIndex.hash("SLT"):
      guard Self.hasLanguage(value), value.count > 3 + Self.language else { return nil }
      let isTimed = value[1 + Self.language] == Self.inMilliseconds
      self.init(name: "SYLT".bytes, value: Self.lines(value.part(from: 3 + Self.language), first, isTimed))
    default: return nil
    }
  }

  private init(name: [UInt8], value: [UInt8]) {
    self.name = name
    self.value = value
  }

  /// The id and the body of a frame of version 2.2, 2.3 or 2.4; nil for a compressed or encrypted frame.
  private static func withoutHeader(_ frame: Bytes) -> (id: Bytes, body: Bytes)? {
    func isLetter(_ index: Int) -> Bool { (0x30...0x39).contains(frame[index]) || (0x41...0x5A).contains(frame[index]) }
    guard frame.count > 10, isLetter(0), isLetter(1), isLetter(2) else { return nil }
    // The fourth byte is a letter, or the first byte of the size in version 2.2, where sizes are below 2²¹.
    if !isLetter(3) { return (frame.part(from: 0, to: 3), frame.part(from: 6)) }
    let flags = frame[9]
    if flags & 0xCC != 0 { return nil }
    // The lowest flag says that four bytes with the length of the body stand before it.
    return (frame.part(from: 0, to: 4), frame.part(from: flags & 1 == 0 ? 10 : 14))
  }

  /// Whether a body begins with an encoding and a language. Otherwise a decoder has made it a plain text already.
  private static func hasLanguage(_ body: Bytes) -> Bool {
    guard body.count > language, body[0] <= lastEncoding else { return false }
    return (1...language).allSatisfy { body[$0] == 0 || Escape.isAlphanumeric(body[$0]) || body[$0] == 32 }
  }

  /// The end of a text, and the start of the next: between them is a NUL, which has two bytes in UTF-16.
  private static func end(_ text: Bytes, _ encoding: UInt8) -> (end: Int, next: Int) {
    guard encoding == 1 || encoding == 2 else {
      let end = text.index(of: 0) ?? text.count
      return (end, end + 1)
    }
    var end = 0
    while end + 1 < text.count, text[end] != 0 || text[end + 1] != 0 { end += 2 }
    return (min(end, text.count), end + 2)
  }

  /// The description in UTF-8, and the text behind it with the byte of its encoding.
  private static func described(_ text: Bytes, _ encoding: UInt8) -> (description: [UInt8], text: [UInt8]) {
    let (end, next) = end(text, encoding)
    return (decoded(text.part(from: 0, to: end), encoding), [encoding] + text.part(from: next))
  }

  private static func decoded(_ text: Bytes, _ encoding: UInt8) -> [UInt8] {
    var decoded: [UInt8] = []
    ([encoding] + text).withUnsafeBufferPointer { bytes in TagText.first(bytes) { decoded = Array($0) } }
    return decoded
  }

  /// Converts the texts and times of SYLT to lines of LRC. Where some texts begin with a line break, the others
  /// continue a line.
  private static func lines(_ body: Bytes, _ encoding: UInt8, _ isTimed: Bool) -> [UInt8] {
    var rest = body.part(from: end(body, encoding).next)
    var parts: [(text: [UInt8], time: Int64)] = []
    // A song has some thousand syllables. Each of these takes time, which a file must not waste.
    while !rest.isEmpty, parts.count < Limits.lyrics / 8 {
      let (end, next) = end(rest, encoding)
      var time: Int64 = 0
      for byte in rest.part(from: next, to: next + Self.time) { time = time << 8 | Int64(truncatingIfNeeded: byte) }
      parts.append((decoded(rest.part(from: 0, to: end), encoding), time))
      rest = rest.part(from: next + Self.time)
    }
    let hasEnds = parts.contains { $0.text.first == 10 || $0.text.first == 13 }
    var lines: [UInt8] = []
    for (text, time) in parts {
      let words = text.withUnsafeBufferPointer { Array($0.trimmedEnds) }
      if lines.isEmpty || !hasEnds || text.first == 10 || text.first == 13 {
        if !lines.isEmpty { lines.append(10) }
        if isTimed { lines += stamp(time) }
      }
      lines += words
      if lines.count > Limits.lyrics { break }
    }
    return lines
  }

  /// A time as LRC writes it, "[01:02.030]".
  private static func stamp(_ time: Int64) -> [UInt8] {
    func digits(_ number: Int64, _ width: Int) -> [UInt8] {
      let digits = Escape.decimal(number).bytes
      return [UInt8](repeating: UInt8(ascii: "0"), count: max(0, width - digits.count)) + digits
    }
    // One expression of all parts is more than some compilers can check in their time.
    var text = "[".bytes
    text += digits(time / 60000, 2) + ":".bytes
    text += digits(time / 1000 % 60, 2) + ".".bytes
    return text + digits(time % 1000, 3) + "]".bytes
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The text without line breaks at both ends.
  fileprivate var trimmedEnds: Self {
    var (start, end) = (0, count)
    while end > start, self[end - 1] == 10 || self[end - 1] == 13 { end -= 1 }
    while start < end, self[start] == 10 || self[start] == 13 { start += 1 }
    return part(from: start, to: end)
  }
}
