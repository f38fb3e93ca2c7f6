// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingEngine

/// Tests which real videos surfaces get.
@Suite struct VideoTests {
  @Test(arguments: [
    ("square.mp4", "64x64", "30", [], "video/mp4"), ("square.mov", "64x64", "30", [], "video/quicktime"),
    ("square.webm", "64x64", "60", ["-c:v", "libvpx"], "video/webm"),
    ("ntsc.mp4", "64x64", "60000/1001", [], "video/mp4"),
    ("ntsc.webm", "64x64", "60000/1001", ["-c:v", "libvpx-vp9"], "video/webm"),
    ("sixty.mov", "64x64", "60", [], "video/quicktime"),
    // One hundredth off, by its size and by its pixel aspect ratio.
    ("near.mp4", "202x200", "30", [], "video/mp4"),
    ("pixels.mp4", "32x64", "30", ["-vf", "setsar=2/1"], "video/mp4"),
    ("pixels.webm", "32x64", "30", ["-vf", "setsar=2/1", "-c:v", "libvpx"], "video/webm"),
    ("stream.mp4", "64x64", "30", ["-movflags", "frag_keyframe+empty_moov"], "video/mp4"),
  ]) func squareVideos(_ name: String, _ size: String, _ rate: String, _ options: [String], _ type: String) async throws
  {
    try await withVideo(name, size, rate, options) { try $0.isGiven(.square, type) }
  }

  @Test(arguments: [
    ("tall.mp4", "48x64", []), ("tall.mov", "48x64", []), ("tall.webm", "48x64", ["-c:v", "libvpx"]),
  ]) func tallVideos(_ name: String, _ size: String, _ options: [String]) async throws {
    try await withVideo(name, size, "30", options) { try $0.isGiven(.tall) }
  }

  @Test(arguments: [
    ("64x48", AspectRatios.square), ("64x48", .tall), ("48x64", .square), ("64x64", .tall),
    ("204x200", .square),
  ])
  func wrongAspectRatios(_ size: String, _ ratio: AspectRatios) async throws {
    try await withVideo("wrong.mp4", size, "30", []) { try $0.isRefused(ratio, "wrongAspectRatio") }
  }

  /// A phone records a video on its side: the header says by how much to rotate it.
  @Test(arguments: ["90", "270"]) func turnedVideos(_ degrees: String) async throws {
    try await withVideo("wide.mp4", "64x48", "30", []) { wide in
      let turned = wide.folder.appending(path: "turned.mp4")
      _ = try await Tool.output(
        ["ffmpeg", "-v", "error", "-i", wide.path, "-c", "copy", "-metadata:s:v:0", "rotate=" + degrees, turned.path])
      try VideoFile(turned).isGiven(.tall)
      let upsideDown = wide.folder.appending(path: "upside down.mp4")
      _ = try await Tool.output(
        ["ffmpeg", "-v", "error", "-i", wide.path, "-c", "copy", "-metadata:s:v:0", "rotate=180", upsideDown.path])
      try VideoFile(upsideDown).isRefused(.tall, "wrongAspectRatio")
    }
  }

  @Test(arguments: [
    ("fast.mp4", "120", []), ("fast.webm", "120", ["-c:v", "libvpx"]), ("fast.mov", "120", []),
    ("faster.mp4", "121/2", []),
    ("faster.webm", "121/2", ["-c:v", "libvpx"]),
  ]) func highFrameRates(_ name: String, _ rate: String, _ options: [String]) async throws {
    try await withVideo(name, "64x64", rate, options) { try $0.isRefused(.square, "frameRate") }
  }

  /// The average counts: single frames may be nearer to each other than a sixtieth of a second.
  @Test func variableFrameRates() async throws {
    let options = ["-vf", "select='not(mod(n,4))+lt(n,20)'", "-vsync", "vfr"]
    try await withVideo("varies.mp4", "64x64", "120", options) { try $0.isGiven(.square) }
  }

  /// A WebM that does not tell its frame rate, as browsers record them.
  @Test(arguments: [("60", nil), ("121/2", "frameRate")]) func missingFrameRates(_ rate: String, _ failure: String?)
    async throws
  {
    try await withVideo("without.webm", "64x64", rate, ["-c:v", "libvpx"]) { video in
      // Turns the element DefaultDuration into an unknown one.
      var bytes = video.bytes
      let place = try #require(bytes.range(of: Data([0x23, 0xE3, 0x83])))
      bytes[place.upperBound - 1] = 0x84
      try bytes.write(to: video.url)
      try failure.map { try video.isRefused(.square, $0) } ?? video.isGiven(.square)
    }
  }

  /// Files without a brand, as QuickTime wrote them.
  @Test func oldQuickTime() async throws {
    try await withVideo("old.mov", "64x64", "30", []) { video in
      var bytes = video.bytes
      bytes.replaceSubrange(4..<8, with: Data("wide".utf8))
      try bytes.write(to: video.url)
      try video.isGiven(.square, "video/quicktime")
    }
  }

  @Test(arguments: [
    ("video.mkv", ["-c:v", "libvpx"]), ("video.avi", []), ("video.gif", []), ("video.ts", []), ("video.flv", []),
    ("video.h264", []),
  ]) func otherFormats(_ name: String, _ options: [String]) async throws {
    try await withVideo(name, "64x64", "30", options) { try $0.isRefused(.square, "wrongFormat") }
  }

  @Test func soundIsNoVideo() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "sound.mp4")
      _ = try await Tool.output(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-c:a", "aac", url.path])
      try VideoFile(url).isRefused(.square, "wrongFormat")
    }
  }

  @Test(arguments: [
    ("cut.mp4", []), ("cut.mp4", ["-movflags", "faststart"]), ("cut.mov", []), ("cut.webm", ["-c:v", "libvpx"]),
  ])
  func cutVideos(_ name: String, _ options: [String]) async throws {
    try await withVideo(name, "64x64", "30", options) { video in
      let bytes = video.bytes
      for count in [bytes.count - 100, bytes.count / 2, 40] {
        try bytes.prefix(count).write(to: video.url)
        try video.isRefused(.square, "wrongFormat")
      }
    }
  }

  @Test func noVideos() async throws {
    try await withFolder { folder in
      let file = VideoFile(folder.appending(path: "video.mp4"))
      try Data("This is no video.".utf8).write(to: file.url)
      try file.isRefused(.square, "wrongFormat")
      try Data().write(to: file.url)
      try file.isRefused(.square, "wrongFormat")
      truncate(file.path, off_t(Limits.video))
      try file.isRefused(.square, "wrongFormat", byBytes: false)
      truncate(file.path, off_t(Limits.video) + 1)
      try file.isRefused(.square, "tooLarge", byBytes: false)
      #expect(VideoFile(folder).outcome(.square) == "unreadable Not a regular file")
      mkfifo(folder.path + "/fifo", 0o600)
      #expect(VideoFile(folder.appending(path: "fifo")).outcome(.square) == "unreadable Not a regular file")
      #expect(VideoFile(folder.appending(path: "missing")).outcome(.square) == "unreadable No such file or directory")
      let huge = UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: 4096), count: Limits.video + 1)
      #expect(described(Video.copy(of: huge, .square)) == "tooLarge")
    }
  }

  @Test func links() async throws {
    try await withVideo("video.mp4", "64x64", "30", []) { video in
      let link = VideoFile(video.folder.appending(path: "link"))
      symlink(video.path, link.path)
      try link.isGiven(.square)
      let loop = VideoFile(video.folder.appending(path: "loop"))
      symlink(loop.path, loop.path)
      #expect(loop.outcome(.square) == "unreadable Too many levels of symbolic links")
    }
  }

  /// Many threads provide good and bad videos at the same time.
  @Test func threads() async throws {
    try await withVideo("many.mp4", "64x64", "30", []) { video in
      let wrong = Mistakes()
      DispatchQueue.concurrentPerform(iterations: 200) { number in
        let ratio: AspectRatios = number % 2 == 0 ? .square : .tall
        let expected = number % 2 == 0 ? "video/mp4" : "wrongAspectRatio"
        let given = described(Video.copy(at: video.path, ratio))
        if given != expected { wrong.add(given) }
      }
      #expect(wrong.all == [])
    }
  }
}
