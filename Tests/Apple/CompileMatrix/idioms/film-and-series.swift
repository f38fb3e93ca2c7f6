// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A video player that shows films and episodes of series, with an error of its own for what it cannot do.
import NowPlaying

nonisolated enum Title: Sendable {
  case film(id: Int, name: String)
  case episode(id: Int, name: String, series: String)
}

nonisolated struct CannotSeek: LocalizedError {
  let seconds: TimeInterval
  var errorDescription: String? { "\(seconds.formatted(.number.precision(.fractionLength(0)))) is not loaded" }
}

@Observable @MainActor
final class VideoModel: @MainActor MediaSessionRepresentable {
  var id: String { "video-\(ObjectIdentifier(self).hashValue)" }
  var title: Title?
  var seconds = 0.0
  var length: Double?
  var isStalled = false
  var isPlaying = false

  var content: (any MediaContentRepresentable)? {
    let duration = length.map(MediaDuration.finite)
    switch title {
    case .film(let id, let name): return MovieContent(id: "\(id)", title: name, duration: duration, artwork: poster(id))
    case .episode(let id, let name, let series):
      return TVShowContent(
        id: "\(id)", episodeTitle: name, showName: series, duration: duration, artwork: poster(id))
    case nil: return nil
    }
  }

  var playbackSnapshot: MediaPlaybackSnapshot? {
    guard title != nil else { return nil }
    let state: MediaPlaybackSnapshot.PlaybackState = isPlaying && !isStalled ? .playing(rate: 1) : .paused
    return MediaPlaybackSnapshot(state: state, elapsedTime: seconds, timestamp: Date())
  }

  var commands: [MediaCommand] {
    let isLoaded = length != nil
    return [
      .play { self.isPlaying = true }, .pause { self.isPlaying = false },
      .seekToPosition { seconds in
        guard let length = self.length, seconds <= length else { throw CannotSeek(seconds: seconds) }
        self.seconds = seconds
      }
      .enabled(isLoaded),
    ]
  }

  private func poster(_ id: Int) -> Artwork {
    Artwork(id: "poster-\(id)") { _ in
      guard let data = FileManager.default.contents(atPath: "/tmp/poster-\(id).jpg") else {
        throw CocoaError(.fileNoSuchFile)
      }
      return try ArtworkRepresentation(data: data)
    }
  }
}
