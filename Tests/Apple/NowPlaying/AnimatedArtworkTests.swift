// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import SwiftSupport
import Testing

extension AllTests {
  /// Moving pictures, as a surface of org.nowplaying gets them: section 1.5 of the inventory.
  @Suite @MainActor struct AnimatedArtworkTests {
    private typealias Ratio = AnimatedArtwork.AspectRatio

    private struct Offline: LocalizedError {
      var errorDescription: String? { "There is no network" }
    }

    /// A picture of red pixels, three wide and four high.
    nonisolated private static let tall = Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAMAAAAECAIAAADETxJQAAAAEElEQVR42mP4z8AAQQx4WQD7LAv1Fr4QtAAAAABJRU5ErkJggg==")!

    /// Shows an item with a moving picture to a surface.
    private func withSurface(
      _ artwork: AnimatedArtwork, _ body: @MainActor (Player, Surface) async throws -> Void
    ) async throws {
      try await withPlayer { player in
        let surface = try Surface(TestBus.shared.bus, TestBus.player)
        player.otherContent = Self.content(artwork)
        try await eventually("the surface knows of it") {
          try await surface.content()["animated-artwork"]["1:1"].text == artwork.id
        }
        try await body(player, surface)
      }
    }

    private static func content(_ artwork: AnimatedArtwork?, id: String = "item") -> GenericContent {
      GenericContent(
        id: id, title: "Title", type: .audio, duration: nil, artwork: ContentTests.artwork, animatedArtwork: artwork)
    }

    /// Makes animated artwork for a test of its video.
    private func film(_ id: String, _ video: @escaping @Sendable () async throws -> URL) -> AnimatedArtwork {
      AnimatedArtwork(
        id: id, preview: { _, _ in try ArtworkRepresentation(data: ArtworkTests.png) },
        video: { _, _ in try await video() })
    }

    private func isLogged(_ line: String) -> Bool { TestBus.shared.log.all.contains { $0.contains(line) } }

    @Test func aSurfaceGetsThePreviewAndTheVideo() async throws {
      let (square, tall) = (try await TestVideo(), try await TestVideo("tall.mp4", width: 48, height: 64))
      let asked = Lines()
      let artwork = AnimatedArtwork(id: "both", supportedAspectRatios: [.square, .tall]) { size, ratio in
        asked.append("preview \(ratio) \(Int(size.width)) \(Int(size.height))")
        return try ArtworkRepresentation(data: ratio == .square ? ArtworkTests.png : Self.tall)
      } video: { size, ratio in
        asked.append("video \(ratio) \(Int(size.width)) \(Int(size.height))")
        return ratio == .square ? square.url : tall.url
      }
      try await withSurface(artwork) { _, surface in
        #expect(try await surface.content()["animated-artwork"].keys == ["1:1", "3:4"])
        #expect(asked.all == [])
        #expect(try await surface.preview("both", "1:1", (300, 200)).bytes == ArtworkTests.png)
        #expect(try await surface.preview("both", "3:4").bytes == Self.tall)
        #expect(try await surface.video("both", "1:1", (0, 100)).bytes == square.bytes)
        let last = try await surface.video("both", "3:4", (300, 0))
        #expect(last.bytes == tall.bytes && last.value(1).text == "video/mp4")
        #expect(
          asked.all == ["preview square 300 200", "preview tall 384 512", "video square 100 100", "video tall 300 400"])
        #expect(try await surface.preview("another", "1:1").error == "NotFound")
      }
    }

    @Test func theRatiosAreThoseOfTheSurfacesThatAreThere() async throws {
      try await withPlayer { _ in
        #expect(AnimatedArtwork.compatibleAspectRatios == [])
        var surface: Surface? = try Surface(TestBus.shared.bus, TestBus.player)
        for (words, ratios) in [(["3:4"], [Ratio.tall]), (["1:1"], [.square]), (["3:4", "1:1"], [.square, .tall])] {
          try await surface?.register(words)
          try await eventually("they are \(ratios)") { AnimatedArtwork.compatibleAspectRatios == ratios }
        }
        surface = nil
        try await eventually("the surface has left") { AnimatedArtwork.compatibleAspectRatios == [] }
      }
    }

    @Test func aModelThatLooksAtTheRatiosIsReadAgain() async throws {
      try await withPlayer { player in
        let artwork = film("wanted") { URL(filePath: "/none") }
        let surface = try Surface(TestBus.shared.bus, TestBus.player)
        let model = Looking { Self.content(AnimatedArtwork.compatibleAspectRatios.contains(.square) ? artwork : nil) }
        let session = MediaSession(model)
        try await session.requestToBecomeApplicationPrimary()
        try await eventually("it is shown") { try await surface.content()["id"].text == "item" }
        #expect(try await surface.content()["animated-artwork"].isNull)
        try await surface.register(["1:1"])
        try await eventually("it is given") {
          try await surface.content()["animated-artwork"]["1:1"].text == "wanted"
        }
        try await surface.register(["3:4"])
        try await eventually("it is not given") { try await surface.content()["animated-artwork"].isNull }
        #expect(session.isApplicationPrimary)
      }
    }

    @Test func whatIsNotThereFailsAndIsLogged() async throws {
      let wide = try await TestVideo("wide.mp4", width: 128, height: 64)
      let (text, none) = (wide.url.appendingPathExtension("txt"), wide.url.appendingPathExtension("none"))
      try Data("This is no video.".utf8).write(to: text)
      let cases: [(String, String, @Sendable () async throws -> URL)] = [
        ("Failed", "There is no network", { throw Offline() }),
        ("Asset.NotLocal", "not a file on this machine", { URL(string: "https://example.org/video.mp4")! }),
        ("Asset.Unreadable", "No such file", { none }),
        ("Asset.WrongFormat", "not a video in MP4, QuickTime or WebM", { text }),
        ("Asset.WrongAspectRatio", "another aspect ratio", { wide.url }),
      ]
      for (error, sentence, video) in cases {
        try await withSurface(film(error, video)) { _, surface in
          let answer = try await surface.video(error, "1:1")
          #expect(answer.error == error && answer.bytes == nil)
          #expect(answer.text?.contains(sentence) == true, "\(answer.text ?? "")")
          try await eventually("it is logged") {
            isLogged("No video \"\(error)\" (1:1) for a surface: ") && isLogged(answer.text ?? "-")
          }
        }
      }
    }

    @Test func aPreviewThatIsNotThereFailsAndIsLogged() async throws {
      let cases: [(String, @Sendable () throws -> ArtworkRepresentation)] = [
        ("Failed", { throw Offline() }),
        ("Asset.WrongAspectRatio", { try ArtworkRepresentation(data: Self.tall) }),
        ("Asset.WrongFormat", { try ArtworkRepresentation(data: Data("GIF89a".utf8)) }),
      ]
      for (error, preview) in cases {
        let artwork = AnimatedArtwork(id: error) { _, _ in
          try preview()
        } video: { _, _ in
          URL(filePath: "/none")
        }
        try await withSurface(artwork) { _, surface in
          let answer = try await surface.preview(error, "1:1")
          #expect(answer.error == error && answer.bytes == nil)
          try await eventually("it is logged") {
            isLogged("No preview \"\(error)\" (1:1) for a surface: ") && isLogged(answer.text ?? "-")
          }
        }
      }
    }

    @Test func aPreviewThatTakesLongIsGivenUp() async throws {
      let log = Lines()
      let artwork = AnimatedArtwork(id: "slow") { _, _ in
        // sleeps: a provider that does not end by itself
        do { try await Task.sleep(for: .seconds(60)) } catch { log.append("cancelled") }
        return try ArtworkRepresentation(data: ArtworkTests.png)
      } video: { _, _ in
        URL(filePath: "/none")
      }
      try await withSurface(artwork) { _, surface in
        #expect(try await surface.preview("slow", "1:1").error == "TimedOut")
        try await eventually("the closure is cancelled") { log.all == ["cancelled"] }
        #expect(!isLogged("No preview \"slow\""))
      }
    }

    @Test func aVideoIsGivenUpWithItsItem() async throws {
      let log = Lines()
      let artwork = film("gone") {
        log.append("begun")
        // sleeps: a provider that does not end by itself
        do { try await Task.sleep(for: .seconds(60)) } catch { log.append("cancelled") }
        return URL(filePath: "/none")
      }
      try await withSurface(artwork) { player, surface in
        async let answer = surface.video("gone", "1:1")
        try await eventually("it has begun") { log.all == ["begun"] }
        player.otherContent = Self.content(nil, id: "next")
        #expect(try await answer.error == "Cancelled")
        try await eventually("the closure is cancelled") { log.all == ["begun", "cancelled"] }
      }
    }
  }
}

/// A model that makes its content anew whenever it is read.
@MainActor private final class Looking: @MainActor MediaSessionRepresentable {
  let id = "looking"
  private let make: @MainActor () -> any MediaContentRepresentable

  init(_ make: @escaping @MainActor () -> any MediaContentRepresentable) { self.make = make }

  var content: (any MediaContentRepresentable)? { make() }
  var playbackSnapshot: MediaPlaybackSnapshot? { nil }
  var commands: [MediaCommand] { [] }
}
