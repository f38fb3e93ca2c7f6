// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import SwiftSupport
import Testing

extension AllTests {
  /// Tests calls whose meaning depends on an earlier call that the model has not handled yet.
  @Suite @MainActor struct RelativeTests {
    private func offer(_ player: Player) {
      player.offered = { player in
        [
          .play { player.isPlaying = true }, .pause { player.isPlaying = false },
          .seekToPosition {
            player.elapsed = $0
            player.timestamp = .now
          },
        ]
      }
    }

    @Test func tenSeeksMoveTenTimesAsFar() async throws {
      try await withPlayer { player in
        offer(player)
        try await eventually("it can seek") { try await Client.flag("CanSeek") == true }
        for round in 1...3 {
          try await Pipeline.send(Array(repeating: "Seek (int64 5000000,)", count: 10))
          #expect(player.elapsed == Double(round) * 50)
        }
      }
    }

    @Test func twoPressesEndWhereTheyBegan() async throws {
      try await withPlayer { player in
        offer(player)
        player.isPlaying = true
        try await eventually("it plays") { try await Client.text("PlaybackStatus") == "Playing" }
        let signals = try SignalLog()
        for round in 1...5 {
          let calls = Task.detached { try await Pipeline.send(["PlayPause", "PlayPause"]) }
          try Client.holdUntilDelivered { signals.calls.count { $0 == "PlayPause" } >= 2 * round }
          try await calls.value
          #expect(player.isPlaying)
        }
      }
    }
  }
}
