// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The device in the attributes of the app and of both extensions.

struct SpeakerDevice: Codable {
  let id: String
  let name: String
  let type: String?
  let volume: Float
}

struct SpeakerTrack: Codable {
  let id: String
  var title: String
  let duration: Double
}
