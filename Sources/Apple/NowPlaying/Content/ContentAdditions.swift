// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import NowPlayingCore

/// The properties of a content that the module NowPlayingExtras adds. This module knows none of them.
package protocol ContentAdditions: Sendable {
  /// Adds the values to a content's own.
  func extend(_ item: inout Content.Item)
  /// Returns a further picture of the item by its id.
  func artwork(_ id: String) -> Artwork?
}

/// A content that keeps additional properties.
package protocol CarriesAdditions {
  var additions: (any ContentAdditions)? { get set }
}

/// Reads the additional properties of a content of a type of the program's own. The class that does so is in the module
/// NowPlayingExtras, and is found by its name: a program without that module has no such content.
package protocol AdditionsReader: AnyObject, SendableMetatype {
  static func additions(of content: any MediaContentRepresentable) -> (any ContentAdditions)?
}

extension MediaContentRepresentable {
  /// The additional properties of a content of any type.
  var anyAdditions: (any ContentAdditions)? {
    (self as? any CarriesAdditions)?.additions ?? additionsReader?.additions(of: self)
  }

  /// Returns a picture that the additional properties have, by its id.
  func additionalArtwork(_ id: String) -> Artwork? {
    anyAdditions?.artwork(id) ?? (self as? ExtendedContent)?.base.additionalArtwork(id)
  }
}

private let additionsReader = NSClassFromString("NowPlayingExtras.ExtrasReader") as? any AdditionsReader.Type

/// A content of any type with additional properties.
package struct ExtendedContent: MediaContentRepresentable, CarriesAdditions {
  package private(set) var base: any MediaContentRepresentable
  package var additions: (any ContentAdditions)?

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
