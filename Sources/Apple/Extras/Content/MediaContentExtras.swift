// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
public import NowPlaying
package import NowPlayingCore

/// A chapter of an item: of an episode, a book, a concert. It ends where the next begins.
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

/// The properties of a content that Apple's framework does not have.
public struct MediaContentExtras: Sendable {
  /// The chapters of the item, in any order. If there are more than 1024, those that begin last are left out. Surfaces
  /// of org.nowplaying show which one is playing, and go to one with `MediaCommand.seekToPosition(_:)`.
  public var chapters: [MediaChapter] = []
  /// Whether the item is an advertisement. People may not skip it: while it plays, the commands that would leave it are
  /// shown as disabled.
  public var isAdvertisement = false
  /// The tags of the file: track numbers, dates, lyrics, album artists and whatever else a surface can show. A tag
  /// counts where the content's own property is empty, for example where its title is an empty text.
  public var tags = MediaTags()

  /// Describes an item about which there is no more to say.
  public init() {}
}

extension MediaContentExtras: ContentAdditions {
  package func extend(_ item: inout Content.Item) {
    if isAdvertisement { item.integers[.advertisement] = 1 }
    item.extend(tags)
    guard !chapters.isEmpty else { return }
    let made = chapters.compactMap { chapter in
      Microseconds(seconds: chapter.startTime).map { start in
        Chapter(
          start: max(.zero, start), title: Repair.text(chapter.title, limit: Limits.chapterTitle),
          artworkID: Content.bounded(chapter.artwork?.id) ?? "")
      }
    }
    item.chapters = Chapters(Array(made.sorted { $0.start < $1.start }.prefix(Limits.chapters)))
  }

  package func artwork(_ id: String) -> Artwork? {
    chapters.lazy.compactMap(\.artwork).first { Content.bounded($0.id) == id }
  }
}

/// A content with properties that Apple's framework does not have. Each content of the module NowPlaying is one, and so
/// is a content of a type of your own that keeps the properties:
///
/// ```swift
/// struct Lecture: ExtendedMediaContentRepresentable {
///   var extras = MediaContentExtras()
///   // The properties that every content has.
/// }
/// ```
public protocol ExtendedMediaContentRepresentable: MediaContentRepresentable {
  /// The properties that Apple's framework does not have.
  var extras: MediaContentExtras { get set }
}

extension ExtendedMediaContentRepresentable {
  /// The chapters of the item, in any order.
  public var chapters: [MediaChapter] {
    get { extras.chapters }
    set { extras.chapters = newValue }
  }

  /// Whether the item is an advertisement, which people may not skip.
  public var isAdvertisement: Bool {
    get { extras.isAdvertisement }
    set { extras.isAdvertisement = newValue }
  }

  /// The tags of the file. A tag counts where the content's own property is empty.
  public var tags: MediaTags {
    get { extras.tags }
    set { extras.tags = newValue }
  }
}

extension MediaContentRepresentable {
  /// Returns the content with properties that Apple's framework does not have. It is for contents of types that cannot
  /// keep such properties themselves.
  public func extended(_ change: (inout MediaContentExtras) -> Void) -> any MediaContentRepresentable {
    var extras = MediaContentExtras()
    change(&extras)
    return ExtendedContent(base: self, additions: extras)
  }
}

/// Reads the additional properties of a content whose type belongs to the program. The module NowPlaying does not
/// import this module, and finds this class by its name.
final class ExtrasReader: AdditionsReader {
  static func additions(of content: any MediaContentRepresentable) -> (any ContentAdditions)? {
    (content as? any ExtendedMediaContentRepresentable)?.extras
  }
}
