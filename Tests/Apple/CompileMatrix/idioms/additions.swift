// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The additions of this library to Apple's framework, in a program that is for Apple's systems too.
import NowPlaying

#if canImport(NowPlayingExtras)
  import NowPlayingExtras
#endif

@Observable @MainActor
final class Podcast: @MainActor MediaSessionRepresentable {
  let id = "podcast"
  var isPlaying = false
  var isMuted = false
  var rating: Double?
  var failure: (any Error)?
  var tracks = [("1", "de"), ("2", "en")]
  var selected = "1"
  var sleepsAfter = false
  var live = 0.0
  var volume = 0.8
  var row = 0
  #if canImport(NowPlayingExtras)
    // The queue is kept while its items stay the same.
    var queue = MediaQueue([])
  #endif

  var content: (any MediaContentRepresentable)? {
    var episode = PodcastContent(
      id: "7", episodeTitle: "Rain", showName: "Weather", releaseDate: nil, type: .audio, duration: .finite(1800),
      artwork: nil)
    episode.genre = "Science"
    #if canImport(NowPlayingExtras)
      episode.chapters = [
        MediaChapter(startTime: 0, title: "Intro"), MediaChapter(startTime: 94.5, title: "The Interview"),
      ]
      episode.isAdvertisement = false
      episode.tags = ["TIT2": "A Song", "TRCK": "3/12", "TDRC": "2006", "USLT::eng": "la la"]
    #endif
    return episode
  }

  var playbackSnapshot: MediaPlaybackSnapshot? {
    var snapshot = MediaPlaybackSnapshot(state: isPlaying ? .playing() : .paused, elapsedTime: 12, timestamp: .now)
    #if canImport(NowPlayingExtras)
      // A broadcast of which the last hour can be heard again.
      snapshot.seekableRange = max(0, live - 3600)...live
      snapshot.isAtLiveEdge = true
      snapshot.bufferedTime = live + 5
      // While there is an error, it replaces the state, playing or paused.
      snapshot.failure = failure.map { MediaPlaybackSnapshot.Failure(.network, $0) }
    #endif
    return snapshot
  }

  var commands: [MediaCommand] {
    var commands: [MediaCommand] = [.play { self.isPlaying = true }, .pause { self.isPlaying = false }]
    #if canImport(NowPlayingExtras)
      commands += [
        .nextChapter { try await self.goTo(94.5) },
        .seekToLive { try await self.goTo(self.live) },
        .setRating(current: rating, steps: 5) { self.rating = $0 },
        .mute(isMuted: isMuted) { self.isMuted = $0 },
        .custom(id: "sleep", title: "Stop after this episode", icon: "timer", isActive: sleepsAfter) {
          self.sleepsAfter.toggle()
        }
        .shown(in: .overflow),
        .selectTrack(
          from: tracks.map { MediaTrack(.audio, id: $0.0, languageTag: $0.1, isSelected: $0.0 == selected) }
        ) { kind, track in
          if kind == .audio, let track { self.selected = track.id }
        },
        .changeVolume(current: volume) { self.volume = $0 },
        .queue(queue, row: row) { change in
          if case .goTo(let row) = change { self.row = row }
        },
      ]
    #endif
    return commands
  }

  func goTo(_ seconds: TimeInterval) async throws {}
}
