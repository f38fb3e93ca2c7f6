// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import SwiftSupport
import Testing

extension AllTests {
  /// Tests that all declarations of section 1 of the inventory exist with their exact types, mostly by compiling.
  @Suite @MainActor struct DeclarationTests {
    private typealias Plain = (@escaping () async throws -> Void) -> MediaCommand

    @Test func theFifteenFactoriesHaveTheirTypes() async throws {
      let plain: [Plain] = [
        MediaCommand.play, MediaCommand.pause, MediaCommand.stop, MediaCommand.togglePlayPause, MediaCommand.next,
        MediaCommand.previous,
      ]
      let seek: (@escaping (TimeInterval) async throws -> Void) -> MediaCommand = MediaCommand.seekToPosition
      let skips: [([TimeInterval], @escaping (TimeInterval) async throws -> Void) -> MediaCommand] = [
        MediaCommand.skipForward(preferredIntervals:_:), MediaCommand.skipBackward(preferredIntervals:_:),
      ]
      let holds: [(@escaping () async throws -> Void, @escaping () async throws -> Void) -> MediaCommand] = [
        MediaCommand.seekForward(beginAction:endAction:), MediaCommand.seekBackward(beginAction:endAction:),
      ]
      let rate: ([Float], @escaping (Float) async throws -> Void) -> MediaCommand =
        MediaCommand.changePlaybackRate(supported:_:)
      let commands =
        plain.map { $0 {} } + skips.map { $0([5], { _ in }) } + holds.map { $0({}, {}) } + [
          seek { _ in }, rate([1, 2], { _ in }), .changeRepeatMode(current: .off) { _ in },
          .changeShuffleMode(current: .off, supported: [.off, .items]) { _ in },
          .feedback(title: "Like", shortTitle: "Like", status: .neutral) { _ in },
        ]
      #expect(commands.count == 15)
      // A client sees all commands at once.
      try await withPlayer { player in
        player.offered = { _ in commands }
        try await eventually("all is offered") { try await Client.flag("CanGoPrevious") == true }
        for name in ["CanPlay", "CanPause", "CanSeek", "CanGoNext", "CanControl"] {
          #expect(try await Client.flag(name) == true, "\(name)")
        }
        #expect(try await Client.number("MaximumRate") == 2)
      }
    }

    @Test func theEnumsHaveTheirCases() {
      #expect(Set(MediaCommand.RepeatMode.allCases) == [.off, .one, .all])
      #expect(Set(MediaCommand.ShuffleMode.allCases) == [.off, .items, .collections])
      #expect(Set(MediaCommand.FeedbackStatus.allCases) == [.positive, .neutral, .negative])
      #expect(Set([AnimatedArtwork.AspectRatio.square, .tall]).count == 2)
      #expect(MediaPlaybackSnapshot.PlaybackState.playing() == .playing(rate: 1))
      #expect(MediaPlaybackSnapshot(state: .paused) != MediaPlaybackSnapshot(state: .paused, elapsedTime: 0))
    }

    @Test func aSessionIsWhatAppleSaysThatItIs() {
      func isSession<Session: Identifiable & Observable & Sendable>(_: Session.Type) where Session.ID == String {}
      isSession(MediaSession<Still>.self)
      func isValue<Value: Sendable>(_: Value.Type) {}
      isValue(Artwork.self)
      isValue(AnimatedArtwork.self)
      isValue(MusicContent.self)
      let session = MediaSession(Still())
      nonisolated func read(_ session: MediaSession<Still>) -> String { session.id }
      #expect(read(session) == "still")
    }
  }
}
