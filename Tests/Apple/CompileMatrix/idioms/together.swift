// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A program that uses the other files, one after the other: at each line of standard input the next, of which it says
// what has come of it. check.py drives it.
import AVFAudio
import MediaPlayer
import NowPlaying
import NowPlayingExtras

@main @MainActor enum Together {
  /// The session that is shown, and all else that must stay until the next step.
  static var kept: [Any] = []

  /// As `main` is async, threads of the system serve the main queue; observers on that queue are called all the same.
  static func main() async {
    var steps = (sessions + owners + classics + audio).makeIterator()
    for await _ in lines() {
      kept = []
      guard let step = steps.next() else { return say("now: end") }
      do {
        say("now: \(try await step())")
      } catch {
        say("now: \(error)")
      }
    }
  }

  /// Shows a session with a model, until the next step.
  static func present<Model: MediaSessionRepresentable>(_ model: Model) async throws -> String {
    let session = MediaSession(model)
    kept.append(session)
    try await session.requestToBecomeApplicationPrimary()
    return "shown \(session.id)"
  }
}

/// A session with one content.
@Observable @MainActor final class Frame: @MainActor MediaSessionRepresentable {
  let id = "frame"
  let content: (any MediaContentRepresentable)?
  let playbackSnapshot: MediaPlaybackSnapshot? = MediaPlaybackSnapshot(state: .playing())
  let commands: [MediaCommand] = []

  init(_ content: any MediaContentRepresentable) { self.content = content }
}

@MainActor final class SilentEngine: PlaybackEngine {
  var position: TimeInterval = 3
  var rate: Float = 1
  func seek(to seconds: TimeInterval) async throws { position = seconds }
}

nonisolated struct ShortFeed: StationFeed {
  func titles() -> AsyncStream<StationTitle> {
    AsyncStream { continuation in
      continuation.yield(StationTitle(program: "News"))
      continuation.finish()
    }
  }
}

nonisolated struct DeafConnection: GroupConnection {
  func set(_ level: Float, of device: String) async throws {}
  func step(_ device: String, up: Bool) async throws {}
  func send(_ word: String) async throws {}
}

nonisolated func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

nonisolated private func lines() -> AsyncStream<String> {
  AsyncStream { continuation in
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
  }
}
