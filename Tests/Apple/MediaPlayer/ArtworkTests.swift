// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Testing

@testable import MediaPlayer

extension MediaPlayerTests {
  @MainActor @Suite(.serialized) final class ArtworkTests {
    private var sizes: [CGSize] = []

    init() async throws { try await Player.reset() }

    private func artwork(_ image: UIImage, bounds: CGSize? = nil) -> MPMediaItemArtwork {
      MPMediaItemArtwork(boundsSize: bounds ?? image.size) { [self] size in
        MainActor.preconditionIsolated()
        sizes.append(size)
        return image
      }
    }

    private func show(_ artwork: MPMediaItemArtwork?, title: String = "Item") {
      var info: [String: Any] = [MPMediaItemPropertyTitle: title]
      info[MPMediaItemPropertyArtwork] = artwork
      Player.info.nowPlayingInfo = info
    }

    /// The picture that the desktop shows, and its URL.
    private func shown() async throws -> (url: URL, data: Data)? {
      guard let text = try await Player.metadata("mpris:artUrl") as? String, let url = URL(string: text) else {
        return nil
      }
      return (url, try Data(contentsOf: url))
    }

    @Test(arguments: ["cover.png", "cover.jpg", "cover.gif", "cover.webp"])
    func `a picture reaches the desktop as it is`(_ file: String) async throws {
      let image = try await Pictures.image(file, "red")
      show(artwork(image, bounds: CGSize(width: 4000, height: 300)))
      try await eventually("the picture is there") { try await shown()?.data == image.encoded }
      #expect(try await shown()?.url.pathExtension == (file as NSString).pathExtension)
      #expect(sizes == [CGSize(width: 512, height: 300)])
    }

    @Test func `nobody is asked while nothing is shown`() async throws {
      let artwork = artwork(try await Pictures.image("cover.png", "red"))
      #expect(artwork.bounds == CGRect(x: 0, y: 0, width: 64, height: 48))
      #expect(sizes == [])
      #expect(artwork.image(at: CGSize(width: 3, height: 3))?.size == CGSize(width: 64, height: 48))
      #expect(sizes == [CGSize(width: 3, height: 3)])
    }

    @Test func `the same object is asked once and another one again`() async throws {
      let red = artwork(try await Pictures.image("cover.png", "red"))
      show(red)
      try await eventually("the picture is there") { try await shown() != nil }
      let first = try await shown()?.url
      show(red, title: "Another title")
      try await Player.expect(metadata: "xesam:title", "Another title")
      #expect(try await shown()?.url == first)
      #expect(sizes.count == 1)
      let blue = try await Pictures.image("cover.png", "blue")
      show(artwork(blue))
      try await eventually("the other picture is there") { try await shown()?.data == blue.encoded }
      #expect(try await shown()?.url != first)
      #expect(sizes.count == 2)
      show(nil)
      try await eventually("the picture is gone") { try await shown() == nil }
    }

    /// Programs that build the whole dictionary anew at each change make a new object for the same picture.
    @Test func `a new object of the same picture does not flicker`() async throws {
      let image = try await Pictures.image("cover.png", "red")
      show(artwork(image))
      try await eventually("the picture is there") { try await shown() != nil }
      let url = try #require(try await shown()?.url)
      let monitor = try Monitor(Player.bus, "type='signal'")
      for number in 1...5 {
        // The first picture takes its time, as decoding does.
        show(
          MPMediaItemArtwork(boundsSize: image.size) { _ in
            // sleeps: decoding that takes its time
            Thread.sleep(forTimeInterval: 0.1)
            return image
          })
        Player.info.nowPlayingInfo?[MPMediaItemPropertyGenre] = "Genre \(number)"
        try await Player.expect(metadata: "xesam:genre", ["Genre \(number)"])
        try await eventually("the picture is there") { try await shown()?.url == url }
      }
      let signals = try await monitor.end().filter { $0.contains("xesam:title") }
      #expect(!signals.isEmpty)
      for signal in signals { #expect(signal.contains("mpris:artUrl"), "\(signal)") }
    }

    @Test func `both initialisers of animated artwork say the same`() async throws {
      let still = try await Pictures.image("cover.png", "red")
      let url = URL(fileURLWithPath: "/video.mp4")
      let asynchronous = MPMediaItemAnimatedArtwork(
        artworkID: "album", previewImageRequestHandler: { _ in still },
        videoAssetFileURLRequestHandler: { size in size.width > 1 ? url : nil })
      let completing = MPMediaItemAnimatedArtwork(
        artworkID: "album", previewImageRequestHandler: { _, completion in completion(still) },
        videoAssetFileURLRequestHandler: { size, completion in completion(size.width > 1 ? url : nil) })
      for artwork in [asynchronous, completing] {
        #expect(artwork.artworkID == "album")
        let size = CGSize(width: 2, height: 2)
        let image = await withCheckedContinuation { continuation in
          artwork.previewImageRequestHandler(size) { continuation.resume(returning: $0) }
        }
        #expect(image === still)
        let video = await withCheckedContinuation { continuation in
          artwork.videoAssetFileURLRequestHandler(size) { continuation.resume(returning: $0) }
        }
        #expect(video == url)
      }
    }
  }
}
