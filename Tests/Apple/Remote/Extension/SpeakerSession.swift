// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlaying

// The model of both extensions of the tests; each has attributes of its own.

struct Refusal: LocalizedError {
  let errorDescription: String?
}

@Observable @MainActor final class SpeakerSession: @MainActor RemoteMediaSessionRepresentable {
  var id: String { attributes.id }
  private var attributes: SpeakerAttributes
  private var tokens: Task<Void, Never>?

  /// Makes a session for `session(_:)` of the extensions.
  static func make(_ attributes: SpeakerAttributes) async throws -> SpeakerSession {
    report("session", id: attributes.id)
    switch attributes.controls?.first {
    case "throw": throw Refusal(errorDescription: "The speaker does not answer")
    case "crash": abort()
    // sleeps: a device that never answers
    case "hang": try await Task.sleep(for: .seconds(3600))
    default: break
    }
    return SpeakerSession(attributes)
  }

  init(_ attributes: SpeakerAttributes) {
    self.attributes = attributes
    if attributes.controls?.contains("nopush") == true { return }
    reportToken(pushToken)
    if attributes.controls?.contains("oneToken") == true { return }
    let updates = pushTokenUpdates
    let id = id
    tokens = Task { @MainActor in
      for await token in updates { report("token", id: id, hex: token.hex) }
      report("ended", id: id)
    }
  }

  private func reportToken(_ token: Data?) {
    if let token { report("token", id: id, hex: token.hex) }
  }

  var content: (any MediaContentRepresentable)? {
    guard let track = attributes.currentTrack else { return nil }
    return GenericContent(
      id: track.id, title: track.title, type: .audio, duration: .finite(track.duration), artwork: nil)
  }

  var playbackSnapshot: MediaPlaybackSnapshot? {
    MediaPlaybackSnapshot(
      state: attributes.isPlaying ? .playing() : .paused, elapsedTime: attributes.elapsedTime,
      timestamp: attributes.timestamp)
  }

  var commands: [MediaCommand] {
    [
      .play { self.note("play") }, .pause { self.note("pause") },
      .next {
        self.note("next")
        self.attributes.currentTrack?.title += "!"
      },
      .previous { self.note("previous") },
    ]
  }

  private func note(_ command: String) {
    MainActor.preconditionIsolated()
    report("command", id: id, name: command)
  }

  var devices: [MediaDevice] {
    attributes.devices.map { device in
      MediaDevice(
        id: device.id, name: device.name, type: device.type == "tv" ? .tv : .speaker,
        capabilities: [
          .absoluteVolume(device.volume) { level in
            await report("volume", id: self.id, device: device.id, level: level)
            await self.set(level, of: device.id)
          }
        ])
    }
  }

  private func set(_ level: Float, of id: String) {
    attributes.devices = attributes.devices.map {
      $0.id == id ? .init(id: $0.id, name: $0.name, type: $0.type, volume: level) : $0
    }
  }

  func update(_ attributes: SpeakerAttributes) {
    MainActor.preconditionIsolated()
    report("update", id: attributes.id)
    self.attributes = attributes
  }
}
