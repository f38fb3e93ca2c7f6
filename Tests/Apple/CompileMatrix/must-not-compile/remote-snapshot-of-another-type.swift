// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// error: type 'Model' does not conform to protocol 'RemoteMediaSessionRepresentable'
import NowPlaying

// A property of a type that is neither a snapshot nor an optional one must not silently be ignored.
@MainActor final class Model: @MainActor RemoteMediaSessionRepresentable {
  struct Attributes: RemoteMediaSessionAttributes {
    let id: String
  }
  let id = "model"
  var content: (any MediaContentRepresentable)? { nil }
  var playbackSnapshot: Int? { 1 }
  var commands: [MediaCommand] { [] }
  var devices: [MediaDevice] { [] }
  func update(_ attributes: Attributes) {}
}
