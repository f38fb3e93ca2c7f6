// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ExtensionFoundation
import NowPlaying
import Speaker

/// Started by the bus when the app or a push wants something of a session; lives while there is one.
@main final class SpeakerExtension: @MainActor RemoteMediaSessionExtension {
  init() { HostProgram.configure { $0.displayName = "Remote Speaker" } }

  var configuration: some AppExtensionConfiguration { RemoteMediaSessionExtensionConfiguration(extension: self) }

  /// The attributes say what the speaker plays; the session asks the speaker for the rest by itself.
  func session(_ attributes: SpeakerAttributes) async throws -> SpeakerSession { SpeakerSession(attributes) }
}
