// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore
import Testing

@testable import NowPlayingEngine

/// Signals that clients must get: differences from the last ones, and values that one has read before them.
@Suite struct AnnouncerTests {
  private struct Lamp: Sendable {
    var isLit = false
    var level = 0.5
  }

  private let announcer = Announcer<Lamp, Never>(
    PropertyTable(
      "org.example.Lamp",
      [
        PropertyRow("Lit", "b", .byValue, get: { .bool($0.isLit) }),
        PropertyRow("Level", "d", .byValue, get: { .double($0.level) }),
      ]), path: "/lamp", sent: Lamp())

  private let lit = PropertySet(rawValue: 1)
  private let level = PropertySet(rawValue: 2)

  /// A client that has seen a value which then changes back would keep it for ever.
  @Test func whoReadsOnePropertyIsOwedThatOne() {
    announcer.noteReading(Lamp(isLit: true, level: 1), "Level")
    #expect(announcer.changes(to: Lamp()) == level)
    #expect(announcer.changes(to: Lamp(isLit: true)) == [lit, level])
  }

  @Test func whoReadsAllIsOwedAll() {
    announcer.noteReading(Lamp(isLit: true, level: 1), nil)
    #expect(announcer.changes(to: Lamp()) == [lit, level])
  }

  /// A client that has read only emitted values, or no property, needs no signal.
  @Test func whoReadsNothingNewIsOwedNothing() {
    announcer.noteReading(Lamp(), nil)
    announcer.noteReading(Lamp(isLit: true), "Level")
    announcer.noteReading(Lamp(isLit: true), "Nothing")
    #expect(announcer.changes(to: Lamp()) == [])
  }

  @Test func whatIsSentIsOwedNoLonger() {
    announcer.noteReading(Lamp(isLit: true), nil)
    announcer.remember(Lamp(), now: 0)
    #expect(announcer.changes(to: Lamp()) == [])
  }
}
