// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: language [--async | --floor] APPLICATION_ID     See the script languages: lines "commit N" on standard input.
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

/// Serves the main actor in a loop of its own, as the loops of other toolkits do, or as an asynchronous main does. With
/// `--floor` a commit is only observed and read, in the same turn, and not published: this measures the cost of
/// Observation.
@main
struct Language {
  @MainActor static func main() {
    HostProgram.configure { $0.applicationID = CommandLine.arguments.last ?? "" }
    let player = Player()
    let session = MediaSession(player)
    Task { try? await session.requestToBecomeApplicationPrimary() }
    if CommandLine.arguments.contains("--async") {
      Task {
        await serveAsynchronously(player)
        exit(0)
      }
      dispatchMain()
    }
    serve(player)
    withExtendedLifetime(session) {}
  }

  // MARK: A loop of its own

  @MainActor private static func serve(_ player: Player) {
    let isFloor = CommandLine.arguments.contains("--floor")
    var descriptors = [
      pollfd(fd: HostProgram.mainQueueDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&descriptors, 2, -1) >= 0 {
      if descriptors[0].revents != 0 { HostProgram.dispatchMainQueue() }
      if descriptors[1].revents == 0 { continue }
      guard let line = readLine() else { return }
      if let count = count(line) { print(isFloor ? observe(Player(), count) : commit(player, count)) }
    }
  }

  /// Changes the model `count` times, each followed by the turn of the main actor in which the session publishes the
  /// change. Returns the nanoseconds of each.
  @MainActor private static func commit(_ player: Player, _ count: Int) -> Int {
    let before = player.readings
    let time = ContinuousClock().measure {
      for _ in 0..<count {
        player.song += 1
        HostProgram.dispatchMainQueue()
      }
    }
    precondition(player.readings == before + count, "not each change was published")
    return Int(time / .nanoseconds(1)) / count
  }

  /// Measures Observation alone: changes the model, and reads it after the notification.
  @MainActor private static func observe(_ player: Player, _ count: Int) -> Int {
    let isChanged = Flag()
    func read() {
      isChanged.value = false
      withObservationTracking {
        _ = (player.id, player.content, player.playbackSnapshot, player.commands)
      } onChange: {
        isChanged.value = true
      }
    }
    read()
    let time = ContinuousClock().measure {
      for _ in 0..<count {
        player.song += 1
        if isChanged.value { read() }
      }
    }
    precondition(player.readings == count + 1, "not each change was read")
    return Int(time / .nanoseconds(1)) / count
  }

  /// Only used on the main thread.
  private final class Flag: @unchecked Sendable {
    var value = false
  }

  // MARK: An asynchronous main

  @MainActor private static func serveAsynchronously(_ player: Player) async {
    while let line = await Task.detached(operation: { readLine() }).value {
      if let count = count(line) { print(await commitAndYield(player, count)) }
    }
  }

  /// Commits like `commit`, but leaves the main actor in each turn and returns from another thread.
  @MainActor private static func commitAndYield(_ player: Player, _ count: Int) async -> Int {
    let before = player.readings
    let time = await ContinuousClock().measure {
      for _ in 0..<count {
        player.song += 1
        await Task.yield()
      }
    }
    precondition(player.readings == before + count, "not each change was published")
    return Int(time / .nanoseconds(1)) / count
  }

  private static func count(_ line: String) -> Int? { line.split(separator: " ").last.flatMap { Int($0) } }

  private static func print(_ number: Int) { FileHandle.standardOutput.write(Data("\(number)\n".utf8)) }
}
