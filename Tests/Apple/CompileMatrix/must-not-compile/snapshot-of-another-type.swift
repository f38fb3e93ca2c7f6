// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// error: type 'Model' does not conform to protocol 'MediaSessionRepresentable'
import NowPlaying

// The protocol requires a snapshot of an optional type, and has no default implementation of it: with one, a property
// of the same name but of another type would silently be ignored.
@MainActor final class Model: @MainActor MediaSessionRepresentable {
  let id = "model"
  var content: (any MediaContentRepresentable)? { nil }
  var playbackSnapshot: MediaPlaybackSnapshot { MediaPlaybackSnapshot(state: .paused) }
  var commands: [MediaCommand] { [] }
}
