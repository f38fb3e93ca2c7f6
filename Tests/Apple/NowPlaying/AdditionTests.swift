// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import NowPlayingExtras
import SwiftSupport
import Testing

extension AllTests {
  /// Tests this library's additions to Apple's framework, with a surface of org.nowplaying.
  @Suite @MainActor struct AdditionTests {
    private func surface() throws -> Surface { try Surface(TestBus.shared.bus, TestBus.player) }

    private func playback(_ surface: Surface) async throws -> JSON {
      try await surface.ask("Session1").json["Playback"]
    }

    // MARK: Content

    /// A content of each type of the module, and two of types of the program's own.
    private static var contents: [any MediaContentRepresentable] {
      let (id, length) = ("item", MediaDuration.finite(300))
      return [
        MusicContent(
          id: id, songTitle: "A", artistName: "B", albumName: "C", type: .audio, duration: length, artwork: nil),
        PodcastContent(
          id: id, episodeTitle: "A", showName: "B", releaseDate: nil, type: .audio, duration: length, artwork: nil),
        MovieContent(id: id, title: "A", duration: length, artwork: nil),
        TVShowContent(id: id, episodeTitle: "A", showName: "B", duration: length, artwork: nil),
        BookContent(id: id, title: "A", authorName: "B", duration: length, artwork: nil),
        RadioContent(id: id, stationName: "A", artwork: nil),
        HomeMediaContent(
          id: id, sourceName: "A", contentDescription: nil, type: .video, duration: length, artwork: nil),
        GenericContent(id: id, title: "A", type: .audio, duration: length, artwork: nil), OwnContent(),
        KeepingContent(),
      ]
    }

    /// Returns a content with additional properties. A type that has no place for them is wrapped.
    private func extended(
      _ content: any MediaContentRepresentable, _ change: (inout MediaContentExtras) -> Void
    ) -> any MediaContentRepresentable {
      guard var known = content as? any ExtendedMediaContentRepresentable else { return content.extended(change) }
      change(&known.extras)
      return known
    }

    @Test func tagsOfAnyContent() async throws {
      try await withPlayer { player in
        let surface = try surface()
        var tags: MediaTags = ["TRCK": "3/12", "artist": "One;Two", "TALB": "An Album"]
        tags.append("\u{A9}nam", [0x63, 0xE9])
        #expect(tags.title == "cé" && tags.artists == ["One", "Two"] && tags.album == "An Album")
        for (number, content) in Self.contents.enumerated() {
          var content = content
          content.genre = "Genre \(number)"
          player.otherContent = extended(content) { $0.tags = tags }
          try await eventually("they are sent \(type(of: content))") {
            let sent = try await surface.content()
            return sent["genres"][0].text == "Genre \(number)" && sent["track-number"].number == 3
          }
        }
        var song = MusicContent(
          id: "x", songTitle: "", artistName: "Mine", albumName: "", type: .audio, duration: nil, artwork: nil)
        song.tags = tags
        player.otherContent = song
        try await eventually("what the content says counts") {
          let sent = try await surface.content()
          return sent["title"].text == "cé" && sent["artists"][0].text == "Mine" && sent["album"].text == "An Album"
        }
      }
    }

    @Test func chaptersOfAnyContent() async throws {
      try await withPlayer { player in
        let surface = try surface()
        let picture = Artwork(id: "stage") { _ in try ArtworkRepresentation(data: ArtworkTests.png) }
        for (number, content) in Self.contents.enumerated() {
          player.otherContent = extended(content) {
            $0.chapters = [
              MediaChapter(startTime: 90.5, title: "Second of \(number)", artwork: picture),
              MediaChapter(startTime: -3, title: ""), MediaChapter(startTime: .nan, title: "None"),
              MediaChapter(startTime: 120, title: String(repeating: "ä", count: 200)),
            ]
          }
          try await eventually("they are sent \(type(of: content))") {
            try await surface.content()["chapters"][1][1].text == "Second of \(number)"
          }
          let chapters = try await surface.content()["chapters"]
          #expect(chapters[0][0].number == 0 && chapters[0][1].text == "" && chapters[0][2].text == "")
          #expect(chapters[1][0].number == 90_500_000 && chapters[1][2].text == "stage")
          #expect(chapters[2][0].number == 120_000_000 && chapters[2][1].text?.utf8.count == 256)
          #expect(chapters[3].isNull)
        }
        for last in [player.otherContent, player.otherContent?.extended { $0.isAdvertisement = true }] {
          player.otherContent = last
          let answer = try await surface.ask("Session1.GetArtwork ('stage', uint32 64, uint32 64)")
          #expect(answer.bytes == ArtworkTests.png, "\(answer.text ?? "")")
        }
        player.otherContent = Self.contents[0]
        try await eventually("there are none") { try await surface.content()["chapters"].isNull }
        #expect(try await surface.ask("Session1.GetArtwork ('stage', uint32 64, uint32 64)").error == "NotFound")
      }
    }

    @Test func additionsThatATypeComputes() async throws {
      try await withPlayer { player in
        let surface = try surface()
        player.otherContent = ComputingContent()
        try await eventually("they are sent") {
          try await surface.content()["chapters"][0][1].text == "Computed"
        }
      }
    }

    @Test func aChapterThatIsNotKnownIsNoNumber() async throws {
      try await withPlayer { player in
        let surface = try surface()
        var book = BookContent(id: "item", title: "A", authorName: "B", duration: nil, artwork: nil)
        for (current, total) in [(3, 20), (3, 0), (0, 20), (-1, -1)] {
          book.chapter = (current, total)
          player.otherContent = book
          try await eventually("it is sent") {
            let content = try await surface.content()
            return content["chapter"].number == (current > 0 ? Double(current) : nil)
              && content["chapter-count"].number == (total > 0 ? Double(total) : nil)
          }
        }
      }
    }

    @Test func moreChaptersThanAreTakenDoNoHarm() async throws {
      try await withPlayer { player in
        let surface = try surface()
        var content = MovieContent(id: "item", title: "A", duration: nil, artwork: nil)
        content.chapters = (0..<2000).reversed().map { MediaChapter(startTime: Double($0), title: "\($0)") }
        player.otherContent = content
        try await eventually("they are sent") { try await surface.content()["chapters"][1023][1].text == "1023" }
        #expect(try await surface.content()["chapters"][1024].isNull)
      }
    }

    @Test func anAdvertisementIsNotSkipped() async throws {
      try await withPlayer { player in
        let surface = try surface()
        for content in Self.contents {
          player.otherContent = extended(content) { $0.isAdvertisement = true }
          try await eventually("it is sent \(type(of: content))") {
            try await surface.content()["advertisement"].flag == true
          }
          #expect(try await surface.send("next").error == "Disabled")
          #expect(try await Client.flag("CanGoNext") == false)
          player.otherContent = extended(content) { $0.isAdvertisement = false }
          try await eventually("it is over") { try await surface.content()["advertisement"].isNull }
        }
        #expect(try await surface.send("next").error == nil)
        #expect(player.log == ["next"])
      }
    }

    // MARK: Playback

    @Test func aFailureIsAnError() async throws {
      struct Unreachable: LocalizedError { let errorDescription: String? = "The server does not answer" }
      try await withPlayer { player in
        let surface = try surface()
        typealias Failure = MediaPlaybackSnapshot.Failure
        let kinds: [(Failure.Kind, String)] = [
          (.other, "other"), (.network, "network"), (.signIn, "sign-in"), (.region, "region"), (.format, "format"),
          (.notAvailable, "not-available"),
        ]
        #expect(Set(kinds.map(\.0)) == Set(Failure.Kind.allCases))
        for (kind, word) in kinds {
          let failure = word == "network" ? Failure(kind, Unreachable()) : Failure(kind, word == "region" ? nil : "No")
          player.otherSnapshot = {
            var snapshot = MediaPlaybackSnapshot(state: .playing(rate: 2), elapsedTime: 7)
            snapshot.failure = failure
            return snapshot
          }
          try await eventually("it has failed: \(word)") {
            try await self.playback(surface)["error-kind"].text == word
          }
          let sent = try await playback(surface)
          #expect(sent["state"].text == "error" && sent["rate"].number == 0 && sent["elapsed"].number == 7_000_000)
          #expect(sent["error"].text == failure.message)
        }
        #expect(try await Client.text("PlaybackStatus") == "Paused")
        #expect(try await Client.number("Position") == 7_000_000)
        player.otherSnapshot = { MediaPlaybackSnapshot(state: .playing(rate: 2), elapsedTime: 7) }
        try await eventually("it plays") { try await self.playback(surface)["state"].text == "playing" }
        #expect(try await playback(surface)["error-kind"].isNull)
      }
    }

    /// Shows a broadcast of which the last part can be heard again.
    private func show(_ player: Player, _ range: ClosedRange<TimeInterval>?, buffered: Double?, isAtLiveEdge: Bool) {
      player.otherContent = RadioContent(id: "fm", stationName: "FM", artwork: nil)
      player.offered = { player in [.play {}, .seekToPosition { player.log.append("seek \($0)") }] }
      player.otherSnapshot = {
        var snapshot = MediaPlaybackSnapshot(state: .playing(), elapsedTime: 50, timestamp: .now)
        snapshot.seekableRange = range
        snapshot.bufferedTime = buffered
        snapshot.isAtLiveEdge = isAtLiveEdge
        return snapshot
      }
    }

    @Test func aBroadcastThatCanBeSought() async throws {
      try await withPlayer { player in
        let surface = try surface()
        show(player, -5...60, buffered: 55.5, isAtLiveEdge: true)
        try await eventually("it is sent") { try await self.playback(surface)["live-edge"].flag == true }
        var sent = try await playback(surface)
        #expect(sent["seekable"][0].number == 0 && sent["seekable"][1].number == 60_000_000)
        #expect(sent["buffered"].number == 55_500_000)
        try await eventually("it can be sought") { try await Client.flag("CanSeek") == true }
        #expect(try await surface.send("seek-to-position", "{'position': <int64 1000000>}").error == nil)
        #expect(player.log == ["seek 1.0"])
        // The bounds are infinite and the other values unknown, so that they are not sent.
        show(player, 0 ... .infinity, buffered: .nan, isAtLiveEdge: false)
        try await eventually("it is sent") { try await self.playback(surface)["live-edge"].isNull }
        sent = try await playback(surface)
        #expect(sent["seekable"].isNull && sent["buffered"].isNull && sent["elapsed"].number != nil)
        try await eventually("it cannot be sought") { try await Client.flag("CanSeek") == false }
        #expect(try await surface.send("seek-to-position", "{'position': <int64 1>}").error != nil)
      }
    }

    /// The bounds of a new seekable range are valid at the time of its snapshot. The position goes on without a jump,
    /// even if that snapshot repeats an earlier elapsed time.
    @Test func aRangeThatMovesOnIsNoJumpBack() async throws {
      try await withPlayer { player in
        let surface = try surface()
        let start = ContinuousClock.now
        show(player, 0...60, buffered: nil, isAtLiveEdge: false)
        try await eventually("it is sent") { try await !self.playback(surface)["seekable"].isNull }
        let before = try await playback(surface)
        try await eventually("time passes") { ContinuousClock.now - start > .milliseconds(1200) }
        show(player, 30...120, buffered: nil, isAtLiveEdge: false)
        try await eventually("the range moves") {
          try await self.playback(surface)["seekable"][1].number == 120_000_000
        }
        let after = try await playback(surface)
        let (elapsed, timestamp) = (after["elapsed"].number ?? 0, after["timestamp"].number ?? 0)
        let passed = timestamp - (before["timestamp"].number ?? 0)
        #expect(passed > 1_000_000)
        #expect(abs(elapsed - 50_000_000 - passed) < 50_000)
      }
    }
  }
}

/// The properties that are the same in the three content types below, which are the program's own.
private protocol SilentContent: MediaContentRepresentable {}

extension SilentContent {
  var type: MediaType { .audio }
  var duration: MediaDuration? { nil }
  var artwork: Artwork? { nil }
  var animatedArtwork: AnimatedArtwork? { nil }
}

private struct OwnContent: SilentContent {
  let id = "own"
  var isExplicit: Bool?
  var isExcludedFromSuggestions: Bool?
  var genre: String?
  var collectionID: String?
  var serviceID: String?
}

/// A content of the program's own type that keeps additional properties.
private struct KeepingContent: SilentContent, ExtendedMediaContentRepresentable {
  let id = "keeping"
  var isExplicit: Bool?
  var isExcludedFromSuggestions: Bool?
  var genre: String?
  var collectionID: String?
  var serviceID: String?
  var extras = MediaContentExtras()
}

/// A content of the program's own type that makes the additional properties when they are read.
private struct ComputingContent: SilentContent, ExtendedMediaContentRepresentable {
  let id = "computing"
  var isExplicit: Bool?
  var isExcludedFromSuggestions: Bool?
  var genre: String?
  var collectionID: String?
  var serviceID: String?

  var extras: MediaContentExtras {
    get {
      var extras = MediaContentExtras()
      extras.chapters = [MediaChapter(startTime: 0, title: "Computed")]
      return extras
    }
    set {}
  }
}
