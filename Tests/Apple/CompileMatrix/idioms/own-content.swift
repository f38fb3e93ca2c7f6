// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A content of the program's own type.
import NowPlaying

nonisolated struct Sermon: MediaContentRepresentable, Sendable {
  let id: String
  var speaker: String
  var type: MediaType { .audio }
  var duration: MediaDuration?
  var artwork: Artwork?
  var animatedArtwork: AnimatedArtwork? { nil }
  var isExplicit: Bool? = false
  var isExcludedFromSuggestions: Bool?
  var genre: String? = "Speech"
  var collectionID: String?
  var serviceID: String?
}

nonisolated func longest(_ contents: [any MediaContentRepresentable]) -> (any MediaContentRepresentable)? {
  contents.max { seconds($0) < seconds($1) }
}

nonisolated private func seconds(_ content: some MediaContentRepresentable) -> TimeInterval {
  switch content.duration {
  case .finite(let seconds)?: seconds
  case .live?, .continuous?: .infinity
  case nil: 0
  @unknown default: 0
  }
}

@Observable @MainActor final class SermonModel: @MainActor MediaSessionRepresentable {
  let id = "sermons"
  var all: [Sermon] = []
  var content: (any MediaContentRepresentable)? { longest(all) }
  let playbackSnapshot: MediaPlaybackSnapshot? = MediaPlaybackSnapshot(state: .paused)
  let commands: [MediaCommand] = []
}
