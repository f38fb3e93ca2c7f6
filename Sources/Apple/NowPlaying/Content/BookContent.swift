// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

/// An audiobook.
public struct BookContent: MediaContentRepresentable, Sendable {
  /// The id of the item, unique within its session.
  public let id: String
  /// The book's title.
  public let title: String
  /// The author's name.
  public let authorName: String
  /// The name of the reader.
  public let narratorName: String?
  /// Whether the item is to be heard or to be watched.
  public let type: MediaType
  /// How long the item is; nil when that is not known.
  public let duration: MediaDuration?
  /// The item's picture.
  public let artwork: Artwork?
  /// The item's moving picture.
  public private(set) var animatedArtwork: AnimatedArtwork?
  /// The chapter that plays, from 1, and how many there are; 0 for a number that is not known.
  public var chapter: (current: Int, total: Int)?
  /// Whether the item is not fit for children; nil when that is not known.
  public var isExplicit: Bool?
  /// Whether the system shall not suggest the item; nil means false.
  public var isExcludedFromSuggestions: Bool?
  /// The item's genre.
  public var genre: String?
  /// The id of the album, playlist or show that the item belongs to.
  public var collectionID: String?
  /// The id of the service that the item comes from.
  public var serviceID: String?
  /// The values that the module NowPlayingExtras adds.
  package var additions: (any ContentAdditions)?

  /// Creates the description with a still picture, or none.
  public init(
    id: String, title: String, authorName: String, narratorName: String? = nil, type: MediaType = .audio,
    duration: MediaDuration?, artwork: Artwork?
  ) {
    self.id = id
    self.title = title
    self.authorName = authorName
    self.narratorName = narratorName
    self.type = type
    self.duration = duration
    self.artwork = artwork
  }

  /// Creates the description with a moving picture, and a still one for surfaces that cannot show it.
  public init(
    id: String, title: String, authorName: String, narratorName: String? = nil, type: MediaType = .audio,
    duration: MediaDuration?, artwork: Artwork, animatedArtwork: AnimatedArtwork?
  ) {
    self.init(
      id: id, title: title, authorName: authorName, narratorName: narratorName, type: type, duration: duration,
      artwork: artwork)
    self.animatedArtwork = animatedArtwork
  }
}

extension BookContent: ContentDescribing {
  var kind: ContentKind { .book }

  func describe(_ content: inout Content.Item) {
    content.texts[.title] = bounded(title)
    content.texts[.author] = bounded(authorName)
    content.texts[.narrator] = bounded(narratorName)
    if let chapter {
      if chapter.current > 0 { content.integers[.chapter] = Int64(chapter.current) }
      if chapter.total > 0 { content.integers[.chapterCount] = Int64(chapter.total) }
    }
  }
}
