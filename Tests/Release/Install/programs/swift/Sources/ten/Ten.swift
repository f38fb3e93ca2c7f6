// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: ten     Shows a song until the end of input, and says "play" when the desktop does.
import NowPlaying

struct Ten: MediaSessionRepresentable {
  let id = "ten"
  let content: (any MediaContentRepresentable)? = MusicContent(
    id: "song", songTitle: "Ten Lines", artistName: "Swift", albumName: "", type: .audio, duration: nil, artwork: nil)
  let playbackSnapshot: MediaPlaybackSnapshot? = nil
  let commands: [MediaCommand] = [.play { FileHandle.standardError.write(Data("play\n".utf8)) }]
}

@main struct Program {
  @MainActor static func main() async throws {
    let session = MediaSession(Ten())
    try await session.requestToBecomeApplicationPrimary()
    await Task.detached { while readLine() != nil {} }.value
    withExtendedLifetime(session) {}
  }
}
