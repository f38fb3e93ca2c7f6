// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

@Suite struct MetadataTests {
  private func metadata(_ kind: ContentKind, _ fill: (inout Content) -> Void) -> Metadata {
    var content = Content(kind: kind, id: "id")
    fill(&content)
    return Metadata(content, path: Metadata.trackPath(content.id, session: 0), artworkURL: nil, feedback: nil)
  }

  @Test func music() {
    let map = metadata(.music) {
      $0.texts[.title] = "Song"
      $0.texts[.album] = "Album"
      $0.lists[.artists] = ["One", "Two"]
      $0.integers[.trackNumber] = 3
      $0.duration = .finite(5)
    }
    #expect(map["xesam:title"] == .string("Song"))
    #expect(map["xesam:artist"] == .strings(["One", "Two"]))
    #expect(map["xesam:album"] == .string("Album"))
    #expect(map["xesam:trackNumber"] == .int32(3))
    #expect(map["mpris:length"] == .int64(5))
    #expect(map["mpris:trackid"] == .path("/org/nowplaying/track/0/id"))
  }

  @Test(arguments: [ContentKind.podcast, .tvShow]) func shows(_ kind: ContentKind) {
    let map = metadata(kind) {
      $0.texts[.title] = "Episode"
      $0.texts[.showName] = "Show"
    }
    #expect(map["xesam:title"] == .string("Episode"))
    #expect(map["xesam:artist"] == .strings(["Show"]))
    #expect(map["xesam:album"] == nil)
  }

  @Test func book() {
    let map = metadata(.book) {
      $0.texts[.title] = "Book"
      $0.texts[.author] = "Author"
      $0.texts[.narrator] = "Narrator"
      $0.integers[.chapter] = 7
    }
    #expect(map["xesam:artist"] == .strings(["Author"]))
    #expect(map["xesam:composer"] == .strings(["Narrator"]))
    #expect(map["xesam:trackNumber"] == .int32(7))
  }

  @Test(arguments: [ContentKind.tvShow, .podcast]) func episodesAreNumbered(_ kind: ContentKind) {
    let episode = metadata(kind) {
      $0.integers[.season] = 2
      $0.integers[.episode] = 7
    }
    #expect(episode["xesam:discNumber"] == .int32(2) && episode["xesam:trackNumber"] == .int32(7))
    let numbered = metadata(kind) {
      $0.integers[.season] = 2
      $0.integers[.episode] = 7
      $0.integers[.discNumber] = 3
      $0.integers[.trackNumber] = 4
    }
    #expect(numbered["xesam:discNumber"] == .int32(3) && numbered["xesam:trackNumber"] == .int32(4))
  }

  @Test func radio() {
    let station = metadata(.radio) { $0.texts[.stationName] = "Station" }
    #expect(station["xesam:title"] == .string("Station"))
    #expect(station["xesam:artist"] == .strings([""]))
    #expect(station["mpris:length"] == nil)
    let program = metadata(.radio) {
      $0.texts[.stationName] = "Station"
      $0.texts[.programName] = "News"
    }
    #expect(program["xesam:title"] == .string("News"))
    #expect(program["xesam:artist"] == .strings(["Station"]))
  }

  /// Many players give the name of the station as the title while they know no song.
  @Test func theSameTextIsShownOnce() {
    let kinds: [(ContentKind, TextField)] = [(.radio, .stationName), (.homeMedia, .sourceName), (.generic, .subtitle)]
    for (kind, field) in kinds {
      for title in ["Two", "One"] {
        let said = metadata(kind) {
          $0.texts[.title] = title
          $0.texts[field] = "Two"
        }
        #expect(said["xesam:title"] == .string(title))
        #expect(said["xesam:artist"] == (.strings([title == "Two" ? "" : "Two"])))
      }
    }
  }

  @Test func emptyTextsAreNotThere() {
    let radio = metadata(.radio) {
      $0.texts[.stationName] = "BBC"
      $0.texts[.title] = ""
      $0.texts[.programName] = ""
      $0.texts[.album] = ""
      $0.lists[.artists] = [""]
    }
    #expect(radio["xesam:title"] == .string("BBC"))
    #expect(radio["xesam:album"] == .string("BBC"))
    #expect(radio["xesam:artist"] == .strings([""]))
    let podcast = metadata(.podcast) {
      $0.texts[.showName] = "Show"
      $0.texts[.album] = ""
      $0.lists[.artists] = []
    }
    #expect(podcast["xesam:album"] == nil)
    #expect(podcast["xesam:artist"] == .strings(["Show"]))
    let book = metadata(.book) {
      $0.texts[.narrator] = "Narrator"
      $0.lists[.composers] = [""]
      $0.lists[.genres] = ["", "Crime"]
    }
    #expect(book["xesam:composer"] == .strings(["Narrator"]))
    #expect(book["xesam:genre"] == .strings(["Crime"]))
    let home = metadata(.homeMedia) {
      $0.texts[.sourceName] = "Door"
      $0.texts[.description] = ""
    }
    #expect(home["xesam:title"] == .string("Door"))
    #expect(home["xesam:artist"] == .strings([""]))
  }

  @Test func homeMediaAndGenericAndMovie() {
    let home = metadata(.homeMedia) {
      $0.texts[.sourceName] = "Door"
      $0.texts[.description] = "A visitor"
    }
    #expect(home["xesam:title"] == .string("A visitor"))
    #expect(home["xesam:artist"] == .strings(["Door"]))
    let generic = metadata(.generic) {
      $0.texts[.title] = "Rain"
      $0.texts[.subtitle] = "Forest"
    }
    #expect(generic["xesam:artist"] == .strings(["Forest"]))
    #expect(metadata(.movie) { $0.texts[.title] = "Film" }["xesam:title"] == .string("Film"))
  }

  @Test func artistsOfTheHostAlwaysWin() {
    let map = metadata(.podcast) {
      $0.texts[.showName] = "Show"
      $0.lists[.artists] = ["Host"]
    }
    #expect(map["xesam:artist"] == .strings(["Host"]))
  }

  /// Neither interface has an album that only repeats the name of the show, the station or the artist: surfaces of
  /// org.nowplaying get these names in other fields.
  @Test func whatIsNoAlbumIsNoAlbum() {
    let kinds: [(ContentKind, TextField)] = [(.podcast, .showName), (.tvShow, .showName), (.radio, .stationName)]
    for (kind, field) in kinds {
      for (album, artists) in [("Name", []), ("One", ["One"]), ("Name", ["One", "Two"])] {
        var content = Content(kind: kind, id: "id")
        content.texts[.title] = "Title"
        content.texts[field] = "Name"
        content.texts[.album] = album
        content.lists[.artists] = artists
        #expect(!SessionProperties.entries(content, []).contains { $0.hasKey("album") })
        content.texts[.album] = "Other"
        #expect(SessionProperties.entries(content, []).contains { $0.hasKey("album") })
      }
    }
    var song = Content(kind: .music, id: "id")
    song.texts[.album] = "Queen"
    song.lists[.artists] = ["Queen"]
    #expect(SessionProperties.entries(song, []).contains { $0.hasKey("album") })
  }

  @Test func albumsOfShowsAndStations() {
    func album(_ kind: ContentKind, _ field: TextField, _ album: String? = nil, artists: [String] = []) -> Value? {
      metadata(kind) {
        ($0.texts[field], $0.texts[.album], $0.lists[.artists]) = ("S", album, artists)
      }["xesam:album"]
    }
    #expect(album(.podcast, .showName) == nil && album(.podcast, .title, "A", artists: ["A"]) == nil)
    #expect(album(.podcast, .showName, artists: ["A"]) == .string("S") && album(.tvShow, .showName) == nil)
    #expect(album(.radio, .stationName, artists: ["A"]) == .string("S") && album(.music, .title) == nil)
  }

  @Test func textsOfThePlayersOwnAreNoDescription() {
    func map(_ title: String, _ extra: [String]) -> Metadata {
      metadata(.music) {
        $0.texts[.title] = title
        for text in extra { _ = $0.extra.set("a:" + text, to: text) }
      }
    }
    #expect(map("T", ["1"]).isSame(butForDetails: map("T", ["2", "3"])))
    #expect(map("T", []).isSame(butForDetails: map("T", ["2"])) && map("T", ["2"]).isSame(butForDetails: map("T", [])))
    #expect(!map("T", ["1"]).isSame(butForDetails: map("U", ["1"])) && !map("T", []).isSame(butForDetails: Metadata()))
  }

  @Test func lengthIsLeftOutUnlessFinite() {
    for duration in [MediaDuration.unknown, .live, .continuous, .finite(0), .finite(-1), .finite(.min)] {
      #expect(metadata(.music) { $0.duration = duration }["mpris:length"] == nil)
    }
    for length in [Int64(1), 2, .max] {
      #expect(metadata(.music) { $0.duration = .finite(Microseconds(length)) }["mpris:length"] == .int64(length))
    }
  }

  @Test func feedbackIsARating() {
    let content = Content(kind: .music, id: "id")
    func rating(_ feedback: FeedbackStatus?, _ own: Double? = nil) -> Value? {
      var content = content
      content.numbers[.userRating] = own
      return Metadata(content, path: Metadata.trackPath(content.id, session: 0), artworkURL: nil, feedback: feedback)[
        "xesam:userRating"]
    }
    #expect(rating(.positive) == .double(1))
    #expect(rating(.negative) == .double(0))
    #expect(rating(.neutral) == nil)
    #expect(rating(.negative, 0.4) == .double(0.4))
  }

  @Test func fieldsThatAreRemovedAreGone() {
    var content = Content(kind: .music, id: "id")
    content.texts[.title] = "x"
    content.texts[.album] = "y"
    content.texts[.title] = nil
    #expect(content.texts[.title] == nil)
    #expect(content.texts[.album] == "y")
  }
}

@Suite struct PropertyTests {
  private func properties(_ change: (inout SessionState) -> Void = { _ in }) -> PlayerProperties {
    PlayerProperties(ordinaryState(change), artworkURL: nil)
  }

  @Test func everyPropertyOfTheSpecificationIsThere() {
    let names = PlayerProperties.table.rows.map { $0.name.description }
    #expect(
      Set(names).isSuperset(of: [
        "PlaybackStatus", "LoopStatus", "Rate", "Shuffle", "Metadata", "Volume", "MinimumRate", "MaximumRate",
        "CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl",
      ]))
    #expect(Set(names).count == names.count)
    #expect(!names.contains("Position"))
  }

  @Test func anItemWithoutASnapshotIsStopped() {
    let said = properties { $0.snapshot = nil }
    #expect(said.playbackStatus == .stopped && said.rate == 1 && said.minimumRate == 1 && said.maximumRate == 1)
    #expect(!said.metadata.isEmpty && said.canPlay && !said.canSeek)
  }

  @Test func whatIsAnnouncedAndWhatMayBeSet() {
    let player = PlayerProperties.table.rows
    #expect(player.filter { $0.announcement == .never }.map { $0.name.description } == ["CanControl"])
    // Clients may set LoopStatus, Rate, Shuffle, and the properties of `SessionSettings`, for which the host has
    // callbacks.
    let changes: [PropertyRow<PlayerProperties, PlayerCall>] = SessionSettings.rows { .change($0) }
    let settable = Set(player.filter { $0.set != nil }.map { $0.name.description })
    #expect(settable == Set(["LoopStatus", "Rate", "Shuffle"] + changes.map { $0.name.description }))
    let root = RootProperties.table.rows
    let announced = root.filter { $0.announcement == .byValue && $0.set == nil }
    #expect(announced.map { $0.name.description } == ["Identity", "HasTrackList"])
    #expect(root.allSatisfy { $0.announcement == .byValue || $0.set == nil })
  }

  @Test func onlyWhatChangedIsAChange() {
    let table = PlayerProperties.table
    #expect(table.changes(from: properties(), to: properties()).isEmpty)
    let louder = table.changes(from: properties(), to: properties { $0.settings.volume = 0.6 })
    #expect(louder == table.set("Volume"))
    #expect(table.list(louder) == "Volume")
    #expect(table.set("Position").isEmpty)
    #expect(table.list(PlayerProperties.playbackStatusAlone) == "PlaybackStatus")
  }

  @Test func theShortcutSaysWhatTheRowsSay() {
    let table = PlayerProperties.table
    let rowsAlone = PropertyTable(table.interface, table.rows)
    let states = [
      PlayerProperties(), properties(), properties { $0.settings.volume = 0.6 }, properties { $0.snapshot = nil },
      properties { $0.content?.texts[.title] = "Another" },
      properties {
        $0.content?.texts[.title] = "Another"
        $0.snapshot = paused(at: 0)
      },
      properties { $0.content = nil },
    ]
    for before in states {
      for now in states {
        #expect(table.changes(from: before, to: now) == rowsAlone.changes(from: before, to: now))
      }
    }
    #expect(table.changes(from: states[1], to: states[4]) == table.set("Metadata"))
  }

  @Test func whoLoadsForAMomentIsShownAsPlayingAtTheRateThatWasSent() {
    let loading = ordinaryState {
      $0.snapshot = PlaybackSnapshot(state: .buffering, rate: 1, defaultRate: 1, elapsed: 0, timestamp: 0)
    }
    let said = PlayerProperties(loading, artworkURL: nil, stillPlayingAt: 1.5)
    #expect(said.playbackStatus == .playing && said.rate == 1.5 && said.maximumRate == 1.5)
  }

  @Test(arguments: [
    (PlaybackState.playing, PlaybackStatus.playing), (.paused, .paused), (.buffering, .paused),
    (.interrupted, .paused), (.stopped, .stopped),
  ]) func thereIsNoFourthWord(_ state: PlaybackState, _ status: PlaybackStatus) {
    let said = properties {
      $0.snapshot = PlaybackSnapshot(state: state, rate: 1, defaultRate: 1, elapsed: 0, timestamp: 0)
    }
    #expect(said.playbackStatus == status)
  }

  @Test func playAndPauseDoNotDependOnTheState() {
    for isPlaying in [true, false] {
      let said = properties {
        $0.snapshot = isPlaying ? playing(at: 0) : paused(at: 0)
        // Many players switch their commands like this.
        $0.commands = [command(.play, enabled: !isPlaying), command(.pause, enabled: isPlaying)]
      }
      #expect(said.canPlay)
      #expect(said.canPause)
    }
  }

  @Test func pausingThatIsForbiddenIsNotOffered() {
    let advertisement = properties { $0.commands = [command(.play), command(.pause, enabled: false)] }
    #expect(advertisement.canPlay)
    #expect(!advertisement.canPause)
    let radio = properties { $0.commands = [command(.play), command(.stop)] }
    #expect(!radio.canPause)
  }

  @Test func disabledAndAbsentCommandsAreNotOffered() {
    let said = properties { $0.commands = [command(.next, enabled: false)] }
    #expect(!said.canGoNext && !said.canGoPrevious && !said.canSeek && !said.canPlay && !said.canPause)
  }

  @Test func theFirstEnabledCommandOfAKindIsUsed() {
    let state = ordinaryState { $0.commands = [command(.next, enabled: false, tag: 1), command(.next, tag: 2)] }
    #expect(state.command(.next)?.tag == 2)
  }

  @Test func seekingNeedsAPositionAndAnItemThatHasThem() {
    #expect(properties().canSeek)
    #expect(!properties { $0.snapshot = playing(at: nil) }.canSeek)
    let live = properties { $0.content?.duration = .live }
    #expect(!live.canSeek)
    #expect(properties { $0.commands = [command(.skipForward)] }.canSeek)
  }

  @Test func rateBoundsContainTheRate() {
    let said = properties {
      $0.commands = [command(.changeRate, rates: [0.5, 1, 2])]
      $0.snapshot = playing(at: 0, rate: 3)
    }
    #expect(said.minimumRate == 0.5)
    #expect(said.maximumRate == 3)
    #expect(said.rate == 3)
    #expect(properties().minimumRate == 1)
    // The normal rate and the present one always lie between the lowest and the highest rate.
    for (rate, lowest, highest) in [(0.5, 0.5, 1), (1.5, 1, 1.5), (-1, -1, 1)] {
      let said = properties { $0.snapshot = playing(at: 0, rate: rate) }
      #expect(said.minimumRate == lowest && said.maximumRate == highest)
    }
  }

  @Test func pausedPlayersHaveTheirUsualRate() {
    let said = properties {
      $0.snapshot = PlaybackSnapshot(state: .paused, rate: 2, defaultRate: 1.5, elapsed: 0, timestamp: 0)
    }
    #expect(said.rate == 1.5)
  }

  private func volume(_ said: PlayerProperties) -> Value? { PlayerProperties.table.row("Volume")?.get(said) }

  @Test func nothingIsSaidOfNothing() {
    let nothing = PlayerProperties(SessionState(), artworkURL: nil)
    for said in [properties { $0.content = nil }, nothing, PlayerProperties()] {
      #expect(said.metadata.isEmpty && said.playbackStatus == .stopped && said.loopStatus == .none && !said.shuffle)
      #expect(said.rate == 1 && said.minimumRate == 1 && said.maximumRate == 1)
      #expect(!said.canGoNext && !said.canGoPrevious && !said.canPlay && !said.canPause && !said.canSeek)
    }
    #expect(volume(nothing) == .double(1) && volume(PlayerProperties()) == .double(1))
    #expect(volume(properties { $0.content = nil }) == .double(0.5))
  }

  @Test func modes() {
    let said = properties {
      $0.commands = [command(.changeRepeatMode, current: 1), command(.changeShuffleMode, current: 2)]
    }
    #expect(said.loopStatus == .track)
    #expect(said.shuffle)
  }
}
