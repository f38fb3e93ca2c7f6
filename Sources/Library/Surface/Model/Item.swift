// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The item of a session, as a surface knows it.
///
/// `@unchecked`: it is immutable.
final class Item: Equatable, @unchecked Sendable {
  typealias Lines = (first: Text, second: Text, third: Text)

  let id: Text
  /// Whether the id is an object path, as MPRIS demands. Only for players with MPRIS alone.
  let isPath: Bool
  /// Whether SetPosition of MPRIS can be called with the id.
  var takesPosition: Bool { isPath && id.count > 1 }
  let kind: ContentKind
  let mediaType: MediaType
  let duration: MediaDuration
  let artworkID: Text
  /// The address of the picture that the player has published.
  let artworkURL: Text
  let animated: (square: Text, tall: Text)
  let fields: Fields
  /// The lines of text that show the item.
  let lines: Lines
  /// The lyrics, if their lines have times.
  let lyrics: ItemLyrics?

  /// Reads `Content` of `org.nowplaying.Session1`; nil when there is no item, or the dictionary has no id.
  static func published(_ entries: [Decoded.Entry]) -> Item? {
    guard let id = entries.id("id") else { return nil }
    return Item(published: entries, id)
  }

  private init(published entries: [Decoded.Entry], _ id: Text) {
    self.id = id
    isPath = false
    kind = entries.text("kind").flatMap { ContentKind(word: $0) } ?? .generic
    mediaType = entries.text("media-type").flatMap { MediaType(word: $0) } ?? .audio
    switch entries.text("duration-kind").flatMap({ DurationKind(word: $0) }) {
    case .finite:
      if case .int64(let length)? = entries["duration"], length > 0 {
        duration = .finite(Microseconds(length))
      } else {
        duration = .unknown
      }
    case .live: duration = .live
    case .continuous: duration = .continuous
    default: duration = .unknown
    }
    artworkID = entries.id("artwork") ?? .empty
    artworkURL = Self.address(entries.text("artwork-url"))
    var animated = (square: Text.empty, tall: Text.empty)
    if case .words(let ids)? = entries["animated-artwork"] {
      animated.square = ids.id(AspectRatio.square.word) ?? .empty
      animated.tall = ids.id(AspectRatio.tall.word) ?? .empty
    }
    self.animated = animated
    fields = Fields(published: entries)
    lines = Self.published(entries["lines"], fields) ?? Self.lines(kind, fields)
    lyrics = fields[.lyrics].flatMap { ItemLyrics($0.string) }
  }

  /// Reads MPRIS's `Metadata`; nil when it describes no item, as with the track id NoTrack.
  static func mpris(_ entries: [Decoded.Entry]) -> Item? {
    if entries.isEmpty { return nil }
    let item = Item(mpris: entries)
    return item.id.isEmpty && item.isBare ? nil : item
  }

  private init(mpris entries: [Decoded.Entry]) {
    (id, isPath) = entries.trackID
    mediaType = .audio
    let length = entries.length
    duration = length > .zero ? .finite(length) : .unknown
    artworkID = .empty
    artworkURL = Self.address(entries.text("mpris:artUrl"))
    animated = (.empty, .empty)
    fields = Fields(mpris: entries)
    kind = fields.shownArtists.isEmpty && fields[.album] == nil ? .generic : .music
    lines = Self.lines(kind, fields)
    lyrics = fields[.lyrics].flatMap { ItemLyrics($0.string) }
  }

  /// Drops an address that leads nowhere, also because it would be cut. A `data:` URI may be longer.
  private static func address(_ text: String?) -> Text {
    let text = text ?? ""
    let isData = PictureAddress.isData(text)
    let limit = isData ? DecodingBudget.embedded : Limits.text + 1
    return text.byteCount < limit && (isData || !PictureAddress.isNothing(text)) ? Text(text, limit: limit) : .empty
  }

  static func == (a: Item, b: Item) -> Bool {
    if a === b { return true }
    return a.id == b.id && a.isPath == b.isPath && a.kind == b.kind && a.mediaType == b.mediaType
      && a.duration == b.duration
      && a.artworkID == b.artworkID && a.artworkURL == b.artworkURL && a.animated == b.animated
      && a.fields == b.fields && a.lines == b.lines
  }

  /// Whether another item is the same, perhaps with another description. The title and URL count, because many MPRIS
  /// players have one id for all songs, or none.
  func isSame(as other: Item) -> Bool {
    id == other.id && lines.first == other.lines.first && (!id.isEmpty || fields[.url] == other.fields[.url])
  }

  /// The approximate bytes of memory that the item takes.
  var size: Int {
    var size = 1024 + fields.size + (lyrics?.size ?? 0)
    for text in [id, artworkID, artworkURL, animated.square, animated.tall, lines.first, lines.second, lines.third] {
      size += text.count
    }
    return size
  }

  /// Whether the item has nothing that people could see or hear, as of a browser tab that was closed.
  var isBare: Bool { duration == .unknown && artworkID.isEmpty && artworkURL.isEmpty && fields.isBare }

  /// The length; nil when it is unknown.
  var length: Microseconds? {
    if case .finite(let length) = duration { return length }
    return nil
  }

  /// The lines that a player has published; nil when it has none.
  private static func published(_ value: Decoded?, _ fields: Fields) -> Lines? {
    guard case .strings(let texts)? = value, texts.prefix(3).contains(where: { !$0.isBlank }) else { return nil }
    // Nearly always a line is equal to a text of a field, which is shared then.
    func line(_ index: Int, _ kept: Text?) -> Text {
      let text = texts.indices.contains(index) ? Text(texts[index]) : .empty
      return kept.map { $0 == text ? $0 : text } ?? text
    }
    return (line(0, fields[.title]), line(1, fields[.artists].first), line(2, fields[.album]))
  }

  /// The lines for an item whose player has published none, as with MPRIS. A file without a title has its name.
  private static func lines(_ kind: ContentKind, _ fields: Fields) -> Lines {
    let artists = kind == .music ? fields.shownArtists : fields[.artists]
    let lines = ShownLines(kind, artists: artists.map { $0.string }) { fields[$0]?.string }
    let first = lines.first ?? fields[.url].flatMap { Escape.fileName(at: $0.string) }
    return (first.map { Text($0) } ?? .empty, lines.second.map { Text($0) } ?? .empty, fields[.album] ?? .empty)
  }
}
