// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import Testing

@testable import MediaPlayer

/// A session of the module NowPlaying.
@MainActor private final class Model: @MainActor MediaSessionRepresentable {
  let id = "model"
  var seen: [String] = []
  let content: (any MediaContentRepresentable)? = GenericContent(
    id: "item", title: "Session", type: .audio, duration: .finite(60), artwork: nil)
  let playbackSnapshot: MediaPlaybackSnapshot? = MediaPlaybackSnapshot(state: .paused, elapsedTime: 0)
  var commands: [MediaCommand] { [.play { self.seen.append("session") }] }
}

extension MediaPlayerTests {
  @MainActor @Suite(.serialized) struct SessionTests {
    init() async throws { try await Player.reset() }

    @Test func `a MediaSession that is application primary wins, with one log line`() async throws {
      var seen: [String] = []
      Player.commands.playCommand.addTarget { _ in
        seen.append("center")
        return .success
      }
      Player.info.nowPlayingInfo = [MPMediaItemPropertyTitle: "Center"]
      try await Player.expect(metadata: "xesam:title", "Center")
      let model = Model()
      var session: MediaSession<Model>? = MediaSession(model)
      try await session?.requestToBecomeApplicationPrimary()
      #expect(session?.isApplicationPrimary == true)
      try await Player.expect(metadata: "xesam:title", "Session")
      for number in 1...3 {
        Player.info.nowPlayingInfo = [
          MPMediaItemPropertyTitle: "Center \(number)", MPNowPlayingInfoPropertyPlaybackRate: 0.0,
        ]
      }
      Player.commands.nextTrackCommand.addTarget { _ in .success }
      #expect(try await Player.call("Play") == "")
      #expect(try await Player.metadata("xesam:title") as? String == "Session")
      #expect(try await Player.property("CanGoNext") == false)
      #expect(model.seen == ["session"] && seen == [])
      #expect(Player.lines.all.filter { $0.contains("MPNowPlayingInfoCenter is not shown") }.count == 1)
      session = nil
      try await Player.expect(metadata: "xesam:title", "Center 3")
      try await Player.expect("CanGoNext", true)
      #expect(try await Player.call("Play") == "")
      #expect(seen == ["center"])
    }
  }
}
