// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

/// Tests which properties must be emitted: those that differ from the last emitted values, and those of which a client
/// has read a value that was never emitted.
@Suite struct AnnouncerTests {
  private struct Lamp: Sendable {
    var isLit = false
    var level = 0.5
  }

  private func announcer() -> Announcer<Lamp, Never> {
    Announcer(
      PropertyTable(
        "org.example.Lamp",
        [
          PropertyRow("Lit", "b", .byValue, get: { .bool($0.isLit) }),
          PropertyRow("Level", "d", .byValue, get: { .double($0.level) }),
        ]), sent: Lamp())
  }

  private let lit = PropertySet(rawValue: 1)
  private let level = PropertySet(rawValue: 2)

  /// Without a signal, a client that has read a value would keep it for ever after the value has changed back.
  @Test func whoReadsOnePropertyIsOwedThatOne() {
    var announcer = announcer()
    announcer.noteReading(Lamp(isLit: true, level: 1), "Level")
    #expect(announcer.changes(to: Lamp()) == level)
    #expect(announcer.changes(to: Lamp(isLit: true)) == [lit, level])
  }

  @Test func whoReadsAllIsOwedAll() {
    var announcer = announcer()
    announcer.noteReading(Lamp(isLit: true, level: 1), nil)
    #expect(announcer.changes(to: Lamp()) == [lit, level])
  }

  /// A client that has read only emitted values, or no property, needs no signal.
  @Test func whoReadsNothingNewIsOwedNothing() {
    var announcer = announcer()
    announcer.noteReading(Lamp(), nil)
    announcer.noteReading(Lamp(isLit: true), "Level")
    announcer.noteReading(Lamp(isLit: true), "Nothing")
    #expect(announcer.changes(to: Lamp()) == [])
  }

  @Test func whatIsSentIsOwedNoLonger() {
    var announcer = announcer()
    announcer.noteReading(Lamp(isLit: true), nil)
    announcer.remember(Lamp(), now: 0)
    #expect(announcer.changes(to: Lamp()) == [])
  }

  /// The metadata of an item waits for its data while the playback state is sent: a client that has read the metadata
  /// is owed it still.
  @Test func whatTheSignalDoesNotHaveIsOwedStill() {
    var announcer = announcer()
    announcer.noteReading(Lamp(isLit: true, level: 1), nil)
    announcer.remember(Lamp(), now: 0, told: lit)
    #expect(announcer.changes(to: Lamp()) == level && announcer.owes(level) && !announcer.owes(lit))
  }

  @Test func detailsComeOnceASecond() {
    var announcer = announcer()
    announcer.remember(Lamp(), now: 0, hasDetails: true)
    #expect(announcer.nextSignal == 50_000 && announcer.nextDetails == 1_000_000)
    announcer.remember(Lamp(), now: 990_000)
    #expect(announcer.nextDetails == 1_040_000)
  }
}
