// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// error: type 'Model' does not conform to protocol 'Remote
import NowPlaying

// A model may have a snapshot that is optional or not, and must have one.
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
