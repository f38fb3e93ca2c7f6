// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CMPDClient
import Foundation

/// A speaker: a computer on which the Music Player Daemon plays.
///
/// Each command has a connection of its own, so that none waits for another and a broken one is of no consequence.
package struct MPD: Equatable, Sendable {
  package let host: String
  package let port: UInt16

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Returns the speaker's playback; nil if nothing plays.
  package func playback() async throws -> Playback? { try await withConnection { try $0.playback() } }

  /// The picture of a song, as it is in the file or beside it.
  package func cover(of uri: String) async throws -> Data { try await withConnection { try $0.cover(of: uri) } }

  package func play() async throws { try await run { mpd_run_play($0) } }
  package func pause() async throws { try await run { mpd_run_pause($0, true) } }
  package func next() async throws { try await run { mpd_run_next($0) } }
  package func previous() async throws { try await run { mpd_run_previous($0) } }
  package func seek(to time: TimeInterval) async throws {
    try await run { mpd_run_seek_current($0, Float(time), false) }
  }

  /// Sets the volume, from 0 to 1.
  package func setVolume(_ volume: Float) async throws {
    try await run { mpd_run_set_volume($0, UInt32(max(0, min(100, (volume * 100).rounded())))) }
  }

  private func run(_ command: @Sendable (OpaquePointer) -> Bool) async throws {
    try await withConnection { try $0.check(command($0.mpd)) }
  }

  private func withConnection<Value: Sendable>(
    _ body: @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await withTaskExecutorPreference(WaitingExecutor.shared) { try body(Connection(self)) }
  }

  // MARK: Listening

  /// Returns the speaker's playback, now and after each change; nil for nothing, and while it cannot be reached.
  package func playbacks() -> AsyncStream<Playback?> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { playbacks in
      let listening = Task(executorPreference: WaitingExecutor.shared) {
        while !Task.isCancelled {
          do {
            let connection = try Connection(self)
            while !Task.isCancelled {
              playbacks.yield(try connection.playback())
              try await connection.change()
            }
          } catch {
            playbacks.yield(nil)
            // sleeps: paces the attempts to reach the server
            try? await Task.sleep(for: .seconds(2))
          }
        }
      }
      playbacks.onTermination = { _ in listening.cancel() }
    }
  }
}

/// Runs tasks that wait for the network: Swift's own threads are few, and must not wait.
private final class WaitingExecutor: TaskExecutor {
  static let shared = WaitingExecutor()
  private let queue = DispatchQueue(label: "speaker", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
