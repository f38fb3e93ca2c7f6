// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
package import NowPlayingCore

/// A type of content of this module, whose own properties the engine has fields for.
protocol ContentDescribing: MediaContentRepresentable, CarriesAdditions {
  var kind: ContentKind { get }
  func describe(_ content: inout Content.Item)
}

extension ContentDescribing {
  func bounded(_ text: String?) -> String? { Content.bounded(text) }

  /// Returns a list of one text; nil without a text.
  func list(_ text: String?) -> [String]? {
    guard let text = bounded(text), !text.isEmpty else { return nil }
    return [text]
  }
}

extension Content {
  /// Returns the engine's form of a content of any type. It is no initializer, because an initializer would copy the
  /// content.
  static func made(of content: any MediaContentRepresentable) -> Content { opened(content) }

  /// Tries each type of this module by comparing types, because a dynamic cast to a protocol would take a good part of
  /// the time that publishing a change takes.
  private static func opened<Given: MediaContentRepresentable>(_ content: Given) -> Content {
    own(content, as: MusicContent.self) ?? own(content, as: PodcastContent.self)
      ?? own(content, as: RadioContent.self) ?? own(content, as: BookContent.self)
      ?? own(content, as: TVShowContent.self) ?? own(content, as: MovieContent.self)
      ?? own(content, as: HomeMediaContent.self) ?? own(content, as: GenericContent.self)
      ?? foreign(content)
  }

  private static func foreign<Given: MediaContentRepresentable>(_ content: Given) -> Content {
    if let extended = content as? ExtendedContent {
      var item = made(of: extended.base).item
      extended.additions?.extend(&item)
      return Content(item)
    }
    var item = Item(kind: .generic, id: "")
    share(content, &item)
    content.anyAdditions?.extend(&item)
    return Content(item)
  }

  /// Returns the engine's form of a content of one of the types of this module; nil when the content is of another
  /// type.
  @inline(__always)
  private static func own<Given, Own: ContentDescribing>(_ content: Given, as own: Own.Type) -> Content? {
    guard Given.self == own else { return nil }
    return withUnsafePointer(to: content) {
      described(UnsafeRawPointer($0).assumingMemoryBound(to: own).pointee)
    }
  }

  /// Returns the engine's form of a content. Not inlined, because the compiler would then copy the content at each use.
  @inline(never)
  private static func described<Own: ContentDescribing>(_ content: Own) -> Content {
    var item = Item(kind: content.kind, id: "")
    content.describe(&item)
    share(content, &item)
    content.additions?.extend(&item)
    return Content(item)
  }

  /// Copies the properties that all contents have.
  private static func share<Given: MediaContentRepresentable>(_ content: Given, _ item: inout Item) {
    item.id = Repair.text(content.id, limit: Limits.identifier)
    item.mediaType = content.type == .video ? .video : .audio
    item.duration = NowPlayingCore.MediaDuration(content.duration)
    item.artworkID = bounded(content.artwork?.id)
    if let artwork = content.animatedArtwork { item.animatedArtwork = NowPlayingCore.AnimatedArtwork(artwork) }
    if let isExplicit = content.isExplicit { item.integers[.explicit] = isExplicit ? 1 : 0 }
    if let isExcluded = content.isExcludedFromSuggestions {
      item.integers[.excludedFromSuggestions] = isExcluded ? 1 : 0
    }
    if let genre = bounded(content.genre) { item.lists[.genres] = [genre] }
    if let id = bounded(content.collectionID) { item.texts[.collectionID] = id }
    if let id = bounded(content.serviceID) { item.texts[.serviceID] = id }
  }

  /// Returns a text in the form and length that the bus can carry.
  package static func bounded(_ text: String?) -> String? { text.map { Repair.text($0, limit: Limits.text) } }
}

extension NowPlayingCore.MediaDuration {
  init(_ duration: MediaDuration?) {
    switch duration {
    case .finite(let seconds):
      self = seconds >= 0 ? Microseconds(seconds: seconds).map { .finite($0) } ?? .unknown : .unknown
    case .live: self = .live
    case .continuous: self = .continuous
    case nil: self = .unknown
    }
  }
}

extension NowPlayingCore.AnimatedArtwork {
  init(_ artwork: AnimatedArtwork) {
    self.init()
    guard let id = Content.bounded(artwork.id), !id.isEmpty else { return }
    for ratio in artwork.supportedAspectRatios { self[ratio.code] = id }
  }
}
