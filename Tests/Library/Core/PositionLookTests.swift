// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

/// Tests when a player is asked for its position again, and which answers count.
@Suite struct PositionLookTests {
  /// Returns the looks at a player that has told a position and then emitted something.
  private func looks(_ position: Microseconds, isPlaying: Bool = true) -> PositionLook {
    var look = PositionLook()
    #expect(look.time == .max && takes(&look, position, isPlaying, 0))
    look.again(0)
    return look
  }

  private func takes(_ look: inout PositionLook, _ position: Microseconds, _ isPlaying: Bool, _ now: Instant) -> Bool {
    look.takes(position, isPlaying: isPlaying, now)
  }

  /// Takes an answer to the question that is due. Returns whether it counts.
  private func answer(_ look: inout PositionLook, _ position: Microseconds, isPlaying: Bool = true) -> Bool {
    let now = look.time
    look.begin(isAsked: true, now)
    return look.takes(position, isPlaying: isPlaying, now)
  }

  @Test func itIsAskedOnceWhereItMoves() {
    var look = looks(5)
    #expect(look.time == 1_000_000)
    #expect(answer(&look, 6) && look.time == .max)
  }

  @Test func itIsAskedAgainWhileItStandsStill() {
    var look = looks(5)
    #expect(!answer(&look, 5) && look.time == 3_000_000)
    #expect(!answer(&look, 5) && look.time == 7_000_000)
    #expect(!answer(&look, 5) && look.time == .max)
    // It does not count either when the player says that it pauses.
    #expect(!takes(&look, 5, false, 8_000_000))
    #expect(takes(&look, 6, false, 9_000_000) && takes(&look, 6, false, 9_000_001))
  }

  @Test func aSignalBeginsTheQuestionsAnew() {
    var look = looks(5)
    #expect(!answer(&look, 5) && look.time == 3_000_000)
    look.again(2_000_000)
    #expect(look.time == 3_000_000)
    #expect(!answer(&look, 5) && look.time == 5_000_000)
  }

  @Test func oneThatRestsMayStandStill() {
    var look = looks(5, isPlaying: false)
    #expect(answer(&look, 5, isPlaying: false) && look.time == .max)
  }

  @Test func anAnswerToAnotherQuestionCounts() {
    var look = looks(5)
    look.begin(isAsked: false, 1_000_000)
    #expect(look.time == .max && takes(&look, 5, true, 1_000_000))
  }

  @Test func onePlayerThatGoesOnEmittingIsAskedTooAndOnceMoreAtRest() {
    var look = looks(5)
    for tenth: Int64 in 1...19 { look.again(Instant(Microseconds(tenth * 100_000))) }
    #expect(look.time == 2_000_000)
    #expect(answer(&look, 6) && look.time == 2_900_000)
    #expect(answer(&look, 7) && look.time == .max)
  }
}
