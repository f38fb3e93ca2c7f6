// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The order of an app that plays sound: the audio session, then the session; and both ended together.
import AVFAudio
import NowPlaying

@MainActor final class Playback<Model: MediaSessionRepresentable> {
  enum Phase: Equatable {
    case idle, preparing, active
    case failed(String)
  }

  private(set) var phase = Phase.idle
  private var session: MediaSession<Model>?

  func begin(_ model: Model) async {
    phase = .preparing
    let audio = AVAudioSession.sharedInstance()
    do {
      try audio.setCategory(.playback, mode: .default, policy: .longFormAudio, options: [])
      guard try await audio.activate(options: []) else { throw CancellationError() }
      let session = MediaSession(model)
      try await session.requestToBecomeApplicationPrimary()
      self.session = session
      phase = .active
    } catch {
      phase = .failed("\(error)")
    }
  }

  func end() async {
    session = nil
    do {
      _ = try await AVAudioSession.sharedInstance().deactivate(options: [.notifyOthersOnDeactivation])
    } catch {
      phase = .failed(error.localizedDescription)
      return
    }
    phase = .idle
  }
}
