// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying

/// The description of a session: the speaker and its playback. The app sends it to the extension, and so can a server
/// in a push.
package struct SpeakerAttributes: RemoteMediaSessionAttributes, Sendable {
  package let id: String
  /// The speaker's name, for people.
  package let name: String
  package let host: String
  package let port: UInt16
  /// The playback to show until the speaker itself has said what it plays; nil for nothing.
  package let playback: Playback?

  package init(id: String, name: String, host: String, port: UInt16, playback: Playback?) {
    self.id = id
    self.name = name
    self.host = host
    self.port = port
    self.playback = playback
  }

  package var speaker: MPD { MPD(host: host, port: port) }
}

/// The playback of a speaker.
package struct Playback: Codable, Sendable {
  package enum State: String, Codable, Sendable {
    case playing, paused, stopped
  }

  package struct Song: Codable, Sendable {
    /// The speaker's number of the song, which names it to the desktop. The file can be the address of a broadcast,
    /// with a password in it.
    package let id: String
    /// Names the file on the speaker.
    package let uri: String
    package let title: String
    package let artist: String
    package let album: String
    /// In seconds; nil for a broadcast.
    package let duration: TimeInterval?
  }

  package let song: Song
  package let state: State
  package let elapsedTime: TimeInterval
  /// The time at which `elapsed` was read.
  package let timestamp: Date
  /// From 0 to 1; nil when the speaker cannot change it.
  package let volume: Float?
}
