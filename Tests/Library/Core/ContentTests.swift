// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

/// Tests texts of one line, and what a stream and its title are taken for.
@Suite struct OneLineTests {
  @Test func blanksAtTheEndsAreNoPartOfALine() {
    var content = Content(kind: .music, id: "")
    for field in [TextField.title, .album, .stationName, .programName] {
      content.set(field, " \tA  B \r\n")
      #expect(content.texts[field] == "A  B")
    }
    content.set(.title, " \n ")
    #expect(content.shown(.title) == nil)
    content.set(.lyrics, "  indented\n")
    #expect(content.texts[.lyrics] == "  indented\n")
    content.set(ListField.artists, [" A ", "B", " "])
    #expect(content.lists[.artists] == ["A", "B", ""])
  }

  private func radio(_ tags: [(String, String)], kind: ContentKind = .radio, live: Bool = false) -> Content {
    var content = Content(kind: kind, id: "")
    var reader = TagReader(decidesKind: live)
    for (name, value) in tags {
      Array(name.utf8).withUnsafeBufferPointer { name in
        Array(value.utf8).withUnsafeBufferPointer { _ = reader.read(name, $0, into: &content) }
      }
    }
    if live { content.duration = .live }
    return live ? reader.kind?.decide(content) ?? content : content
  }

  @Test(
    arguments: [
      ("A - T", "A", "T"), ("A – T", nil, "A – T"), ("A-B - T", "A-B", "T"), ("A - B - T", nil, "A - B - T"),
      ("News", nil, "News"), (" - T", nil, "- T"), ("A - ", nil, "A -"),
    ] as [(String, String?, String)])
  func theTitleOfAStreamHasAnArtist(_ title: String, _ artist: String?, _ program: String) {
    for name in ["icy-title", "StreamTitle", "now_playing"] {
      let content = radio([(name, title)])
      #expect(content.lists[.artists]?.first == artist && content.texts[.programName] == program)
    }
    #expect(radio([("program_name", title)]).lists[.artists] == nil)
  }

  @Test func artistsOfOtherTagsStay() {
    #expect(radio([("artist", "X"), ("icy-title", "A - T")]).texts[.programName] == "A - T")
    let next = radio([("icy-title", "A - T"), ("icy-title", "Jingle")])
    #expect(next.lists[.artists] == nil)
  }

  @Test(arguments: [("album", "L"), ("track", "3/9")]) func aSongWithoutALengthIsNoStation(_ tag: (String, String)) {
    let song = radio([("title", "T"), tag], live: true)
    #expect(song.kind == .music && song.duration == .unknown && song.texts[.title] == "T")
    let station = radio([("title", "T"), tag, ("icy-name", "S")], live: true)
    #expect(station.kind == .radio && station.duration == .live)
  }
}

/// Tests items and commands as values: when two are equal, and what each contains by default.
@Suite struct ContentTests {
  /// Changes of an item, each of which makes it another value.
  private static let changes: [@Sendable (inout Content) -> Void] = [
    { $0.id = "other" }, { $0.mediaType = .video }, { $0.duration = .finite(1) }, { $0.duration = .live },
    { $0.duration = .continuous }, { $0.artworkID = "picture" },
    { $0.animatedArtwork[.square] = "film" }, { $0.animatedArtwork[.tall] = "film" },
    { $0.texts[.title] = "Title" }, { $0.texts[.title] = "" }, { $0.texts[.album] = "Title" },
    { $0.lists[.artists] = ["One"] }, { $0.lists[.artists] = [] }, { $0.lists[.artists] = ["One", "Two"] },
    { $0.lists[.albumArtists] = ["One"] },
    { $0.integers[.trackNumber] = 1 }, { $0.integers[.discNumber] = 1 }, { $0.numbers[.userRating] = 0.5 },
    { $0.numbers[.autoRating] = 0.5 }, { _ = $0.extra.set("a:b", to: "x") }, { _ = $0.extra.set("a:c", to: "x") },
    { _ = $0.extra.set("a:b", to: "y") },
  ]

  /// A field without a row in `FieldRow.tables`, or with a wrong one, would crash the player that sets it.
  @Test func eachFieldHasItsRow() {
    let fields = (1...399).map { Int32($0) }.filter {
      TextField(rawValue: $0) != nil || ListField(rawValue: $0) != nil || IntegerField(rawValue: $0) != nil
        || NumberField(rawValue: $0) != nil
    }
    #expect(fields == FieldRow.tables.flatMap { $0 }.map { $0.number }.sorted())
    for table in FieldRow.tables {
      for (index, row) in table.enumerated() { #expect(row.number == (table.first?.number ?? 0) + Int32(index)) }
    }
  }

  @Test func eachPieceMakesAnItemAnother() {
    let plain = Content(kind: .music, id: "id")
    #expect(plain == Content(kind: .music, id: "id") && plain != Content(kind: .movie, id: "id"))
    let changed = Self.changes.map { change in
      var content = plain
      change(&content)
      return content
    }
    for (index, one) in changed.enumerated() {
      #expect(one != plain && !one.isIdentical(to: plain))
      for (other, two) in changed.enumerated() { #expect((one == two) == (index == other)) }
      var again = plain
      Self.changes[index](&again)
      #expect(again == one && !again.isIdentical(to: one))
      let copy = one
      #expect(copy == one && copy.isIdentical(to: one))
    }
  }

  /// Changing a copy does not change the original, whatever the item contains.
  @Test func copiesAreApart() {
    var all = Content(kind: .music, id: "id")
    for change in Self.changes { change(&all) }
    let before = all
    var copy = all
    copy.id = "another"
    #expect(all == before && all.isIdentical(to: before) && copy != all)
    copy.id = all.id
    #expect(copy == all)
  }

  @Test func kindsBeginDifferently() {
    for kind in [ContentKind.music, .podcast, .movie, .tvShow, .book, .radio, .homeMedia, .generic] {
      let content = Content(kind: kind, id: "id")
      #expect(content.mediaType == (kind == .movie || kind == .tvShow ? .video : .audio))
      #expect(content.duration == (kind == .radio ? .live : .unknown))
      #expect(content.hasPositions == (kind != .radio))
    }
  }

  @Test(arguments: [ContentKind.radio, .music]) func whatLooksTheSame(_ kind: ContentKind) {
    func looksLike(_ a: (inout Content) -> Void, _ b: (inout Content) -> Void) -> Bool {
      var (one, two) = (Content(kind: kind, id: "id"), Content(kind: kind, id: "id"))
      a(&one)
      b(&two)
      return one.looksLike(two)
    }
    // Of a radio station, each song looks like another item.
    let isOneThing = kind != .radio
    #expect(looksLike({ _ in }, { _ in }))
    #expect(!looksLike({ $0.id = "a" }, { $0.id = "b" }))
    #expect(looksLike({ $0.texts[.title] = "A" }, { $0.texts[.title] = "B" }) == isOneThing)
    #expect(looksLike({ $0.texts[.title] = "A" }, { _ in }) == isOneThing)
    #expect(looksLike({ $0.texts[.programName] = "A" }, { $0.texts[.programName] = "B" }) == isOneThing)
    #expect(looksLike({ $0.lists[.artists] = ["A"] }, { $0.lists[.artists] = ["B"] }) == isOneThing)
    #expect(looksLike({ $0.lists[.artists] = ["A"] }, { $0.lists[.artists] = ["A", "B"] }) == isOneThing)
    #expect(looksLike({ $0.lists[.artists] = ["A"] }, { _ in }) == isOneThing)
    #expect(looksLike({ $0.lists[.artists] = [] }, { _ in }))
    #expect(looksLike({ $0.texts[.stationName] = "A" }, { $0.texts[.stationName] = "B" }))
    #expect(
      looksLike(
        {
          ($0.texts[.title], $0.texts[.programName], $0.lists[.artists]) = ("A", "B", ["C"])
          $0.artworkID = "one"
        },
        {
          ($0.texts[.title], $0.texts[.programName], $0.lists[.artists]) = ("A", "B", ["C"])
          $0.artworkID = "two"
        }))
    let (radio, music) = (Content(kind: .radio, id: "id"), Content(kind: .music, id: "id"))
    #expect(radio.looksLike(music) && music.looksLike(radio))
    var song = music
    song.texts[.title] = "A"
    #expect(!radio.looksLike(song) && !song.looksLike(radio))
  }

  @Test func piecesOfKinds() {
    let own: [(TextField, Set<ContentKind>)] = [
      (.subtitle, [.generic]), (.showName, [.podcast, .tvShow]), (.author, [.book]), (.narrator, [.book]),
      (.stationName, [.radio]), (.programName, [.radio]), (.sourceName, [.homeMedia]), (.description, [.homeMedia]),
      (.isrc, [.music]),
    ]
    let shared: [TextField] = [.title, .album, .url, .lyrics, .collectionID, .serviceID]
    for kind in [ContentKind.music, .podcast, .movie, .tvShow, .book, .radio, .homeMedia, .generic] {
      for (field, kinds) in own { #expect(field.belongs(to: kind) == kinds.contains(kind)) }
      for field in shared { #expect(field.belongs(to: kind)) }
      for field in [IntegerField.chapter, .chapterCount] { #expect(field.belongs(to: kind)) }
      for field in [IntegerField.season, .episode] {
        #expect(field.belongs(to: kind) == (kind == .tvShow || kind == .podcast))
      }
      #expect(IntegerField.trackNumber.belongs(to: kind) && IntegerField.releaseDate.belongs(to: kind))
    }
    for value in Int32(200)...212 {
      let field = IntegerField(rawValue: value)
      #expect(field?.isDate == [.releaseDate, .firstPlayed, .lastPlayed].contains(field))
    }
  }

  // MARK: Commands

  @Test func eachPieceMakesACommandAnother() {
    let plain = CommandDescriptor(kind: .skipForward)
    let others = [
      CommandDescriptor(kind: .skipBackward), CommandDescriptor(kind: .skipForward, enabled: false),
      CommandDescriptor(kind: .skipForward, tag: 1), CommandDescriptor(kind: .skipForward, intervals: [1]),
      CommandDescriptor(kind: .skipForward, intervals: [1, 2]), CommandDescriptor(kind: .skipForward, rates: [2]),
      CommandDescriptor(kind: .skipForward, current: 1), CommandDescriptor(kind: .skipForward, supported: 1),
      CommandDescriptor(kind: .skipForward, look: CommandLook(title: "A")),
      CommandDescriptor(kind: .skipForward, look: CommandLook(shortTitle: "A")),
    ]
    #expect(plain == CommandDescriptor(kind: .skipForward))
    #expect(plain == CommandDescriptor(kind: .skipForward, intervals: [10_000_000], supported: 7))
    for (index, one) in others.enumerated() {
      #expect(one != nil && one != plain)
      for (other, two) in others.enumerated() { #expect((one == two) == (index == other)) }
    }
  }

  @Test func commandsAreCheckedAtTheirLimits() {
    for kind in [CommandKind.changeRepeatMode, .changeShuffleMode, .feedback] {
      #expect(kind.hasMode)
      for mode in Int32(-2)...4 {
        #expect((CommandDescriptor(kind: kind, current: mode) != nil) == (0...2).contains(mode))
      }
    }
    for kind in [CommandKind.play, .pause, .stop, .next, .seekToPosition, .skipForward, .seekBackward, .changeRate] {
      #expect(!kind.hasMode && CommandDescriptor(kind: kind, current: 9) != nil)
    }
    for modes in UInt32(0)...9 { #expect((CommandDescriptor(kind: .feedback, supported: modes) != nil) == (modes < 8)) }
    for interval in [Microseconds(-1), 0, 1] {
      #expect((CommandDescriptor(kind: .skipForward, intervals: [5, interval]) != nil) == (interval == 1))
    }
    for rate in [0, Double.nan, .infinity, -.infinity] {
      #expect(CommandDescriptor(kind: .changeRate, rates: [1, rate]) == nil)
    }
    #expect(CommandDescriptor(kind: .changeRate, rates: [-1, 0.5])?.rates == [-1, 0.5])
    #expect(CommandDescriptor(kind: .skipBackward)?.intervals == [10_000_000])
    #expect(CommandDescriptor(kind: .skipBackward, intervals: [7])?.intervals == [7])
    #expect(CommandDescriptor(kind: .changeRate)?.intervals == [])
  }

  @Test func modesThatAreSupported() {
    for supported in UInt32(0)...7 {
      let command = CommandDescriptor(kind: .feedback, supported: supported)
      for mode in Int32(-1)...3 {
        let isThere = (0...2).contains(mode) && (supported == 0 || supported >> UInt32(mode) & 1 == 1)
        #expect(command?.supports(mode) == isThere)
      }
    }
  }

  @Test func anEventIsOfItsCommand() throws {
    let event = CommandEvent(command(.skipForward, intervals: [5], tag: 9))
    #expect(event.kind == .skipForward && event.tag == 9 && event.phase == .begin)
    #expect(event.time == 0 && event.rate == 0 && event.mode == 0)
  }
}
