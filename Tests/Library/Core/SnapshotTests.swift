// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

@Suite struct SnapshotTests {
  @Test func positionMovesByRate() {
    #expect(playing(at: 10, since: 100)?.position(at: 150, length: nil) == 60)
    #expect(playing(at: 10, since: 100, rate: 2)?.position(at: 150, length: nil) == 110)
    #expect(playing(at: 100, since: 0, rate: -1)?.position(at: 40, length: nil) == 60)
    #expect(paused(at: 10)?.position(at: 1_000_000, length: nil) == 10)
  }

  @Test func positionStaysWithinTheItem() {
    #expect(playing(at: 10)?.position(at: 1000, length: 500) == 500)
    #expect(playing(at: 10, rate: -1)?.position(at: 1000, length: 500) == 0)
    #expect(playing(at: nil)?.position(at: 1000, length: 500) == nil)
  }

  @Test func extremesDoNotTrap() {
    let snapshot = playing(at: .max, since: 0, rate: .greatestFiniteMagnitude)
    #expect(snapshot?.position(at: .max, length: nil) == .max)
    #expect(playing(at: .max, since: .max, rate: -1e300)?.position(at: .min, length: 5) == 5)
    #expect(playing(at: 0, since: .max)?.position(at: .min, length: nil) == 0)
  }

  @Test func wrongSnapshotsAreRefused() {
    func snapshot(_ rate: Double, _ normal: Double, _ elapsed: Microseconds?, _ timestamp: Instant) -> PlaybackSnapshot?
    {
      PlaybackSnapshot(state: .playing, rate: rate, defaultRate: normal, elapsed: elapsed, timestamp: timestamp)
    }
    #expect(snapshot(0, 1, 0, 0) == nil)
    #expect(snapshot(.nan, 1, 0, 0) == nil)
    #expect(snapshot(.infinity, 1, 0, 0) == nil)
    #expect(snapshot(1, 0, 0, 0) == nil)
    #expect(snapshot(1, -1, 0, 0) == nil)
    #expect(snapshot(1, .nan, 0, 0) == nil)
    #expect(snapshot(-2, 1, 0, 0) != nil)
  }

  @Test func noTimeIsRefusedForItsSign() {
    // Two hours of radio on a machine that was switched on five minutes ago.
    let hour: Microseconds = 3_600_000_000
    #expect(
      playing(at: 0, since: Instant(-2 * hour))?.position(at: Instant(hour / 12), length: nil) == 2 * hour + hour / 12)
    // A player may subtract the delay of its output.
    #expect(playing(at: -20_000, since: 100)?.position(at: 100, length: nil) == 0)
    #expect(paused(at: .min)?.elapsed == 0)
    #expect(playing(at: 0, since: .min)?.position(at: .max, length: 5) == 5)
  }

  @Test func rateIsOfNoMeaningUnlessItPlays() {
    let paused = PlaybackSnapshot(state: .paused, rate: .nan, defaultRate: 1.5, elapsed: 0, timestamp: 0)
    #expect(paused?.rate == 1.5)
    #expect(paused?.speed == 0)
  }
}

@Suite struct ClientPositionTests {
  private func known(_ state: SessionState, at now: Instant = 0) -> ClientPosition {
    var line = ClientPosition()
    line.reset(to: state, now: now)
    return line
  }

  @Test func clientsBelieveInTheStartAtFirst() {
    for now in [.min, 0, 5, .max] as [Instant] { #expect(ClientPosition().believed(at: now) == 0) }
  }

  @Test func theSameLineIsNotAJump() {
    let line = known(ordinaryState())
    // The snapshot is set again five seconds later.
    let again = ordinaryState { $0.snapshot = playing(at: 15_000_000, since: 5_000_000) }
    #expect(!line.isBroken(by: again, now: 5_000_000))
    // The player's clock is slightly off.
    let off = ordinaryState { $0.snapshot = playing(at: 15_400_000, since: 5_000_000) }
    #expect(!line.isBroken(by: off, now: 5_000_000))
  }

  @Test(arguments: [-20, -1, 1, 20]) func aJumpIsAJump(_ seconds: Int64) {
    let line = known(ordinaryState())
    let jumped = ordinaryState { $0.snapshot = playing(at: 30_000_000 + .seconds(seconds), since: 20_000_000) }
    #expect(line.isBroken(by: jumped, now: 20_000_000))
  }

  /// A player that loads for a moment is shown as playing, so its position moves on for clients.
  @Test func whoLoadsForAMomentPlaysOn() {
    var line = known(ordinaryState())
    let loading = ordinaryState {
      $0.snapshot = PlaybackSnapshot(state: .buffering, rate: 1, defaultRate: 1, elapsed: 15_000_001, timestamp: 0)
    }
    #expect(!line.isBroken(by: loading, now: 5_400_000, playsOn: true))
    #expect(line.isBroken(by: loading, now: 5_600_000, playsOn: true))
    var seeked = line.advance(to: loading, now: 5_000_000, newItem: false, sameItemDescribed: false, playsOn: true)
    #expect(!seeked && line.believed(at: 5_300_000) == 15_300_000)
    seeked = line.advance(to: loading, now: 5_300_000, newItem: false, sameItemDescribed: false)
    #expect(!seeked)
    #expect(line.believed(at: 9_000_000) == 15_300_000)
  }

  @Test func aJumpIsMoreThanHalfASecond() {
    let errors: [(Microseconds, Bool)] = [
      (-500_001, true), (-500_000, false), (0, false), (500_000, false), (500_001, true),
    ]
    for (off, isJump) in errors {
      for (state, now) in [
        (ordinaryState { $0.snapshot = playing(at: 15_000_000 + off, since: 5_000_000) }, Instant(5_000_000)),
        (ordinaryState { $0.snapshot = playing(at: 10_000_000 + off) }, 0),
        (ordinaryState { $0.snapshot = paused(at: 10_000_000 + off) }, 0),
      ] {
        var line = known(ordinaryState())
        #expect(line.isBroken(by: state, now: now) == isJump)
        let said = line.advance(to: state, now: now, newItem: false, sameItemDescribed: false)
        #expect(said == isJump)
        // Clients assume a new position only if it was sent.
        #expect(line.believed(at: now) == (isJump ? state.position(at: now) : 10_000_000 + Microseconds(now.count)))
      }
      var line = known(ordinaryState())
      let new = ordinaryState { $0.snapshot = playing(at: max(0, off)) }
      let said = line.advance(to: new, now: 0, newItem: true, sameItemDescribed: false)
      #expect(said == (off > 500_000))
    }
  }

  @Test func aStopIsTheStart() {
    var line = known(ordinaryState())
    let stopped = ordinaryState {
      $0.snapshot = PlaybackSnapshot(state: .stopped, rate: 1, defaultRate: 1, elapsed: nil, timestamp: 0)
    }
    for state in [stopped, ordinaryState { $0.snapshot = nil }] {
      let said = line.advance(to: state, now: 90_000_000, newItem: false, sameItemDescribed: true)
      #expect(!said && line.believed(at: 99_000_000) == 0)
    }
    let again = ordinaryState { $0.snapshot = playing(at: 0, since: 99_000_000) }
    let said = line.advance(to: again, now: 99_000_000, newItem: false, sameItemDescribed: false)
    #expect(!said && line.believed(at: 100_000_000) == 1_000_000)
  }

  @Test func onlyAChangeOfSpeedWhileItMovesIsOne() {
    func says(_ from: PlaybackSnapshot?, _ to: PlaybackSnapshot?, newItem: Bool = false) -> Bool {
      var line = known(ordinaryState { $0.snapshot = from })
      return line.advance(
        to: ordinaryState { $0.snapshot = to }, now: 0, newItem: newItem, sameItemDescribed: false)
    }
    let (at, fast) = (playing(at: 10_000_000), playing(at: 10_000_000, rate: 2))
    #expect(says(at, fast) && says(fast, at) && !says(at, at) && !says(fast, fast))
    #expect(!says(paused(at: 10_000_000), fast) && !says(fast, paused(at: 10_000_000)))
    #expect(!says(playing(at: 0), playing(at: 0, rate: 2), newItem: true))
  }

  @Test func smallErrorsDoNotAddUp() {
    var line = known(ordinaryState())
    var announced = 0
    // Each report is 0.3 s further off: clients must be notified before they are off by more than half a second.
    for step in 1...10 as ClosedRange<Int64> {
      let now = Instant(.seconds(step))
      let position: Microseconds = .seconds(10 + step) + .milliseconds(300 * step)
      let state = ordinaryState { $0.snapshot = playing(at: position, since: now) }
      if line.advance(to: state, now: now, newItem: false, sameItemDescribed: false) { announced += 1 }
    }
    #expect(announced == 5)
  }

  /// A paused player loads after a client has called Play. Playing is emitted at once, and the position moves for
  /// clients from then on.
  @Test func whatLoadsAfterPlayMovesForClients() {
    var line = known(ordinaryState { $0.snapshot = paused(at: 10_000_001) })
    let loading = ordinaryState {
      $0.snapshot = PlaybackSnapshot(state: .buffering, rate: 1, defaultRate: 2, elapsed: 10_000_001, timestamp: 0)
    }
    let seeked = line.advance(to: loading, now: 0, newItem: false, sameItemDescribed: false, playsOn: true)
    #expect(!seeked && line.believed(at: 1_000_000) == 12_000_001)
  }

  @Test func aWholeSecondIsNoJumpWithinIt() {
    func isJump(_ snapshot: PlaybackSnapshot?, _ now: Instant) -> Bool {
      known(ordinaryState()).isBroken(by: ordinaryState { $0.snapshot = snapshot }, now: now)
    }
    // Clients believe 10.9 s.
    #expect(!isJump(paused(at: 10_000_000), 900_000) && !isJump(playing(at: 10_000_000, since: 900_000), 900_000))
    #expect(isJump(paused(at: 10_000_001), 900_000) && isJump(paused(at: 9_000_000), 900_000))
    #expect(isJump(paused(at: 10_000_000), 1_000_000))
  }

  @Test func pausingIsNotAJump() {
    let line = known(ordinaryState())
    let state = ordinaryState { $0.snapshot = paused(at: 15_000_000) }
    #expect(!line.isBroken(by: state, now: 5_000_000))
  }

  @Test func aNewItemStartsAtZeroByItself() {
    var line = known(ordinaryState())
    let fresh = ordinaryState { $0.snapshot = playing(at: 0, since: 5_000_000) }
    let quiet = line.advance(to: fresh, now: 5_000_000, newItem: true, sameItemDescribed: false)
    #expect(!quiet)
    let resumed = ordinaryState { $0.snapshot = playing(at: 60_000_000, since: 6_000_000) }
    let said = line.advance(to: resumed, now: 6_000_000, newItem: true, sameItemDescribed: false)
    #expect(said)
  }

  @Test func bluezIsSentSeekedAfterLateMetadata() {
    var line = known(ordinaryState())
    let said = line.advance(to: ordinaryState(), now: 0, newItem: false, sameItemDescribed: true)
    #expect(said)
  }

  @Test func playerctlIsSentSeekedAfterAChangeOfRate() {
    var line = known(ordinaryState())
    let fast = ordinaryState { $0.snapshot = playing(at: 10_000_000, rate: 2) }
    let said = line.advance(to: fast, now: 0, newItem: false, sameItemDescribed: false)
    #expect(said)
  }

  @Test func withoutAPositionNothingIsSaid() {
    var line = known(ordinaryState())
    let unknown = ordinaryState { $0.snapshot = playing(at: nil) }
    let said = line.advance(to: unknown, now: 90_000_000, newItem: false, sameItemDescribed: true)
    #expect(!said)
    let live = ordinaryState { $0.content?.duration = .live }
    let saidLive = line.advance(to: live, now: 90_000_000, newItem: false, sameItemDescribed: true)
    #expect(!saidLive)
  }
}
