// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import NowPlayingCore

// The declarations below are additions of this library: Apple's framework does not have them.

/// A chapter of an item: of an episode, a book, a concert. It ends where the next begins.
///
/// An addition of this library: Apple's framework does not have it, so put it between `#if os(Linux)` and `#endif`.
public struct MediaChapter: Sendable {
  /// The beginning of the chapter, in seconds from the start of the item.
  public let startTime: TimeInterval
  /// The chapter's title; when it is empty, people see the chapter's number instead.
  public let title: String
  /// The chapter's picture; nil for the picture of the item.
  public let artwork: Artwork?

  /// Creates a chapter.
  ///
  /// - Parameters:
  ///   - startTime: Seconds from the start of the item. A negative number is taken as 0; a chapter whose start is
  ///     infinite or no number is left out.
  ///   - title: At most 256 bytes of UTF-8 are kept.
  ///   - artwork: Asked for when a surface shows the chapter.
  public init(startTime: TimeInterval, title: String, artwork: Artwork? = nil) {
    self.startTime = startTime
    self.title = title
    self.artwork = artwork
  }
}

/// A content with properties that Apple's framework does not have. All contents of this module have them; a type of
/// your own does by conforming to this protocol.
///
/// An addition of this library: Apple's framework does not have it, so put it between `#if os(Linux)` and `#endif`.
public protocol ExtendedMediaContentRepresentable: MediaContentRepresentable {
  /// The chapters of the item, in any order. Of more than 1024, those that begin last are left out. Surfaces of
  /// org.nowplaying show which one is playing, and go to one by ``MediaCommand/seekToPosition(_:)``.
  var chapters: [MediaChapter] { get set }
  /// Whether the item is an advertisement. People may not skip it: while it plays, the commands that would leave it are
  /// shown as disabled.
  var isAdvertisement: Bool { get set }
  /// The tags of the file: track numbers, dates, lyrics, album artists and whatever else a surface can show. A tag
  /// counts where the content's own property is empty, for example where its title is an empty text.
  var tags: MediaTags { get set }
}

extension Content.Item {
  /// Copies the properties that Apple's contents do not have.
  mutating func extend(_ chapters: [MediaChapter], isAdvertisement: Bool) {
    if isAdvertisement { integers[.advertisement] = 1 }
    guard !chapters.isEmpty else { return }
    let made = chapters.compactMap { chapter in
      microseconds(chapter.startTime).map { start in
        Chapter(
          start: max(0, start), title: Repair.text(chapter.title, limit: Limits.chapterTitle),
          artworkID: Content.bounded(chapter.artwork?.id) ?? "")
      }
    }
    self.chapters = Chapters(Array(made.sorted { $0.start < $1.start }.prefix(Limits.chapters)))
  }
}
