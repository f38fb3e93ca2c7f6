// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// error: does not conform to protocol 'RemoteMediaSessionRepresentable'
// No requirement has a default: what a model forgets is not taken for "there is none".
import NowPlaying

struct Speaker: RemoteMediaSessionAttributes {
  let id: String
}

@Observable @MainActor final class SpeakerSession: @MainActor RemoteMediaSessionRepresentable {
  let id = "1"
  var content: (any MediaContentRepresentable)? { nil }
  var playbackSnapshot: MediaPlaybackSnapshot? { nil }
  var commands: [MediaCommand] { [] }
  func update(_ attributes: Speaker) {}
}
