// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Glibc
import NowPlayingBus
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingSurface

/// Tests which players are one playback behind two names, and which of them is shown, on a clock of the test.
@Suite struct TwinsTests {
  private var twins = Twins()
  private var entries: [TrackedSession] = []
  private var count: UInt64 = 0
  private var now: Instant = 0

  private static let second: Microseconds = 1_000_000

  private static func song(_ title: String, length: Microseconds = .seconds(200), browser: Int32? = nil)
    -> Decoded.Entry
  {
    var entries = [
      Decoded.Entry("mpris:trackid", .path("/track/1")), Decoded.Entry("mpris:length", .int64(length.count)),
      Decoded.Entry("xesam:title", .string(title)),
    ]
    if let browser { entries.append(Decoded.Entry("kde:pid", .int32(browser))) }
    return Decoded.Entry("Metadata", .map(entries))
  }

  /// Adds a player that plays. One that is rich says and takes more than one that is not.
  ///
  /// - connection: the number that the bus has given it; nil for one that rises with each player.
  @discardableResult
  private mutating func player(
    _ name: String, _ metadata: Decoded.Entry = song("Video"), process: Int32, isRich: Bool = false,
    wasThere: Bool = false, connection: UInt64? = nil
  ) -> TrackedSession {
    count += 1
    let player = PlayerState(
      ":1.\(connection ?? count)", "org.mpris.MediaPlayer2.\(name)", appeared: count, wasThere: wasThere)
    _ = player.takeProcess(process)
    player.adoptMPRIS(
      [Decoded.Entry("PlaybackStatus", .string("Playing")), Decoded.Entry("CanGoNext", .bool(isRich)), metadata],
      now: now)
    entries.append(TrackedSession(player, path: nil, appeared: count))
    take(entries.last)
    return entries[entries.count - 1]
  }

  private mutating func take(_ entry: TrackedSession?) {
    guard let entry else { return }
    entry.take(entry.model, now: now)
    twins.settle(entries, now)
  }

  private mutating func change(_ entry: TrackedSession, _ property: Decoded.Entry) {
    entry.player.takeMPRISProperties([property], now: now)
    entry.player.settleMPRIS(now: now)
    take(entry)
  }

  private mutating func change(_ entry: TrackedSession, to title: String) { change(entry, Self.song(title)) }
  private mutating func change(_ entry: TrackedSession, isPlaying: Bool) {
    change(entry, Decoded.Entry("PlaybackStatus", .string(isPlaying ? "Playing" : "Paused")))
  }

  /// Lets time pass.
  private mutating func pass(_ duration: Microseconds) {
    now += duration
    twins.settle(entries, now)
  }

  private var shown: [String] {
    entries.filter { $0.twin == nil }.map { String($0.player.names[0].split(separator: ".").last ?? "") }
  }

  @Test(arguments: ["Video", "Video - A Site", "A Site: Video"])
  mutating func ofOneProcessTheRicherIsShown(_ title: String) {
    player("poor", Self.song(title), process: 1)
    player("rich", process: 1, isRich: true)
    #expect(shown == ["rich"])
  }

  /// Two names that are alike: the one that came first is shown, in whichever order the surface has them. Of those that
  /// were there before, the connections tell which that is, so that a surface that starts later shows the same one.
  @Test(arguments: [true, false])
  mutating func ofTwoThatAreAlikeTheFirstIsShown(_ wereThere: Bool) {
    player("one", process: 1, wasThere: wereThere, connection: 20)
    player("other", process: 1, wasThere: wereThere, connection: 10)
    #expect(shown == [wereThere ? "other" : "one"])
    entries.swapAt(0, 1)
    for entry in entries { entry.twin = nil }
    for entry in entries { take(entry) }
    #expect(shown == [wereThere ? "other" : "one"])
  }

  @Test(arguments: [
    ("One", 200, "Other", 200), ("", 200, "Video", 200), ("Radio", 0, "Radio Ga Ga", 0),
    ("Radio", 0, "Radio Ga Ga", 200), ("Video", 200, "Video", 7),
  ])
  mutating func twoPlaybacksOfOneProcessAreTwo(_ one: String, _ length: Int, _ other: String, _ another: Int) {
    player("one", Self.song(one, length: length * Self.second), process: 1)
    player("other", Self.song(other, length: another * Self.second), process: 1)
    pass(9 * Self.second)
    #expect(shown == ["one", "other"])
  }

  /// A name that is slower than the other is no playback of its own; one that stays different is.
  @Test mutating func theyPartWhereTheyStayDifferent() {
    let (one, other) = (player("one", process: 1), player("other", process: 1, isRich: true))
    for title in ["Two", "Three"] {
      change(other, to: title)
      pass(749_999)
      #expect(shown == ["other"])
      change(one, to: title)
      #expect(twins.nextTime == .max)
    }
    change(one, to: "Another")
    #expect(twins.nextTime == now + 750_000)
    pass(750_000)
    #expect(shown == ["one", "other"])
    change(one, to: "Three")
    #expect(shown == ["other"])
    change(one, isPlaying: false)
    pass(750_000)
    #expect(shown == ["one", "other"])
  }

  /// A name that has lost its item for good hides nobody that has one.
  @Test mutating func theyPartWhereOneStaysWithoutAnItem() {
    player("one", process: 1)
    let other = player("other", process: 1, isRich: true)
    change(other, Decoded.Entry("Metadata", .map([])))
    pass(1_999_999)
    #expect(shown == ["other"])
    change(other, to: "Video")
    #expect(shown == ["other"] && twins.nextTime == .max)
    change(other, Decoded.Entry("Metadata", .map([])))
    pass(2_000_000)
    #expect(shown == ["one", "other"])
  }

  /// The test's process stands for the integration, its parent for the browser.
  @Test mutating func anIntegrationIsOneWithItsBrowser() {
    let (child, browser) = (getpid(), getppid())
    let tab = player("browser", Self.song("Page"), process: browser)
    player("integration", Self.song("Video", browser: browser), process: child, isRich: true)
    #expect(shown == ["browser", "integration"])
    change(tab, to: "Video - A Site")
    #expect(shown == ["integration"])
    change(tab, to: "Page")
    pass(750_000)
    #expect(shown == ["browser", "integration"])
  }

  @Test mutating func aClaimHidesNobodyElse() {
    player("victim", process: 4_000_001)
    let liar = player("liar", Self.song("Video", browser: 4_000_001), process: 4_000_002, isRich: true)
    #expect(shown == ["victim"])
    change(liar, Self.song("Better", browser: 4_000_001))
    pass(750_000)
    #expect(shown == ["victim", "liar"])
  }

  /// Stops both and starts them again, the first one first.
  private mutating func beginTogether(_ first: TrackedSession, _ other: TrackedSession, times: Int = 2) {
    for number in 0..<times {
      pass(1_200_000)
      change(first, isPlaying: number % 2 == 1)
      pass(50_000)
      change(other, isPlaying: number % 2 == 1)
    }
  }

  @Test mutating func aBridgeThatIsThereFirstIsShownForItsClient() {
    let (bridge, client) = (player("bridge", process: 1, isRich: true), player("client", process: 2))
    beginTogether(client, bridge, times: 1)
    #expect(shown == ["bridge", "client"])
    pass(1_200_000)
    for entry in [bridge, client] { change(entry, isPlaying: true) }
    #expect(shown == ["bridge"])
    change(client, to: "Something else")
    pass(750_000)
    #expect(shown == ["bridge", "client"])
  }

  @Test(arguments: [("Other", 200), ("Video - A Site", 200), ("", 200), ("Video", 300)])
  mutating func ofOtherProgramsTitleAndLengthCount(_ title: String, _ length: Int) {
    let (one, other) = (
      player("one", process: 1), player("other", Self.song(title, length: length * Self.second), process: 2)
    )
    beginTogether(one, other)
    #expect(shown == ["one", "other"])
  }

  /// A copy hides nobody, even if it says more and changes first: it is hidden itself where it came later, and else
  /// both are shown.
  @Test(arguments: ["before the surface", "before it came", "later"], [true, false])
  mutating func aProgramThatCopiesHidesNobody(_ copied: String, _ leads: Bool) {
    var copy: TrackedSession?
    if copied != "before it came" {
      let isOld = copied == "before the surface"
      copy = player("copy", Self.song(isOld ? "Video" : "Other"), process: 1, isRich: true, wasThere: isOld)
    }
    let victim = player("victim", process: 2, wasThere: copied == "before the surface")
    let other = copy ?? player("copy", process: 1, isRich: true)
    pass(1)
    change(other, to: "Video")
    beginTogether(leads ? other : victim, leads ? victim : other, times: 4)
    #expect(Set(shown) == (copied == "before it came" ? ["victim"] : ["victim", "copy"]))
  }
}
