// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying

/// The attributes of the app and of one extension. The other extension has a type of its own, whose id is computed.
struct SpeakerAttributes: RemoteMediaSessionAttributes {
  let id: String
  let isPlaying: Bool
  let elapsedTime: Double
  let timestamp: Date
  var devices: [SpeakerDevice]
  var currentTrack: SpeakerTrack?
  let controls: [String]?

  /// The variable KEY renames the JSON member that has the id, for the extension whose type computes it.
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    static let id = Key(ProcessInfo.processInfo.environment["KEY"] ?? "id")
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    id = try values.decode(String.self, forKey: .id)
    isPlaying = try values.decode(Bool.self, forKey: Key("isPlaying"))
    elapsedTime = try values.decode(Double.self, forKey: Key("elapsedTime"))
    timestamp = try values.decode(Date.self, forKey: Key("timestamp"))
    devices = try values.decode([SpeakerDevice].self, forKey: Key("devices"))
    currentTrack = try values.decodeIfPresent(SpeakerTrack.self, forKey: Key("currentTrack"))
    controls = try values.decodeIfPresent([String].self, forKey: Key("controls"))
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(id, forKey: .id)
    try values.encode(isPlaying, forKey: Key("isPlaying"))
    try values.encode(elapsedTime, forKey: Key("elapsedTime"))
    try values.encode(timestamp, forKey: Key("timestamp"))
    try values.encode(devices, forKey: Key("devices"))
    try values.encodeIfPresent(currentTrack, forKey: Key("currentTrack"))
    try values.encodeIfPresent(controls, forKey: Key("controls"))
  }
}
