// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// As Apple's article has it: a struct, without an extension point, which Apple's systems find elsewhere.

import ExtensionFoundation
import NowPlaying

nonisolated struct SpeakerAttributes: RemoteMediaSessionAttributes {
  let id: String
}

@Observable @MainActor final class SpeakerSession: @MainActor RemoteMediaSessionRepresentable {
  let id: String
  init(_ attributes: SpeakerAttributes) { id = attributes.id }
  var content: (any MediaContentRepresentable)? { nil }
  var playbackSnapshot: MediaPlaybackSnapshot? { nil }
  var commands: [MediaCommand] { [] }
  var devices: [MediaDevice] { [] }
  func update(_ attributes: SpeakerAttributes) {}
}

@main
struct MyRemotePlaybackExtension: RemoteMediaSessionExtension {
  var configuration: some AppExtensionConfiguration {
    RemoteMediaSessionExtensionConfiguration(extension: self)
  }

  func session(_ attributes: SpeakerAttributes) async throws -> SpeakerSession { SpeakerSession(attributes) }
}
