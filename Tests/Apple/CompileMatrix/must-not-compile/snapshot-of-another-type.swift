// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// error: type 'Model' does not conform to protocol 'MediaSessionRepresentable'
import NowPlaying

// The requirement is optional and has no default: a property of another type must not be taken for something else,
// and silently be ignored.
@MainActor final class Model: @MainActor MediaSessionRepresentable {
  let id = "model"
  var content: (any MediaContentRepresentable)? { nil }
  var playbackSnapshot: MediaPlaybackSnapshot { MediaPlaybackSnapshot(state: .paused) }
  var commands: [MediaCommand] { [] }
}
