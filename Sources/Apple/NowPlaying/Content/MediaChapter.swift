// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import NowPlayingCore

// Additions of this library, which Apple's framework does not have.

/// A chapter of an item: of an episode, a book, a concert. It ends where the next begins.
///
/// An addition of this library: Apple's framework does not have it, so put it between `#if os(Linux)` and `#endif`.
public struct MediaChapter: Sendable {
  /// The beginning of the chapter, in seconds from the start of the item.
  public let startTime: TimeInterval
  /// The chapter's title; empty when it has none, and people see its number.
  public let title: String
  /// The chapter's picture; nil for that of the item.
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

/// A content that can say what Apple's framework has no property for. All contents of this module can; a type of your
/// own does by conforming to it.
///
/// An addition of this library: Apple's framework does not have it, so put it between `#if os(Linux)` and `#endif`.
public protocol ExtendedMediaContentRepresentable: MediaContentRepresentable {
  /// The chapters of the item, in any order; of more than 1024 those that begin last are left out. Surfaces of
  /// org.nowplaying show in which one playback is, and go to one by ``MediaCommand/seekToPosition(_:)``.
  var chapters: [MediaChapter] { get set }
  /// Whether the item is an advertisement, which is not to be skipped: the commands that would leave it are offered as
  /// disabled meanwhile.
  var isAdvertisement: Bool { get set }
  /// The tags of the file, for what the content does not say itself: track numbers, dates, lyrics, album artists and
  /// whatever else a surface can show. An empty title, artist or album is what they say.
  var tags: MediaTags { get set }
}

extension Content.Item {
  /// Takes over what Apple's contents do not have.
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
