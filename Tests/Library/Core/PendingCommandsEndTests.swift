// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

/// Tests when a command that a host was given is forgotten. If it were kept too long, a button would have no effect, or
/// a seek would go to a wrong place.
@Suite struct PendingCommandsEndTests {
  @Test func oneCommitEndsAllItemsThatWereAnswered() {
    var host = RelativeHost(resting)
    for index in 0..<3 {
      host.call(.next)
      host.answer(index)
    }
    host.call(.next)
    host.commit { $0.content = item("fourth") }
    #expect(host.pending.changesItem && host.pending.isAskedForItem)
    host.commit { $0.content = item("fifth") }
    #expect(host.pending.isEmpty)
  }

  /// A host that was asked to play, and waits for data, still counts as about to play, although it already offers the
  /// commands of a host that plays.
  @Test func aPlayerThatLoadsIsAboutToPlay() {
    var host = RelativeHost(resting)
    #expect(host.pending.playsUntil(0) == nil)
    host.call(.play)
    host.answer(0)
    let loading = PlaybackSnapshot(state: .buffering, rate: 1, defaultRate: 1, elapsed: 10_000_000, timestamp: 0)
    host.commit {
      $0.snapshot = loading
      $0.commands = [command(.play, enabled: false), command(.pause)]
    }
    #expect(host.pending.playsUntil(0) == PendingCommands.timeout)
    #expect(host.pending.playsUntil(PendingCommands.timeout) == nil)
    var paused = host
    paused.call(.pause)
    #expect(paused.pending.playsUntil(0) == nil)
    var playing = host
    playing.commit { $0.snapshot = NowPlayingCoreTests.playing(at: 10_000_000) }
    #expect(playing.pending.playsUntil(0) == nil)
    host.commit { $0.snapshot = PlaybackSnapshot(state: .stopped, rate: 1, defaultRate: 1, elapsed: 0, timestamp: 0) }
    #expect(host.pending.playsUntil(0) == nil)
  }

  @Test func whatWasAnsweredBeforeAnotherItemEndsWithIt() {
    var host = RelativeHost()
    host.call(.playPause)
    host.call(.next)
    host.answer(0)
    host.answer(1)
    host.commit {
      $0.content = item("second")
      $0.snapshot = playing(at: 0)
    }
    #expect(host.pending.isEmpty)
    #expect(host.call(.playPause).kind == .pause)
  }

  @Test func noneOutlivesALaterOne() {
    var host = RelativeHost { $0.snapshot = paused(at: 50_000_000) }
    host.call(.seek(by: 100 * second))
    host.call(.seek(by: -50 * second))
    host.answer(1)
    host.now = 5 * second + 1
    host.call(.stop)
    #expect(host.position == nil)
  }

  /// A host that commits its old snapshot once more before it seeks looks the same as one that has sought back: the
  /// commit must not end the seeks.
  @Test(arguments: [{ paused(at: $0) }, { playing(at: $0) }] as [@Sendable (Int64) -> PlaybackSnapshot?])
  func aCommitOfTheOldPositionDoesNotShowThatTheHostWasAway(_ snapshot: @Sendable (Int64) -> PlaybackSnapshot?) {
    var host = RelativeHost { $0.snapshot = snapshot(10_000_000) }
    for index in 0..<4 {
      host.call(index < 3 ? seek : .seek(by: -5 * second))
      host.answer(index)
    }
    #expect(host.position == 20 * second)
    for position: Int64 in [10_000_100, 15_000_000, 20_000_000, 20_000_100, 25_000_000] {
      host.commit { $0.snapshot = snapshot(position) }
      #expect(host.position == 20 * second)
    }
    #expect(host.call(.seek(by: -5 * second)).time == 15 * second)
  }

  @Test func aHostThatIsBackAndGoesElsewhereHasEndedTheSteps() {
    var host = RelativeHost { $0.snapshot = paused(at: 50_000_000) }
    host.call(.seek(by: 10 * second))
    host.call(.seek(by: -10 * second))
    host.answer(0)
    host.answer(1)
    host.commit { $0.snapshot = paused(at: 50_000_001) }
    host.commit { $0.snapshot = paused(at: 100_000_000) }
    #expect(host.pending.isEmpty)
    // Later steps are not affected. Real players reach the target only nearly, as here by one second.
    host.call(.seek(by: -10 * second))
    host.call(seek)
    host.answer(2)
    host.answer(3)
    host.commit { $0.snapshot = paused(at: 91_000_000) }
    #expect(host.position == 95 * second)
  }

  @Test func aSmallStepEndsWithTheCommitThatShowsIt() {
    var host = RelativeHost(resting)
    host.call(.seek(by: 100_000))
    host.commit { $0.snapshot = paused(at: 10_100_000) }
    #expect(host.pending.isEmpty)
  }

  @Test func anItemThatBeginsWhereTheOldOneIsStillComes() {
    var host = RelativeHost { $0.snapshot = paused(at: 0) }
    host.call(.next)
    host.call(seek)
    host.commit { $0.snapshot = paused(at: 1) }
    host.commit {
      $0.content = item("second")
      $0.snapshot = paused(at: 0)
    }
    #expect(host.position == 5 * second)
  }

  @Test func anItemThatDoesNotComeIsForgottenSooner() {
    var host = RelativeHost(resting)
    host.call(.next)
    host.answer(0)
    host.now = second - 1
    host.pending.expire(at: host.now)
    #expect(host.pending.changesItem)
    host.now = second
    #expect(host.call(seek).time == 15 * second)
  }

  @Test func aPositionOnItsWayEndsWithTheItem() {
    var host = RelativeHost { $0.snapshot = playing(at: 110_000_000) }
    host.call(.seek(by: 9 * second))
    host.now = 5 * second
    // A step forward would pass the end by now; a step backward is not the next item.
    #expect(host.call(.seek(by: -2 * second)).time == 118 * second)
  }

  @Test func aTrackThatGoesAwayIsNotSeekedIn() {
    var host = RelativeHost(resting)
    let track = Metadata.trackPath("song", session: 0)
    host.call(.next)
    #expect(host.call(.setPosition(track: track, position: second)) == .nothing)
    host.answer(0)
    #expect(host.call(.setPosition(track: track, position: second)).time == second)
  }

  @Test func whatFallsOutIsStillExpected() {
    var host = RelativeHost(resting)
    host.call(.next)
    for _ in 0..<PendingCommands.maxSteps { host.call(.seek(by: 1)) }
    #expect(host.pending.changesItem)
    #expect(host.call(seek).time == 5 * second + 64)
    host = RelativeHost(resting)
    host.call(seek)
    host.call(.play)
    for _ in 0..<PendingCommands.maxSteps { host.call(.next) }
    #expect(host.pending.isPlaying == true)
    host = RelativeHost(resting)
    host.call(seek)
    for _ in 0..<PendingCommands.maxSteps { host.give(CommandEvent(command(.play))) }
    #expect(host.position == 15 * second)
    // Calls folded into one step end with it.
    host = RelativeHost()
    host.call(.pause)
    for _ in 0..<PendingCommands.maxSteps { host.call(.seek(by: 1)) }
    #expect(host.pending.isPlaying == false)
    host.commit { $0.snapshot = paused(at: 10_000_000) }
    #expect(host.pending.isPlaying == nil)
  }
}
