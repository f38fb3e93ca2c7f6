// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

@Suite struct PendingCommandsTests {
  // MARK: What calls mean

  @Test func stepsAddUp() {
    var host = RelativeHost(resting)
    #expect(
      [host.call(seek).time, host.call(seek).time, host.call(seek).time] == [15 * second, 20 * second, 25 * second])
    #expect(host.call(.seek(by: -100 * second)).time == 0)
    #expect(host.call(seek).time == 5 * second)
  }

  @Test func aPositionOnItsWayMovesWhilePlaying() {
    var host = RelativeHost()
    #expect(host.call(seek).time == 15 * second)
    host.now = 2 * second
    #expect(host.call(seek).time == 22 * second)
  }

  @Test func pauseStopsAndPlayStartsAPositionOnItsWay() {
    var host = RelativeHost()
    host.call(seek)
    host.now = 2 * second
    host.call(.pause)
    host.now = 9 * second
    #expect(host.position == 17 * second)
    host.call(.play)
    host.now = 9 * second + 500_000
    #expect(host.position == 17 * second + 500_000)
  }

  /// A host plays, pauses or changes its rate by itself: the position on its way does as well.
  @Test(arguments: [
    (paused(at: 0), playing(at: 0), 3), (playing(at: 0), paused(at: 0), 0),
    (playing(at: 0), playing(at: 0, rate: 2), 6),
  ])
  func aPositionOnItsWayMovesAsTheHostDoes(before: PlaybackSnapshot?, after: PlaybackSnapshot?, seconds: Int) {
    var host = RelativeHost { $0.snapshot = before }
    host.call(.seek(by: 50 * second))
    host.commit { $0.snapshot = after }
    host.now = 3 * second
    #expect(host.position == .seconds(Int64(50 + seconds)))
  }

  @Test func theRateCounts() {
    var host = RelativeHost { $0.snapshot = playing(at: 10_000_000, rate: 2) }
    host.call(seek)
    host.now = 3 * second
    #expect(host.position == 21 * second)
  }

  @Test func togglesAlternate() {
    var host = RelativeHost()
    #expect(
      [host.call(.playPause).kind, host.call(.playPause).kind, host.call(.playPause).kind] == [.pause, .play, .pause])
    host = RelativeHost { $0.commands = [command(.togglePlayPause)] }
    host.call(.playPause)
    host.call(.playPause)
    #expect(host.pending.isPlaying == true)
  }

  @Test func aToggleIsGivenOnlyWhereItChangesSomething() {
    var host = RelativeHost { $0.commands = [command(.togglePlayPause)] }
    #expect(host.call(.play) == .nothing)
    #expect(host.call(.pause).kind == .togglePlayPause)
    #expect(host.call(.pause) == .nothing)
    #expect(host.call(.play).kind == .togglePlayPause)
    #expect(host.call(.play) == .nothing)
  }

  @Test func whatIsDisabledIsGivenWhereItWillBeEnabled() {
    var host = RelativeHost {
      resting(&$0)
      $0.commands = [command(.play), command(.pause, enabled: false)]
    }
    #expect(host.call(.pause) == .nothing)
    #expect(host.call(.playPause).kind == .play)
    #expect(host.call(.playPause).kind == .pause)
    #expect(host.call(.playPause).kind == .play)
    host = RelativeHost { $0.commands = [command(.play, enabled: false), command(.pause)] }
    #expect(host.call(.play) == .nothing)
    #expect(host.call(.pause).kind == .pause)
    #expect(host.call(.play).kind == .play)
    // A command that is disabled for another reason stays disabled.
    host = RelativeHost { $0.commands = [command(.play, enabled: false), command(.pause, enabled: false)] }
    #expect(host.call(.pause) == .nothing)
    host = RelativeHost {
      resting(&$0)
      $0.commands = [command(.play, enabled: false), command(.togglePlayPause)]
    }
    #expect(host.call(.playPause).kind == .togglePlayPause)
    #expect(host.call(.play) == .nothing)
  }

  @Test(arguments: [PlayerCall.next, .previous]) func anotherItemStartsAtItsBeginning(_ call: PlayerCall) {
    var host = RelativeHost(resting)
    host.call(seek)
    host.call(call)
    #expect(host.pending.changesItem)
    #expect(host.call(seek).time == 5 * second)
    // The length of the next item is not known, and positions must be within the present one.
    #expect(host.call(.seek(by: 500 * second)).time == 120 * second)
  }

  @Test func skipsMoveAPosition() {
    var host = RelativeHost(resting)
    var skip = CommandEvent(command(.skipForward))
    skip.time = 30 * second
    host.give(skip)
    #expect(host.position == 40 * second)
    skip = CommandEvent(command(.skipBackward))
    skip.time = 15 * second
    host.give(skip)
    #expect(host.position == 25 * second)
    skip.time = 90 * second
    host.give(skip)
    #expect(host.position == 0)
    #expect(host.call(seek).time == 5 * second)
    // The position starts to move at once.
    host = RelativeHost()
    host.give(skip)
    host.now = 2 * second
    #expect(host.position == 2 * second)
  }

  @Test func skipsFromAnUnknownPositionSayNothing() {
    var host = RelativeHost { $0.snapshot = paused(at: nil) }
    var skip = CommandEvent(command(.skipForward))
    skip.time = 30 * second
    host.give(skip)
    #expect(host.position == nil)
  }

  @Test func otherCommandsAreNoSteps() {
    var host = RelativeHost()
    for kind in [CommandKind.changeRate, .changeRepeatMode, .changeShuffleMode] {
      host.give(CommandEvent(command(kind)))
    }
    #expect(host.pending.isEmpty && host.steps.isEmpty)
    host.call(.stop)
    #expect(host.pending.isPlaying == false)
  }

  // MARK: How steps end

  @Test func aStepThatFailedIsNotCounted() {
    var host = RelativeHost(resting)
    host.call(seek)
    host.call(seek)
    host.answer(1, isDone: false)
    #expect(host.call(seek).time == 20 * second)
    // A failed command that is already forgotten changes nothing.
    host.answer(1, isDone: false)
    host.pending.answered(12345, isDone: false, now: 0)
    #expect(host.position == 20 * second)
    host = RelativeHost()
    host.call(.playPause)
    host.answer(0, isDone: false)
    #expect(host.call(.playPause).kind == .pause)
  }

  @Test func aStepIsBelievedForAWhile() {
    var host = RelativeHost(resting)
    host.call(seek)
    host.now = 10 * second - 1
    #expect(host.call(seek).time == 20 * second)
    host.now = 10 * second
    host.pending.expire(at: host.now)
    #expect(host.position == 20 * second)
    host.now += 10 * second
    #expect(host.call(seek).time == 15 * second)
  }

  @Test func anAnsweredStepIsBelievedForLess() {
    var host = RelativeHost(resting)
    host.call(seek)
    host.now = 3 * second
    host.answer(0)
    host.now = 8 * second - 1
    host.pending.expire(at: host.now)
    #expect(host.position == 15 * second)
    host.now += 1
    host.pending.expire(at: host.now)
    #expect(host.pending.isEmpty)
  }

  @Test func aCommitEndsTheStepThatItShowsAndThoseBefore() {
    var host = RelativeHost(resting)
    for _ in 0..<3 { host.call(seek) }
    host.commit { $0.snapshot = paused(at: 15_000_000) }
    #expect(host.position == 25 * second)
    host.commit { $0.snapshot = paused(at: 20_100_000) }  // as near as real players come
    #expect(host.position == 25 * second)
    host.commit { $0.snapshot = paused(at: 25_000_000) }
    #expect(host.pending.isEmpty)
    for _ in 0..<3 { host.call(seek) }
    host.commit { $0.snapshot = paused(at: 40_000_000) }
    #expect(host.pending.isEmpty)
  }

  /// Many hosts commit their present snapshot at each change, also while they wait for data before a seek. Such a
  /// commit ends no command.
  @Test func aCommitOfTheOldLineEndsNothing() {
    var host = RelativeHost { $0.snapshot = playing(at: 10_000_000) }
    host.call(.playPause)
    host.call(seek)
    host.answer(0)
    host.answer(1)
    host.now = 1 * second
    host.commit { $0.snapshot = playing(at: 11_000_000, since: 1 * second) }
    host.commit { $0.snapshot = playing(at: 11_400_000, since: 1 * second) }
    #expect(host.pending.isPlaying == false && host.position == 15 * second)
    host.commit {
      $0.snapshot = PlaybackSnapshot(
        state: .interrupted, rate: 1, defaultRate: 1, elapsed: 11_000_000, timestamp: 1 * second)
    }
    #expect(host.pending.isPlaying == nil && host.position == 15 * second)
  }

  @Test func aCommitThatJumpsElsewhereEndsOnlyWhatWasAnswered() {
    var host = RelativeHost(resting)
    host.call(.playPause)
    host.call(.playPause)
    host.answer(0)
    host.commit { $0.snapshot = paused(at: 10_600_000) }
    #expect(host.pending.isPlaying == false)
    // The host committed first and answers now, so that the commit is the result.
    host.answer(1)
    #expect(host.pending.isEmpty)
  }

  @Test func theEndOfPlaybackEndsWhatWasAnswered() {
    var host = RelativeHost(resting)
    host.call(.playPause)
    host.answer(0)
    host.commit {
      $0.snapshot = PlaybackSnapshot(state: .stopped, rate: 1, defaultRate: 1, elapsed: 10_000_000, timestamp: 0)
    }
    #expect(host.pending.isEmpty)
  }

  @Test func aCommitOfSomethingElseEndsNothing() {
    var host = RelativeHost(resting)
    host.call(seek)
    host.answer(0)
    host.commit { $0.settings.volume = 0.1 }
    host.commit { $0.content?.texts[.title] = "Another title" }
    #expect(host.position == 15 * second)
    // The commands have changed, but not the position: the host has decided otherwise.
    host.commit { $0.commands = [command(.play), command(.seekToPosition)] }
    #expect(host.pending.isEmpty)
  }

  @Test func aJumpIsMoreThanHalfASecond() {
    for (position, isJump) in [(10_500_000, false), (9_500_000, false), (10_500_001, true), (9_499_999, true)] {
      var host = RelativeHost(resting)
      host.call(.playPause)
      host.answer(0)
      host.commit { $0.snapshot = paused(at: Microseconds(Int64(position))) }
      #expect(host.pending.isEmpty == isJump)
    }
  }

  @Test func aPositionIsFoundBehindOtherSteps() {
    var host = RelativeHost(resting)
    host.call(.playPause)
    host.call(seek)
    host.commit { $0.snapshot = paused(at: 15_000_000) }
    #expect(host.position == nil && host.pending.isPlaying == true)
  }

  @Test func oneCommitShowsOneOfTwoEqualPositions() {
    var host = RelativeHost(resting)
    let track = Metadata.trackPath("song", session: 0)
    for _ in 0..<2 { host.call(.setPosition(track: track, position: 20 * second)) }
    host.commit { $0.snapshot = paused(at: 20_000_000) }
    #expect(host.position == 20 * second)
    host.commit { $0.snapshot = paused(at: 20_000_001) }
    #expect(host.pending.isEmpty)
  }

  @Test func aCommitWithoutAPositionEndsAllPositions() {
    var host = RelativeHost(resting)
    host.call(seek)
    host.call(seek)
    host.commit { $0.snapshot = paused(at: nil) }
    #expect(host.position == nil && host.pending.isEmpty)
  }

  @Test func anotherItemThatWasExpected() {
    var host = RelativeHost(resting)
    host.call(.next)
    host.call(seek)
    host.commit {
      $0.content = item("second")
      $0.snapshot = paused(at: 0)
    }
    #expect(host.position == 5 * second)
    #expect(!host.pending.changesItem)
    host.commit { $0.snapshot = paused(at: 5_000_000) }
    #expect(host.pending.isEmpty)
  }

  @Test func anotherItemThatWasNot() {
    var host = RelativeHost(resting)
    host.call(seek)
    host.commit {
      $0.content = item("second")
      $0.snapshot = paused(at: 0)
    }
    // A command for the first item has no meaning for the second item, whether it was answered or not.
    #expect(host.pending.isEmpty)
    host.call(.pause)
    host.commit { $0.content = item("third") }
    #expect(host.pending.isEmpty)
  }

  @Test func playbackThatWasExpected() {
    var host = RelativeHost()
    for _ in 0..<3 { host.call(.playPause) }
    host.commit { $0.snapshot = paused(at: 10_000_000) }
    #expect(host.pending.isPlaying == false)
    host.commit { $0.snapshot = playing(at: 10_000_000) }
    #expect(host.pending.isPlaying == false)
    host.commit { $0.snapshot = paused(at: 10_000_000) }
    #expect(host.pending.isEmpty)
  }

  @Test func aStepThatSaysTwoThingsEndsWithTheLast() {
    var host = RelativeHost(resting)
    host.call(seek)
    host.call(.playPause)
    host.commit { $0.snapshot = playing(at: 10_000_000) }
    #expect(host.pending.isPlaying == nil)
    #expect(host.position == 15 * second)
  }

  @Test func anotherSessionStartsAnew() {
    var host = RelativeHost()
    host.call(seek)
    host.call(.next)
    host.pending.removeAll()
    #expect(host.pending.isEmpty && host.position == nil && host.pending.isPlaying == nil)
    host.answer(0)
    #expect(host.pending.isEmpty)
  }

  // MARK: Bounds

  @Test func stepsAreBounded() throws {
    var host = RelativeHost(resting)
    for _ in 0..<1000 { host.give(CommandEvent(command(.play))) }
    let steps = Mirror(reflecting: host.pending).children.first { $0.label == "steps" }
    // The list is full at 64 steps, and a further step first folds half of them: so it has 33 steps after the 65th
    // call, and again after each 32 calls.
    #expect(try #require(steps?.value as? [Any]).count == 40)
    // The last commands count.
    host.call(.pause)
    #expect(host.pending.isPlaying == false)
    host = RelativeHost(resting)
    for _ in 0..<100 { host.call(.seek(by: second)) }
    #expect(host.position == 110 * second)
  }

  @Test func timesOfAllSizes() {
    let times: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    for from in times {
      for to in times {
        for rate in [1, -1, 1e308, -1e308, .leastNonzeroMagnitude] {
          var host = RelativeHost { $0.snapshot = playing(at: .max, rate: rate) }
          host.state.content?.duration = .unknown
          host.now = Instant(from)
          host.call(.seek(by: Microseconds(to)))
          host.call(.playPause)
          host.now = Instant(to)
          host.call(.seek(by: Microseconds(from)))
          var skip = CommandEvent(command(.skipBackward))
          skip.time = Microseconds(from)
          host.give(skip)
          skip.time = Microseconds(to)
          host.give(skip)
          for index in host.steps.indices { host.answer(index) }
          #expect(host.position.map { $0 >= 0 } ?? true)
          host.commit { $0.snapshot = playing(at: Microseconds(max(0, to)), since: Instant(max(0, from)), rate: rate) }
          host.pending.expire(at: Instant(from))
          host.pending.expire(at: Instant(to))
        }
      }
    }
  }
}
