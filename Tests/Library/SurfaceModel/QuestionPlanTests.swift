// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingSurface

/// Tests what a player is asked, when again, and what its answers mean, without a bus.
@Suite struct QuestionPlanTests {
  private var plan = QuestionPlan()

  private func words(_ effects: [QuestionPlan.Effect]) -> [String] {
    effects.map { effect in
      switch effect {
      case .ask(let question): "ask \(question)"
      case .forget(let question): "forget \(question)"
      case .adoptProtocol: "adopt"
      case .takeRoot: "root"
      case .takeMPRISProperties(_, let isLast): isLast ? "plain" : "plain, not the last"
      case .answered: "answered"
      }
    }
  }

  private mutating func take(
    _ answer: QuestionPlan.Answer, _ question: QuestionPlan.Question, _ now: Instant
  ) -> [String] { words(plan.take(answer, to: question, now)) }

  @Test mutating func asksForItsNameFirstAndBothProtocolsAtOnce() {
    #expect(words(plan.ask(0)) == ["ask root", "ask objects", "ask mpris"] && plan.isOpen && plan.nextTime == .max)
    #expect(take(.objects([]), .objects, 1_000) == ["forget mpris", "adopt", "answered"] && !plan.isOpen)
    // The name did not come: it alone is asked for again.
    #expect(take(.nothing, .root, 2_000) == [] && plan.nextTime == 202_000)
    #expect(plan.turn(201_999).isEmpty && words(plan.turn(202_000)) == ["ask root"])
    #expect(take(.properties([]), .root, 300_000) == ["root"] && plan.nextTime == .max)
    #expect(words(plan.askAnew()) == ["ask root", "ask objects"])
  }

  @Test mutating func takesAnAnswerThatMayBeOutdatedOnlyWhenAskedAgain() {
    _ = plan.ask(0)
    #expect(take(.properties([]), .root, 500) == ["root"])
    // It has answered for MPRIS before it is known that it speaks nothing else.
    #expect(take(.properties([]), .mpris, 1_000) == [] && plan.isOpen)
    #expect(take(.nothing, .objects, 2_000) == ["ask mpris"])
    #expect(take(.properties([]), .mpris, 3_000) == ["plain", "answered"] && plan.nextTime == .max && !plan.isOpen)
    #expect(words(plan.askAnew()) == ["ask root", "ask mpris"])
    // A question that is open already is asked again after its answer, once.
    #expect(plan.ask(.mpris).isEmpty && plan.ask(.mpris).isEmpty && plan.ask(.root).isEmpty)
    #expect(take(.properties([]), .mpris, 4_000) == ["plain, not the last", "ask mpris", "answered"])
    #expect(take(.properties([]), .mpris, 5_000) == ["plain", "answered"])
    #expect(take(.properties([]), .root, 6_000) == ["root", "ask root"])
  }

  @Test mutating func asksAgainWhatAPlayerThatIsKnownHasMissed() {
    _ = plan.ask(0)
    _ = take(.properties([]), .root, 1_000)
    _ = take(.nothing, .objects, 2_000)
    #expect(take(.properties([]), .mpris, 3_000) == ["plain", "answered"])
    // As after a flood: what is shown of it may be outdated until it answers.
    #expect(words(plan.askAnew()) == ["ask root", "ask mpris"])
    _ = take(.properties([]), .root, 4_000)
    #expect(take(.nothing, .mpris, 10_000_000) == ["answered"] && plan.nextTime == 10_200_000)
    #expect(words(plan.turn(10_200_000)) == ["ask mpris"])
    #expect(take(.nothing, .mpris, 20_000_000) == ["answered"] && plan.nextTime == 21_000_000)
    plan.hear()
    #expect(plan.nextTime == 10_400_000 && words(plan.turn(20_100_000)) == ["ask mpris"])
    #expect(take(.properties([]), .mpris, 20_200_000) == ["plain", "answered"] && plan.nextTime == .max)
    plan.hear()
    #expect(plan.nextTime == .max)
  }

  @Test mutating func asksAPlayerAtItsLimitTwiceMore() {
    var now: Instant = 0
    _ = plan.ask(now)
    for _ in 0..<2 {
      #expect(take(.isAtLimit, .objects, now) == ["answered"])
      #expect(take(.properties([]), .mpris, now) == ["answered"])
      _ = take(.properties([]), .root, now)
      #expect(plan.nextTime == now + QuestionPlan.limitPause)
      plan.hear()
      now = plan.nextTime
      #expect(words(plan.turn(now)) == ["ask objects", "ask mpris"])
    }
    // The third time it counts as a player of MPRIS alone.
    #expect(take(.isAtLimit, .objects, now) == [])
    #expect(take(.properties([]), .mpris, now) == ["plain", "answered"] && plan.nextTime == .max)
  }

  @Test mutating func asksWhoIsSilentAgainAndSoonerWhenItIsHeard() {
    var pauses: [Microseconds] = []
    var now: Instant = 0
    _ = plan.ask(now)
    while pauses.count < 4 {
      for question in [QuestionPlan.Question.root, .objects, .mpris] { _ = take(.nothing, question, now) }
      pauses.append(plan.nextTime - now)
      now = plan.nextTime
      _ = plan.turn(now)
    }
    #expect(pauses == [200_000, 1_000_000, 5_000_000, 15_000_000])
    for question in [QuestionPlan.Question.root, .objects, .mpris] { _ = take(.nothing, question, now) }
    #expect(plan.nextTime == .max)
    plan.hear()
    #expect(plan.nextTime == now + 200_000)
    // A question that could not be sent does not wait for an answer.
    #expect(words(plan.turn(plan.nextTime)).count == 3 && !plan.isOpen)
    for question in [QuestionPlan.Question.root, .objects, .mpris] { plan.drop(question) }
    #expect(words(plan.ask(.mpris)) == ["ask mpris"])
  }
}
