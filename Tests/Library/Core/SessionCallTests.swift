// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

/// Tests what a SendCommand call of org.nowplaying means, and the order in which it is refused.
@Suite struct SessionCallTests {
  private static let commands = [
    command(.play), command(.next, enabled: false), command(.seekToPosition), command(.seekForward),
    command(.skipForward, intervals: [15, 30]), command(.changeRate, rates: [0.5, 1, 1.5, 2]),
    command(.changeRepeatMode, current: 1), command(.feedback, supported: 0b011, tag: 1),
    command(.feedback, supported: 0b101, tag: 2), command(.mute),
    CommandDescriptor(kind: .setRating, look: CommandLook(steps: 5))!,
    CommandDescriptor(kind: .custom, look: CommandLook(id: "own"))!,
    CommandDescriptor(kind: .custom, enabled: false, look: CommandLook(id: "off"))!,
  ]

  /// Returns the event of a call, or the error by which it is refused. A nil argument has a wrong type.
  private func call(_ word: String, _ given: [String: Value?] = [:]) -> (event: CommandEvent?, error: ProtocolError?) {
    var arguments = CommandArguments()
    for (key, value) in given { arguments.set(key, value) }
    let state = ordinaryState {
      $0.commands = Self.commands
      $0.content?.numbers[.userRating] = 0.4
    }
    do { return (try SessionCall(word, arguments, state, now: 0).event, nil) } catch { return (nil, error.error) }
  }

  @Test(
    arguments: [
      (nil, 10_000_000, 70_000_000), (80_000_000, 10_000_000, 90_000_000), (80_000_000, -10_000_000, 70_000_000),
      (80_000_000, .max, 120_000_000), (80_000_000, .min, 0),
    ] as [(Microseconds?, Int64, Microseconds)])
  func aSeekByAnOffsetBeginsWhereOthersLead(_ from: Microseconds?, _ offset: Int64, _ target: Microseconds) throws {
    var arguments = CommandArguments()
    for (key, value) in ["position": 70_000_000, "offset": offset] { arguments.set(key, .int64(value)) }
    let state = ordinaryState { $0.commands = Self.commands }
    let event = try SessionCall("seek-to-position", arguments, state, from: from, now: 0).event
    #expect(event.time == target && event.isRelative)
  }

  @Test func wrongArgumentsAreRefused() {
    let wrong: [(String, [String: Value?])] = [
      ("seek-to-position", [:]), ("seek-to-position", ["position": .int64(-1)]),
      ("seek-to-position", ["position": .int64(120_000_001)]), ("seek-to-position", ["position": nil]),
      ("seek-to-position", ["position": .int64(1), "offset": nil]),
      ("skip-forward", ["interval": .int64(0)]), ("skip-forward", ["interval": .int64(.min)]),
      ("seek-forward", [:]), ("seek-forward", ["phase": .string("Begin")]), ("change-rate", ["rate": .double(1.25)]),
      ("change-rate", ["rate": .double(1.502)]), ("change-rate", ["rate": .double(.nan)]),
      ("change-rate", ["rate": .double(-1)]), ("change-repeat-mode", ["mode": .string("both")]),
      ("feedback", ["mode": .string("love")]), ("feedback", ["mode": .string("negative"), "button": .uint32(0)]),
      ("feedback", ["mode": .string("positive"), "button": .uint32(2)]),
      ("feedback", ["mode": .string("positive"), "toggle": nil]), ("set-rating", [:]),
      ("set-rating", ["rating": .double(1.001)]), ("set-rating", ["rating": .double(-0.001)]),
      ("mute", ["muted": nil]), ("custom", [:]), ("play", ["item": nil]),
    ]
    for (word, given) in wrong { #expect(call(word, given).error == .invalidArgument, "\(word) \(given)") }
  }

  @Test(arguments: [
    ([1.0, 2], 0.0...0, ""), ([], 0.25...2, ", nor from 0.25 to 2"), ([1], 1...1.125, ", nor from 1 to 1.125"),
  ]) func aRefusalSaysWhichRatesThereAre(_ rates: [Double], _ range: ClosedRange<Double>, _ wanted: String) {
    var arguments = CommandArguments()
    arguments.set("rate", .double(3))
    let state = ordinaryState {
      $0.commands = [
        CommandDescriptor(
          kind: .changeRate, rates: rates, rateMinimum: range.lowerBound, rateMaximum: range.upperBound)!
      ]
    }
    #expect {
      try SessionCall("change-rate", arguments, state, now: 0)
    } throws: { error in
      (error as? ProtocolRefusal)?.sentence == "\"rate\" is not one of the command's rates" + wanted
    }
  }

  @Test func theChecksAreInTheirOrder() {
    for word in ["", "Play", "resume", "stop"] { #expect(call(word, ["item": nil]).error == .notOffered) }
    #expect(call("next", ["item": nil]).error == .disabled)
    #expect(call("custom", ["id": .string("off"), "item": .string("other")]).error == .disabled)
    #expect(call("seek-to-position", ["item": .string("other")]).error == .invalidArgument)
    for item in ["", "Song", "song ", "other"] { #expect(call("play", ["item": .string(item)]).error == .notFound) }
    for id in ["", "Own", "own "] { #expect(call("custom", ["id": .string(id)]).error == .notFound) }
    #expect(call("play", ["item": .string("song"), "rate": nil, "later": nil]).event?.kind == .play)
  }

  @Test func whatTheHostIsGiven() {
    for (wanted, given) in [(1, 15), (22, 15), (23, 30), (1_000_000, 30)] as [(Int64, Int64)] {
      #expect(call("skip-forward", ["interval": .int64(wanted)]).event?.time == Microseconds(given))
    }
    #expect(call("skip-forward").event?.time == 15 && call("change-rate").event?.rate == 1.5)
    #expect(call("change-rate", ["rate": .double(1.5005)]).event?.rate == 1.5)
    #expect(call("change-repeat-mode").event?.mode == RepeatMode.all.rawValue && call("mute").event?.mode == 1)
    #expect(call("feedback", ["mode": .string("negative")]).event?.tag == 2)
    for (rating, toggle, given) in [(0.29, false, 0.2), (0.41, false, 0.4), (0.41, true, 0)] as [(Double, Bool, Double)]
    {
      #expect(call("set-rating", ["rating": .double(rating), "toggle": .bool(toggle)]).event?.rate == given)
    }
  }
}
