// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// A chapter of an item, as a surface knows it.
struct ItemChapter: Equatable, Sendable {
  let start: Int64
  let title: Text
  let artworkID: Text

  /// The chapters of `Session1.Content`, in the order of their starts: what begins before the one before is left out.
  ///
  /// - left: how many bytes of texts may still be kept.
  static func published(_ list: [Decoded.Timed], left: Int) -> [ItemChapter] {
    var chapters: [ItemChapter] = []
    var left = left
    for chapter in list {
      guard chapter.time >= chapters.last?.start ?? 0 else { continue }
      let title = Text(chapter.first, limit: Limits.chapterTitle)
      let id = Text(id: chapter.second) ?? .empty
      left -= title.count + id.count
      if left < 0 { break }
      chapters.append(ItemChapter(start: chapter.time, title: title, artworkID: id))
    }
    return chapters
  }
}

/// Lyrics whose lines have times, as LRC writes them: "[01:23.45] a line", also several times before one line.
///
/// Checked by hand to be safe across threads: nothing of it changes.
final class TimedLyrics: Sendable {
  struct Line: Sendable {
    /// In microseconds, 0 or more.
    let start: Int64
    let text: Text
  }

  /// In the order of their starts; never empty.
  let lines: [Line]

  /// The most lines that are kept.
  private static let most = 2048

  /// Nil for a text of which no line has a time.
  init?(_ text: String) {
    var lines: [Line] = []
    var offset: Int64 = 0
    text.withBytes { bytes in
      var start = 0
      while start < bytes.count {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") { end += 1 }
        let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if let value = Self.offset(line) { offset = value } else { Self.read(line, into: &lines) }
        start = end + 1
      }
    }
    for index in lines.indices {
      lines[index] = Line(start: max(0, Clamp.difference(lines[index].start, offset)), text: lines[index].text)
    }
    let order = Order.indices(lines.count) { lines[$0].start < lines[$1].start }
    self.lines = order.map { lines[$0] }
    // Checked last: Embedded Swift leaks an object whose initializer fails before each property has a value.
    if lines.isEmpty { return nil }
  }

  /// Bytes of memory that they need, about.
  var size: Int {
    var size = 0
    for line in lines { size += MemoryLayout<Line>.stride + line.text.size }
    return size
  }

  /// The line at a position, and when the next begins.
  func line(at position: Int64) -> (text: Text, next: Int64?) {
    var present = Text.empty
    for line in lines {
      if line.start > position { return (present, line.start) }
      present = line.text
    }
    return (present, nil)
  }

  /// The value of "[offset:+250]", in microseconds: lines come so much earlier.
  private static func offset(_ line: UnsafeBufferPointer<UInt8>) -> Int64? {
    let key: StaticString = "[offset:"
    guard line.count > key.utf8CodeUnitCount else { return nil }
    for index in 0..<key.utf8CodeUnitCount where line[index] != key.utf8Start[index] { return nil }
    var index = key.utf8CodeUnitCount
    while index < line.count, line[index] == UInt8(ascii: " ") { index += 1 }
    let isNegative = index < line.count && line[index] == UInt8(ascii: "-")
    if index < line.count, line[index] == UInt8(ascii: "-") || line[index] == UInt8(ascii: "+") { index += 1 }
    guard let value = number(line, &index, most: 7) else { return nil }
    return isNegative ? -1000 * value : 1000 * value
  }

  private static func read(_ line: UnsafeBufferPointer<UInt8>, into lines: inout [Line]) {
    var index = 0
    var times: [Int64] = []
    while let time = time(line, &index) { if times.count < 16 { times.append(time) } }
    if times.isEmpty { return }
    while index < line.count, line[index] == UInt8(ascii: " ") { index += 1 }
    let text = Text(words(line, from: index))
    for time in times where lines.count < most { lines.append(Line(start: time, text: text)) }
  }

  /// The line without the times of single words, "<01:02.03>".
  private static func words(_ line: UnsafeBufferPointer<UInt8>, from start: Int) -> String {
    var kept: [UInt8] = []
    var index = start
    while index < line.count {
      var end = index
      if line[index] == UInt8(ascii: "<"), time(line, &end, from: UInt8(ascii: "<"), to: UInt8(ascii: ">")) != nil {
        index = end
        if kept.isEmpty || kept.last == UInt8(ascii: " ") {
          while index < line.count, line[index] == UInt8(ascii: " ") { index += 1 }
        }
        continue
      }
      kept.append(line[index])
      index += 1
    }
    while kept.last == UInt8(ascii: " ") { kept.removeLast() }
    return kept.withUnsafeBufferPointer { Repair.text($0, limit: Limits.text) }
  }

  /// The time "[minutes:seconds.part]" at an index, which then is behind it; nil where there is none.
  private static func time(
    _ line: UnsafeBufferPointer<UInt8>, _ index: inout Int, from open: UInt8 = 91, to close: UInt8 = 93
  ) -> Int64? {
    var end = index
    guard end < line.count, line[end] == open else { return nil }
    end += 1
    guard let minutes = number(line, &end, most: 5), end < line.count, line[end] == UInt8(ascii: ":") else {
      return nil
    }
    end += 1
    guard let seconds = number(line, &end, most: 2) else { return nil }
    var part: Int64 = 0
    if end < line.count, line[end] == UInt8(ascii: ".") || line[end] == UInt8(ascii: ":") {
      end += 1
      var scale: Int64 = 100_000
      while end < line.count, (48...57).contains(line[end]) {
        part += Int64(clamping: line[end] - 48) * scale
        scale /= 10
        end += 1
      }
    }
    guard end < line.count, line[end] == close else { return nil }
    index = end + 1
    return (minutes * 60 + seconds) * 1_000_000 + part
  }

  /// A number of at most so many digits.
  private static func number(_ line: UnsafeBufferPointer<UInt8>, _ index: inout Int, most: Int) -> Int64? {
    var value: Int64 = 0
    var count = 0
    while index < line.count, (48...57).contains(line[index]) {
      if count == most { return nil }
      value = 10 * value + Int64(clamping: line[index] - 48)
      count += 1
      index += 1
    }
    return count == 0 ? nil : value
  }
}
