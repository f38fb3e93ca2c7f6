// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore
internal import NowPlayingHost

/// A content whose own pieces the engine has slots for.
protocol ContentDescribing {
  var kind: ContentKind { get }
  func describe(_ content: inout Content)
}

extension ContentDescribing {
  func bounded(_ text: String?) -> String? { Content.bounded(text) }

  /// A list of one text; nil for none.
  func list(_ text: String?) -> [String]? {
    guard let text = bounded(text), !text.isEmpty else { return nil }
    return [text]
  }
}

extension Content {
  /// What the engine is told of a content, of whatever type that is.
  init(_ representable: any MediaContentRepresentable) {
    let own = representable as? any ContentDescribing
    self.init(kind: own?.kind ?? .generic, id: Repair.text(representable.id, limit: Limits.identifier))
    own?.describe(&self)
    mediaType = representable.type == .video ? .video : .audio
    duration = NowPlayingCore.MediaDuration(representable.duration)
    artworkID = Self.bounded(representable.artwork?.id)
    animatedArtwork = representable.animatedArtwork.map(NowPlayingCore.AnimatedArtwork.init)
    integers[.explicit] = representable.isExplicit.map { $0 ? 1 : 0 }
    integers[.excludedFromSuggestions] = representable.isExcludedFromSuggestions.map { $0 ? 1 : 0 }
    lists[.genres] = Self.bounded(representable.genre).map { [$0] }
    texts[.collectionID] = Self.bounded(representable.collectionID)
    texts[.serviceID] = Self.bounded(representable.serviceID)
  }

  /// A text as the bus can carry it.
  static func bounded(_ text: String?) -> String? { text.map { Repair.text($0, limit: Limits.text) } }
}

extension NowPlayingCore.MediaDuration {
  init(_ duration: MediaDuration?) {
    switch duration {
    case .finite(let seconds): self = seconds >= 0 ? microseconds(seconds).map { .finite($0) } ?? .unknown : .unknown
    case .live: self = .live
    case .continuous: self = .continuous
    case nil: self = .unknown
    }
  }
}

extension NowPlayingCore.AnimatedArtwork {
  init(_ artwork: AnimatedArtwork) {
    var ratios: AspectRatios = []
    for ratio in artwork.supportedAspectRatios { ratios.insert(ratio == .square ? .square : .tall) }
    self.init(id: Content.bounded(artwork.id) ?? "", ratios: ratios)
  }
}
