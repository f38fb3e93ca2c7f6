// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

/// An episode of a podcast.
public struct PodcastContent: MediaContentRepresentable, Sendable {
  /// The id of the item, unique within its session.
  public let id: String
  /// The episode's title.
  public let episodeTitle: String
  /// The podcast's name.
  public let showName: String
  /// When the episode came out; nil when that is not known.
  public let releaseDate: Date?
  /// Whether the item is to be heard or to be watched.
  public let type: MediaType
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

  /// Creates the description with a still picture, or none.
  public init(
    id: String, episodeTitle: String, showName: String, releaseDate: Date?, type: MediaType, duration: MediaDuration?,
    artwork: Artwork?
  ) {
    self.id = id
    self.episodeTitle = episodeTitle
    self.showName = showName
    self.releaseDate = releaseDate
    self.type = type
    self.duration = duration
    self.artwork = artwork
  }

  /// Creates the description with a moving picture, and a still one for surfaces that cannot show it.
  public init(
    id: String, episodeTitle: String, showName: String, releaseDate: Date?, type: MediaType, duration: MediaDuration?,
    artwork: Artwork, animatedArtwork: AnimatedArtwork?
  ) {
    self.init(
      id: id, episodeTitle: episodeTitle, showName: showName, releaseDate: releaseDate, type: type, duration: duration,
      artwork: artwork)
    self.animatedArtwork = animatedArtwork
  }
}

extension PodcastContent: ContentDescribing {
  var kind: ContentKind { .podcast }

  func describe(_ content: inout Content.Item) {
    content.texts[.title] = bounded(episodeTitle)
    content.texts[.showName] = bounded(showName)
    content.integers[.releaseDate] = releaseDate.map { Clamp.int64($0.timeIntervalSince1970) }
  }
}
