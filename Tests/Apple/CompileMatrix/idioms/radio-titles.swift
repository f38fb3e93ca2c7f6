// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A live station whose titles come as a stream, and which can be stopped but not paused.
import NowPlaying

nonisolated struct StationTitle: Sendable, Equatable {
  var program: String?
  var isAdvertised = false
}

nonisolated protocol StationFeed: Sendable {
  func titles() -> AsyncStream<StationTitle>
}

@Observable @MainActor
final class StationModel: @MainActor MediaSessionRepresentable {
  let id = "station"
  private let feed: any StationFeed
  private var title = StationTitle()
  private var isPlaying = false
  @ObservationIgnored private var listening: Task<Void, Never>?

  init(feed: any StationFeed) { self.feed = feed }

  var content: (any MediaContentRepresentable)? {
    var content = RadioContent(id: "station", stationName: "Night Radio", programName: title.program, artwork: nil)
    content.isExcludedFromSuggestions = title.isAdvertised
    return content
  }

  var playbackSnapshot: MediaPlaybackSnapshot? { MediaPlaybackSnapshot(state: isPlaying ? .playing() : .paused) }

  var commands: [MediaCommand] {
    [.play { self.listen() }.enabled(!isPlaying), .stop { self.stop() }.enabled(isPlaying)]
  }

  private func listen() {
    isPlaying = true
    listening = Task { [weak self, feed] in
      for await title in feed.titles() { self?.title = title }
    }
  }

  private func stop() {
    listening?.cancel()
    (listening, isPlaying) = (nil, false)
  }
}
