// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import SwiftSupport
import Testing

extension AllTests {
  /// Tests the content of a session: section 1.4 of the inventory.
  @Suite @MainActor struct ContentTests {
    nonisolated static let artwork = Artwork(id: "still") { _ in try ArtworkRepresentation(data: ArtworkTests.png) }
    private static let animated = AnimatedArtwork(
      id: "moving", supportedAspectRatios: [.square, .tall],
      preview: { _, _ in try ArtworkRepresentation(data: ArtworkTests.png) },
      video: { _, _ in URL(filePath: "/none.mp4") })

    /// Shows a content and returns its metadata.
    private func shown(_ content: any MediaContentRepresentable, _ player: Player) async throws -> JSON {
      player.otherContent = content
      try await eventually("\(content.id) is shown") { try await Client.track() == content.id }
      return try await Client.get("Metadata")
    }

    private func text(_ metadata: JSON, _ key: String) -> String? { metadata[key]["data"].text }
    private func texts(_ metadata: JSON, _ key: String) -> [String]? { metadata[key]["data"].texts }

    @Test func theEightTypesInBothFormsAreShown() async throws {
      try await withPlayer { player in
        var music = MusicContent(
          id: "music", songTitle: "Song", artistName: "Singer", albumName: "Album", type: .audio,
          duration: .finite(61.5), artwork: nil)
        (music.composer, music.isrc, music.genre) = ("Composer", "GBAYE0601477", "Genre")
        (music.isExplicit, music.isExcludedFromSuggestions) = (true, false)
        (music.collectionID, music.serviceID) = ("collection", "service")
        var seen = try await shown(music, player)
        #expect(text(seen, "xesam:title") == "Song")
        #expect(texts(seen, "xesam:artist") == ["Singer"])
        #expect(text(seen, "xesam:album") == "Album")
        #expect(texts(seen, "xesam:composer") == ["Composer"])
        #expect(texts(seen, "xesam:genre") == ["Genre"])
        #expect(seen["mpris:length"]["data"].number == 61_500_000)

        seen = try await shown(
          PodcastContent(
            id: "podcast", episodeTitle: "Episode", showName: "Show", releaseDate: Date(timeIntervalSince1970: 86400),
            type: .audio, duration: nil, artwork: Self.artwork, animatedArtwork: Self.animated), player)
        #expect(text(seen, "xesam:title") == "Episode")
        #expect(texts(seen, "xesam:artist") == ["Show"])
        #expect(text(seen, "xesam:contentCreated")?.hasPrefix("1970-01-02") == true)

        seen = try await shown(MovieContent(id: "movie", title: "Movie", duration: .finite(7200), artwork: nil), player)
        #expect(text(seen, "xesam:title") == "Movie")
        #expect(MovieContent(id: "", title: "", duration: nil, artwork: nil).type == .video)

        seen = try await shown(
          TVShowContent(
            id: "tv", episodeTitle: "Pilot", showName: "Series", duration: nil, artwork: Self.artwork,
            animatedArtwork: nil), player)
        #expect(text(seen, "xesam:title") == "Pilot")
        #expect(texts(seen, "xesam:artist") == ["Series"])

        var book = BookContent(id: "book", title: "Book", authorName: "Author", duration: nil, artwork: nil)
        book.chapter = (current: 3, total: 20)
        seen = try await shown(book, player)
        #expect(texts(seen, "xesam:artist") == ["Author"])
        #expect(seen["xesam:trackNumber"]["data"].number == 3)
        #expect(book.type == .audio && book.narratorName == nil)

        let radio = RadioContent(id: "radio", stationName: "Station", artwork: nil)
        seen = try await shown(radio, player)
        #expect(text(seen, "xesam:title") == "Station")
        #expect(radio.duration == .live && radio.type == .audio)

        seen = try await shown(
          HomeMediaContent(
            id: "home", sourceName: "Camera", contentDescription: "Garden", type: .video, duration: .continuous,
            artwork: nil), player)
        #expect(text(seen, "xesam:title") == "Garden")
        #expect(texts(seen, "xesam:artist") == ["Camera"])
        #expect(seen["mpris:length"].isNull)

        seen = try await shown(
          GenericContent(id: "generic", title: "Thing", type: .video, duration: nil, artwork: nil), player)
        #expect(text(seen, "xesam:title") == "Thing")
        #expect(texts(seen, "xesam:artist") == [""])
      }
    }

    @Test func aConformerOfOnesOwnIsShown() async throws {
      struct Own: MediaContentRepresentable {
        var id = "own"
        var type = MediaType.audio
        var duration: MediaDuration? = .finite(30)
        var artwork: Artwork? = ContentTests.artwork
        var animatedArtwork: AnimatedArtwork?
        var isExplicit: Bool?
        var isExcludedFromSuggestions: Bool?
        var genre: String? = "Field recording"
        var collectionID: String?
        var serviceID: String?
      }
      try await withPlayer { player in
        let seen = try await shown(Own(), player)
        #expect(seen["mpris:length"]["data"].number == 30_000_000)
        #expect(texts(seen, "xesam:genre") == ["Field recording"])
        try await eventually("its artwork is there") { try await !Client.metadata("mpris:artUrl").isNull }
      }
    }

    @Test func foreignTextsAndNumbersDoNoHarm() async throws {
      try await withPlayer { player in
        var book = BookContent(
          id: "hard", title: "A\0B", authorName: String(repeating: "é", count: 1_000_000), duration: .finite(.nan),
          artwork: nil)
        book.chapter = (current: .min, total: .max)
        let seen = try await shown(book, player)
        #expect(text(seen, "xesam:title") == "A")
        #expect((texts(seen, "xesam:artist")?.first?.utf8.count ?? 0) <= 4096)
        #expect(seen["mpris:length"].isNull)
        let hard: [TimeInterval] = [-1, .infinity, -.infinity, 1e300, 0]
        for (index, seconds) in hard.enumerated() {
          player.otherContent = GenericContent(
            id: "n\(index)", title: "N", type: .audio, duration: .finite(seconds), artwork: nil)
          try await eventually("it is shown") {
            try await Client.track() == "n\(index)"
          }
        }
        player.otherContent = PodcastContent(
          id: "p", episodeTitle: "P", showName: "", releaseDate: Date(timeIntervalSince1970: .nan), type: .audio,
          duration: nil, artwork: nil)
        try await eventually("it is shown") { try await Client.title() == "P" }
      }
    }

    @Test func animatedArtworkIsKept() {
      let movie = MovieContent(
        id: "m", title: "M", duration: nil, artwork: Self.artwork, animatedArtwork: Self.animated)
      #expect(movie.animatedArtwork?.id == "moving")
      #expect(movie.artwork?.id == "still")
      let square = AnimatedArtwork(id: "a") { _, _ in
        try ArtworkRepresentation(data: ArtworkTests.png)
      } video: { _, _ in
        URL(filePath: "/none")
      }
      #expect(square.supportedAspectRatios == [.square])
    }
  }
}
