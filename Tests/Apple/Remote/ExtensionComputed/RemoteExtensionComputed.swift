// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ExtensionFoundation
import NowPlaying

// RemoteExtension with attributes whose id is computed, as in Apple's own example: their JSON has `sessionID`.

@main final class RemoteExtensionComputed: @MainActor RemoteMediaSessionExtension {
  var configuration: some AppExtensionConfiguration { RemoteMediaSessionExtensionConfiguration(extension: self) }

  var extensionPoint: AppExtensionPoint {
    AppExtensionPoint.Identifier(host: "com.apple.nowplaying", name: "remote-media")
  }

  func session(_ attributes: SpeakerAttributes) async throws -> SpeakerSession {
    try await SpeakerSession.make(attributes)
  }
}

struct SpeakerAttributes: RemoteMediaSessionAttributes {
  let sessionID: String
  var id: String { sessionID }
  let isPlaying: Bool
  let elapsedTime: Double
  let timestamp: Date
  var devices: [SpeakerDevice]
  var currentTrack: SpeakerTrack?
  let controls: [String]?
}
