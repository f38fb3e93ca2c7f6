// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// error: type 'Model' does not conform to protocol 'Remote
import NowPlaying

// A model must have the property `playbackSnapshot`, whose type may be optional or not.
@MainActor final class Model: @MainActor RemoteMediaSessionRepresentable {
  struct Attributes: RemoteMediaSessionAttributes {
    let id: String
  }
  let id = "model"
  var content: (any MediaContentRepresentable)? { nil }
  var commands: [MediaCommand] { [] }
  var devices: [MediaDevice] { [] }
  func update(_ attributes: Attributes) {}
}
