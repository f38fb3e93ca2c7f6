// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying

/// A player in Swift inside of a program that is not: its main loop is C's, GLib's or Python's, and serves the main
/// actor by `nowplaying_main_queue_fd()` and `nowplaying_main_queue_dispatch()`.
@Observable @MainActor final class Tuner: @MainActor MediaSessionRepresentable {
  private var isPlaying = false
  private var session: MediaSession<Tuner>?

  let id = "tuner"
  var content: (any MediaContentRepresentable)? {
    RadioContent(id: "station", stationName: "Foreign FM", artwork: nil)
  }
  var playbackSnapshot: MediaPlaybackSnapshot? { MediaPlaybackSnapshot(state: isPlaying ? .playing() : .paused) }
  var commands: [MediaCommand] { [.play { self.set(true) }, .pause { self.set(false) }] }

  private func set(_ isPlaying: Bool) {
    self.isPlaying = isPlaying
    say("\(isPlaying ? "play" : "pause"), main thread: \(Thread.isMainThread)")
  }

  func start() async {
    let session = MediaSession(self)
    self.session = session
    do {
      try await session.requestToBecomeApplicationPrimary()
      say("shown, main thread: \(Thread.isMainThread)")
    } catch {
      say(error.localizedDescription)
    }
  }

  private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

@MainActor private let tuner = Tuner()

/// Starts the player. To be called on the main thread; declared in C as `void tuner_start(void);`.
@_cdecl("tuner_start")
public func startTuner() {
  Task { @MainActor in await tuner.start() }
}
