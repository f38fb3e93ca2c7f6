// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// An extension that says who its app is, in its initialiser, and is content with what the rest is by itself.
import ExtensionFoundation
import NowPlaying

nonisolated struct Speaker: RemoteMediaSessionAttributes {
  let id: String
  let devices: [String]
}

@Observable @MainActor final class SpeakerSession: @MainActor RemoteMediaSessionRepresentable {
  let id: String
  private var attributes: Speaker
  private var steps = 0

  init(_ attributes: Speaker) {
    id = attributes.id
    self.attributes = attributes
  }

  var content: (any MediaContentRepresentable)? {
    GenericContent(id: "1", title: "Steps: \(steps)", type: .audio, duration: .live, artwork: nil)
  }
  // The property is not optional, as in Apple's own example.
  var playbackSnapshot: MediaPlaybackSnapshot { MediaPlaybackSnapshot(state: .playing()) }
  var commands: [MediaCommand] { [.pause {}] }
  var devices: [MediaDevice] {
    attributes.devices.map { name in
      MediaDevice(
        id: name, name: name, type: .tv,
        capabilities: [
          .relativeVolume(onIncrement: { await self.step(1) }, onDecrement: { await self.step(-1) })
        ])
    }
  }

  private func step(_ step: Int) {
    MainActor.preconditionIsolated()
    steps += step
  }

  func update(_ attributes: Speaker) { self.attributes = attributes }
}

@main
@MainActor final class SpeakerExtension: @MainActor RemoteMediaSessionExtension {
  init() {
    HostProgram.configure {
      $0.displayName = "Loud"
      // This application id is ignored, because the library derives the id from the extension's name on the bus.
      $0.applicationID = "org.example.Nobody"
    }
  }
  var configuration: some AppExtensionConfiguration { RemoteMediaSessionExtensionConfiguration(extension: self) }
  func session(_ attributes: Speaker) async throws -> SpeakerSession { SpeakerSession(attributes) }
}
