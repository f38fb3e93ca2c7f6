// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Lyrics with a time for each line, in LRC and its dialects: "[01:23.45] a line". `docs/lyrics.md` describes them all.
public struct TimedLyrics {
  public struct Line: Sendable {
    /// The start, 0 or more.
    public let start: Microseconds
    /// The text. Several lines with one time, as an original and its translation, are separated by line breaks.
    public let text: String
  }

  /// The lines in the order of their starts; empty for a text without times.
  public private(set) var lines: [Line] = []

  /// The time by which all lines start earlier.
  private var offset = Microseconds.zero
  /// The bytes of lines that may still be kept: a line with several times is stored several times.
  private var left = 4 * Limits.lyrics

  /// The most lines that are kept.
  private static let most = 2048
  /// The most times of one line, and the most lines with one time.
  private static let (mostTimes, mostTogether) = (16, 4)

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  public init(_ text: String) {
    text.withBytes { bytes in
      _ = Self.find(in: bytes) { line in
        if let offset = Self.offset(line) { self.offset = offset } else { self.read(line) }
        return false
      }
    }
    lines = joined
  }

  /// Whether a line has a time.
  static func hasTimes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    find(in: text) { line in
      var line = line
      return time(&line) != nil
    }
  }

  // MARK: Lines

  /// Whether a line satisfies a condition, behind its indentation. A byte order mark at the start of any line is
  /// skipped, because files may have been joined.
  private static func find(in text: Bytes, where isMeant: (ByteReader) -> Bool) -> Bool {
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "\n"), text[end] != UInt8(ascii: "\r") { end += 1 }
      let line = text.part(from: start, to: end)
      var reader = ByteReader(line, at: line.begins(with: "\u{FEFF}") ? 3 : 0)
      reader.skipBlanks()
      if isMeant(reader) { return true }
      start = end + 1
    }
    return false
  }

  private mutating func read(_ line: ByteReader) {
    var line = line
    var times: [Microseconds] = []
    while let time = Self.time(&line) {
      if times.count < Self.mostTimes { times.append(time) }
      line.skipBlanks()
    }
    if times.isEmpty { return }
    let (text, isTimed) = Self.words(line)
    // "[00:01.00][00:01.20]two [00:01.60]words": the second time is that of the first word.
    if isTimed { times = [times[0]] }
    for time in times where lines.count < Self.most && left >= text.byteCount {
      left -= text.byteCount
      lines.append(Line(start: time, text: text))
    }
  }

  /// The text without the times of words, "<01:02.03>" and "[01:02.03]", and whether it had one in square brackets.
  private static func words(_ line: ByteReader) -> (text: String, isTimed: Bool) {
    var line = line
    var kept: [UInt8] = []
    var isTimed = false
    while !line.isAtEnd {
      let isSquare = time(&line) != nil
      if isSquare || time(&line, from: "<", to: ">") != nil {
        isTimed = isTimed || isSquare
        if kept.last.map({ Bytes.isBlank($0) }) ?? true { line.skipBlanks() }
      } else {
        kept.append(line.next)
        line.skip()
      }
    }
    return (kept.withUnsafeBufferPointer { Repair.text($0.trimmed, limit: Limits.text) }, isTimed)
  }

  /// The lines in their order, with lines of one time joined into one. The original comes first, whether its
  /// translations follow it or are a block of their own. Empty and repeated lines are left out.
  private var joined: [Line] {
    var joined: [Line] = []
    var group: [String] = []
    var last = Microseconds(-1)
    for index in Order.indices(lines.count, precedes: { lines[$0].start < lines[$1].start }) {
      let line = lines[index]
      if line.start != last { group = [] }
      let isNew = !line.text.isEmpty && !group.contains { $0.exact == line.text.exact }
      if isNew, group.count < Self.mostTogether { group.append(line.text) }
      var text = ""
      for part in group { text += (text.isEmpty ? "" : "\n") + part }
      if line.start == last { joined.removeLast() }
      joined.append(Line(start: max(.zero, line.start - offset), text: text))
      last = line.start
    }
    return joined
  }

  // MARK: Numbers

  /// The value of an "[offset:+250]" line; nil for any other line.
  private static func offset(_ line: ByteReader) -> Microseconds? {
    var line = line
    guard line.skip("[") else { return nil }
    line.skipBlanks()
    let key: StaticString = "offset"
    for index in 0..<key.utf8CodeUnitCount {
      guard Escape.lowercased(line.next) == key.utf8Start[index] else { return nil }
      line.skip()
    }
    line.skipBlanks()
    guard line.skip(":") || line.skip("=") else { return nil }
    line.skipBlanks()
    let isNegative = line.skip("-")
    if !isNegative { _ = line.skip("+") }
    line.skipBlanks()
    guard let value = number(&line, most: 7) else { return nil }
    return .milliseconds(isNegative ? -value : value)
  }

  /// Reads a time; nil when the next characters are none.
  private static func time(
    _ line: inout ByteReader, from open: Unicode.Scalar = "[", to close: Unicode.Scalar = "]"
  ) -> Microseconds? {
    var next = line
    guard next.skip(open) else { return nil }
    next.skipBlanks()
    let width = next.digits
    guard let first = number(&next, most: 5), next.skip(":"), let second = number(&next, most: 2) else { return nil }
    var seconds = first * 60 + second
    var part = Microseconds.zero
    if next.skip(":") {
      var end = next
      let third = number(&end, most: 2)
      // "[mm:ss:xx]" has hundredths at its end; "[h:mm:ss]" and "[hh:mm:ss.xx]" begin with hours.
      if let third, end.next == UInt8(ascii: ".") || end.next == UInt8(ascii: ",") || width == 1 {
        seconds = seconds * 60 + third
        next = end
      } else {
        part = fraction(&next)
      }
    }
    if next.skip(".") || next.skip(",") { part = fraction(&next) }
    next.skipBlanks()
    guard next.skip(close) else { return nil }
    line = next
    return .seconds(seconds) + part
  }

  /// Reads a fraction of a second.
  private static func fraction(_ line: inout ByteReader) -> Microseconds {
    var part: Int64 = 0
    var scale: Int64 = 100_000
    while UnsafeBufferPointer.isDigit(line.next) {
      part += Int64(truncatingIfNeeded: line.next & 15) * scale
      scale /= 10
      line.skip()
    }
    return Microseconds(part)
  }

  /// Reads a number of at most `most` digits; nil where there are more digits, or none.
  private static func number(_ line: inout ByteReader, most: Int) -> Int64? {
    let width = line.digits
    return (1...most).contains(width) ? line.number(width) : nil
  }
}
