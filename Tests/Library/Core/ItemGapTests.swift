// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

/// Tests which states are a gap between two items, which nobody is shown.
@Suite struct ItemGapTests {
  private var gap = ItemGap()
  private var asked = AskedOfHost()

  /// Returns whether a state is hidden at a time.
  private mutating func hides(
    _ item: String?, _ status: PlaybackStatus, serial: UInt32 = 1, at now: Instant
  ) -> Bool {
    gap.hides(ItemGap.Moment(item: item, status, serial: serial), asked, now)
  }

  private mutating func play() { #expect(!hides("a", .playing, at: 0)) }

  @Test(arguments: [(nil, .stopped), (nil, .playing), ("a", .stopped), ("b", .stopped)] as [(String?, PlaybackStatus)])
  mutating func aGapLastsForAQuarterOfASecond(_ item: String?, _ status: PlaybackStatus) {
    play()
    #expect(hides(item, status, at: 1) && gap.isOn && gap.nextTime == 250_001)
    #expect(hides(item, status, at: 250_000))
    #expect(!hides(item, status, at: 250_001) && !gap.isOn && gap.nextTime == .max)
  }

  @Test mutating func anItemEndsTheGap() {
    play()
    #expect(hides(nil, .stopped, at: 1))
    #expect(!hides("b", .playing, serial: 2, at: 2) && !gap.isOn)
    // The next gap has its whole time.
    #expect(hides(nil, .stopped, serial: 2, at: 200_000) && gap.nextTime == 450_000)
  }

  @Test mutating func aContentThatCameAndWentBeginsAnotherGap() {
    play()
    #expect(hides(nil, .stopped, at: 1))
    #expect(hides(nil, .stopped, serial: 2, at: 200_000) && gap.nextTime == 450_000)
  }

  @Test mutating func whatFollowsAStopThatWasShownIsHeldBackToo() {
    play()
    #expect(hides("a", .stopped, at: 1) && !hides("a", .stopped, at: 250_001))
    #expect(hides(nil, .stopped, at: 300_000) && gap.nextTime == 550_000 && !hides(nil, .stopped, at: 550_000))
  }

  @Test mutating func aPauseIsNoGap() {
    play()
    #expect(!hides("a", .paused, at: 1))
  }

  @Test mutating func nothingIsHiddenBeforeTheFirstItem() {
    #expect(!hides(nil, .stopped, at: 0) && !hides("a", .stopped, at: 1) && !hides("a", .stopped, at: 2))
  }

  @Test mutating func anAppThatAskedForAnotherItemHasASecond() {
    play()
    asked.itemAt = 0
    #expect(hides(nil, .stopped, at: 1_000_000) && gap.nextTime == 2_000_000)
  }

  @Test mutating func aStopThatAClientAskedForIsShown() {
    play()
    asked.playback(goesOn: false, 0)
    #expect(!hides("a", .playing, at: 1))
    #expect(!hides("a", .stopped, at: 2))
    // It was shown: what follows may be a gap again.
    #expect(!hides("b", .playing, serial: 2, at: 3) && hides("b", .stopped, serial: 2, at: 4))
  }

  @Test mutating func aPauseThatWasShownMeansNoStopLater() {
    play()
    asked.playback(goesOn: false, 0)
    #expect(!hides("a", .paused, at: 1) && !hides("a", .playing, at: 2) && hides("a", .stopped, at: 3))
  }

  @Test mutating func aPlayTakesAStopBack() {
    play()
    asked.playback(goesOn: false, 0)
    asked.playback(goesOn: true, 0)
    #expect(hides("a", .stopped, at: 1))
    asked.playback(goesOn: false, 0)
    #expect(!hides("a", .stopped, at: 2))
  }

  @Test mutating func aStopThatDidNotComeIsNotMeantLater() {
    play()
    asked.playback(goesOn: false, 0)
    #expect(!hides("a", .playing, at: 1) && hides("a", .stopped, at: 1_000_001))
  }

  @Test mutating func anotherItemMeansNoStopOfTheOneBefore() {
    play()
    asked.playback(goesOn: false, 0)
    #expect(!hides("b", .playing, serial: 2, at: 1) && hides("b", .stopped, serial: 2, at: 2))
  }

  @Test mutating func anotherSessionBeginsAnew() {
    play()
    #expect(hides(nil, .stopped, at: 1))
    gap.change(to: asked)
    #expect(!gap.isOn && hides(nil, .stopped, at: 2) && gap.nextTime == 250_002)
  }
}
