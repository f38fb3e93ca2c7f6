// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A description of what plays.
///
/// The module has a type for each usual sort of media: ``MusicContent``, ``PodcastContent``, ``MovieContent``,
/// ``TVShowContent``, ``BookContent``, ``RadioContent``, ``HomeMediaContent`` and ``GenericContent``. A type of your
/// own works too; since a title is not part of the protocol, the desktop gets its length, artwork and genre only.
public protocol MediaContentRepresentable: Identifiable {
  /// The id of the item, unique within its session. Another id is another item, which clients start at position 0.
  var id: String { get }
  /// Whether the item is to be heard or to be watched.
  var type: MediaType { get }
  /// How long the item is; nil when that is not known.
  var duration: MediaDuration? { get }
  /// The item's picture.
  var artwork: Artwork? { get }
  /// The item's moving picture.
  var animatedArtwork: AnimatedArtwork? { get }
  /// Whether the item is not fit for children; nil when that is not known.
  var isExplicit: Bool? { get set }
  /// Whether the system shall not suggest the item; nil means false.
  var isExcludedFromSuggestions: Bool? { get set }
  /// The item's genre.
  var genre: String? { get set }
  /// The id of the album, playlist or show that the item belongs to; any text that the app likes.
  var collectionID: String? { get set }
  /// The id of the service that the item comes from; any text that the app likes.
  var serviceID: String? { get set }
}
