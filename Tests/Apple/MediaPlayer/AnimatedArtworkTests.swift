// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Testing

@testable import MediaPlayer

extension MediaPlayerTests {
  /// Moving pictures, as a surface of org.nowplaying gets them.
  @MainActor @Suite(.serialized) final class AnimatedArtworkTests {
    private let surface: Surface
    private let still: UIImage
    private let film: TestVideo
    /// The requests to handlers. They are formed on the main actor: a call from elsewhere would trap.
    private var asked: [String] = []

    init() async throws {
      try await Player.reset()
      surface = try Player.surface()
      still = try #require(UIImage(data: try await Pictures.make("still.png", "red", width: 64, height: 64)))
      film = try await TestVideo()
    }

    private func artwork(
      _ id: String, preview: UIImage? = nil, video: @escaping @autoclosure () -> URL? = nil, note: String = ""
    ) -> MPMediaItemAnimatedArtwork {
      MPMediaItemAnimatedArtwork(
        artworkID: id,
        previewImageRequestHandler: { [self] size, completion in
          MainActor.preconditionIsolated()
          asked.append("preview\(note) \(Int(size.width)) \(Int(size.height))")
          completion(preview)
        },
        videoAssetFileURLRequestHandler: { [self] size, completion in
          MainActor.preconditionIsolated()
          asked.append("video\(note) \(Int(size.width)) \(Int(size.height))")
          completion(video())
        })
    }

    /// Shows an item with these videos, and waits until the surface knows of it.
    private func show(
      _ square: MPMediaItemAnimatedArtwork?, _ tall: MPMediaItemAnimatedArtwork? = nil, title: String = "Item"
    ) async throws {
      var info: [String: Any] = [MPMediaItemPropertyTitle: title]
      info[MPNowPlayingInfoProperty1x1AnimatedArtwork] = square
      info[MPNowPlayingInfoProperty3x4AnimatedArtwork] = tall
      Player.info.nowPlayingInfo = info
      try await eventually("the surface knows") {
        let content = try await surface.content()
        return content["title"].text == title && content["animated-artwork"]["1:1"].text == square?.artworkID
          && content["animated-artwork"]["3:4"].text == tall?.artworkID
      }
    }

    @Test func `a surface gets the still and the video`() async throws {
      let tall = try await TestVideo("tall.mp4", width: 48, height: 64)
      let tallStill = try #require(UIImage(data: try await Pictures.make("still.jpg", "red", width: 48, height: 64)))
      try await show(
        artwork("album", preview: still, video: self.film.url), artwork("long", preview: tallStill, video: tall.url))
      #expect(asked == [])
      #expect(try await surface.preview("album", "1:1", (300, 200)).bytes == still.encoded)
      #expect(try await surface.video("album", "1:1").bytes == film.bytes)
      #expect(try await surface.preview("long", "3:4").bytes == tallStill.encoded)
      #expect(try await surface.video("long", "3:4", (30, 40)).bytes == tall.bytes)
      #expect(asked == ["preview 300 200", "video 512 512", "preview 384 512", "video 30 40"])
      #expect(try await surface.preview("long", "1:1").error == "NotFound")
      // MPRIS has no place for animated artwork.
      #expect(try await Player.metadata("mpris:artUrl") == nil)
    }

    @Test func `asynchronous handlers give the same`() async throws {
      try await show(
        MPMediaItemAnimatedArtwork(
          artworkID: "album",
          previewImageRequestHandler: { [self] _ in
            MainActor.preconditionIsolated()
            await Task.yield()
            return still
          },
          videoAssetFileURLRequestHandler: { [self] _ in
            MainActor.preconditionIsolated()
            await Task.yield()
            return film.url
          }))
      #expect(try await surface.preview("album", "1:1").bytes == still.encoded)
      #expect(try await surface.video("album", "1:1").bytes == film.bytes)
    }

    @Test func `the first completion counts, on any thread`() async throws {
      let (image, url) = (still, film.url)
      try await show(
        MPMediaItemAnimatedArtwork(
          artworkID: "album",
          previewImageRequestHandler: { _, completion in
            completion(image)
            completion(nil)
          },
          videoAssetFileURLRequestHandler: { _, completion in
            nonisolated(unsafe) let completion = completion
            Thread.detachNewThread {
              completion(url)
              completion(nil)
            }
          }))
      #expect(try await surface.preview("album", "1:1").bytes == image.encoded)
      #expect(try await surface.video("album", "1:1").bytes == film.bytes)
    }

    @Test func `the same id is the same, and the newest object is asked`() async throws {
      try await show(artwork("album", preview: still, note: " first"))
      let monitor = try Monitor(Player.bus, "type='signal',path_namespace='/org/nowplaying'")
      Player.info.nowPlayingInfo?[MPNowPlayingInfoProperty1x1AnimatedArtwork] = artwork(
        "album", preview: still, note: " second")
      #expect(try await surface.preview("album", "1:1").bytes == still.encoded)
      #expect(asked == ["preview second 512 512"])
      #expect(try await monitor.end().filter { $0.contains("animated-artwork") } == [])
    }

    @Test func `nil is not available, and no mistake`() async throws {
      let lines = Player.lines.all.count
      try await show(artwork("album"))
      #expect(try await surface.preview("album", "1:1").error == "NotFound")
      #expect(try await surface.video("album", "1:1").error == "NotFound")
      try await show(artwork("empty", preview: UIImage()))
      #expect(try await surface.preview("empty", "1:1").error == "NotFound")
      #expect(Player.lines.all.count == lines)
    }

    @Test func `what must not be handed on fails, and is logged`() async throws {
      let wide = try #require(UIImage(data: try await Pictures.make("wide.png", "red", width: 64, height: 48)))
      let folder = film.url.deletingLastPathComponent()
      let text = folder.appending(path: "text.mp4")
      try Data("This is no video.".utf8).write(to: text)
      let cases: [(URL?, String)] = [
        (URL(string: "https://example.org/video.mp4"), "Asset.NotLocal"),
        (folder.appending(path: "none.mp4"), "Asset.Unreadable"), (text, "Asset.WrongFormat"),
        (folder, "Asset.Unreadable"),
      ]
      for (index, (url, error)) in cases.enumerated() {
        try await show(artwork("film \(index)", preview: wide, video: url))
        #expect(try await surface.video("film \(index)", "1:1").error == error)
        try await eventually("it is logged") {
          Player.lines.all.contains { $0.contains("No video \"film \(index)\" (1:1) for a surface: ") }
        }
      }
      #expect(try await surface.preview("film 3", "1:1").error == "Asset.WrongAspectRatio")
      try await eventually("it is logged") {
        Player.lines.all.contains { $0.contains("No preview \"film 3\" (1:1) for a surface: ") }
      }
    }

    @Test func `a handler that says nothing is given up`() async throws {
      try await show(
        MPMediaItemAnimatedArtwork(
          artworkID: "silent", previewImageRequestHandler: { _, _ in }, videoAssetFileURLRequestHandler: { _, _ in }))
      #expect(try await surface.preview("silent", "1:1").error == "TimedOut")
    }

    @Test func `the keys are those of the surfaces that are there`() async throws {
      try await show(nil)
      let keys = [MPNowPlayingInfoProperty1x1AnimatedArtwork, MPNowPlayingInfoProperty3x4AnimatedArtwork]
      #expect(MPNowPlayingInfoCenter.supportedAnimatedArtworkKeys == [])
      try await surface.register(["3:4"])
      try await eventually("tall ones") { MPNowPlayingInfoCenter.supportedAnimatedArtworkKeys == [keys[1]] }
      try await surface.register(["3:4", "1:1"])
      try await eventually("both") { MPNowPlayingInfoCenter.supportedAnimatedArtworkKeys == keys }
      _ = try await surface.ask("Surfaces1.Unregister")
      try await eventually("none") { MPNowPlayingInfoCenter.supportedAnimatedArtworkKeys == [] }
      // The video is given to a client even if no surface is registered; a value of another type counts as none.
      Player.info.nowPlayingInfo?[MPNowPlayingInfoProperty1x1AnimatedArtwork] = "album"
      try await show(artwork("album", preview: still))
      #expect(try await surface.preview("album", "1:1").bytes == still.encoded)
    }

    @Test func `an item plays on when a moving picture is added`() async throws {
      Player.info.nowPlayingInfo = [
        MPMediaItemPropertyTitle: "Item", MPMediaItemPropertyPlaybackDuration: 600,
        MPNowPlayingInfoPropertyElapsedPlaybackTime: 100,
      ]
      try await Player.expect("PlaybackStatus", "Playing")
      let monitor = try Monitor(Player.bus, "type='signal',member='Seeked'")
      Player.info.nowPlayingInfo?[MPNowPlayingInfoProperty1x1AnimatedArtwork] = artwork("album")
      try await eventually("the surface knows") {
        try await surface.content()["animated-artwork"]["1:1"].text == "album"
      }
      #expect(try await monitor.end().filter { $0.contains("Seeked") } == [])
    }
  }
}
