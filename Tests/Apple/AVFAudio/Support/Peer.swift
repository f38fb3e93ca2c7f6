// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport

/// Another program that uses the library, in a process of its own: Tests/Apple/AVFAudioPeer.
final class Peer: Sendable {
  private let child: Child

  init(_ bus: PrivateBus) throws {
    // SwiftPM puts programs beside the tests.
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    child = try Child([folder.appendingPathComponent("AVFAudioPeer").path], environment: bus.environment)
  }

  deinit { child.end() }

  /// The name that the other program has on the bus while it observes interruptions and is active.
  var observer: String { "org.nowplaying.AudioFocus1.p\(child.process)" }

  /// Ends the other program as a crash does.
  func crash() { child.signal(SIGKILL) }

  /// Gives the other program an order, and waits until it has obeyed.
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
