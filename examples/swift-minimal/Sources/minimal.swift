// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: swift-minimal     The desktop shows a song and drives it, until the end of input (Ctrl-D) or SIGTERM.
import NowPlaying

@Observable @MainActor
final class Player: MediaSessionRepresentable {
  let id = "swift-minimal"
  var song = 1
  var isPlaying = true

  // A real player also says where in the song it is, how long it is and what it looks like: see ../swift-player.
  var content: (any MediaContentRepresentable)? {
    MusicContent(
      id: "Song \(song)", songTitle: "Song \(song)", artistName: "The Examples", albumName: "",
      type: .audio, duration: nil, artwork: nil)
  }

  var playbackSnapshot: MediaPlaybackSnapshot? { MediaPlaybackSnapshot(state: isPlaying ? .playing() : .paused) }

  // Called when the user presses a button: on the panel, the keyboard, a headset. Runs on the main actor.
  var commands: [MediaCommand] {
    [.play { self.isPlaying = true }, .pause { self.isPlaying = false }, .next { self.song += 1 }]
  }
}

@main
struct Minimal {
  @MainActor static func main() async {
    let session = MediaSession(Player())
    // This throws while there is no session bus; the session is shown as soon as there is one.
    try? await session.requestToBecomeApplicationPrimary()
    await Task.detached { while readLine() != nil {} }.value
    withExtendedLifetime(session) {}
  }
}
