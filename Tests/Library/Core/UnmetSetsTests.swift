// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

/// Tests which values that clients have set are followed by the true one, and when.
@Suite struct UnmetSetsTests {
  private let table = PlayerProperties.table
  private let properties = PlayerProperties()

  private func due(_ sets: inout UnmetSets, _ now: Instant) -> PropertySet {
    sets.due(now: now) { table.has($0, in: properties) }
  }

  @Test(
    arguments: [
      (.setLoop(.track), "LoopStatus"), (.setShuffle(true), "Shuffle"), (.setRate(2), "Rate"), (.setRate(0), "Rate"),
      (.change(.volume(0.5)), "Volume"), (.change(.volume(1.7)), "Volume"), (.change(.volume(-0.2)), "Volume"),
    ] as [(PlayerCall, String)])
  func whatIsNotDoneIsDueAtOnce(_ call: PlayerCall, _ name: String) {
    var sets = UnmetSets()
    sets.set(call.wanted)
    #expect(due(&sets, 0).isEmpty && sets.nextTime == .max)
    sets.over(call.wanted, isDone: false, now: 7)
    #expect(sets.nextTime == 7 && due(&sets, 6).isEmpty)
    #expect(due(&sets, 7) == table.set(named: name))
    // It stays due until clients are told.
    #expect(due(&sets, 8) == table.set(named: name))
    sets.told(table.set(named: name))
    #expect(due(&sets, 9).isEmpty && sets.nextTime == .max)
  }

  @Test func aHostThatAcceptsHasTimeForItsCommit() {
    var sets = UnmetSets()
    let call = PlayerCall.setShuffle(true)
    sets.set(call.wanted)
    sets.over(call.wanted, isDone: true, now: 0)
    #expect(due(&sets, Instant(UnmetSets.patience) - 1).isEmpty)
    #expect(due(&sets, Instant(UnmetSets.patience)) == table.set(named: "Shuffle"))
  }

  @Test func whatIsSoNeedsNoSignal() {
    var sets = UnmetSets()
    for call in [PlayerCall.setShuffle(false), .setRate(1), .change(.volume(1)), .setLoop(.none), .play] {
      sets.set(call.wanted)
      sets.over(call.wanted, isDone: false, now: 0)
    }
    #expect(due(&sets, 0).isEmpty && sets.nextTime == .max)
  }

  @Test func theLastValueCounts() {
    var sets = UnmetSets()
    for volume in [0.1, 0.2, 0.3] { sets.set(PlayerCall.change(.volume(volume)).wanted) }
    // The answer to an earlier call says nothing of the last.
    sets.over(PlayerCall.change(.volume(0.1)).wanted, isDone: false, now: 0)
    #expect(due(&sets, 0).isEmpty)
    sets.over(PlayerCall.change(.volume(0.3)).wanted, isDone: false, now: 0)
    #expect(due(&sets, 0) == table.set(named: "Volume"))
    // A signal that comes before the answer has told clients the truth.
    sets.set(PlayerCall.change(.volume(0.4)).wanted)
    sets.told(table.set(named: "Volume"))
    sets.over(PlayerCall.change(.volume(0.4)).wanted, isDone: true, now: 0)
    #expect(sets.nextTime == .max)
  }
}

@Suite struct SoughtPositionTests {
  private let hosts = PlaybackSnapshot(state: .playing, rate: 2, defaultRate: 1, elapsed: 10_000_000, timestamp: 0)

  private func sought(to target: Microseconds) throws -> SoughtPosition {
    SoughtPosition(from: MovingPosition(10_000_000, at: 0, speed: 2), to: target, try #require(hosts), now: 0)
  }

  @Test func onlyTheOldLineIsOld() throws {
    let far = try sought(to: 100_000_000)
    #expect(far.isOld(10_000_000, at: 0) && far.isOld(10_500_000, at: 250_000) && far.isOld(11_000_000, at: 0))
    #expect(!far.isOld(11_000_001, at: 0) && !far.isOld(100_000_000, at: 0) && !far.isOld(0, at: 0))
    // Of a small step the nearer line counts.
    let near = try sought(to: 10_400_000)
    #expect(near.isOld(10_199_999, at: 0) && !near.isOld(10_200_000, at: 0))
  }

  @Test func endsWhenTheHostHasSpokenOrSaysNothing() throws {
    var sought = try sought(to: 100_000_000)
    #expect(sought.isOn(299_999) && !sought.isOn(300_000))
    #expect(
      sought.ends(isAsked: false, 0) == 300_000
        && sought.ends(isAsked: false, 300_000) == Instant(PendingCommands.timeout))
    #expect(sought.ends(isAsked: true, 300_000) == 300_000)
    sought.isRepeated = true
    #expect(sought.ends(isAsked: false, 300_000) == 300_000)
  }
}
