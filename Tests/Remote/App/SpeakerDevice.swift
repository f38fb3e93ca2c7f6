// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// What the attributes of the app and of both extensions are made of.

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
