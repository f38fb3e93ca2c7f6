// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import AppleSupport
import Foundation
import NowPlayingBus
import NowPlayingCore
import NowPlayingEngine
import SwiftSupport
import Testing

/// This process as a player that obeys commands. It is not the program's own app, which other tests use.
@MainActor final class OwnPlayer: MainActorSessionHost {
  private final class Handler: AppHandler {
    var canRaise: Bool { false }
    var canQuit: Bool { false }
    var canOpenURIs: Bool { false }
    func log(_ level: LogLevel, _ message: String) {}
    func busChanged(_ state: BusState) {}
    func raise(_ request: Request) {}
    func quit(_ request: Request) {}
    func open(_ uri: String, _ request: Request) {}
    func ratiosChanged(_ ratios: AspectRatios) {}
    func wakeUp() {}
    func finish() {}
  }

  private let relay = MainActorRelay()
  private let app: App
  private let session: Session
  private(set) var isPlaying = true

  /// Shows the player on a bus and waits until it is there.
  static func start(_ bus: PrivateBus) async throws -> OwnPlayer {
    let player = try OwnPlayer(bus.address)
    try await eventually("this process is a player") { try await bus.has("org.mpris.MediaPlayer2.AVFAudioTests") }
    return player
  }

  private init(_ address: String) throws {
    var options = AppOptions(applicationID: "org.example.AVFAudioTests")
    options.busAddress = address
    app = try App.make(options, Handler())
    session = try Session(app, id: "own", relay)
    relay.host = self
    _ = session.set(content: Content(kind: .music, id: "tone"))
    _ = session.set(commands: [CommandDescriptor(kind: .play), CommandDescriptor(kind: .pause)].compactMap { $0 })
    say(isPlaying: true)
    _ = session.requestApplicationPrimary()
  }

  func end() {
    session.free()
    app.close()
  }

  func say(isPlaying: Bool) {
    self.isPlaying = isPlaying
    let state: PlaybackState = isPlaying ? .playing : .paused
    _ = session.set(
      snapshot: PlaybackSnapshot(state: state, rate: 1, defaultRate: 1, elapsed: 0, timestamp: .now))
    _ = session.commit()
  }

  func operation(for event: CommandEvent) -> MainActorRelay.Operation? {
    { self.say(isPlaying: event.kind == .play) }
  }

  func picture(_ id: String, _ size: CGSize) throws -> MainActorRelay.Picture { { Data() } }
  func preview(_ id: String, _ ratio: AspectRatio, _ size: CGSize) throws -> MainActorRelay.Picture { { Data() } }
  func video(_ id: String, _ ratio: AspectRatio, _ size: CGSize) throws -> MainActorRelay.Video {
    { URL(filePath: "/") }
  }
  func publishChanges() {}
  func primaryChanged(_ primary: Primary) {}
  func primaryResult(_ which: Primary, _ failure: Failure?) {}
}
