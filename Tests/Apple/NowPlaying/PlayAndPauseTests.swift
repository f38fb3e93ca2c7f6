// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import SwiftSupport
import Testing

extension AllTests {
  /// Models that offer play or pause, depending on their state.
  @Suite @MainActor struct PlayAndPauseTests {
    private static func oneOfBoth(_ player: Player) -> [MediaCommand] {
      [
        player.isPlaying ? .pause { player.isPlaying = false } : .play { player.isPlaying = true },
        .next { player.log.append("next") },
      ]
    }

    private func expectBoth() async throws {
      #expect(try await Client.flag("CanPlay") == true)
      #expect(try await Client.flag("CanPause") == true)
    }

    @Test func canPauseDoesNotFollow() async throws {
      let player = Player()
      player.offered = Self.oneOfBoth
      try await withPlayer(player) { player in
        try await expectBoth()
        let signals = try SignalLog()
        for word in ["Playing", "Paused", "Playing", "Paused"] {
          #expect(try await Client.call("PlayPause").status == 0)
          try await eventually("it is \(word)") { try await Client.text("PlaybackStatus") == word }
          try await expectBoth()
        }
        // A call that changes nothing is no error.
        #expect(try await Client.call("Pause").status == 0)
        #expect(try await Client.call("Next").status == 0)
        #expect(player.log == ["next"])
        let changed = signals.changes.filter { !$0.changed["CanPause"].isNull || !$0.changed["CanPlay"].isNull }
        #expect(changed.isEmpty, "\(changed)")
      }
    }

    /// A model that does not offer pause, as during an advertisement, cannot be paused until it offers pause again.
    @Test func whatMayNotBePausedIsNotPaused() async throws {
      let player = Player()
      player.offered = Self.oneOfBoth
      try await withPlayer(player) { player in
        player.offered = { _ in [.play {}] }
        player.isPlaying = true
        try await eventually("it cannot be paused") { try await Client.flag("CanPause") == false }
        player.offered = Self.oneOfBoth
        try await eventually("it can be paused") { try await Client.flag("CanPause") == true }
      }
    }
  }
}
