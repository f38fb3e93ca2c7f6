// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ExtensionFoundation
import NowPlaying

// The extension that the tests of the remote part run. It appends what is called, a JSON object per line, to the file
// that the variable CALLS names.

@main final class RemoteExtension: @MainActor RemoteMediaSessionExtension {
  var configuration: some AppExtensionConfiguration { RemoteMediaSessionExtensionConfiguration(extension: self) }

  var extensionPoint: AppExtensionPoint {
    AppExtensionPoint.Identifier(host: "com.apple.nowplaying", name: "remote-media")
  }

  func session(_ attributes: SpeakerAttributes) async throws -> SpeakerSession {
    try await SpeakerSession.make(attributes)
  }
}

struct SpeakerAttributes: RemoteMediaSessionAttributes {
  struct Device: Codable {
    let id: String
    let name: String
    let type: String?
    let volume: Float
  }
  struct Track: Codable {
    let id: String
    var title: String
    let duration: Double
  }

  let id: String
  let isPlaying: Bool
  let elapsedTime: Double
  let timestamp: Date
  var devices: [Device]
  var currentTrack: Track?
  let controls: [String]?
}
