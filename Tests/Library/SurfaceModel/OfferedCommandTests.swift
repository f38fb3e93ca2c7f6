// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore
import Testing

@testable import NowPlayingSurface

/// Tests the commands that a surface sees, of what players send.
@Suite struct OfferedCommandTests {
  private func entry(_ word: String, _ others: [String: Decoded] = [:], enabled: Bool = true) -> [Decoded.Entry] {
    let fixed = [Decoded.Entry("command", .string(word)), Decoded.Entry("enabled", .bool(enabled))]
    return fixed + others.map { Decoded.Entry($0.key, $0.value) }
  }

  private func own(_ id: String) -> [Decoded.Entry] {
    entry("custom", ["id": .string(id), "title": .string("The " + id), "active": .bool(false)])
  }

  private func values<Element>(_ block: Block<Element>?) -> [Element] {
    block.map { block in (0..<block.count).map { block.pointer[$0] } } ?? []
  }

  @Test func aWrongWordOfAButtonLosesItselfAlone() throws {
    let right: [String: Decoded] = [
      "id": .string("one"), "title": .string("One"), "icon": .string("star"), "slot": .string("back"),
      "active": .bool(true), "short-title": .string("1"),
    ]
    func button(_ key: String, _ value: Decoded) -> OfferedCommand? {
      OfferedCommand.published([entry("custom", right.merging([key: value]) { $1 })]).first
    }
    let one = try #require(button("steps", .uint32(3)))
    #expect([one.id, one.title, one.icon, one.shortTitle].map { $0?.string } == ["one", "One", "star", "1"])
    #expect(one.slot == .back && one.isActive && one.steps == 0)
    for id in [Decoded.uint32(5), .string(""), .string(String(repeating: "x", count: 1025))] {
      #expect(button("id", id) == nil)
    }
    #expect(button("active", .uint32(1)) == nil)
    for title in [Decoded.strings(["x"]), .string("")] { #expect(button("title", title)?.title?.string == "one") }
    for icon in [Decoded.uint32(1), .string("/etc/passwd"), .string("a b"), .string("")] {
      #expect(button("icon", icon).map { $0.icon == nil } == true)
    }
    for slot in [Decoded.uint32(1), .string("ceiling"), .string("")] { #expect(button("slot", slot)?.slot == .any) }
    #expect(button("short-title", .other)?.shortTitle == nil)
  }

  @Test func whatIsNotKnownIsLeftOut() {
    let commands = OfferedCommand.published([
      entry("play"), entry("play", enabled: false), entry("fly"), [Decoded.Entry("command", .string("pause"))],
      [Decoded.Entry("enabled", .bool(true))], entry("stop", ["intervals": .string("x")]),
      entry("skip-forward", ["intervals": .int64s([-1, 0, 5])]), entry("skip-backward", ["intervals": .int64s([0])]),
      entry("change-rate", ["rates": .doubles([0, .nan, 2])]),
      entry("change-repeat-mode", ["supported": .strings(["off", "album", "all"]), "current": .string("album")]),
      entry("change-shuffle-mode", ["supported": .strings(["by-mood"]), "current": .string("by-mood")]),
      entry(
        "feedback", ["supported": .strings(["neutral", "love"]), "current": .string("love"), "button": .uint32(7)]),
      entry("mute"), entry("mute", enabled: false), own("a"), own("a"), own("b"),
      entry("set-rating", ["steps": .uint32(101)]),
    ])
    #expect(
      commands.map(\.kind) == [
        .play, .stop, .skipForward, .changeRate, .changeRepeatMode, .feedback, .mute, .custom, .custom, .setRating,
      ])
    #expect(commands[0].enabled && values(commands[2].intervals) == [5] && values(commands[3].rates) == [2])
    #expect(commands[4].supported == 0b101 && commands[4].current == 0)
    #expect(commands[5].supported == 1 && commands[5].current == 0 && commands[5].button == 7)
    #expect(commands[6].enabled && commands.last?.steps == 0)
    #expect(OfferedCommand.published((0..<500).map { own(String($0)) }).count == Limits.commands)
  }

  @Test func theIconFollowsFromTheState() {
    func icon(_ word: String, _ others: [String: Decoded] = [:]) -> String? {
      OfferedCommand.published([entry(word, others)]).first?.icon?.string
    }
    func thumb(_ current: String, _ modes: String...) -> String? {
      icon(
        "feedback",
        ["supported": .strings(["neutral"] + modes), "current": .string(current), "button": .uint32(0)])
    }
    #expect(thumb("neutral", "positive") == "thumb-up" && thumb("positive", "positive") == "thumb-up-filled")
    #expect(thumb("neutral", "negative") == "thumb-down" && thumb("negative", "negative") == "thumb-down-filled")
    #expect(thumb("negative", "positive", "negative") == "thumb-up")
    #expect(icon("bookmark", ["active": .bool(false)]) == "bookmark")
    #expect(icon("bookmark", ["active": .bool(true)]) == "bookmark-filled")
    #expect(icon("next-chapter") == nil && icon("play", ["icon": .string("star")]) == "star")
  }

  /// One button plays and pauses every player.
  @Test func aToggleIsMadeOfWhatThereIs() {
    func toggle(_ words: [String], isActive: Bool) -> OfferedCommand? {
      let entries = words.map { entry(String($0.prefix { $0 != "!" }), enabled: !$0.hasSuffix("!")) }
      return OfferedCommand.published(entries).withToggle(isActive: isActive).first { $0.kind == .togglePlayPause }
    }
    let made = [
      (["play", "pause"], true, "pause"), (["play", "pause"], false, "play"), (["play", "stop"], true, "stop"),
      (["play", "stop"], false, "play"), (["stop", "play", "pause"], true, "pause"),
      (["play", "pause!", "stop"], true, "stop"), (["pause"], true, "pause"), (["play"], false, "play"),
    ]
    for (words, isActive, icon) in made {
      let toggle = toggle(words, isActive: isActive)
      #expect(toggle?.isDerived == true && toggle?.enabled == true && toggle?.icon?.string == icon)
    }
    for (words, isActive) in [(["play", "pause!"], true), (["play!", "pause"], false), (["play"], true)] {
      #expect(toggle(words, isActive: isActive)?.enabled == false)
    }
    #expect(toggle(["toggle-play-pause!", "play"], isActive: true)?.isDerived == false)
    #expect(toggle(["stop"], isActive: true) == nil && toggle([], isActive: true) == nil)
  }

  @Test func skipsAreMadeOfSeeking() {
    func skips(_ words: String...) -> [OfferedCommand] {
      let entries = words.map {
        entry(String($0.prefix { $0 != "!" }), ["intervals": .int64s([5])], enabled: !$0.hasSuffix("!"))
      }
      return OfferedCommand.published(entries).withSkips().filter { $0.isDerived }
    }
    #expect(skips("seek-to-position").map(\.kind) == [.skipBackward, .skipForward])
    #expect(skips("seek-to-position").allSatisfy { $0.enabled && values($0.intervals) == [10_000_000] })
    #expect(skips("seek-to-position!").allSatisfy { !$0.enabled } && skips("play").isEmpty)
    #expect(skips("seek-to-position", "skip-forward").map(\.kind) == [.skipBackward])
    #expect(skips("seek-to-position", "skip-forward!", "skip-backward").isEmpty)
  }

  @Test func theRangeOfRates() {
    func speeds(_ rates: [Double], _ range: Decoded?) -> OfferedCommand? {
      var others: [String: Decoded] = ["rates": .doubles(rates)]
      others["range"] = range
      return OfferedCommand.published([entry("change-rate", others)]).first
    }
    let usual = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]
    let wide = Decoded.range(low: 0.01, high: 100)
    #expect(speeds([1, 2], .range(low: 0.5, high: 3))?.highestRate == 3)
    let wrong = [(0, 1), (-1, 1), (2, 1), (1, .infinity), (.nan, 1), (1, .nan)] as [(Double, Double)]
    for value in wrong.map({ Decoded.range(low: $0.0, high: $0.1) }) + [.doubles([1, 2])] {
      #expect(speeds([1, 2], value)?.highestRate == 0 && values(speeds([1, 2], value)?.rates) == [1, 2])
    }
    // Publishers that knew no better tell the ends of the range as speeds.
    #expect(values(speeds([0.01, 1, 100], wide)?.rates) == usual && values(speeds([0.01, 100], wide)?.rates) == usual)
    #expect(values(speeds([0.01, 1, 3, 100], wide)?.rates) == [0.01, 1, 3, 100])
  }
}
