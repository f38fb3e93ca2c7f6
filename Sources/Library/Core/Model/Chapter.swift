// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A chapter of an item. It ends where the next begins.
public struct Chapter: Equatable, Sendable {
  /// In microseconds from the start of the item, 0 or more.
  public let start: Int64
  /// "" where it has none.
  public let title: String
  /// The id of its picture; "" for that of the item.
  public let artworkID: String

  public init(start: Int64, title: String, artworkID: String = "") {
    (self.start, self.title, self.artworkID) = (start, title, artworkID)
  }

  public static func == (a: Chapter, b: Chapter) -> Bool {
    a.start == b.start && a.title.exact == b.title.exact && a.artworkID.exact == b.artworkID.exact
  }
}

/// The chapters of an item, in the order of their starts, one or more. Copies of the content share them.
public final class Chapters: Equatable, Sendable {
  public let list: [Chapter]

  /// Nil when there is none, or one begins before the one before it.
  public init?(_ list: [Chapter]) {
    self.list = list
    // Checked last: Embedded Swift leaks an object whose initializer fails before each property has a value.
    var last: Int64 = 0
    for chapter in list {
      if chapter.start < last { return nil }
      last = chapter.start
    }
    if list.isEmpty { return nil }
  }

  /// Bytes of the texts.
  public var size: Int {
    var size = 0
    for chapter in list { size += 24 + chapter.title.byteCount + chapter.artworkID.byteCount }
    return size
  }

  public static func == (a: Chapters, b: Chapters) -> Bool { a === b || a.list == b.list }
}
