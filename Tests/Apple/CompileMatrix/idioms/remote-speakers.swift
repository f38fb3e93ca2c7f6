// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A session on several devices behind a server: volumes are set there, and its own push tokens are sent on.
import NowPlaying

nonisolated struct GroupAttributes: RemoteMediaSessionAttributes, Sendable {
  struct Member: Codable, Sendable {
    let id: String
    let name: String
    var level: Float?
    var isScreen = false
  }

  let id: String
  var members: [Member]
  var song: String?
  var changed: Date
}

nonisolated protocol GroupConnection: Sendable {
  func set(_ level: Float, of device: String) async throws
  func step(_ device: String, up: Bool) async throws
  func send(_ word: String) async throws
}

@Observable @MainActor
final class GroupSession: @MainActor RemoteMediaSessionRepresentable {
  let id: String
  private var attributes: GroupAttributes
  private let connection: any GroupConnection
  @ObservationIgnored private var tokens: Task<Void, Never>?

  init(_ attributes: GroupAttributes, _ connection: any GroupConnection) {
    (id, self.attributes, self.connection) = (attributes.id, attributes, connection)
    let updates = pushTokenUpdates
    tokens = Task {
      for await token in updates { try? await connection.send(token.base64EncodedString()) }
    }
  }

  deinit { tokens?.cancel() }

  var content: (any MediaContentRepresentable)? {
    attributes.song.map { GenericContent(id: $0, title: $0, type: .audio, duration: .live, artwork: nil) }
  }

  var playbackSnapshot: MediaPlaybackSnapshot? {
    MediaPlaybackSnapshot(state: .playing(), elapsedTime: 0, timestamp: attributes.changed)
  }

  var commands: [MediaCommand] {
    let connection = connection
    return ["play", "pause"].map { word in
      let action = { try await connection.send(word) }
      return word == "play" ? .play(action) : .pause(action)
    }
  }

  var devices: [MediaDevice] {
    attributes.members.map { member in
      let connection = connection
      let volume: MediaDevice.Capability
      if let level = member.level {
        volume = .absoluteVolume(level) { try await connection.set($0, of: member.id) }
      } else {
        volume = .relativeVolume {
          try await connection.step(member.id, up: true)
        } onDecrement: {
          try await connection.step(member.id, up: false)
        }
      }
      return MediaDevice(
        id: member.id, name: member.name, type: member.isScreen ? .tv : .speaker, capabilities: [volume])
    }
  }

  func update(_ attributes: GroupAttributes) { self.attributes = attributes }
}
