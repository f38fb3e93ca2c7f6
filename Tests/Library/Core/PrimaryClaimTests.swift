// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

/// Tests what is asked of the bus for the token of the system primary, what the hosts are answered, and when.
@Suite struct PrimaryClaimTests {
  private var claim = PrimaryClaim()
  private let question: [PrimaryClaim.Effect] = [.keepSilent, .findRival]

  private mutating func asks(isSame: Bool = false, at now: Instant = 0) -> [PrimaryClaim.Effect] {
    claim.claim(isSame: isSame, isConnected: true, now)
  }

  /// Has the token, which another app had, or nobody.
  private mutating func own(rival: Bool = false) {
    #expect(asks() == question && claim.found(rival: rival) == [.request(replaces: true)])
    #expect(
      claim.replied(.owned, 0) == [.mark(true), .answer(nil, times: 1)] + (rival ? [] : [.speak(repeats: false)]))
  }

  @Test mutating func itIsTakenAndGivenBack() {
    #expect(claim.nextTime == .max)
    own()
    #expect(claim.nextTime == .max)
    // The bus says the same by a signal; a host that asks again has it already.
    #expect(claim.acquired() == [] && asks(isSame: true) == [.mark(true), .answer(nil, times: 1)])
    #expect(claim.resign() == [.mark(false)])
    #expect(claim.told(areBehind: true) == [] && claim.told(areBehind: false) == [.release])
    #expect(claim.told(areBehind: false) == [] && claim.end() == [])
  }

  @Test mutating func oneAnswerIsForAllRequests() {
    #expect(asks() == question)
    for _ in 0..<3 { #expect(asks(isSame: true, at: 4_000_000) == []) }
    #expect(claim.turn(Instant(PrimaryClaim.timeout) - 1) == [])
    #expect(claim.turn(Instant(PrimaryClaim.timeout)) == [.speak(repeats: false)])
    // Later requests do not put the answer off.
    #expect(claim.nextTime == Instant(PrimaryClaim.busTimeout))
    #expect(claim.turn(Instant(PrimaryClaim.busTimeout)) == [.answer(.noBus, times: 4)] && claim.nextTime == .max)
    // A later answer of the bus counts still.
    #expect(claim.found(rival: false) == [.request(replaces: true)] && claim.acquired() == [.mark(true)])
  }

  @Test mutating func aRivalStepsDownOrHadTheTime() {
    own(rival: true)
    #expect(claim.nextTime == Instant(PrimaryClaim.timeout))
    var late = claim
    #expect(claim.rivalStopped() == [.speak(repeats: true)] && claim.nextTime == .max && claim.rivalStopped() == [])
    #expect(late.turn(Instant(PrimaryClaim.timeout)) == [.speak(repeats: true)] && late.nextTime == .max)
  }

  @Test mutating func theTokenMayComeBeforeTheOwnerIsKnown() {
    #expect(asks() == question && claim.acquired() == [.mark(true), .answer(nil, times: 1)])
    #expect(claim.found(rival: true) == [.speak(repeats: false)])
  }

  @Test mutating func aRequestThatEndsMakesAnswersCountNoMore() {
    #expect(asks() == question)
    let first = claim.serial
    #expect(claim.resign() == [.answer(.cancelled, times: 1), .speak(repeats: false)] && claim.serial != first)
    #expect(asks() == question)
    let second = claim.serial
    #expect(claim.leave() == [.answer(.cancelled, times: 1)] && asks() == question && claim.serial != second)
    let third = claim.serial
    #expect(claim.disconnected() == [.speak(repeats: false), .answer(.noBus, times: 1)] && claim.serial != third)
    let last = claim.serial
    _ = claim.end()
    #expect(claim.serial != last && claim.nextTime == .max)
  }

  @Test(arguments: [.taken, .refused] as [PrimaryClaim.Reply])
  mutating func itMayBeRefused(_ reply: PrimaryClaim.Reply) {
    for isSame in [false, true] {
      #expect(asks(isSame: isSame) == question && claim.found(rival: true) == [.request(replaces: true)])
      #expect(claim.replied(reply, 0) == [.answer(.notPermitted, times: 1), .speak(repeats: true)])
      #expect(claim.nextTime == .max)
    }
    // It comes when its owner lets go; nobody was interrupted.
    #expect(claim.acquired() == [.mark(true)])
  }

  @Test mutating func nonsenseIsAskedAgain() {
    #expect(asks() == question && claim.found(rival: false) == [.request(replaces: true)])
    #expect(claim.replied(.unknown, 5) == [.answer(.noBus, times: 1), .speak(repeats: false)])
    #expect(claim.turn(4 + PrimaryClaim.reclaimDelay) == [])
    #expect(claim.turn(5 + PrimaryClaim.reclaimDelay) == [.request(replaces: false)] && claim.nextTime == .max)
    #expect(claim.acquired() == [.mark(true)] && claim.replied(.unknown, 9) == [])
  }

  @Test mutating func anInterruptionEndsOnce() {
    own()
    #expect(claim.lost() == [.mark(false), .interrupt(true)] && claim.lost() == [])
    #expect(claim.acquired() == [.mark(true), .interrupt(false)])
    // A host that takes the token back by itself is not asked to resume.
    #expect(claim.lost() == [.mark(false), .interrupt(true)] && asks(isSame: true) == question)
    #expect(claim.found(rival: false) == [.request(replaces: true)])
    #expect(claim.replied(.owned, 0) == [.mark(true), .answer(nil, times: 1), .speak(repeats: false)])
    #expect(claim.resign() == [.mark(false)])
  }

  @Test mutating func aRestartOfTheBusKeepsTheOrder() {
    #expect(claim.connected(0) == [])
    var waiting = claim
    own()
    #expect(claim.disconnected() == [.mark(false)] && claim.connected(7) == [.request(replaces: true)])
    #expect(waiting.claim(isSame: false, isConnected: true, 0) == question)
    _ = (waiting.found(rival: true), waiting.replied(.taken, 0))
    #expect(waiting.disconnected() == [] && waiting.connected(7) == [])
    #expect(waiting.nextTime == 7 + PrimaryClaim.reclaimDelay)
    var gone = waiting
    #expect(gone.disconnected() == [] && gone.nextTime == .max && gone.resign() == [] && gone.connected(8) == [])
    #expect(waiting.claim(isSame: true, isConnected: true, 9) == question)
    #expect(waiting.nextTime == 9 + PrimaryClaim.timeout)
  }

  @Test mutating func withoutABusItIsWantedStill() {
    #expect(claim.claim(isSame: false, isConnected: false, 0) == [.answer(.noBus, times: 1)])
    #expect(claim.nextTime == .max && claim.connected(1) == [.request(replaces: true)])
  }
}
