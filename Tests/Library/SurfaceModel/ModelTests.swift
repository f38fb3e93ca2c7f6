// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingSurface

private func entry(_ key: String, _ value: Decoded) -> Decoded.Entry { Decoded.Entry(key, value) }

private func published(_ kind: String, _ others: Decoded.Entry...) -> [Decoded.Entry] {
  [entry("id", .string("item")), entry("kind", .string(kind))] + others
}

/// Tests the model that a surface makes of a player's values, without a bus.
@Suite struct ModelTests {
  /// Tests the lines of each item, by the table "what to show" of the protocol.
  @Test(arguments: [
    (["music", "title"], ["T", "", ""]), (["music", "title", "artists", "album"], ["T", "A, B", "L"]),
    (["podcast", "title", "show-name"], ["T", "S", ""]), (["tv-show", "show-name"], ["", "S", ""]),
    (["book", "title", "author"], ["T", "W", ""]), (["book", "title", "author", "artists"], ["T", "A, B", ""]),
    (["radio", "title", "station-name"], ["T", "F", ""]), (["radio", "program-name", "station-name"], ["P", "F", ""]),
    (["radio", "station-name"], ["F", "", ""]), (["home-media", "source-name", "description"], ["D", "C", ""]),
    (["home-media", "source-name"], ["C", "", ""]), (["generic", "title", "subtitle"], ["T", "U", ""]),
    (["of tomorrow", "title", "subtitle"], ["T", "U", ""]),
  ])
  func lines(_ keys: [String], _ lines: [String]) {
    let texts = [
      "title": "T", "album": "L", "show-name": "S", "author": "W", "station-name": "F", "program-name": "P",
      "source-name": "C", "description": "D", "subtitle": "U",
    ]
    var entries = published(keys[0])
    for key in keys.dropFirst() {
      entries.append(entry(key, texts[key].map { .string($0) } ?? .strings(["A", "B"])))
    }
    let item = Item.published(entries)
    #expect([item?.lines.first, item?.lines.second, item?.lines.third].map { $0?.string } == lines)
  }

  /// Many players give the name of the station as the title while they know no song: the name is shown once. A podcast
  /// and its show, or a book and its author, stay two lines.
  @Test(arguments: [
    ("radio", "station-name", ""), ("home-media", "source-name", ""), ("generic", "subtitle", ""),
    ("podcast", "show-name", "Two"), ("book", "author", "Two"),
  ])
  func theSameTextIsShownOnce(_ kind: String, _ key: String, _ second: String) {
    let item = Item.published(published(kind, entry("title", .string("Two")), entry(key, .string("Two"))))
    #expect(item?.lines.first.string == "Two" && item?.lines.second.string == second)
    let other = Item.published(published(kind, entry("title", .string("One")), entry(key, .string("Two"))))
    #expect(other?.lines.first.string == "One" && other?.lines.second.string == "Two")
  }

  @Test func anItemNeedsAnID() {
    #expect(Item.published([entry("kind", .string("music"))]) == nil)
    #expect(Item.published([entry("id", .string(""))]) == nil)
    #expect(Item.published([entry("id", .string(String(repeating: "x", count: 1025)))]) == nil)
    #expect(Item.published(published("music"))?.kind == .music)
  }

  /// Values that players of MPRIS send in other types than it says, and such as mean nothing.
  @Test func wrongTypesOfMPRIS() {
    func item(_ others: [String: Decoded]) -> Item? {
      Item.mpris([entry("xesam:title", .string("One"))] + others.map { entry($0.key, $0.value) })
    }
    for length in [Decoded.int32(7), .uint32(7), .uint64(7), .double(7), .string("7")] {
      #expect(item(["mpris:length": length])?.length == 7)
    }
    for length in [Decoded.int64(.max), .uint64(.max), .double(1e300), .int64(-1), .string("3:35"), .string("-7")] {
      #expect(item(["mpris:length": length])?.duration == .unknown)
    }
    let dates: [(Decoded, Int64?)] = [
      (.int32(1970), 0), (.uint32(19_710_101), 31_536_000), (.uint64(1_149_033_600), 1_149_033_600),
      (.int64(1_149_033_600_000), 1_149_033_600), (.string("1971-00-00"), 31_536_000), (.int32(0), nil),
      (.string("0001-01-01T00:00:00Z"), nil), (.strings(["1971"]), nil),
    ]
    for (date, seconds) in dates {
      #expect(item(["xesam:contentCreated": date])?.fields.integers.first?.value == seconds)
    }
    #expect(item(["xesam:trackNumber": .string("3/12")])?.fields.integers.first?.value == 3)
    #expect(item(["xesam:discNumber": .string("A1")])?.fields.integers.isEmpty == true)
    #expect(item(["xesam:userRating": .string("4/5")])?.fields.numbers.first?.value == 0.8)
    #expect(Item.mpris([entry("xesam:title", .strings(["One", "", "Two"]))])?.lines.first.string == "One, Two")
    #expect(item(["mpris:trackid": .path("/org/mpris/MediaPlayer2/TrackList/NoTrack")])?.id.isEmpty == true)
    #expect(Item.mpris([entry("xesam:title", .string(" "))]) == nil && Item.mpris([]) == nil)
  }

  @Test func textsOfAnItemEndTogether() {
    let long = [String](repeating: String(repeating: "x", count: 4096), count: 64)
    let item = Item.published(published("music", entry("artists", .strings(long)), entry("genres", .strings(long))))
    #expect(item?.fields[.artists].count == 64)
    #expect(item?.fields[.genres].count == 0)
  }

  @Test(arguments: [Instant.min, -1, 0, 1, .max])
  func positionsCannotOverflow(_ time: Instant) {
    for speed in [1e300, -1e300, 1, 0] {
      var line = PlaybackLine()
      line.speed = speed
      for anchor in [Instant.min, 0, .max] {
        line.anchor = PlaybackLine.Anchor(elapsed: .max, timestamp: anchor)
        let position = line.position(at: time, length: 100)
        #expect(position.map { (0...100).contains($0) } == true)
      }
    }
  }

  @Test func playbackThatCannotBe() {
    func line(_ state: String, _ rate: Double, _ others: Decoded.Entry...) -> PlaybackLine {
      PlaybackLine(published: [entry("state", .string(state)), entry("rate", .double(rate))] + others, now: 0)
    }
    let speeds: [(String, Double, PlaybackState, Double)] = [
      ("paused", 1, .paused, 0), ("buffering", 1, .buffering, 0), ("interrupted", -1, .interrupted, 0),
      ("playing", 0, .playing, 1), ("playing", -2, .playing, -2), ("dancing", 3, .paused, 3),
      ("playing", .nan, .playing, 1),
    ]
    for (word, rate, state, speed) in speeds {
      #expect(line(word, rate).state == state && line(word, rate).speed == speed)
    }
    let wrong: [(String, Decoded)] = [
      ("seekable", .span(-1, 5)), ("seekable", .span(5, 4)), ("seekable", .range(low: 1, high: 2)),
      ("buffered", .int64(-1)), ("live-edge", .uint32(1)), ("muted", .uint32(1)), ("error", .string("There is none")),
      ("default-rate", .double(-1)), ("elapsed", .int64(-5)),
    ]
    for (key, value) in wrong { #expect(line("playing", 1, entry(key, value)) == line("playing", 1), "\(key)") }
    #expect(line("paused", 0, entry("seekable", .span(1, 2))).seekable == nil)
  }

  @Test func aPositionIsNotOfTheFuture() {
    let entries = [
      entry("state", .string("playing")), entry("rate", .double(1)), entry("elapsed", .int64(50)),
      entry("timestamp", .int64(1000)),
    ]
    #expect(PlaybackLine(published: entries, now: 10).position(at: 20, length: nil) == 60)
    #expect(PlaybackLine(published: entries, now: 2000).position(at: 2000, length: nil) == 1050)
  }

  @Test func aPlayerThatPausesStandsWhereItWas() {
    var player = KnownPlayer()
    player.apply(
      [
        entry("PlaybackStatus", .string("Playing")),
        entry("Metadata", .map([entry("xesam:title", .string("One"))])),
      ], now: 0)
    player.settle(now: 0)
    let isSought = player.move(to: 1000, now: 0, isExact: true)
    #expect(isSought)
    player.apply([entry("PlaybackStatus", .string("Paused"))], now: 500)
    #expect(player.playback.position(at: 9999, length: nil) == 1500)
    // An answer is no news if it differs by less than playback may have moved while the answer was on its way.
    let isNews = player.move(to: 1600, now: 600, isExact: false)
    #expect(!isNews)
    let isOther = player.move(to: 900_000, now: 600, isExact: false)
    #expect(isOther)
  }
}

/// Tests the order in which a lock screen shows sessions.
@Suite struct ImportanceTests {
  private var count: UInt64 = 0
  private var sessions: [(name: String, sortKey: SortKey)] = []
  /// The title that each session had.
  private var titles: [String: String?] = [:]

  private mutating func set(
    _ name: String, _ state: PlaybackState, _ primary: Primary = [], title: String? = "T", now: Instant = 0
  ) {
    var model = SessionModel(info: SessionModel.Info(key: Text(name)))
    model.playback.state = state
    model.info.primary = primary
    model.item = title.flatMap { Item.published(published("music", entry("title", .string($0)))) }
    if !sessions.contains(where: { $0.name == name }) {
      sessions.append((name, SortKey(appeared: UInt64(sessions.count))))
    }
    let isNext = titles[name] != nil && title != nil && titles[name] != title
    titles[name] = .some(title)
    for index in sessions.indices where sessions[index].name == name {
      sessions[index].sortKey.update(by: model, isNext: isNext, &count, now: now)
    }
  }

  /// The order at a time.
  private mutating func order(at now: Instant) -> String {
    for index in sessions.indices { sessions[index].sortKey.settle(now: now) }
    return order
  }

  private var order: String {
    var token = SortKey.Token()
    for (name, sortKey) in sessions where name != "f" { token.include(sortKey) }
    let sorted = sessions.sorted { SortKey.isBefore($0.sortKey, $1.sortKey, token: token) }
    return sorted.map { $0.name }.joined()
  }

  @Test mutating func whoPlaysComesFirstAndThenWhoPlayedLast() {
    set("a", .paused)
    set("b", .paused)
    set("c", .stopped, .application)
    #expect(order == "cab")
    set("b", .playing)
    set("a", .buffering)
    #expect(order == "abc")
    set("a", .interrupted)
    #expect(order == "bac")
    // Nobody takes the place of the first when it pauses, unless another plays.
    set("b", .paused)
    #expect(order == "bac")
  }

  @Test mutating func theTokenIsTheLastOfItsProtocol() {
    set("a", .playing, [.system, .application])
    set("b", .playing, .application)
    #expect(order == "ab")
    // A player without org.nowplaying that plays comes first, because MPRIS's PlaybackStatus is right for it.
    set("f", .playing)
    #expect(order == "fab")
    set("a", .paused, [.system, .application])
    #expect(order == "fba")
    set("f", .paused)
    #expect(order == "bfa")
    set("b", .paused)
    #expect(order == "abf")
  }

  /// A browser has no item while it goes to the next song: nothing moves meanwhile, whatever state it has.
  @Test(arguments: [PlaybackState.playing, .paused, .stopped], [nil, ""])
  mutating func aGapBetweenTwoItemsChangesNothing(_ state: PlaybackState, _ title: String?) {
    set("a", .playing)
    set("a", .paused)
    set("b", .playing)
    set("b", state, title: title, now: 100)
    #expect(order(at: 2_000_099) == "ba")
    #expect(sessions[1].sortKey.keptUntil == 2_000_100)
    // Its state says that it plays only after the item has come.
    set("b", state, now: 1_000_000)
    #expect(order(at: 2_000_099) == "ba")
    set("b", .playing, now: 1_500_000)
    #expect(order(at: 9_000_000) == "ba")
  }

  @Test mutating func whoStaysWithoutAnItemIsBehindAll() {
    set("n", .playing, title: nil)
    set("a", .paused)
    set("b", .playing)
    #expect(order(at: 0) == "ban")
    set("b", .playing, title: nil, now: 100)
    // A change in the gap does not make it last longer.
    set("b", .paused, title: "", now: 1_000_000)
    set("b", .playing, title: nil, now: 1_900_000)
    #expect(order(at: 2_000_099) == "ban")
    #expect(order(at: 2_000_100) == "abn")
    #expect(sessions.allSatisfy { $0.sortKey.keptUntil == .max })
  }

  @Test mutating func whoBeginsInTheGapIsTheFirst() {
    set("a", .paused)
    set("b", .playing)
    set("c", .playing)
    set("c", .stopped, title: nil, now: 100)
    #expect(order(at: 200) == "cba")
    set("a", .playing, now: 300)
    #expect(order(at: 300) == "acb")
    // Without an item nobody is before one that is in the gap.
    set("d", .playing, title: nil, now: 400)
    #expect(order(at: 400) == "acbd")
    set("c", .playing, now: 500)
    #expect(order(at: 500) == "cabd")
  }

  /// playerctld's clients have the player whose song is the newest.
  @Test mutating func anotherItemOfOneThatPlaysIsTheFirst() {
    set("a", .playing)
    set("b", .playing)
    set("c", .paused)
    #expect(order == "bac")
    set("a", .playing, title: "Next")
    #expect(order == "abc")
    set("c", .paused, title: "Next")
    #expect(order == "abc")
    set("b", .playing, title: nil)
    set("b", .playing)
    #expect(order == "bac")
  }
}
