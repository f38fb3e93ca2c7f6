// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Plays encoded sound by a child process, ffmpeg.
nonisolated final class Decoder: Sendable {
  private let process: Int32
  private let input: FileHandle

  init() throws {
    let ffmpeg = Process()
    let pipe = Pipe()
    let output = ProcessInfo.processInfo.environment["FFMPEG_OUTPUT"] ?? "-f pulse default"
    ffmpeg.executableURL = URL(filePath: "/usr/bin/env")
    ffmpeg.arguments = ["ffmpeg", "-loglevel", "error", "-i", "pipe:0"] + output.split(separator: " ").map(String.init)
    ffmpeg.standardInput = pipe
    try ffmpeg.run()
    process = ffmpeg.processIdentifier
    input = pipe.fileHandleForWriting
  }

  /// Writes sound to the decoder. Returns when the decoder has taken it, which is when it is about to be heard.
  @concurrent func play(_ data: Data) async throws { try input.write(contentsOf: data) }

  func stop() {
    try? input.close()
    kill(process, SIGTERM)
  }
}
