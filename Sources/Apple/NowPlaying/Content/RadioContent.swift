// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

/// A radio station.
public struct RadioContent: MediaContentRepresentable, Sendable {
  /// The id of the item, unique within its session.
  public let id: String
  /// The station's name.
  public let stationName: String
  /// The name of the program that is on at the moment.
  public let programName: String?
  /// Whether the item is to be heard or to be watched.
  public let type: MediaType
  /// How long the item is; a broadcast has no length.
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
    id: String, stationName: String, programName: String? = nil, type: MediaType = .audio,
    duration: MediaDuration? = .live, artwork: Artwork?
  ) {
    self.id = id
    self.stationName = stationName
    self.programName = programName
    self.type = type
    self.duration = duration
    self.artwork = artwork
  }

  /// Creates the description with a moving picture, and a still one for surfaces that cannot show it.
  public init(
    id: String, stationName: String, programName: String? = nil, type: MediaType = .audio,
    duration: MediaDuration? = .live, artwork: Artwork, animatedArtwork: AnimatedArtwork?
  ) {
    self.init(
      id: id, stationName: stationName, programName: programName, type: type, duration: duration, artwork: artwork)
    self.animatedArtwork = animatedArtwork
  }
}

extension RadioContent: ContentDescribing {
  var kind: ContentKind { .radio }

  func describe(_ content: inout Content.Item) {
    content.texts[.stationName] = bounded(stationName)
    content.texts[.programName] = bounded(programName)
  }
}
