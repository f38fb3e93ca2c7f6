// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A player that is older than its session: the conformance is an extension, and the session is its owner's.
import NowPlaying

@Observable @MainActor final class ToneGenerator {
  var frequency = 440.0
  var isOn = false

  func toggle() { isOn.toggle() }
}

extension ToneGenerator: @MainActor MediaSessionRepresentable {
  var id: String { "tone" }

  var content: (any MediaContentRepresentable)? {
    GenericContent(id: "tone", title: "\(frequency) Hz", type: .audio, duration: .continuous, artwork: nil)
  }

  var playbackSnapshot: MediaPlaybackSnapshot? { .init(state: isOn ? .playing() : .paused) }

  var commands: [MediaCommand] { [.play(turn(on: true)), .pause(turn(on: false)), .togglePlayPause(toggle)] }

  private func turn(on isOn: Bool) -> () async throws -> Void {
    { [weak self] in self?.isOn = isOn }
  }
}

@MainActor struct ToneApp {
  let generator: ToneGenerator
  let session: MediaSession<ToneGenerator>

  init() {
    generator = ToneGenerator()
    session = MediaSession(generator)
  }

  func run() async {
    if session.id == generator.id { try? await session.requestToBecomeApplicationPrimary() }
  }
}
