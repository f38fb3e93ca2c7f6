// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import SwiftSupport
import Synchronization
import Testing

extension AllTests {
  /// Pictures: section 1.5 of the inventory.
  @Suite @MainActor struct ArtworkTests {
    /// A picture of one red pixel.
    nonisolated static let png = Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")!

    private func url() async throws -> String? { try await Client.metadata("mpris:artUrl").text }

    @Test func aPictureIsAskedForAtAFiniteSizeAndArrivesAsAFile() async throws {
      try await withPlayer { player in
        let sizes = Sizes()
        player.artwork = Artwork(id: "cover") { size in
          sizes.append(size)
          return try ArtworkRepresentation(data: Self.png)
        }
        try await eventually("it is there") { try await self.url() != nil }
        let path = try await URL(string: url() ?? "")?.path() ?? ""
        #expect(try Data(contentsOf: URL(filePath: path)) == Self.png)
        // Apple passes greatestFiniteMagnitude for any size, at which Int(size.width) traps.
        #expect(sizes.all.map { Int($0.width) } == [512])
        #expect(sizes.all.map { Int($0.height) } == [512])
      }
    }

    @Test func aPictureIsRememberedByItsID() async throws {
      try await withPlayer { player in
        let sizes = Sizes()
        player.artwork = Artwork(id: "remembered") { size in
          sizes.append(size)
          return try ArtworkRepresentation(data: Self.png)
        }
        try await eventually("it is there") { try await self.url() != nil }
        player.contentID = "another"
        try await eventually("the next item is there") {
          try await Client.track() == "another"
        }
        #expect(try await url() != nil)
        #expect(sizes.all.count == 1)
      }
    }

    @Test func afterAnErrorItIsAskedForAgainWithTheNextContent() async throws {
      struct Offline: Error {}
      try await withPlayer { player in
        let sizes = Sizes()
        player.artwork = Artwork(id: "flaky") { size in
          sizes.append(size)
          if sizes.all.count == 1 { throw Offline() }
          return try ArtworkRepresentation(data: Self.png)
        }
        try await eventually("it failed") { TestBus.shared.log.all.contains { $0.contains("flaky") } }
        #expect(try await url() == nil)
        // A picture that failed is not requested again with every change, only with the next item.
        player.isPlaying = true
        try await eventually("it plays") { try await Client.text("PlaybackStatus") == "Playing" }
        #expect(sizes.all.count == 1)
        player.title = "The next"
        try await eventually("it is there") { try await self.url() != nil }
        #expect(sizes.all.count == 2)
      }
    }

    @Test func whatIsNoPictureIsRefused() throws {
      for bytes in [Data(), Data("<svg/>".utf8), Data(repeating: 0, count: 1000), Self.png.dropFirst(1)] {
        #expect(throws: ArtworkRepresentation.ArtworkRepresentationError.noRepresentationAvailable) {
          try ArtworkRepresentation(data: bytes)
        }
      }
      _ = try ArtworkRepresentation(data: Self.png)
      _ = try ArtworkRepresentation(data: Data([0xFF, 0xD8, 0xFF, 0xE0]))
      _ = try ArtworkRepresentation(data: Data("GIF89a".utf8))
      _ = try ArtworkRepresentation(data: Data("RIFF\u{0}\u{0}\u{0}\u{0}WEBP".utf8))
      // A slice, whose indices do not begin at 0.
      _ = try ArtworkRepresentation(data: (Data([1, 2, 3]) + Self.png).dropFirst(3))
    }

    @Test func aPictureThatComesTooLateIsNotShownWithTheNextItem() async throws {
      try await withPlayer { player in
        let gate = Gate()
        player.artwork = Artwork(id: "slow") { _ in
          await gate.wait()
          return try ArtworkRepresentation(data: Self.png)
        }
        await Task.yield()
        (player.contentID, player.title, player.artwork) = ("second", "Second", nil)
        try await eventually("the second is there") { try await Client.title() == "Second" }
        gate.open()
        player.title = "Second, again"
        try await eventually("it is there") { try await Client.title() == "Second, again" }
        #expect(try await url() == nil)
      }
    }

    @Test func aProviderIsCancelledWithItsItem() async throws {
      try await withPlayer { player in
        let log = Log()
        player.artwork = Artwork(id: "endless") { _ in
          await MainActor.run { log.lines.append("begin") }
          // sleeps: a provider that does not end by itself
          do { try await Task.sleep(for: .seconds(60)) } catch { await MainActor.run { log.lines.append("cancelled") } }
          return try ArtworkRepresentation(data: Self.png)
        }
        try await eventually("it has begun") { log.lines == ["begin"] }
        (player.contentID, player.artwork) = ("next", nil)
        try await eventually("it is cancelled") { log.lines == ["begin", "cancelled"] }
      }
    }
  }
}

final class Sizes: Sendable {
  private let sizes = Mutex<[CGSize]>([])
  var all: [CGSize] { sizes.withLock { $0 } }
  func append(_ size: CGSize) { sizes.withLock { $0.append(size) } }
}
