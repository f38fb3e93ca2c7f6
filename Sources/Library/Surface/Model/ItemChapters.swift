// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// A chapter of an item, as a surface knows it.
struct ItemChapter: Equatable, Sendable {
  let start: Microseconds
  let title: Text
  let artworkID: Text

  /// Reads the chapters of `Content`, in the order of their starts. A chapter out of order is left out.
  ///
  /// - left: the bytes of texts that may still be kept.
  static func published(_ list: [Decoded.Timed], left: Int) -> [ItemChapter] {
    var chapters: [ItemChapter] = []
    var left = left
    for chapter in list {
      guard case let start = Microseconds(chapter.time), start >= chapters.last?.start ?? .zero else { continue }
      let title = Text(chapter.first, limit: Limits.chapterTitle)
      let id = Text(id: chapter.second) ?? .empty
      left -= title.count + id.count
      if left < 0 { break }
      chapters.append(ItemChapter(start: start, title: title, artworkID: id))
    }
    return chapters
  }
}

/// The lyrics of an item, whose lines have times. It is immutable.
final class ItemLyrics: Sendable {
  struct Line: Sendable {
    /// The start, 0 or more.
    let start: Microseconds
    let text: Text
  }

  /// The lines in the order of their starts; never empty.
  let lines: [Line]

  /// Returns nil for a text without times.
  init?(_ text: String) {
    lines = TimedLyrics(text).lines.map { Line(start: $0.start, text: Text($0.text)) }
    // Checked last: Embedded Swift leaks an object whose initialiser fails before every property has a value.
    if lines.isEmpty { return nil }
  }

  /// The approximate bytes of memory that the lyrics take.
  var size: Int {
    var size = 0
    for line in lines { size += MemoryLayout<Line>.stride + line.text.size }
    return size
  }

  /// The line at a position, and the start of the next one.
  func line(at position: Microseconds) -> (text: Text, next: Microseconds?) {
    var present = Text.empty
    for line in lines {
      if line.start > position { return (present, line.start) }
      present = line.text
    }
    return (present, nil)
  }
}
