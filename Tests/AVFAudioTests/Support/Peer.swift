// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Another program that uses the library: AVFAudio's own sources and a few lines, in a process of its own.
final class Peer: Sendable {
  private let child: Child

  private static let source = """
    @main struct Peer {
      static func main() throws {
        let session = AVAudioSession.sharedInstance()
        session.pausesOtherPlayers = true
        try session.setCategory(.playback)
        while let line = readLine() {
          switch line {
          case "activate": try session.setActive(true)
          case "deactivate": try session.setActive(false)
          default: try session.setActive(false, options: .notifyOthersOnDeactivation)
          }
          FileHandle.standardOutput.write(Data("done\\n".utf8))
        }
      }
    }
    """

  /// Compiles the program; a few seconds.
  static func compile(into directory: String) async throws -> String {
    let main = directory + "/peer.swift"
    try source.write(toFile: main, atomically: true, encoding: .utf8)
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources").path
    let files = try FileManager.default.contentsOfDirectory(atPath: sources + "/AVFAudio")
      .filter { $0.hasSuffix(".swift") }.map { sources + "/AVFAudio/" + $0 }
    let binary = directory + "/peer"
    _ = try await Tool.output(
      ["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", "Peer", "-I", sources + "/CSystemd"]
        + files + [main, "-o", binary])
    return binary
  }

  init(_ binary: String, _ bus: PrivateBus) throws {
    child = try Child([binary], environment: bus.environment)
  }

  deinit { child.end() }

  /// It crashes.
  func crash() { child.signal(SIGKILL) }

  /// Makes it do something, and waits until it has.
  func order(_ order: String) async throws {
    let child = child
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            try child.input.write(contentsOf: Data((order + "\n").utf8))
            guard try child.readLine() == "done" else { throw Tool.Failure(description: "the peer failed") }
          })
      }
    }
  }
}
