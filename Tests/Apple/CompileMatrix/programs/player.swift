// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// usage: player [blocked | bare | slow | idle]
//   A player with a picture. It serves the main actor, or never does, also before it has a session; serves it only when
//   its toolkit has started; or has nothing to play, is shown all the same, and fills the screen.
//
// It prints what it has done, and obeys lines on standard input: "exit", "return" (from main), "take" (the audio
// focus), "give" (it back). When it is asked to play, it takes the focus.
import AVFAudio
import MediaPlayer
import NowPlaying
import NowPlayingExtras

@Observable @MainActor final class Player: @MainActor MediaSessionRepresentable {
  let id = "player"
  var isPlaying = true

  var content: (any MediaContentRepresentable)? {
    if CommandLine.arguments.contains("idle") { return nil }
    return GenericContent(
      id: "item", title: "Title", type: .audio, duration: nil,
      artwork: Artwork(id: "picture") { _ in try ArtworkRepresentation(data: picture) })
  }

  var playbackSnapshot: MediaPlaybackSnapshot? { MediaPlaybackSnapshot(state: isPlaying ? .playing() : .paused) }

  var commands: [MediaCommand] {
    [
      .play {
        self.isPlaying = true
        try AVAudioSession.sharedInstance().setActive(true)
        say("play")
      },
      .pause {
        self.isPlaying = false
        say("pause")
      },
    ]
  }
}

nonisolated private let picture =
  Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==") ?? Data()

nonisolated private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

@main
enum Program {
  @MainActor static func main() throws {
    if CommandLine.arguments.contains("idle") {
      HostProgram.configure { $0.showIdle = true }
      HostProgram.setDisplayName("Idle player")
      HostProgram.setFullscreen(true)
    }
    if CommandLine.arguments.contains("bare") {
      HostProgram.configure { $0.displayName = "Bare player" }
      while readLine() != nil {}
      return
    }
    let audio = AVAudioSession.sharedInstance()
    audio.pausesOtherPlayers = true
    try audio.setCategory(.playback)
    let session = MediaSession(Player())
    Task {
      do {
        try await session.requestToBecomeApplicationPrimary()
        say("shown")
      } catch {
        say(error.localizedDescription)
      }
    }
    if CommandLine.arguments.contains("blocked") {
      while readLine() != nil {}
    } else {
      let observer = NotificationCenter.default.addObserver(
        forName: UIApplication.willTerminateNotification, object: UIApplication.shared, queue: .main
      ) { _ in say("will terminate") }
      try serve(audio)
      withExtendedLifetime(observer) {}
    }
    withExtendedLifetime(session) {}
  }

  /// Serves the main actor in a loop of poll(), as other toolkits do, until a line of the input is no order.
  @MainActor private static func serve(_ audio: AVAudioSession) throws {
    var descriptors = [
      pollfd(fd: HostProgram.mainQueueDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
    ]
    // sleeps: is as slow as a toolkit that opens its first window on a busy machine
    if CommandLine.arguments.contains("slow") { Thread.sleep(forTimeInterval: 3) }
    while poll(&descriptors, 2, -1) >= 0 {
      if descriptors[0].revents != 0 { HostProgram.dispatchMainQueue() }
      if descriptors[1].revents == 0 { continue }
      switch readLine() {
      case "take": try audio.setActive(true)
      case "give": try audio.setActive(false, options: .notifyOthersOnDeactivation)
      case "exit": exit(0)
      default: return
      }
      say("done")
    }
  }
}
