// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The item that a session plays, as a surface knows it.
///
/// Checked by hand to be safe across threads: nothing of it changes.
final class Item: Equatable, @unchecked Sendable {
  typealias Lines = (first: Text, second: Text, third: Text)

  let id: Text
  /// Of MPRIS: whether the id is an object path, as the specification has it, by which a position can be set.
  let isPath: Bool
  /// Of MPRIS: whether a position can be set by the id.
  var takesPosition: Bool { isPath && id.count > 1 }
  let kind: ContentKind
  let mediaType: MediaType
  let duration: MediaDuration
  let artworkID: Text
  /// Where the picture is, as the player says.
  let artworkURL: Text
  let animated: (square: Text, tall: Text)
  let fields: Fields
  /// The lines to show.
  let lines: Lines
  /// The lyrics, if their lines have times.
  let lyrics: ItemLyrics?

  /// The value of `Session1.Content`; nil when there is no item, or the dictionary lacks what is always there.
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
        duration = .finite(length)
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

  /// The value of MPRIS's `Metadata`; nil when it says nothing, as when its track id is that of no track.
  static func foreign(_ entries: [Decoded.Entry]) -> Item? {
    if entries.isEmpty { return nil }
    let item = Item(foreign: entries)
    return item.id.isEmpty && item.isBare ? nil : item
  }

  private init(foreign entries: [Decoded.Entry]) {
    (id, isPath) = entries.trackID
    mediaType = .audio
    let length = entries["mpris:length"]?.anyInteger ?? 0
    duration = length > 0 ? .finite(length) : .unknown
    artworkID = .empty
    artworkURL = Self.address(entries.text("mpris:artUrl"))
    animated = (.empty, .empty)
    fields = Fields(foreign: entries)
    kind = fields[.artists].isEmpty && fields[.album] == nil ? .generic : .music
    lines = Self.lines(kind, fields)
    lyrics = fields[.lyrics].flatMap { ItemLyrics($0.string) }
  }

  /// An address that is cut leads nowhere; in a longer one is the picture itself.
  private static func address(_ text: String?) -> Text {
    let text = text ?? ""
    let limit = PictureAddress.isData(text) ? DecodingBudget.embedded : Limits.text + 1
    return text.byteCount < limit ? Text(text, limit: limit) : .empty
  }

  static func == (a: Item, b: Item) -> Bool {
    if a === b { return true }
    return a.id == b.id && a.isPath == b.isPath && a.kind == b.kind && a.mediaType == b.mediaType
      && a.duration == b.duration
      && a.artworkID == b.artworkID && a.artworkURL == b.artworkURL && a.animated == b.animated
      && a.fields == b.fields && a.lines == b.lines
  }

  /// Whether it is the same item, perhaps described anew. Many players of MPRIS give every song one id, or none.
  func isSame(as other: Item) -> Bool {
    id == other.id && lines.first == other.lines.first && (!id.isEmpty || fields[.url] == other.fields[.url])
  }

  /// Bytes of memory that it needs, about.
  var size: Int {
    var size = 1024 + fields.size + (lyrics?.size ?? 0)
    for text in [id, artworkID, artworkURL, animated.square, animated.tall, lines.first, lines.second, lines.third] {
      size += text.count
    }
    return size
  }

  /// Whether nothing is known of it that people could see or hear, as of a tab that was closed.
  var isBare: Bool { duration == .unknown && artworkID.isEmpty && artworkURL.isEmpty && fields.isBare }

  /// The length in microseconds; nil when it is not known.
  var length: Int64? {
    if case .finite(let length) = duration { return length }
    return nil
  }

  /// The lines that a player tells; nil when there is none.
  private static func published(_ value: Decoded?, _ fields: Fields) -> Lines? {
    guard case .strings(let texts)? = value, texts.prefix(3).contains(where: { !$0.isEmpty }) else { return nil }
    // Nearly all are texts that are kept already.
    func line(_ index: Int, _ kept: Text?) -> Text {
      let text = texts.indices.contains(index) ? Text(texts[index]) : .empty
      return kept.map { $0 == text ? $0 : text } ?? text
    }
    return (line(0, fields[.title]), line(1, fields[.artists].first), line(2, fields[.album]))
  }

  /// The same of one that tells none, as players of MPRIS.
  private static func lines(_ kind: ContentKind, _ fields: Fields) -> Lines {
    let lines = ShownLines(kind, artists: fields[.artists].map { $0.string }) { fields[$0]?.string }
    return (lines.first.map { Text($0) } ?? .empty, lines.second.map { Text($0) } ?? .empty, fields[.album] ?? .empty)
  }
}
