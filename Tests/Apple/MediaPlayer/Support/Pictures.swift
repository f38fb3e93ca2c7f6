// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Testing

@testable import MediaPlayer

/// Makes real pictures with ffmpeg.
enum Pictures {
  /// Makes a picture of one colour; the extension of `file` names its format.
  static func make(_ file: String, _ colour: String, width: Int = 64, height: Int = 48) async throws -> Data {
    let directory = NSTemporaryDirectory() + "nowplaying-picture-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = directory + "/" + file
    let source = "color=c=\(colour):s=\(width)x\(height)"
    let command = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, "-frames:v", "1"]
    _ = try await Tool.output(command + options(file) + [path])
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  static func image(_ file: String, _ colour: String) async throws -> UIImage {
    try #require(UIImage(data: try await make(file, colour)))
  }

  /// WebP has three kinds of header: lossy, lossless, and extended, which transparency needs.
  private static func options(_ file: String) -> [String] {
    switch file {
    case "lossless.webp": ["-lossless", "1", "-pix_fmt", "bgra"]
    case "alpha.webp": ["-vf", "format=yuva420p,colorchannelmixer=aa=0.5"]
    default: []
    }
  }
}
