// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

/// Tests when a command that a host was given is forgotten. If it were kept too long, a button would have no effect, or
/// a seek would go to a wrong place.
@Suite struct PendingCommandsEndTests {
  private let song = Metadata.trackPath("song", session: 0)
  private var seekInSong: PlayerCall { .setPosition(track: song, position: second) }

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
    #expect(host.pending.playsUntil(0) == Instant(PendingCommands.timeout))
    #expect(host.pending.playsUntil(Instant(PendingCommands.timeout)) == nil)
    var paused = host
    paused.call(.pause)
    #expect(paused.pending.playsUntil(0) == nil)
    var playing = host
    playing.commit { $0.snapshot = NowPlayingCoreTests.playing(at: 10_000_000) }
    #expect(playing.pending.playsUntil(0) == nil)
    host.commit { $0.snapshot = PlaybackSnapshot(state: .stopped, rate: 1, defaultRate: 1, elapsed: 0, timestamp: 0) }
    #expect(host.pending.playsUntil(0) == nil)
  }

  /// A stopped host answers a seek, and starts at the beginning later: the next seek goes on from there. A seek that it
  /// was given after the start may still be done.
  @Test func aSeekOfAStoppedHostEndsWhereItStarts() {
    var host = RelativeHost {
      $0.snapshot = PlaybackSnapshot(state: .stopped, rate: 1, defaultRate: 1, elapsed: 0, timestamp: 0)
    }
    host.call(.seek(by: 50 * second))
    host.answer(0)
    var late = host
    host.call(.pause)
    host.now = 1_000_000
    host.commit { $0.snapshot = paused(at: 0) }
    host.answer(1)
    #expect(host.position == nil)
    late.give(CommandEvent(command(.play)))
    late.call(.seek(by: 5 * second))
    late.answer(2)
    late.commit { $0.snapshot = playing(at: 0) }
    #expect(late.position == 55 * second)
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
  @Test(arguments: [{ paused(at: $0) }, { playing(at: $0) }] as [@Sendable (Microseconds) -> PlaybackSnapshot?])
  func aCommitOfTheOldPositionDoesNotShowThatTheHostWasAway(_ snapshot: @Sendable (Microseconds) -> PlaybackSnapshot?) {
    var host = RelativeHost { $0.snapshot = snapshot(10_000_000) }
    for index in 0..<4 {
      host.call(index < 3 ? seek : .seek(by: -5 * second))
      host.answer(index)
    }
    #expect(host.position == 20 * second)
    for position: Microseconds in [10_000_100, 15_000_000, 20_000_000, 20_000_100, 25_000_000] {
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
    host.now = 999_999
    host.pending.expire(at: host.now)
    #expect(host.pending.changesItem)
    host.now = 1_000_000
    #expect(host.call(seek).time == 15 * second)
  }

  /// Hosts that answer at once, and go to the item later, still take a position in the old one.
  @Test func aPositionInTheOldItemEndsWithIt() {
    var host = RelativeHost(resting)
    host.call(.next)
    host.answer(0)
    host.call(seekInSong)
    host.answer(1)
    host.commit {
      $0.content = item("second")
      $0.snapshot = paused(at: 0)
    }
    #expect(host.pending.isEmpty)
    #expect(host.call(seek).time == 5 * second)
  }

  /// Hosts that answer at once may lose a seek with the item that they leave.
  @Test func aSeekThatWasAnsweredBeforeTheItemCameIsForgottenSooner() {
    var host = RelativeHost(resting)
    host.call(.next)
    host.call(seek)
    host.answer(0)
    host.answer(1)
    host.commit {
      $0.content = item("second")
      $0.snapshot = paused(at: 0)
    }
    #expect(host.position == 5 * second)
    host.now = 1_000_000
    #expect(host.call(seek).time == 5 * second && host.position == 5 * second)
  }

  /// A host that seeks when it answers is at the target then: each commit shows the step of its own position, and no
  /// earlier one.
  @Test func aDragInAHostThatIsLate() {
    var host = RelativeHost { $0.snapshot = playing(at: 0) }
    for step in 1...5 {
      var event = CommandEvent(command(.seekToPosition))
      event.time = .seconds(Int64(step))
      host.give(event)
    }
    host.now = 700_000
    for step in 1...5 {
      host.commit { $0.snapshot = playing(at: .seconds(Int64(step)), since: 700_000) }
      host.answer(step - 1)
    }
    #expect(host.position == nil)
  }

  @Test func aHostThatPlaysByItselfDoesNotStopLater() {
    var host = RelativeHost {
      $0.snapshot = PlaybackSnapshot(state: .stopped, rate: 1, defaultRate: 1, elapsed: 0, timestamp: 0)
    }
    host.call(.stop)
    host.answer(0)
    host.commit { $0.snapshot = playing(at: 0) }
    #expect(host.call(.playPause).kind == .pause)
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
    host.call(.next)
    #expect(host.call(seekInSong) == .waiting)
    // A call that means nothing has not to wait.
    #expect(host.call(.setPosition(track: "/other", position: second)) == .nothing)
    #expect(host.call(.setPosition(track: song, position: 121 * second)) == .nothing)
    host.answer(0)
    #expect(host.call(seekInSong).time == second)
    host.commit { $0.content = item("second") }
    #expect(host.call(seekInSong) == .nothing)
  }

  /// The host's answer to each command that goes to another item is known, however many steps were merged.
  @Test(arguments: [0, 1, 31, 32, 63, 64, 200])
  func positionsReachAHostThatHasAnsweredAllItems(_ count: Int) {
    var host = RelativeHost(resting)
    host.call(.next)
    host.answer(0)
    for index in 0..<count {
      #expect(
        host.call(.setPosition(track: song, position: index * Microseconds.milliseconds(1))).time == index
          * Microseconds.milliseconds(1))
    }
    host.call(.previous)
    #expect(host.call(seekInSong) == .waiting)
    host.answer(host.steps.count - 1)
    #expect(host.call(seekInSong).time == second)
  }

  @Test func aRefusedItemLetsPositionsThrough() {
    var host = RelativeHost(resting)
    host.call(.next)
    for _ in 0..<100 { host.call(seek) }
    host.call(.next)
    let last = host.steps.count - 1
    let isItem1 = host.pending.answered(host.steps[0], isDone: false, now: 0)
    #expect(isItem1)
    #expect(host.call(seekInSong) == .waiting)
    let isItem2 = host.pending.answered(host.steps[last], isDone: false, now: 0)
    #expect(isItem2)
    #expect(host.call(seekInSong).time == second)
    // No other answer is that to a command which goes to another item, and none counts twice.
    let other = host.pending.answered(host.steps[50], isDone: true, now: 0)
    let again = host.pending.answered(host.steps[last], isDone: true, now: 0)
    #expect(!other && !again)
  }

  @Test func anItemThatWasCommittedIsNotWaitedFor() {
    var host = RelativeHost(resting)
    host.call(.next)
    host.call(.next)
    host.commit { $0.content = item("second") }
    let second = PlayerCall.setPosition(track: Metadata.trackPath("second", session: 0), position: 1)
    #expect(host.call(second) == .waiting)
    host.commit { $0.content = item("third") }
    let third = PlayerCall.setPosition(track: Metadata.trackPath("third", session: 0), position: 1)
    #expect(host.call(third).time == 1)
    let isItem3 = host.pending.answered(host.steps[0], isDone: true, now: 0)
    #expect(!isItem3)
    // The same item that begins again is another item, too.
    host = RelativeHost(resting)
    host.call(.next)
    host.commit { $0.snapshot = paused(at: 0) }
    #expect(host.call(seekInSong).time == 1_000_000)
  }

  /// An entry of the queue, an address and a playlist are another item as well.
  @Test func anItemThatIsAskedForByOtherMeansIsWaitedFor() {
    var host = RelativeHost(resting)
    let step = host.pending.givenItem(host.state, now: 0)
    #expect(host.call(seekInSong) == .waiting)
    #expect(host.call(seek).time == 5 * second)
    let isItem4 = host.pending.answered(step, isDone: false, now: 0)
    #expect(isItem4)
    #expect(host.call(seekInSong).time == second)
  }

  /// Items whose host never answers are bounded, and are given up with their steps.
  @Test func itemsWithoutAnAnswerAreGivenUp() {
    var host = RelativeHost(resting)
    for _ in 0..<1000 { host.call(.next) }
    #expect(host.call(seekInSong) == .waiting)
    host.now = 10 * second
    #expect(host.call(seekInSong).time == second)
  }

  /// Of more items than are kept, the answers to the newest are still known.
  @Test func theOldestItemsWithoutAnAnswerFallOut() {
    var host = RelativeHost(resting)
    for _ in 0...PendingCommands.maxSteps { host.call(.next) }
    for step in host.steps.dropFirst() {
      let isItem = host.pending.answered(step, isDone: false, now: 0)
      #expect(isItem)
    }
    #expect(host.call(seekInSong).time == second)
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
