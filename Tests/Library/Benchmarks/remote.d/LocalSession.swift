// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlaying
import NowPlayingPush

// Usage: BenchmarkLocal APPLICATION_ID     The local session with which the script `remote` compares remote ones. It
// shows the same as the session of Tests/Apple/Remote/Extension. Takes orders as lines, and prints "ready" and times in
// nanoseconds.

@Observable @MainActor final class Player: MediaSessionRepresentable {
  let id = "local"
  var title = "Blue"

  var content: (any MediaContentRepresentable)? {
    GenericContent(id: "track", title: title, type: .audio, duration: .finite(200), artwork: nil)
  }

  var playbackSnapshot: MediaPlaybackSnapshot? {
    MediaPlaybackSnapshot(state: .playing(), elapsedTime: 60, timestamp: Date(timeIntervalSince1970: 1_773_907_200))
  }

  var commands: [MediaCommand] { [.play {}, .pause {}, .next {}, .previous {}] }
}

@main struct BenchmarkLocal {
  @MainActor static func main() {
    HostProgram.configure { $0.applicationID = CommandLine.arguments.last ?? "" }
    say("ready")
    let player = Player()
    var session: MediaSession<Player>?
    serve { line in
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "show":
        let shown = MediaSession(player)
        session = shown
        Task { try? await shown.requestToBecomeApplicationPrimary() }
      case "hide": session = nil
      case "commit":
        say("\(now())")
        player.title = words.dropFirst().joined(separator: " ")
      case "decrypt": say(decrypt(words.dropFirst().map { Data(base64URL: $0) ?? Data() }))
      default: exit(2)
      }
    }
    withExtendedLifetime(session) {}
  }

  /// Runs the main actor until the input ends, each line in its own turn.
  @MainActor private static func serve(_ obey: (String) -> Void) {
    var descriptors = [
      pollfd(fd: HostProgram.mainQueueDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
    ]
    HostProgram.dispatchMainQueue()
    while poll(&descriptors, 2, -1) >= 0 {
      if descriptors[1].revents != 0 {
        guard let line = readLine() else { return }
        obey(line)
      }
      HostProgram.dispatchMainQueue()
    }
  }

  /// Decrypts a message by keys, once: the private one, the public one, auth, and then the message.
  private static func decrypt(_ parts: [Data]) -> String {
    guard parts.count == 4, let crypto = Libcrypto.shared else { return "unreadable" }
    let keys = PushKeys(privateKey: parts[0], publicKey: parts[1], auth: parts[2])
    let before = now()
    let message = try? PushMessage([UInt8](parts[3]), for: keys, by: crypto)
    let after = now()
    return message == nil ? "refused" : "\(after - before)"
  }

  /// Returns the time of the clock that Python's time.monotonic_ns() reads.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}
