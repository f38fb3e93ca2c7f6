// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Real videos made by ffmpeg, in a folder that is removed with this object.
package final class TestVideo: Sendable {
  package let url: URL

  /// Makes a video of one second. The suffix of its name decides its format.
  package init(_ name: String = "video.mp4", width: Int = 64, height: Int = 64) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "nowplaying-video-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appending(path: name)
    let source = ["-f", "lavfi", "-i", "testsrc=size=\(width)x\(height):rate=10:duration=1", "-pix_fmt", "yuv420p"]
    _ = try await Tool.output(["ffmpeg", "-v", "error"] + source + [url.path()])
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  package var bytes: Data { (try? Data(contentsOf: url)) ?? Data() }
}
