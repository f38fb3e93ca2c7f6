// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A chapter of an item. It ends at the start of the next one.
public struct Chapter: Equatable, Sendable {
  /// The start, counted from that of the item, 0 or more.
  public let start: Microseconds
  /// The title; "" for none.
  public let title: String
  /// The id of the chapter's picture; "" where the picture of the item is shown.
  public let artworkID: String

  public init(start: Microseconds, title: String, artworkID: String = "") {
    (self.start, self.title, self.artworkID) = (start, title, artworkID)
  }

  public static func == (a: Chapter, b: Chapter) -> Bool {
    a.start == b.start && a.title.exact == b.title.exact && a.artworkID.exact == b.artworkID.exact
  }
}

/// The chapters of an item, at least one, in the order of their starts. Copies of a content share them.
public final class Chapters: Equatable, Sendable {
  public let list: [Chapter]

  /// Returns nil for an empty list, or one that is not in order.
  public init?(_ list: [Chapter]) {
    self.list = list
    // Checked last: Embedded Swift leaks an object whose initialiser fails before every property has a value.
    var last = Microseconds.zero
    for chapter in list {
      if chapter.start < last { return nil }
      last = chapter.start
    }
    if list.isEmpty { return nil }
  }

  /// The approximate bytes that the chapters take.
  public var size: Int {
    var size = 0
    for chapter in list { size += 24 + chapter.title.byteCount + chapter.artworkID.byteCount }
    return size
  }

  public static func == (a: Chapters, b: Chapters) -> Bool { a === b || a.list == b.list }
}
