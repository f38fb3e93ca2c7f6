// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

/// Tests what clients of a player are sent, and when, without a bus: the value that decides is given what happens.
@Suite final class PlayerAnnouncerTests {
  private var signals = PlayerAnnouncer()
  private var circumstances = PlayerAnnouncer.Circumstances()
  private var state = SessionState(number: 1)
  private var serial: UInt32 = 0

  private static let metadata = PlayerProperties.table.set("Metadata")
  private static let status = PlayerProperties.table.set("PlaybackStatus")

  init() {
    (circumstances.isOnline, circumstances.hasSession) = (true, true)
  }

  /// Commits a state: an item, and its playback at a position.
  private func commit(_ title: String, _ playback: PlaybackState, _ position: Microseconds = 0, at now: Instant) {
    var content = Content(kind: .music, id: title)
    content.texts[.title] = title
    content.duration = .finite(200_000_000)
    if state.content != content { serial += 1 }
    state.content = content
    state.snapshot = PlaybackSnapshot(
      state: playback, rate: 1, defaultRate: 1, elapsed: position, timestamp: now)
    take(at: now)
  }

  private func take(at now: Instant) {
    let newest = PlayerProperties(state, artworkURL: nil)
    let item = newest.metadata.isEmpty ? nil : state.content?.id
    signals.take(newest, ItemGap.Moment(item: item, newest.playbackStatus, serial: serial), AskedOfHost(), now)
  }

  private func decide(at now: Instant) -> PlayerAnnouncer.Decision {
    if signals.beginTurn(isOwned: circumstances.isOwned, now) { take(at: now) }
    return signals.isDue ? signals.decide(state, circumstances, now) : .nothing
  }

  /// Returns the properties of a signal, and the position of its Seeked; nil when there is none.
  private func signal(at now: Instant) -> (PropertySet, Microseconds?)? {
    guard case .emit(let signal) = decide(at: now) else { return nil }
    return (signal.changes, signal.seeked)
  }

  /// Has the player appear with "a", which plays from 0 on, and clients be sent everything.
  private func appear() {
    commit("a", .playing, at: 0)
    guard case .appear = decide(at: 0) else {
      Issue.record("it does not appear")
      return
    }
    (circumstances.isAnnounced, circumstances.isOwned) = (true, true)
    #expect(signal(at: 0)?.0 == PlayerProperties.table.announced(in: signals.properties))
    #expect(signal(at: 1) == nil && signals.nextTime == .max)
  }

  @Test func aSongIsOneSignal() {
    appear()
    commit("b", .playing, at: 1_000_000)
    let sent = signal(at: 1_000_000)
    #expect(sent?.0 == Self.metadata && sent?.1 == nil && signal(at: 1_000_001) == nil)
  }

  /// A client that seeks between two items asks for nothing, and may show its target: it is told the position if the
  /// same item comes back. A small jump of the position is not told otherwise.
  @Test(arguments: [false, true]) func aSeekInAGapIsFollowedByThePosition(isSought: Bool) {
    appear()
    (state.content, state.snapshot, serial) = (nil, nil, serial + 1)
    take(at: 150_000)
    #expect(signals.gap.isOn && signal(at: 150_000) == nil)
    if isSought { signals.noteSeek() }
    commit("a", .playing, at: 200_000)
    let sent = signal(at: 200_000)
    #expect(sent?.0.isEmpty != false && sent?.1 == (isSought ? 0 : nil) && signal(at: 200_001) == nil)
  }

  /// While a stop at the end of a song is held back, clients read the end, and not what they count on to.
  @Test func aPositionInAGapIsWithinTheItem() {
    appear()
    commit("a", .stopped, 200_000_000, at: 200_000_000)
    #expect(signals.gap.isOn && signals.positionInGap(at: 199_000_000) == 199_000_000)
    #expect(signals.positionInGap(at: 200_100_000) == 200_000_000)
  }

  /// A position that stands still, as before there is sound, is asked for again, also after a signal of something else.
  @Test func aPositionThatStandsIsAskedForAgain() {
    appear()
    commit("a", .paused, 600_000, at: 600_000)
    #expect(signal(at: 600_000)?.0 == Self.status)
    circumstances.tolerance = ClientPosition.standingTolerance
    commit("a", .playing, 0, at: 2_000_000)
    let sent = signal(at: 2_000_000)
    #expect(sent?.0 == Self.status && sent?.1 == nil && signals.nextTime == 2_500_000)
    #expect(!signals.mustAskPosition(2_499_999) && signals.mustAskPosition(2_500_000))
  }

  @Test func aStopBetweenTwoSongsIsNotSent() {
    appear()
    commit("a", .stopped, at: 1_000_000)
    #expect(signal(at: 1_000_000) == nil && signals.nextTime == 1_250_000 && signal(at: 1_249_999) == nil)
    #expect(signal(at: 1_250_000)?.0 == Self.status)
  }

  @Test func twentyAreSentInASecond() {
    appear()
    commit("b", .playing, at: 10_000)
    #expect(signal(at: 10_000) == nil && signals.nextTime == 50_000 && signals.isCoalescing)
    #expect(signal(at: 50_000)?.0 == Self.metadata && !signals.isCoalescing)
  }

  @Test func aJumpIsSeeked() {
    appear()
    commit("a", .playing, 100_000_000, at: 1_000_000)
    let sent = signal(at: 1_000_000)
    #expect(sent?.0 == [] && sent?.1 == 100_000_000)
    commit("a", .playing, 101_000_000, at: 2_000_000)
    #expect(signal(at: 2_000_000) == nil)
  }

  /// A client that has read a song believes it, although it is gone before its signal was due.
  @Test func whoReadsASongEarlyIsToldOfTheOneBefore() {
    appear()
    commit("b", .playing, at: 10_000)
    #expect(signal(at: 10_000) == nil)
    signals.noteReading(nil, state, 20_000)
    commit("a", .playing, 30_000, at: 30_000)
    let sent = signal(at: 50_000)
    #expect(sent?.0 == Self.metadata && sent?.1 == 50_000)
  }

  @Test func whoReadsAPositionEarlyIsToldOfTheOneBefore() {
    appear()
    commit("a", .playing, 100_000_000, at: 10_000)
    signals.noteReading("Position", state, 10_000)
    commit("a", .playing, 20_000, at: 20_000)
    let sent = signal(at: 50_000)
    #expect(sent?.0 == [] && sent?.1 == 50_000)
  }

  @Test func whoReadsWhatWasSentIsOwedNothing() {
    appear()
    signals.noteReading(nil, state, 60_000)
    take(at: 70_000)
    #expect(signal(at: 70_000) == nil)
  }

  @Test func anItemThatLoadsWaitsAndItsPictureToo() {
    appear()
    commit("b", .buffering, at: 1_000_000)
    circumstances.lacksPicture = true
    #expect(signal(at: 1_000_000) == nil && signals.nextTime == 1_300_000)
    commit("b", .playing, at: 1_100_000)
    #expect(signal(at: 1_100_000) == nil && signals.nextTime == 1_120_000)
    #expect(signal(at: 1_120_000) == nil && signals.nextTime == 1_160_000)
    #expect(signal(at: 1_160_000)?.0 == Self.metadata)
  }

  @Test func nothingIsSentWhileARivalPlays() {
    appear()
    signals.isHeld = true
    commit("b", .playing, at: 1_000_000)
    #expect(signal(at: 1_000_000) == nil)
    signals.isHeld = false
    #expect(signal(at: 1_100_000)?.0 == Self.metadata && signals.repetition(state, 1_100_000)?.changes == Self.status)
  }

  @Test func aBusThatDoesNotReadGetsTheNewestLater() {
    appear()
    circumstances.isCongested = true
    commit("b", .playing, at: 1_000_000)
    #expect(signal(at: 1_000_000) == nil)
    commit("c", .paused, at: 2_000_000)
    circumstances.isCongested = false
    #expect(signal(at: 2_000_000)?.0 == Self.metadata.union(Self.status))
  }

  @Test func whatLeavesSaysThatItStops() {
    appear()
    #expect(signals.lastSignal?.changes == Self.status)
    state.content = nil
    state.snapshot = nil
    take(at: 1_000_000)
    #expect(signal(at: 1_000_000) == nil)
    guard case .disappear = decide(at: 1_250_000) else {
      Issue.record("it stays")
      return
    }
  }

  /// Engines load at each item, and what they know comes step by step.
  @Test(arguments: [PlaybackState.playing, .paused, .error])
  func anItemThatLoadsIsSentOnceItHasLoaded(_ state: PlaybackState) {
    appear()
    commit("b", .buffering, at: 1_000_000)
    #expect(signal(at: 1_000_000) == nil)
    commit("c", state, at: 1_200_000)
    #expect(signal(at: 1_200_000) == nil && signal(at: 1_220_000)?.0.isSuperset(of: Self.metadata) == true)
    commit("d", .buffering, at: 2_000_000)
    #expect(signal(at: 2_000_000) == nil && signal(at: 2_299_999) == nil)
    #expect(signal(at: 2_300_000)?.0.isSuperset(of: Self.metadata) == true)
  }

  /// Whether a player is shown as playing while it loads.
  private func playsOn(until: Instant? = nil, at now: Instant) -> Bool {
    signals.playsOn(isLoading: true, until: until, isAnnounced: true, now)
  }

  @Test func aMomentOfLoadingIsNoPause() {
    appear()
    #expect(playsOn(at: 1_000_000) && signals.nextTime == 1_300_000 && playsOn(at: 1_299_999))
    let waits = playsOn(at: 1_300_000)
    #expect(!waits)
    // A client has asked it to play.
    #expect(playsOn(until: 9_000_000, at: 1_400_000) && playsOn(until: 9_000_000, at: 8_000_000))
    commit("a", .paused, at: 9_000_000)
    #expect(signal(at: 9_000_000)?.0 == Self.status)
    let playsOn = playsOn(at: 9_100_000)
    #expect(!playsOn)
  }

  /// mpv unloads an item, tells position 0 of it, and then loads the next one.
  @Test func whoLoadsIsSeekedOnlyWhereItGoesOn() {
    appear()
    commit("a", .playing, 30_000_000, at: 1_000_000)
    #expect(signal(at: 1_000_000)?.1 == 30_000_000)
    commit("a", .buffering, 0, at: 2_000_000)
    #expect(signal(at: 2_000_000)?.1 == nil && signal(at: 2_299_999) == nil)
    #expect(signal(at: 2_300_000)?.1 == 0)
  }

  /// libmpv guesses the length of a stream anew with each piece of it.
  @Test func aLengthIsSentAtOnceAndAnotherOnceASecond() {
    appear()
    func length(_ state: inout SessionState, _ length: MediaDuration) { state.content?.duration = length }
    length(&state, .finite(300_000_000))
    take(at: 1_000_000)
    #expect(signal(at: 1_000_000)?.0 == Self.metadata)
    length(&state, .finite(301_000_000))
    take(at: 1_100_000)
    #expect(signal(at: 1_100_000) == nil && signals.nextTime == 2_000_000)
    let sent = signal(at: 2_000_000)
    #expect(sent?.0 == Self.metadata && sent?.1 == nil)
    // The first length of an item is sent at once, with its position.
    commit("b", .playing, at: 3_000_000)
    length(&state, .unknown)
    take(at: 3_000_000)
    #expect(signal(at: 3_000_000) != nil)
    length(&state, .finite(9_000_000))
    take(at: 3_100_000)
    #expect(signal(at: 3_100_000)?.1 == 100_000)
  }
}
