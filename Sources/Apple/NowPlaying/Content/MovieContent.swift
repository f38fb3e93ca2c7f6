// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

/// A movie.
public struct MovieContent: MediaContentRepresentable, Sendable {
  /// The id of the item, unique within its session.
  public let id: String
  /// The movie's title.
  public let title: String
  /// How long the item is; nil when that is not known.
  public let duration: MediaDuration?
  /// The item's picture.
  public let artwork: Artwork?
  /// The item's moving picture.
  public private(set) var animatedArtwork: AnimatedArtwork?
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

  /// The type of the media: always video.
  public var type: MediaType { .video }

  /// Creates the description with a still picture, or none.
  public init(
    id: String, title: String, duration: MediaDuration?, artwork: Artwork?
  ) {
    self.id = id
    self.title = title
    self.duration = duration
    self.artwork = artwork
  }

  /// Creates the description with a moving picture, and a still one for surfaces that cannot show it.
  public init(
    id: String, title: String, duration: MediaDuration?, artwork: Artwork, animatedArtwork: AnimatedArtwork?
  ) {
    self.init(id: id, title: title, duration: duration, artwork: artwork)
    self.animatedArtwork = animatedArtwork
  }
}

extension MovieContent: ContentDescribing {
  var kind: ContentKind { .movie }

  func describe(_ content: inout Content.Item) {
    content.texts[.title] = bounded(title)
  }
}
