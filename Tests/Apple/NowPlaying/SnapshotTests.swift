// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import SwiftSupport
import Testing

extension AllTests {
  /// Positions and times: section 1.3 of the inventory.
  @Suite @MainActor struct SnapshotTests {
    /// Returns the position that clients read, in seconds.
    private func position() async throws -> Double { try await Client.number("Position").map { $0 / 1_000_000 } ?? -1 }

    /// Changes the title, and waits until the monitor has the signal: all earlier signals have arrived by then.
    private func barrier(_ player: Player, _ signals: SignalLog, _ title: String) async throws {
      player.title = title
      try await eventually("\(title) has arrived") { signals.changes.contains { $0.changedTitle == title } }
    }

    @Test func aDateBecomesAPositionThatMoves() async throws {
      try await withPlayer { player in
        player.elapsed = 100
        player.timestamp = Date.now.addingTimeInterval(-20)
        player.isPlaying = true
        try await eventually("it plays") { try await Client.text("PlaybackStatus") == "Playing" }
        let first = try await position()
        #expect((120...135).contains(first))
        try await eventually("it moves") { try await self.position() > first }
        player.isPlaying = false
        try await eventually("it rests") { try await Client.text("PlaybackStatus") == "Paused" }
        #expect(try await position() == 100)
      }
    }

    @Test func theRateIsThatOfTheState() async throws {
      try await withPlayer { player in
        player.otherSnapshot = {
          MediaPlaybackSnapshot(
            state: .playing(rate: 2), elapsedTime: 10, timestamp: Date.now.addingTimeInterval(-10))
        }
        try await eventually("it is fast") { try await Client.number("Rate") == 2 }
        #expect((30...45).contains(try await position()))
        player.otherSnapshot = { MediaPlaybackSnapshot(state: .paused, defaultPlaybackRate: 1.5, elapsedTime: 10) }
        try await eventually("it rests") { try await Client.number("Rate") == 1.5 }
      }
    }

    /// Apps compute `timestamp: .now` and store the elapsed time: each change of anything would be a jump back.
    @Test func aTimestampOfNowWithAStaleElapsedTimeIsNoSeekedStorm() async throws {
      try await withPlayer { player in
        let signals = try SignalLog()
        let start = ContinuousClock.now
        player.otherSnapshot = { MediaPlaybackSnapshot(state: .playing(), elapsedTime: 50, timestamp: .now) }
        try await barrier(player, signals, "It plays")
        // After this time a jump back would be large enough for a signal.
        try await eventually("time passes") { ContinuousClock.now - start > .milliseconds(1200) }
        try await barrier(player, signals, "First step")
        let before = signals.seeks.count
        for step in 2...10 { try await barrier(player, signals, "Step \(step)") }
        let seeked = signals.seeks.dropFirst(before).compactMap { $0.data[0].number }
        // After a change of metadata within an item the position is emitted; it never jumps back.
        #expect(seeked.allSatisfy { $0 > 51_000_000 }, "jumps: \(seeked)")
        #expect(try await position() > 51)
      }
    }

    /// For an engine that knows whole seconds only, a position within the reported second is no jump.
    @Test(arguments: [true, false])
    func wholeSecondsAreNoJumps(_ saysNow: Bool) async throws {
      try await withPlayer { player in
        let start = ContinuousClock.now
        func seconds() -> Double { 30.9 + (ContinuousClock.now - start) / .seconds(1) }
        let signals = try SignalLog()
        player.isPlaying = true
        for step in 0..<10 {
          try await eventually("time passes") { ContinuousClock.now - start > .milliseconds(700 * step) }
          player.elapsed = seconds().rounded(.down)
          player.timestamp = saysNow ? .now : nil
        }
        try await barrier(player, signals, "The end")
        // One Seeked is for the start; one is right because playback starts at the end of a second; and after the title
        // the position is emitted once more.
        #expect(signals.seeks.count <= 3, "\(signals.seeks.map { $0.data[0] })")
        #expect(abs(try await position() - seconds()) < 1.2)
      }
    }

    @Test func noTimestampAndAStaleElapsedTimeIsNoJumpEither() async throws {
      try await withPlayer { player in
        let start = ContinuousClock.now
        player.otherSnapshot = { MediaPlaybackSnapshot(state: .playing(), elapsedTime: 50) }
        try await eventually("it plays") { try await Client.text("PlaybackStatus") == "Playing" }
        try await eventually("time passes") { ContinuousClock.now - start > .milliseconds(800) }
        player.title = "Changed"
        try await eventually("it is emitted") { try await Client.title() == "Changed" }
        #expect(try await position() > 50.7)
      }
    }

    /// The same elapsed time with a new timestamp, which the model stores, is a restart.
    @Test func aRestartAtTheSamePositionIsSeen() async throws {
      try await withPlayer { player in
        (player.elapsed, player.timestamp, player.isPlaying) = (0, .now, true)
        try await eventually("it plays") { try await Client.text("PlaybackStatus") == "Playing" }
        let start = ContinuousClock.now
        try await eventually("time passes") { ContinuousClock.now - start > .milliseconds(1200) }
        let signals = try SignalLog()
        (player.elapsed, player.timestamp) = (0, .now)
        try await eventually("the jump is emitted") { signals.seeks.contains { ($0.data[0].number ?? 9e9) < 500_000 } }
        #expect(try await position() < 1)
        // The second restart comes when the session knows that the model stores its timestamps.
        try await eventually("time passes") { ContinuousClock.now - start > .milliseconds(2400) }
        let count = signals.seeks.count
        (player.elapsed, player.timestamp) = (0, .now)
        try await eventually("the jump is emitted") { signals.seeks.count > count }
      }
    }

    @Test func aSeekWithATimestampOfNowIsSeen() async throws {
      try await withPlayer { player in
        let place = Place()
        player.otherSnapshot = {
          MediaPlaybackSnapshot(state: .playing(), elapsedTime: place.seconds, timestamp: .now)
        }
        try await eventually("it plays") { try await Client.text("PlaybackStatus") == "Playing" }
        let signals = try SignalLog()
        try await barrier(player, signals, "Now the model is known to compute")
        place.seconds = 200
        try await barrier(player, signals, "Later")
        // The jump is emitted after the signal that the barrier waits for.
        try await eventually("the jump is emitted") {
          signals.seeks.contains { ($0.data[0].number ?? 0) >= 200_000_000 }
        }
      }
    }

    @Test func aLiveStreamHasNoLengthNoPositionAndNoSeeking() async throws {
      try await withPlayer { player in
        player.otherContent = RadioContent(id: "fm", stationName: "FM", programName: "News", artwork: nil)
        player.otherSnapshot = { MediaPlaybackSnapshot(state: .playing()) }
        try await eventually("it is live") { try await Client.title() == "News" }
        #expect(try await Client.metadata("mpris:length").isNull)
        #expect(try await Client.flag("CanSeek") == false)
        #expect(try await Client.number("Position") == 0)
      }
    }

    @Test func statesWithoutAWordOfTheirOwnArePaused() async throws {
      try await withPlayer { player in
        for (state, word) in [
          (MediaPlaybackSnapshot.PlaybackState.playing(), "Playing"), (.buffering, "Paused"), (.playing(), "Playing"),
          (.interrupted, "Paused"), (.stopped, "Stopped"), (.paused, "Paused"),
        ] {
          player.otherSnapshot = { MediaPlaybackSnapshot(state: state, elapsedTime: 1) }
          try await eventually("\(state) is \(word)") { try await Client.text("PlaybackStatus") == word }
        }
      }
    }

    @Test func numbersThatAreNoneDoNoHarm() async throws {
      try await withPlayer { player in
        let dates: [Date?] = [
          nil, .distantPast, .distantFuture, Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: .infinity),
          Date(timeIntervalSince1970: -.infinity), Date(timeIntervalSinceReferenceDate: 1e300),
        ]
        let seconds: [TimeInterval?] = [nil, .nan, .infinity, -.infinity, -5, 1e300, .leastNonzeroMagnitude, 7]
        var step = 0
        for date in dates {
          for elapsed in seconds {
            for rate in [Float.nan, .infinity, 0, -1, .greatestFiniteMagnitude, 1] {
              step += 1
              player.otherSnapshot = {
                MediaPlaybackSnapshot(
                  state: .playing(rate: rate), defaultPlaybackRate: rate, elapsedTime: elapsed, timestamp: date)
              }
              await Task.yield()
            }
          }
          player.title = "Step \(step)"
          try await eventually("it still answers") { try await Client.title() == "Step \(step)" }
          #expect(try await position() >= 0)
        }
        player.otherSnapshot = { MediaPlaybackSnapshot(state: .playing(rate: 0), elapsedTime: 5) }
        try await eventually("a rate of 0 is a pause") { try await Client.text("PlaybackStatus") == "Paused" }
      }
    }

    @Test func aTimestampBeforeTheMachineStartedIsAPosition() async throws {
      try await withPlayer { player in
        let day = 86400.0 * 400
        player.duration = .finite(day * 2)
        player.otherSnapshot = {
          MediaPlaybackSnapshot(state: .playing(), elapsedTime: 5, timestamp: Date.now.addingTimeInterval(-day))
        }
        try await eventually("it plays") { try await Client.text("PlaybackStatus") == "Playing" }
        #expect((day + 5...day + 20).contains(try await position()))
      }
    }
  }
}

@Observable @MainActor final class Place {
  var seconds: TimeInterval = 10
}
