// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ExtensionFoundation
import NowPlaying

// The extension that the tests of the remote part run. It appends each call to the file that the variable CALLS names,
// as a line of JSON.

@main final class RemoteExtension: @MainActor RemoteMediaSessionExtension {
  var configuration: some AppExtensionConfiguration { RemoteMediaSessionExtensionConfiguration(extension: self) }

  var extensionPoint: AppExtensionPoint {
    AppExtensionPoint.Identifier(host: "com.apple.nowplaying", name: "remote-media")
  }

  func session(_ attributes: SpeakerAttributes) async throws -> SpeakerSession {
    try await SpeakerSession.make(attributes)
  }
}
