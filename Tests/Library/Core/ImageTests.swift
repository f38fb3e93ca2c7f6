// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Testing

@testable import NowPlayingCore

/// Tests recognising pictures by their first bytes, and names of formats of pictures and videos.
@Suite struct ImageTests {
  private func size(_ bytes: [UInt8]) -> [UInt32]? {
    bytes.withUnsafeBytes { ImageSize($0) }.map { [$0.width, $0.height] }
  }

  // MARK: Real pictures

  /// WebP has three kinds of header: lossy, lossless, and extended, which transparency needs.
  private static let pictures: [(String, [String])] = [
    ("picture.png", []), ("picture.jpg", []), ("picture.gif", []), ("lossy.webp", []),
    ("lossless.webp", ["-lossless", "1", "-pix_fmt", "bgra"]),
    ("extended.webp", ["-vf", "format=yuva420p,colorchannelmixer=aa=0.5"]),
  ]

  /// Makes a picture of each size, by one process for all of them.
  private static func make(_ file: String, _ options: [String], _ sizes: [String]) async throws -> [[UInt8]] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "nowplaying-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = sizes.map { folder.appending(path: $0 + file).path }
    let inputs = sizes.flatMap { ["-f", "lavfi", "-i", "testsrc=size=\($0)"] }
    let outputs = paths.indices.flatMap { ["-map", "\($0)", "-frames:v", "1"] + options + [paths[$0]] }
    _ = try await Tool.output(["ffmpeg", "-v", "error"] + inputs + outputs)
    return try paths.map { try Array(Data(contentsOf: URL(fileURLWithPath: $0))) }
  }

  @Test(arguments: pictures) func realPictures(_ file: String, _ options: [String]) async throws {
    let made = try await Self.make(file, options, ["640x300", "2x3", "260x1030"])
    #expect(made.map(size) == [[640, 300], [2, 3], [260, 1030]])
  }

  /// However a picture is cut or damaged, reading its size does not trap, and returns no 0 and no number over 31 bits.
  @Test(arguments: pictures) func damagedPictures(_ file: String, _ options: [String]) async throws {
    let picture = Array(try await Self.make(file, options, ["64x48"])[0].prefix(700))
    for count in 0...picture.count { #expect([nil, [64, 48]].contains(size(Array(picture.prefix(count))))) }
    var wrong: [[UInt32]] = []
    for index in picture.indices {
      var damaged = picture
      for byte in [0, 1, 0x7F, 0x80, 0xC0, 0xDA, 0xFE, 0xFF] as [UInt8] {
        damaged[index] = byte
        guard let size = size(damaged), size.contains(where: { $0 == 0 || $0 > 0x7FFF_FFFF }) else { continue }
        wrong.append(size)
      }
    }
    #expect(wrong == [])
  }

  // MARK: Headers byte by byte

  private func png(_ chunk: String, _ width: [UInt8], _ height: [UInt8]) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + chunk.utf8 + width + height
  }

  @Test func pngSizes() {
    #expect(size(png("IHDR", [0x7F, 255, 255, 255], [1, 2, 3, 4])) == [0x7FFF_FFFF, 0x0102_0304])
    #expect(size(png("IHDR", [0x80, 0, 0, 0], [0, 0, 0, 1])) == nil)
    #expect(size(png("IHDR", [0, 0, 0, 1], [255, 255, 255, 255])) == nil)
    #expect(size(png("IHDR", [0, 0, 0, 0], [0, 0, 0, 1])) == nil)
    #expect(size(png("IHDR", [0, 0, 0, 1], [0, 0, 0, 0])) == nil)
    #expect(size(png("CgBI", [0, 0, 0, 1], [0, 0, 0, 1])) == nil)
  }

  private func jpeg(_ segments: [UInt8]) -> [UInt32]? { size([0xFF, 0xD8] + segments) }

  @Test func jpegSegments() {
    // The height is 0x0102, the width 0x0304.
    let frame: [UInt8] = [0, 11, 8, 1, 2, 3, 4, 1, 1, 0x11, 0]
    for marker in 0xC0...0xCF {
      let isFrame = ![0xC4, 0xC8, 0xCC].contains(marker)
      #expect(jpeg([0xFF, UInt8(marker)] + frame) == (isFrame ? [0x304, 0x102] : nil))
    }
    let header = [0xFF, 0xC2] + frame
    #expect(jpeg([0xFF, 0xE0, 0, 2] + header) == [0x304, 0x102])
    #expect(jpeg([0xFF, 0xE1, 0, 5, 0xFF, 0xC0, 7] + header) == [0x304, 0x102])
    #expect(jpeg([0xFF, 0xFF, 0xFF, 0xFE, 0, 3, 9] + [0xFF, 0xFF] + header) == [0x304, 0x102])
    #expect(jpeg([0xFF, 0x01, 0xFF, 0xD0, 0xFF, 0xD7] + header) == [0x304, 0x102])
    // The height is 0, because it is written behind the picture; the width is 0; or no frame comes before the picture.
    #expect(jpeg([0xFF, 0xC0, 0, 11, 8, 0, 0, 3, 4]) == nil)
    #expect(jpeg([0xFF, 0xC0, 0, 11, 8, 1, 2, 0, 0]) == nil)
    for end in [0xD8, 0xD9, 0xDA] as [UInt8] { #expect(jpeg([0xFF, end, 0, 2] + header) == nil) }
    // Cameras leave something between segments, and decoders go on.
    #expect(jpeg([0xFF, 0xE0, 0, 2, 9, 0, 0xFF, 0x00, 8] + header) == [0x304, 0x102])
    #expect(jpeg([0xFF, 0xE0, 0, 2] + [UInt8](repeating: 7, count: 1000)) == nil)
    #expect(jpeg([0xFF, 0xE0, 0, 1] + header) == nil)
    #expect(jpeg([0xFF, 0xE0, 0, 3] + header) == nil)
    #expect(jpeg([0xFF, 0xE0, 255, 255]) == nil)
    #expect(jpeg([UInt8](repeating: 0xFF, count: 100_000)) == nil)
  }

  private func webp(_ kind: String, _ data: [UInt8]) -> [UInt32]? {
    size(Array("RIFF".utf8) + [0, 0, 0, 0] + "WEBP".utf8 + kind.utf8 + [0, 0, 0, 0] + data)
  }

  @Test func webPSizes() {
    #expect(webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0x34, 0xD2, 0x78, 0x56]) == [0x1234, 0x1678])
    #expect(webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2B, 0x34, 0x12, 0x78, 0x16]) == nil)
    #expect(webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0, 0xC0, 0x78, 0x16]) == nil)
    #expect(webp("VP8L", [0x2F, 255, 255, 255, 255]) == [0x4000, 0x4000])
    #expect(webp("VP8L", [0x2F, 0, 0, 0, 0]) == [1, 1])
    #expect(webp("VP8L", [0x2E, 0, 0, 0, 0]) == nil)
    #expect(webp("VP8X", [0, 0, 0, 0, 255, 255, 255, 0, 1, 0]) == [0x100_0000, 257])
    #expect(webp("VP8Y", [0, 0, 0, 0, 255, 255, 255, 0, 1, 0]) == nil)
  }

  @Test func gifSizes() {
    #expect(size(Array("GIF89a".utf8) + [1, 2, 3, 4]) == [0x201, 0x403])
    #expect(size(Array("GIF87a".utf8) + [0, 0, 3, 4]) == nil)
    #expect(size(Array("GIF88a".utf8) + [1, 2, 3, 4]) == nil)
  }

  @Test func mimeTypes() {
    let images: [ImageFormat] = [.png, .jpeg, .webp, .gif]
    #expect(images.map { "\($0.mimeType)" } == ["image/png", "image/jpeg", "image/webp", "image/gif"])
    let videos: [VideoFormat] = [.mp4, .quickTime, .webM]
    #expect(videos.map { "\($0.mimeType)" } == ["video/mp4", "video/quicktime", "video/webm"])
  }

  @Test func aspectRatios() {
    for scale in [1.0, 100, 7777] {
      #expect(AspectRatios.square.fit(width: 101 * scale, height: 100 * scale))
      #expect(AspectRatios.square.fit(width: 99 * scale, height: 100 * scale))
      #expect(!AspectRatios.square.fit(width: 102 * scale, height: 100 * scale))
      #expect(!AspectRatios.square.fit(width: 98 * scale, height: 100 * scale))
      #expect(AspectRatios.tall.fit(width: 303 * scale, height: 400 * scale))
      #expect(AspectRatios.tall.fit(width: 297 * scale, height: 400 * scale))
      #expect(!AspectRatios.tall.fit(width: 304 * scale, height: 400 * scale))
      #expect(!AspectRatios.tall.fit(width: 296 * scale, height: 400 * scale))
    }
    let both: AspectRatios = [.square, .tall]
    #expect(both.fit(width: 3, height: 4) && both.fit(width: 4, height: 4) && !both.fit(width: 4, height: 3))
    #expect(!AspectRatios.square.fit(width: 3, height: 4) && !AspectRatios.tall.fit(width: 4, height: 4))
    let odd = [0, -1, Double.nan, .infinity, -.infinity]
    for a in odd {
      for b in odd + [1] { #expect(!both.fit(width: a, height: b) && !both.fit(width: b, height: a)) }
    }
    #expect(!AspectRatios([]).fit(width: 1, height: 1))
  }
}
