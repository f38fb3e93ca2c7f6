// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// An entry of a queue, as its player describes it. A class, because copying a struct of so many texts takes much code.
final class QueueTrack: Equatable, Sendable {
  /// The track id; empty when the player has published none.
  let id: Text
  let title: Text
  let artists: Text
  let album: Text
  let url: Text
  let artworkURL: Text
  /// The length; 0 when it is unknown.
  let duration: Microseconds

  /// Makes an entry with the description of another, or with none.
  init(id: Text, describedAs track: QueueTrack? = nil) {
    self.id = id
    title = track?.title ?? .empty
    artists = track?.artists ?? .empty
    album = track?.album ?? .empty
    url = track?.url ?? .empty
    artworkURL = track?.artworkURL ?? .empty
    duration = track?.duration ?? .zero
  }

  /// Reads MPRIS's metadata. Only few keys are kept, because a queue may have many entries.
  init(_ metadata: [Decoded.Entry]) {
    id = metadata.trackID.id
    let (title, address) = (metadata.text("xesam:title") ?? "", metadata.text("xesam:url"))
    self.title = Self.short(title.isBlank ? address.flatMap { Escape.fileName(at: $0) } : title)
    artists = Self.short(metadata["xesam:artist"].flatMap { ShownLines.joined($0.anyTexts) })
    album = Self.short(metadata.text("xesam:album"))
    url = Self.address(address)
    artworkURL = Self.address(metadata.text("mpris:artUrl"))
    duration = metadata.length
  }

  /// The approximate bytes of memory that the entry takes.
  var size: Int {
    var size = 128
    for text in [id, title, artists, album, url, artworkURL] where !text.isEmpty { size += text.size }
    return size
  }

  /// The entry under the id by which it was asked for.
  func with(id: Text) -> QueueTrack { id == self.id ? self : QueueTrack(id: id, describedAs: self) }

  static func == (a: QueueTrack, b: QueueTrack) -> Bool {
    if a === b { return true }
    return a.id == b.id && a.title == b.title && a.artists == b.artists && a.album == b.album && a.url == b.url
      && a.artworkURL == b.artworkURL && a.duration == b.duration
  }

  private static func short(_ text: String?) -> Text { text.map { Text($0, limit: Limits.identifier) } ?? .empty }

  /// Drops an address that would be cut, because it would lead nowhere.
  private static func address(_ text: String?) -> Text {
    guard let text, text.byteCount <= Limits.text else { return .empty }
    return Text(text)
  }

  /// Whether a key of the metadata is kept.
  static func keeps(_ key: String) -> Bool {
    switch key.exact {
    case "mpris:trackid", "xesam:title", "xesam:artist", "xesam:album", "xesam:url", "mpris:artUrl", "mpris:length":
      true
    default: false
    }
  }
}

/// A queue at one moment.
///
/// `@unchecked`: it is immutable.
final class PlayingQueue: Equatable, @unchecked Sendable {
  let entries: [QueueTrack]
  /// The number of entries that the player has.
  let total: Int
  /// The index of the entry that plays; nil when that entry is not in `entries`.
  let present: Int?
  let canEdit: Bool

  init(_ entries: [QueueTrack], total: Int, present: Int?, canEdit: Bool) {
    self.entries = entries
    self.total = total
    self.present = present
    self.canEdit = canEdit
  }

  /// The queue as a part of a queue with `length` entries, if that is longer.
  func of(_ length: Int) -> PlayingQueue {
    length > total ? PlayingQueue(entries, total: length, present: present, canEdit: canEdit) : self
  }

  /// The approximate bytes of memory that the queue takes.
  var size: Int {
    var size = 0
    for entry in entries { size += entry.size }
    return size
  }

  static func == (a: PlayingQueue, b: PlayingQueue) -> Bool {
    if a === b { return true }
    return a.total == b.total && a.present == b.present && a.canEdit == b.canEdit && a.entries == b.entries
  }

  /// The most bytes of memory for the descriptions of entries. Later entries have none.
  static let maxBytes = 1 << 20
  /// The entries that are kept before the present one, where a queue is too long.
  private static let before = 100

  /// The range of entries that is kept of a queue with `count` entries.
  static func kept(of count: Int, present: Int?) -> Range<Int> {
    let start = min(max(0, (present ?? 0) - before), max(0, count - SurfaceLimits.queue))
    return start..<min(count, start + SurfaceLimits.queue)
  }
}

/// A track id with a hash, because it is compared often.
struct TrackID: Equatable {
  let text: Text
  private let hash: UInt64

  /// Returns nil for a path that is none or too long, and for NoTrack.
  init?(_ path: String) {
    guard path.exact != TrackList.noTrack.exact, ObjectPath.isValid(path), let text = Text(id: path) else { return nil }
    self.init(text)
  }

  init(_ text: Text) {
    self.text = text
    hash = Escape.hash(text.string)
  }

  static func == (a: TrackID, b: TrackID) -> Bool { a.hash == b.hash && a.text == b.text }
}
