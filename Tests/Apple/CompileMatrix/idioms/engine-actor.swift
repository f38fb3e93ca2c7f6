// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A model of the main actor whose engine is an actor.
import NowPlaying

actor Engine {
  private(set) var position: TimeInterval = 0
  private(set) var isPlaying = false

  func play() { isPlaying = true }
  func pause() { isPlaying = false }
  func seek(to seconds: TimeInterval) { position = seconds }
}

@Observable @MainActor
final class PlayerModel: @MainActor MediaSessionRepresentable {
  let id = "player"
  private let engine = Engine()
  private var snapshot: MediaPlaybackSnapshot?
  private var song: MusicContent?

  var content: (any MediaContentRepresentable)? { song }
  var playbackSnapshot: MediaPlaybackSnapshot? { snapshot }
  var commands: [MediaCommand] {
    [
      .play { [weak self] in try await self?.change { await $0.play() } },
      .pause { [weak self] in try await self?.change { await $0.pause() } },
      .seekToPosition { [weak self] seconds in try await self?.change { await $0.seek(to: seconds) } },
    ]
  }

  private func change(_ body: (Engine) async throws -> Void) async throws {
    try await body(engine)
    let (isPlaying, position) = await (engine.isPlaying, engine.position)
    snapshot = MediaPlaybackSnapshot(
      state: isPlaying ? .playing() : .paused, elapsedTime: position, timestamp: .now)
  }
}
