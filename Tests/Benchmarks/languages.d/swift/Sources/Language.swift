// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: language APPLICATION_ID     See the script languages: lines "commit N" on standard input.
import Foundation
import NowPlaying

@Observable @MainActor
final class Player: MediaSessionRepresentable {
  let id = "language"
  var song = 1
  /// How often the session has read the model.
  @ObservationIgnored var readings = 0

  var content: (any MediaContentRepresentable)? {
    readings += 1
    return MusicContent(
      id: "Song \(song)", songTitle: "Song \(song)", artistName: "The Examples", albumName: "",
      type: .audio, duration: nil, artwork: nil)
  }

  var playbackSnapshot: MediaPlaybackSnapshot? {
    MediaPlaybackSnapshot(state: .playing(), elapsedTime: TimeInterval(song % 100))
  }

  var commands: [MediaCommand] { [.play {}, .pause {}] }
}

@main
struct Language {
  @MainActor static func main() async throws {
    HostProgram.configure { $0.applicationID = CommandLine.arguments[1] }
    let player = Player()
    let session = MediaSession(player)
    try await session.requestToBecomeApplicationPrimary()
    while let line = await Task.detached(operation: { readLine() }).value {
      guard let count = line.split(separator: " ").last.flatMap({ Int($0) }) else { continue }
      FileHandle.standardOutput.write(Data("\(await commit(player, count))\n".utf8))
    }
    withExtendedLifetime(session) {}
  }

  /// Changes the model and lets the session publish, so many times. Returns the nanoseconds of each.
  @MainActor static func commit(_ player: Player, _ count: Int) async -> Int {
    let before = player.readings
    let time = await ContinuousClock().measure {
      for _ in 0..<count {
        player.song += 1
        // The session reads the model in the next turn of the main actor; changes until then would be one.
        await Task.yield()
      }
    }
    precondition(player.readings == before + count, "not each change was published")
    return Int(time / .nanoseconds(1)) / count
  }
}
