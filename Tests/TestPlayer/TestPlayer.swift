// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import AVFAudio
import NowPlaying

/// A program that tests start: a player with a picture, and what the first argument says besides.
///
///     shown            serves the main actor
///     blocked          never serves it
///     focus            pauses other players while it plays, and is let to play on by them
///
/// It prints what it has done, and obeys lines on standard input: "exit", or another one to return from main.
@Observable @MainActor final class TestPlayer: @MainActor MediaSessionRepresentable {
  let id = "test-player"
  var isPlaying = true
  @ObservationIgnored var willPlay: () throws -> Void = {}

  var content: (any MediaContentRepresentable)? {
    GenericContent(
      id: "item", title: "Title", type: .audio, duration: nil,
      artwork: Artwork(id: "picture") { _ in try ArtworkRepresentation(data: picture) })
  }

  var playbackSnapshot: MediaPlaybackSnapshot? { MediaPlaybackSnapshot(state: isPlaying ? .playing() : .paused) }

  var commands: [MediaCommand] {
    [
      .play {
        try self.willPlay()
        self.isPlaying = true
        say("play")
      },
      .pause {
        self.isPlaying = false
        say("pause")
      },
    ]
  }
}

private let picture = Data(
  base64Encoded:
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==") ?? Data()

private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

@main
enum Program {
  @MainActor static func main() {
    let player = TestPlayer()
    let session = MediaSession(player)
    let mode = CommandLine.arguments.dropFirst().first
    Task {
      do {
        try await session.requestToBecomeApplicationPrimary()
        if mode == "focus" { try takeFocus(player) }
        say("shown")
      } catch {
        say("not shown: \(error.localizedDescription)")
      }
    }
    if mode == "blocked" {
      while readLine() != nil {}
    } else {
      serve()
    }
    withExtendedLifetime(session) {}
  }

  @MainActor private static func takeFocus(_ player: TestPlayer) throws {
    let session = AVAudioSession.sharedInstance()
    session.pausesOtherPlayers = true
    try session.setCategory(.playback)
    try session.setActive(true)
    player.willPlay = { try session.setActive(true) }
  }

  /// Serves the main actor until a line says otherwise, in a loop as other toolkits have it.
  @MainActor private static func serve() {
    var descriptors = [
      pollfd(fd: HostProgram.mainQueueDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&descriptors, 2, -1) >= 0 {
      if descriptors[0].revents != 0 { HostProgram.dispatchMainQueue() }
      if descriptors[1].revents == 0 { continue }
      if readLine() == "exit" { exit(0) }
      return
    }
  }
}
