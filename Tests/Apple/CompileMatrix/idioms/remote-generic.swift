// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Code that knows of a remote session that it is one, and no more.
import NowPlaying

@MainActor func summary<Session: RemoteMediaSessionRepresentable>(of session: Session) -> String {
  let snapshot: MediaPlaybackSnapshot? = session.playbackSnapshot
  let state = snapshot.map { $0 == MediaPlaybackSnapshot(state: .paused) ? "is paused" : "plays" } ?? "is not known"
  let names = session.devices.map(\.name).formatted(.list(type: .and))
  return "\(session.id) \(state) on \(names)"
}

@MainActor func summaries(of sessions: [any RemoteMediaSessionRepresentable]) -> [String] {
  sessions.map { summary(of: $0) }
}

nonisolated struct ClockAttributes: RemoteMediaSessionAttributes { let id: String }

// A model whose snapshot is never nil.
@Observable @MainActor final class ClockSession: @MainActor RemoteMediaSessionRepresentable {
  let id: String
  var playbackSnapshot: MediaPlaybackSnapshot { MediaPlaybackSnapshot(state: .paused) }
  var content: (any MediaContentRepresentable)? { nil }
  var commands: [MediaCommand] { [] }
  var devices: [MediaDevice] { [MediaDevice(id: "clock", name: "Clock", type: .wearable, capabilities: [])] }

  init(_ attributes: ClockAttributes) { id = attributes.id }
  func update(_ attributes: ClockAttributes) {}
}
