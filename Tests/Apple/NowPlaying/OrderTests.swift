// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import SwiftSupport
import Testing

extension AllTests {
  /// Tests in which order commands are carried out, which state they see, and when they are answered.
  @Suite @MainActor struct OrderTests {
    @Test func commandsRunInTheOrderInWhichTheyWereSent() async throws {
      try await withPlayer { player in
        let track = try #require(try await Client.metadata("mpris:trackid").text)
        for _ in 1...3 {
          player.log = []
          try await Pipeline.send((0..<200).map { "SetPosition (objectpath '\(track)', int64 \($0 * 1_000_000))" })
          #expect(player.log == (0..<200).map { "seek \(Double($0))" })
        }
      }
    }

    @Test func pauseAndPlayEndPlaying() async throws {
      try await withPlayer { player in
        player.offered = { player in
          [
            .play {
              player.isPlaying = true
              player.log.append("play")
            },
            .pause {
              player.isPlaying = false
              player.log.append("pause")
            },
          ]
        }
        player.isPlaying = true
        try await eventually("it plays") { try await Client.text("PlaybackStatus") == "Playing" }
        for _ in 1...10 {
          player.log = []
          try await Pipeline.send(Array(repeating: ["Pause", "Play"], count: 20).flatMap(\.self))
          #expect(player.log == Array(repeating: ["pause", "play"], count: 20).flatMap(\.self))
          #expect(player.isPlaying)
        }
      }
    }

    /// Closures that wait do not keep later closures from beginning; all begin in order.
    @Test func closuresThatWaitBeginInOrder() async throws {
      try await withPlayer { player in
        let gate = Gate()
        player.offered = { player in
          [
            .next {
              player.log.append("next")
              await gate.wait()
            },
            .previous { player.log.append("previous") },
          ]
        }
        try await eventually("it is offered") { try await Client.flag("CanGoPrevious") == true }
        async let sent: Void = Pipeline.send(["Next", "Previous", "Next", "Previous"])
        try await eventually("all have begun") { player.log.count == 4 }
        #expect(player.log == ["next", "previous", "next", "previous"])
        gate.open()
        try await sent
      }
    }

    /// A client that has the reply reads the command's effect, however late the main actor's next turn is.
    @Test func theReplyComesAfterTheState() async throws {
      try await withPlayer { player in
        player.isPlaying = true
        player.offered = { player in
          [
            .pause {
              // This task runs before the turn of the main actor in which the library would read the change.
              // sleeps: keeps the main actor busy
              Task { @MainActor in usleep(500_000) }
              player.isPlaying = false
            }
          ]
        }
        try await eventually("it plays") { try await Client.text("PlaybackStatus") == "Playing" }
        #expect(try await Pipeline.call("Pause", thenGet: "PlaybackStatus") == "Paused")
      }
    }

    @Test func aClosureThatEndsItsOwnSessionHasSucceeded() async throws {
      _ = TestBus.shared
      for waits in [false, true] {
        let player = Player()
        let log = Log()
        player.offered = { player in
          [
            .stop {
              if waits { await Task.yield() }
              player.session = nil
              do { try Task.checkCancellation() } catch { log.lines.append("cancelled") }
              log.lines.append("ended")
            }
          ]
        }
        try await player.show()
        let result = try await Client.call("Stop")
        #expect(result.status == 0 && result.errors == "")
        try await eventually("the player has gone") { try await Client.players() == [] }
        #expect(log.lines == ["ended"])
      }
    }

    /// A button must not take effect after the desktop has been told that it has failed.
    @Test func aCommandThatWasGivenUpIsNotBegun() async throws {
      try await withPlayer { player in
        let answers = Lines()
        Task.detached { answers.append(try await Client.call("Next").errors) }
        func holdUntilAnswered() {
          // sleeps: paces a loop that waits for a condition
          while answers.all.isEmpty { usleep(10_000) }
        }
        holdUntilAnswered()
        #expect(answers.all.first?.contains("did not answer in time") == true)
        // Play comes later, so that Next would have been carried out before it.
        try await Client.call("Play")
        #expect(player.log == ["play"])
        #expect(TestBus.shared.log.all.filter { $0.contains("The main actor has not been served") }.count == 1)
      }
    }

    @Test func ratesAreTheirDecimals() async throws {
      try await withPlayer { player in
        player.offered = { _ in [.changePlaybackRate(supported: [0.7, 1, 1.1]) { _ in }] }
        player.otherSnapshot = { MediaPlaybackSnapshot(state: .playing(rate: 1.1), defaultPlaybackRate: 0.7) }
        try await eventually("it is fast") { try await Client.number("Rate") == 1.1 }
        #expect(try await Client.number("MinimumRate") == 0.7)
        #expect(try await Client.number("MaximumRate") == 1.1)
        player.otherSnapshot = { MediaPlaybackSnapshot(state: .paused, defaultPlaybackRate: 0.7) }
        try await eventually("it is at rest") { try await Client.number("Rate") == 0.7 }
      }
    }
  }
}
