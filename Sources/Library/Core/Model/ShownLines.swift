// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The lines of text that show an item, at most three, by its kind: `lines` of org.nowplaying, and title and artists of
/// MPRIS. They consist of texts of the item alone, so that no word needs a translation. docs/org.nowplaying.md has the
/// table.
public struct ShownLines {
  public let first: String?
  public let second: String?
  public let third: String?

  /// - text: the value of a field; nil for an empty text, and for an album that is not to be shown.
  public init(_ kind: ContentKind, artists: [String], _ text: (TextField) -> String?) {
    let own = Self.own(kind, text)
    first = own.first
    second = Self.joined(artists) ?? own.second
    third = text(.album)
  }

  /// The first line, and the second where there are no artists.
  static func own(_ kind: ContentKind, _ text: (TextField) -> String?) -> (first: String?, second: String?) {
    let title = text(.title)
    var (first, second) = (title, String?.none)
    switch kind {
    case .music, .movie: return (title, nil)
    case .podcast, .tvShow: return (title, text(.showName))
    case .book: return (title, text(.author))
    case .radio: (first, second) = (title ?? text(.programName) ?? text(.stationName), text(.stationName))
    case .homeMedia: (first, second) = (title ?? text(.description) ?? text(.sourceName), text(.sourceName))
    case .generic: second = text(.subtitle)
    }
    // Many players set the station as the title until they know the title.
    return (first, second?.exact == first?.exact ? nil : second)
  }

  /// The texts joined by ", "; nil for an empty list.
  public static func joined(_ texts: [String]) -> String? {
    if texts.count < 2 { return texts.first }
    var line: [UInt8] = []
    line.reserveCapacity(64)
    for text in texts where line.count < Limits.text {
      if !line.isEmpty { line += [UInt8(ascii: ","), UInt8(ascii: " ")] }
      text.withBytes { line.append(contentsOf: $0) }
    }
    return line.withUnsafeBufferPointer { Repair.text($0, limit: Limits.text) }
  }

  /// The lines without empty ones at the end; "" for a missing one before the last.
  public var texts: [String] {
    var texts = [first ?? "", second ?? "", third ?? ""]
    while let last = texts.last, last.isEmpty { texts.removeLast() }
    return texts
  }
}
