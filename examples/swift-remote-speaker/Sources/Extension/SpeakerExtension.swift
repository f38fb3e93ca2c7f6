// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ExtensionFoundation
import NowPlaying
import Speaker

/// The extension's program. The bus starts it when the app or a push needs a session; it runs while there is a session.
@main final class SpeakerExtension: @MainActor RemoteMediaSessionExtension {
  init() { HostProgram.configure { $0.displayName = "Remote Speaker" } }

  var configuration: some AppExtensionConfiguration { RemoteMediaSessionExtensionConfiguration(extension: self) }

  /// The attributes say what the speaker plays; the session asks the speaker for the rest by itself.
  func session(_ attributes: SpeakerAttributes) async throws -> SpeakerSession { SpeakerSession(attributes) }
}
