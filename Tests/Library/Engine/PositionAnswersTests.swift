// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingEngine

@Suite struct PositionAnswersTests {
  private static let millisecond: Microseconds = 1000
  private static let second: Microseconds = 1_000_000

  /// Notes an answer of `seconds` that came at `time`, in milliseconds. Returns the position of playback, in seconds.
  private func note(_ answers: inout PositionAnswers, _ seconds: Double, at time: Int) -> Double {
    Double(answers.note(Self.second * seconds, time * Self.millisecond).count) / 1_000_000
  }

  @Test func anEngineThatRepeatsItsAnswerStands() {
    var answers = PositionAnswers()
    #expect(note(&answers, 5, at: 0) == 5 && !answers.stands(at: 1_000_000))
    #expect(note(&answers, 5, at: 50) == 5)
    #expect(!answers.stands(at: 100 * Self.millisecond) && answers.stands(at: 101 * Self.millisecond))
    #expect(!answers.standsForLong(at: 1500 * Self.millisecond) && answers.standsForLong(at: 1501 * Self.millisecond))
    #expect(note(&answers, 5.5, at: 200) == 5.5 && !answers.stands(at: 1_000_000))
    #expect(note(&answers, 5.5, at: 250) == 5.5)
    #expect(!answers.stands(at: 300 * Self.millisecond) && answers.stands(at: 301 * Self.millisecond))
  }

  @Test func aSecondThatBeganSinceTheLastAnswerBeganInTheMiddle() {
    var answers = PositionAnswers()
    #expect(note(&answers, 5, at: 0) == 5)
    #expect(note(&answers, 6, at: 400) == 6.2)
    #expect(note(&answers, 7, at: 1400) == 7)
    #expect(note(&answers, 9, at: 1800) == 9)
    #expect(note(&answers, 9.5, at: 1900) == 9.5)
  }
}
