// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import NowPlayingCore

/// The properties of a content that the module NowPlayingExtras adds. This module knows none of them.
package protocol ContentAdditions: Sendable {
  /// Adds the values to a content's own.
  func extend(_ item: inout Content.Item)
  /// Returns a further picture of the item by its id.
  func artwork(_ id: String) -> Artwork?
}

/// A content with additional properties.
protocol CarriesAdditions {
  var additions: (any ContentAdditions)? { get }
}

/// A content of any type with additional properties.
package struct ExtendedContent: MediaContentRepresentable, CarriesAdditions {
  package private(set) var base: any MediaContentRepresentable
  let additions: (any ContentAdditions)?

  package init(base: any MediaContentRepresentable, additions: any ContentAdditions) {
    self.base = base
    self.additions = additions
  }

  package var id: String { base.id }
  package var type: MediaType { base.type }
  package var duration: MediaDuration? { base.duration }
  package var artwork: Artwork? { base.artwork }
  package var animatedArtwork: AnimatedArtwork? { base.animatedArtwork }

  package var isExplicit: Bool? {
    get { base.isExplicit }
    set { base.isExplicit = newValue }
  }

  package var isExcludedFromSuggestions: Bool? {
    get { base.isExcludedFromSuggestions }
    set { base.isExcludedFromSuggestions = newValue }
  }

  package var genre: String? {
    get { base.genre }
    set { base.genre = newValue }
  }

  package var collectionID: String? {
    get { base.collectionID }
    set { base.collectionID = newValue }
  }

  package var serviceID: String? {
    get { base.serviceID }
    set { base.serviceID = newValue }
  }
}
