// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingEngine

/// Makes ffmpeg encode on one thread: the threads of libvpx busy-wait for each other, and take up to twenty times as
/// much of a busy processor.
let ofOneThread = ["-threads", "1"]

/// Makes a video of a second by ffmpeg, in the format of its name.
func make(_ file: URL, _ size: String, _ rate: String, _ options: [String]) async throws {
  let source = ["-f", "lavfi", "-i", "testsrc=size=\(size):rate=\(rate):duration=1", "-pix_fmt", "yuv420p"]
  _ = try await Tool.output(["ffmpeg", "-v", "error"] + source + options + ofOneThread + [file.path])
}

func withFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "nowplaying-video-" + UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder)
}

func withVideo(
  _ name: String, _ size: String, _ rate: String, _ options: [String], _ body: (VideoFile) async throws -> Void
) async throws {
  try await withFolder { folder in
    let file = VideoFile(folder.appending(path: name))
    try await make(file.url, size, rate, options)
    try await body(file)
  }
}

/// Describes the result for a video in a word: its MIME type, or why it is refused.
func described(_ result: Result<Video, VideoFailure>) -> String {
  switch result {
  case .success(let video): "\(video.format.mimeType)"
  case .failure(.unreadable(let sentence)): "unreadable " + sentence
  case .failure(let failure): "\(failure)"
  }
}

/// A video as a host provides it, in a file and in memory.
struct VideoFile {
  let url: URL
  var path: String { url.path }
  var folder: URL { url.deletingLastPathComponent() }
  var bytes: Data { (try? Data(contentsOf: url)) ?? Data() }

  init(_ url: URL) { self.url = url }

  func outcome(_ ratio: AspectRatios) -> String { described(Video.copy(at: path, ratio)) }

  /// Surfaces get its bytes, and cannot write.
  func isGiven(_ ratio: AspectRatios, _ type: String? = nil) throws {
    let bytes = bytes
    let copy = bytes.withUnsafeBytes { Video.copy(of: $0, ratio) }
    for result in [Video.copy(at: path, ratio), copy] {
      #expect(type == nil || described(result) == type)
      let video = try result.get()
      #expect(video.descriptor > 2)
      #expect(fcntl(video.descriptor, F_GETFL) & O_ACCMODE == O_RDONLY)
      #expect(fcntl(video.descriptor, F_GETFD) & FD_CLOEXEC != 0)
      var content = Data(count: bytes.count + 1)
      let count = content.withUnsafeMutableBytes { pread(video.descriptor, $0.baseAddress, $0.count, 0) }
      #expect(content.prefix(count) == bytes)
    }
  }

  func isRefused(_ ratio: AspectRatios, _ failure: String, byBytes: Bool = true) throws {
    #expect(outcome(ratio) == failure)
    guard byBytes else { return }
    #expect(bytes.withUnsafeBytes { described(Video.copy(of: $0, ratio)) } == failure)
  }
}

/// Collects the mistakes of several threads.
final class Mistakes: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [String] = []

  var all: [String] { lock.withLock { list } }

  func add(_ text: String) { lock.withLock { list.append(text) } }
}
