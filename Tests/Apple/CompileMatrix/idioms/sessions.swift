// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// How a program ends, and what it does without a session bus.
import NowPlaying

@Observable @MainActor
final class Book: @MainActor MediaSessionRepresentable {
  let id = "book"
  var isPlaying = false
  @ObservationIgnored private var session: MediaSession<Book>?

  var content: (any MediaContentRepresentable)? {
    var content = BookContent(id: "1", title: "Ulysses", authorName: "Joyce", duration: .finite(3600), artwork: nil)
    content.chapter = (current: 1, total: 18)
    content.genre = "Novel"
    return content
  }

  var playbackSnapshot: MediaPlaybackSnapshot? {
    MediaPlaybackSnapshot(state: isPlaying ? .playing(rate: 1.5) : .paused, elapsedTime: 0, timestamp: .now)
  }

  var commands: [MediaCommand] {
    [
      .togglePlayPause { self.isPlaying.toggle() },
      .skipForward(preferredIntervals: [30]) { [weak self] _ in self?.isPlaying = true },
      .stop { self.session = nil },
    ]
  }

  func start() async {
    let session = MediaSession(self)
    self.session = session
    do {
      try await session.requestToBecomeApplicationPrimary()
    } catch MediaSessionError.invalidState {
      print("There is no session bus yet")
    } catch {
      print(error.localizedDescription)
    }
  }
}
