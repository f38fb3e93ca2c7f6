// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A model that is generic over the engine's protocol, as programs with tests write it.
import NowPlaying

@MainActor protocol PlaybackEngine: AnyObject {
  var position: TimeInterval { get }
  var rate: Float { get set }
  func seek(to seconds: TimeInterval) async throws
}

@Observable @MainActor
final class Model<Engine: PlaybackEngine>: @MainActor MediaSessionRepresentable {
  nonisolated let id: String
  @ObservationIgnored private let engine: Engine
  private(set) var isPlaying = false

  init(id: String, engine: Engine) {
    self.id = id
    self.engine = engine
  }

  var content: (any MediaContentRepresentable)? {
    GenericContent(id: id, title: "Title", type: .audio, duration: .finite(60), artwork: nil)
  }
  var playbackSnapshot: MediaPlaybackSnapshot? {
    MediaPlaybackSnapshot(
      state: isPlaying ? .playing(rate: engine.rate) : .paused, elapsedTime: engine.position, timestamp: .now)
  }
  var commands: [MediaCommand] {
    [
      .togglePlayPause { self.isPlaying.toggle() },
      .skipForward(preferredIntervals: [15, 30]) { try await self.engine.seek(to: self.engine.position + $0) },
      .changePlaybackRate(supported: [0.5, 1, 1.5, 2]) { self.engine.rate = $0 },
    ]
  }
}

@MainActor func show<Engine: PlaybackEngine>(_ engine: Engine) async throws -> MediaSession<Model<Engine>> {
  let session = MediaSession(Model(id: "model", engine: engine))
  try await session.requestToBecomeApplicationPrimary()
  return session
}
