// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A program with several windows, each a session, of which one is primary.
import NowPlaying

@Observable @MainActor
final class Window: @MainActor MediaSessionRepresentable, Hashable {
  let id = UUID().uuidString
  var title = ""
  var isPlaying = false

  nonisolated static func == (a: Window, b: Window) -> Bool { a === b }
  nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  var content: (any MediaContentRepresentable)? {
    title.isEmpty ? nil : MovieContent(id: title, title: title, duration: nil, artwork: nil)
  }
  var playbackSnapshot: MediaPlaybackSnapshot? { .init(state: isPlaying ? .playing() : .paused) }
  var commands: [MediaCommand] {
    [.play { self.isPlaying = true }.enabled(!isPlaying), .pause { self.isPlaying = false }.enabled(isPlaying)]
  }
}

@MainActor final class Windows {
  private var sessions: [Window: MediaSession<Window>] = [:]

  func open(_ window: Window) { sessions[window] = MediaSession(window) }
  func close(_ window: Window) { sessions[window] = nil }

  func focus(_ window: Window) async {
    guard let session = sessions[window], session.canBecomeApplicationPrimary, !session.isApplicationPrimary else {
      return
    }
    do {
      try await session.requestToBecomeApplicationPrimary()
    } catch MediaSessionError.invalidState {
      // The session is shown as soon as that is possible.
    } catch {
      sessions[window] = nil
    }
  }
}
