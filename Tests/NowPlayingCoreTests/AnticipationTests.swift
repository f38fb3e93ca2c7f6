// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

/// A host: what it has committed, and what it was given.
private struct Host {
  var state: SessionState
  var coming = Anticipation()
  var now: Int64 = 0
  var steps: [UInt64] = []

  init(_ change: (inout SessionState) -> Void = { _ in }) { state = ordinaryState(change) }

  /// A client calls; the host is given what that means.
  @discardableResult
  mutating func call(_ call: PlayerCall) -> CommandResolution {
    coming.expire(at: now)
    let resolution = CommandResolution(call, state, coming: coming, now: now)
    if case .command(let event) = resolution { give(event) }
    return resolution
  }

  mutating func give(_ event: CommandEvent) {
    if let step = coming.given(event, state, now: now) { steps.append(step) }
  }

  mutating func answer(_ index: Int, isDone: Bool = true) { coming.answered(steps[index], isDone: isDone, now: now) }

  mutating func commit(_ change: (inout SessionState) -> Void) {
    let old = state
    change(&state)
    coming.committed(from: old, to: state, now: now)
  }

  var position: Int64? { coming.position(at: now) }
}

private let second: Int64 = 1_000_000
private let seek = PlayerCall.seek(by: 5_000_000)

private func resting(_ state: inout SessionState) { state.snapshot = paused(at: 10_000_000) }
private func item(_ id: String) -> Content {
  var content = Content(kind: .music, id: id)
  content.duration = .finite(120_000_000)
  return content
}

@Suite struct AnticipationTests {
  // MARK: What calls mean

  @Test func stepsAddUp() {
    var host = Host(resting)
    #expect([host.call(seek).time, host.call(seek).time, host.call(seek).time] == [15 * second, 20 * second, 25 * second])
    #expect(host.call(.seek(by: -100 * second)).time == 0)
    #expect(host.call(seek).time == 5 * second)
  }

  @Test func aPositionOnItsWayMovesWhilePlaying() {
    var host = Host()
    #expect(host.call(seek).time == 15 * second)
    host.now = 2 * second
    #expect(host.call(seek).time == 22 * second)
  }

  @Test func pauseStopsAndPlayStartsAPositionOnItsWay() {
    var host = Host()
    host.call(seek)
    host.now = 2 * second
    host.call(.pause)
    host.now = 9 * second
    #expect(host.position == 17 * second)
    host.call(.play)
    host.now = 9 * second + 500_000
    #expect(host.position == 17 * second + 500_000)
  }

  @Test func theRateCounts() {
    var host = Host { $0.snapshot = playing(at: 10_000_000, rate: 2) }
    host.call(seek)
    host.now = 3 * second
    #expect(host.position == 21 * second)
  }

  @Test func togglesAlternate() {
    var host = Host()
    #expect([host.call(.playPause).kind, host.call(.playPause).kind, host.call(.playPause).kind] == [.pause, .play, .pause])
    host = Host { $0.commands = [command(.togglePlayPause)] }
    host.call(.playPause)
    host.call(.playPause)
    #expect(host.coming.isPlaying == true)
  }

  @Test func aToggleIsGivenOnlyWhereItChangesSomething() {
    var host = Host { $0.commands = [command(.togglePlayPause)] }
    #expect(host.call(.play) == .nothing)
    #expect(host.call(.pause).kind == .togglePlayPause)
    #expect(host.call(.pause) == .nothing)
    #expect(host.call(.play).kind == .togglePlayPause)
    #expect(host.call(.play) == .nothing)
  }

  @Test func whatIsDisabledIsGivenWhereItWillBeEnabled() {
    var host = Host {
      resting(&$0)
      $0.commands = [command(.play), command(.pause, enabled: false)]
    }
    #expect(host.call(.pause) == .nothing)
    #expect(host.call(.playPause).kind == .play)
    #expect(host.call(.playPause).kind == .pause)
    #expect(host.call(.playPause).kind == .play)
    host = Host { $0.commands = [command(.play, enabled: false), command(.pause)] }
    #expect(host.call(.play) == .nothing)
    #expect(host.call(.pause).kind == .pause)
    #expect(host.call(.play).kind == .play)
    // But not what is disabled for another reason.
    host = Host { $0.commands = [command(.play, enabled: false), command(.pause, enabled: false)] }
    #expect(host.call(.pause) == .nothing)
    host = Host {
      resting(&$0)
      $0.commands = [command(.play, enabled: false), command(.togglePlayPause)]
    }
    #expect(host.call(.playPause).kind == .togglePlayPause)
    #expect(host.call(.play) == .nothing)
  }

  @Test(arguments: [PlayerCall.next, .previous]) func anotherItemStartsAtItsBeginning(_ call: PlayerCall) {
    var host = Host(resting)
    host.call(seek)
    host.call(call)
    #expect(host.coming.changesItem)
    #expect(host.call(seek).time == 5 * second)
    // Its length is not known, and hosts are promised a position within the present one: not the item after it.
    #expect(host.call(.seek(by: 500 * second)).time == 120 * second)
  }

  @Test func skipsMoveAPosition() {
    var host = Host(resting)
    var skip = CommandEvent(command(.skipForward))
    skip.time = 30 * second
    host.give(skip)
    #expect(host.position == 40 * second)
    skip = CommandEvent(command(.skipBackward))
    skip.time = 90 * second
    host.give(skip)
    #expect(host.position == 0)
    #expect(host.call(seek).time == 5 * second)
    // It starts to move at once.
    host = Host()
    host.give(skip)
    host.now = 2 * second
    #expect(host.position == 2 * second)
  }

  @Test func skipsFromAnUnknownPositionSayNothing() {
    var host = Host { $0.snapshot = paused(at: nil) }
    var skip = CommandEvent(command(.skipForward))
    skip.time = 30 * second
    host.give(skip)
    #expect(host.position == nil)
  }

  @Test func otherCommandsAreNoSteps() {
    var host = Host()
    for kind in [CommandKind.changeRate, .changeRepeatMode, .changeShuffleMode] { host.give(CommandEvent(command(kind))) }
    #expect(host.coming.isEmpty && host.steps.isEmpty)
    host.call(.stop)
    #expect(host.coming.isPlaying == false)
  }

  // MARK: How steps end

  @Test func aStepThatFailedIsNotCounted() {
    var host = Host(resting)
    host.call(seek)
    host.call(seek)
    host.answer(1, isDone: false)
    #expect(host.call(seek).time == 20 * second)
    // And what is not known any more changes nothing.
    host.answer(1, isDone: false)
    host.coming.answered(12345, isDone: false, now: 0)
    #expect(host.position == 20 * second)
    host = Host()
    host.call(.playPause)
    host.answer(0, isDone: false)
    #expect(host.call(.playPause).kind == .pause)
  }

  @Test func aStepIsBelievedForAWhile() {
    var host = Host(resting)
    host.call(seek)
    host.now = Anticipation.answerPatience - 1
    #expect(host.call(seek).time == 20 * second)
    host.now = Anticipation.answerPatience
    host.coming.expire(at: host.now)
    #expect(host.position == 20 * second)
    host.now += Anticipation.answerPatience
    #expect(host.call(seek).time == 15 * second)
  }

  @Test func anAnsweredStepIsBelievedForLess() {
    var host = Host(resting)
    host.call(seek)
    host.now = 3 * second
    host.answer(0)
    host.now = 3 * second + Anticipation.patience - 1
    host.coming.expire(at: host.now)
    #expect(host.position == 15 * second)
    host.now += 1
    host.coming.expire(at: host.now)
    #expect(host.coming.isEmpty)
  }

  @Test func aCommitEndsTheStepThatItShowsAndThoseBefore() {
    var host = Host(resting)
    for _ in 0..<3 { host.call(seek) }
    host.commit { $0.snapshot = paused(at: 15_000_000) }
    #expect(host.position == 25 * second)
    host.commit { $0.snapshot = paused(at: 20_100_000) }  // as near as players come
    #expect(host.position == 25 * second)
    host.commit { $0.snapshot = paused(at: 25_000_000) }
    #expect(host.coming.isEmpty)
    for _ in 0..<3 { host.call(seek) }
    host.commit { $0.snapshot = paused(at: 40_000_000) }
    #expect(host.coming.isEmpty)
  }

  /// Many hosts fill their snapshot anew at each change of anything, and wait for data before they seek.
  @Test func aCommitOfTheOldLineEndsNothing() {
    var host = Host { $0.snapshot = playing(at: 10_000_000) }
    host.call(.playPause)
    host.call(seek)
    host.answer(0)
    host.answer(1)
    host.now = second
    host.commit { $0.snapshot = playing(at: 11_000_000, since: second) }
    host.commit { $0.snapshot = playing(at: 11_400_000, since: second) }
    #expect(host.coming.isPlaying == false && host.position == 15 * second)
    host.commit { $0.snapshot = PlaybackSnapshot(
      state: .interrupted, rate: 1, defaultRate: 1, elapsed: 11_000_000, timestamp: second) }
    #expect(host.coming.isPlaying == nil && host.position == 15 * second)
  }

  @Test func aCommitThatJumpsElsewhereEndsOnlyWhatWasAnswered() {
    var host = Host(resting)
    host.call(.playPause)
    host.call(.playPause)
    host.answer(0)
    host.commit { $0.snapshot = paused(at: 10_600_000) }
    #expect(host.coming.isPlaying == false)
    // It committed first and answers now: that is what came of it.
    host.answer(1)
    #expect(host.coming.isEmpty)
  }

  @Test func theEndOfPlaybackEndsWhatWasAnswered() {
    var host = Host(resting)
    host.call(.playPause)
    host.answer(0)
    host.commit {
      $0.snapshot = PlaybackSnapshot(state: .stopped, rate: 1, defaultRate: 1, elapsed: 10_000_000, timestamp: 0)
    }
    #expect(host.coming.isEmpty)
  }

  @Test func aCommitOfSomethingElseEndsNothing() {
    var host = Host(resting)
    host.call(seek)
    host.answer(0)
    host.commit { $0.volume = 0.1 }
    host.commit { $0.content?.texts[.title] = "Another title" }
    #expect(host.position == 15 * second)
    // What can be done has changed, but not the position: the host has decided otherwise.
    host.commit { $0.commands = [command(.play), command(.seekToPosition)] }
    #expect(host.coming.isEmpty)
  }

  @Test func aCommitWithoutAPositionEndsAllPositions() {
    var host = Host(resting)
    host.call(seek)
    host.call(seek)
    host.commit { $0.snapshot = paused(at: nil) }
    #expect(host.position == nil && host.coming.isEmpty)
  }

  @Test func anotherItemThatWasExpected() {
    var host = Host(resting)
    host.call(.next)
    host.call(seek)
    host.commit {
      $0.content = item("second")
      $0.snapshot = paused(at: 0)
    }
    #expect(host.position == 5 * second)
    #expect(!host.coming.changesItem)
    host.commit { $0.snapshot = paused(at: 5_000_000) }
    #expect(host.coming.isEmpty)
  }

  @Test func anotherItemThatWasNot() {
    var host = Host(resting)
    host.call(seek)
    host.commit {
      $0.content = item("second")
      $0.snapshot = paused(at: 0)
    }
    // What was asked of the first has no meaning for the second, answered or not.
    #expect(host.coming.isEmpty)
    host.call(.pause)
    host.commit { $0.content = item("third") }
    #expect(host.coming.isEmpty)
  }

  @Test func oneCommitEndsAllItemsThatWereAnswered() {
    var host = Host(resting)
    for index in 0..<3 {
      host.call(.next)
      host.answer(index)
    }
    host.call(.next)
    host.commit { $0.content = item("fourth") }
    #expect(host.coming.changesItem && host.coming.isAskedForItem)
    host.commit { $0.content = item("fifth") }
    #expect(host.coming.isEmpty)
  }

  @Test func whatWasAnsweredBeforeAnotherItemEndsWithIt() {
    var host = Host()
    host.call(.playPause)
    host.call(.next)
    host.answer(0)
    host.answer(1)
    host.commit {
      $0.content = item("second")
      $0.snapshot = playing(at: 0)
    }
    #expect(host.coming.isEmpty)
    #expect(host.call(.playPause).kind == .pause)
  }

  @Test func noneOutlivesALaterOne() {
    var host = Host { $0.snapshot = paused(at: 50_000_000) }
    host.call(.seek(by: 100 * second))
    host.call(.seek(by: -50 * second))
    host.answer(1)
    host.now = Anticipation.patience + 1
    host.call(.stop)
    #expect(host.position == nil)
  }

  @Test func aTieEndsTheStep() {
    var host = Host { $0.snapshot = paused(at: 50_000_000) }
    host.call(.seek(by: 10 * second))
    host.call(.seek(by: -10 * second))
    host.now = second
    host.commit { $0.snapshot = PlaybackSnapshot(
      state: .paused, rate: 1, defaultRate: 1, elapsed: 50_000_000, timestamp: second) }
    #expect(host.coming.isEmpty)
  }

  @Test func anItemThatDoesNotComeIsForgottenSooner() {
    var host = Host(resting)
    host.call(.next)
    host.answer(0)
    host.now = Anticipation.itemPatience
    #expect(host.call(seek).time == 15 * second)
  }

  @Test func aPositionOnItsWayEndsWithTheItem() {
    var host = Host { $0.snapshot = playing(at: 110_000_000) }
    host.call(.seek(by: 9 * second))
    host.now = 5 * second
    // It would be past the end by now; backward is not the next item.
    #expect(host.call(.seek(by: -2 * second)).time == 118 * second)
  }

  @Test func aTrackThatGoesAwayIsNotSeekedIn() {
    var host = Host(resting)
    let track = Metadata.trackPath("song", scope: 0)
    host.call(.next)
    #expect(host.call(.setPosition(track: track, position: second)) == .nothing)
    host.answer(0)
    #expect(host.call(.setPosition(track: track, position: second)).time == second)
  }

  @Test func whatFallsOutIsStillExpected() {
    var host = Host(resting)
    host.call(.next)
    for _ in 0..<Anticipation.mostSteps { host.call(.seek(by: 1)) }
    #expect(host.coming.changesItem)
    #expect(host.call(seek).time == 5 * second + 64)
  }

  @Test func playbackThatWasExpected() {
    var host = Host()
    for _ in 0..<3 { host.call(.playPause) }
    host.commit { $0.snapshot = paused(at: 10_000_000) }
    #expect(host.coming.isPlaying == false)
    host.commit { $0.snapshot = playing(at: 10_000_000) }
    #expect(host.coming.isPlaying == false)
    host.commit { $0.snapshot = paused(at: 10_000_000) }
    #expect(host.coming.isEmpty)
  }

  @Test func aStepThatSaysTwoThingsEndsWithTheLast() {
    var host = Host(resting)
    host.call(seek)
    host.call(.playPause)
    host.commit { $0.snapshot = playing(at: 10_000_000) }
    #expect(host.coming.isPlaying == nil)
    #expect(host.position == 15 * second)
  }

  @Test func anotherSessionStartsAnew() {
    var host = Host()
    host.call(seek)
    host.call(.next)
    host.coming.forget()
    #expect(host.coming.isEmpty && host.position == nil && host.coming.isPlaying == nil)
    host.answer(0)
    #expect(host.coming.isEmpty)
  }

  // MARK: Bounds

  @Test func stepsAreBounded() throws {
    var host = Host(resting)
    for _ in 0..<1000 { host.give(CommandEvent(command(.play))) }
    let steps = Mirror(reflecting: host.coming).children.first { $0.label == "steps" }
    #expect(try #require(steps?.value as? [Any]).count == Anticipation.mostSteps)
    // The last ones count.
    host.call(.pause)
    #expect(host.coming.isPlaying == false)
    host = Host(resting)
    for _ in 0..<100 { host.call(.seek(by: second)) }
    #expect(host.position == 110 * second)
  }

  @Test func timesOfAllSizes() {
    let times: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    for from in times {
      for to in times {
        for rate in [1, -1, 1e308, -1e308, 5e-324] {
          var host = Host { $0.snapshot = playing(at: .max, rate: rate) }
          host.state.content?.duration = .unknown
          host.now = from
          host.call(.seek(by: to))
          host.call(.playPause)
          host.now = to
          host.call(.seek(by: from))
          var skip = CommandEvent(command(.skipBackward))
          skip.time = from
          host.give(skip)
          skip.time = to
          host.give(skip)
          for index in host.steps.indices { host.answer(index) }
          #expect(host.position.map { $0 >= 0 } ?? true)
          host.commit { $0.snapshot = playing(at: max(0, to), since: max(0, from), rate: rate) }
          host.coming.expire(at: from)
          host.coming.expire(at: to)
        }
      }
    }
  }
}
