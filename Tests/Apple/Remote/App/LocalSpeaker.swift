// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import NowPlayingExtras

/// A session that the app itself plays on devices, with a queue, tracks and playlists, by the module NowPlayingExtras.
@Observable @MainActor final class LocalSpeaker: @MainActor DeviceMediaSessionRepresentable {
  let id = "local"
  var level: Float = 0.5
  var row = 0
  var track = "de"
  private let queue = MediaQueue(items)

  private static let items: [any MediaContentRepresentable] = ["One", "Two", "Three"].map {
    GenericContent(id: $0, title: $0, type: .audio, duration: .finite(60), artwork: nil)
  }

  var content: (any MediaContentRepresentable)? { Self.items[row] }
  var playbackSnapshot: MediaPlaybackSnapshot? { MediaPlaybackSnapshot(state: .paused, elapsedTime: 0) }

  var commands: [MediaCommand] {
    [
      .play {}, .pause {},
      .queue(queue, row: row) { change in
        if case .goTo(let row) = change { self.row = row }
      },
      .selectTrack(
        from: ["de", "en"].map { MediaTrack(.audio, id: $0, languageTag: $0, isSelected: $0 == track) }
      ) { _, track in
        if let track { self.track = track.id }
      },
    ]
  }

  var devices: [MediaDevice] {
    let set: @Sendable (Float) async throws -> Void = { level in await self.set(level) }
    let step: @Sendable () async throws -> Void = { await self.step() }
    return [
      MediaDevice(
        id: "kitchen", name: "Kitchen", type: .speaker, capabilities: [.absoluteVolume(level, onChange: set)]),
      MediaDevice(
        id: "tv", name: "Television", type: .tv, capabilities: [.relativeVolume(onIncrement: step, onDecrement: step)]),
    ]
  }

  private func set(_ level: Float) { self.level = level }

  private func step() { Answer(event: "step").say() }
}

/// The program's playlists. They report which playlist a client has activated.
@MainActor enum LocalPlaylists {
  static func offer(_ names: [String]) {
    let lists = names.enumerated().map { index, name in
      MediaPlaylist(
        id: name, name: name, icon: URL(filePath: "/icons/\(index).png"),
        created: Date(timeIntervalSince1970: Double(100 - index)))
    }
    // Of two playlists with the same id the first one counts, and a playlist without an id is ignored.
    let more = [MediaPlaylist(id: names.first ?? "", name: "Again"), MediaPlaylist(id: "", name: "None")]
    HostProgram.setPlaylists(lists + more) { id in
      if id == "Broken" { throw CancellationError() }
      HostProgram.setActivePlaylist(id)
      Answer(event: "playlist", id: id).say()
    }
  }
}

/// A session that plays on this machine.
@Observable @MainActor final class LocalPlayer: @MainActor MediaSessionRepresentable {
  let id = "player"

  var content: (any MediaContentRepresentable)? {
    GenericContent(id: "song", title: "Song", type: .audio, duration: nil, artwork: nil)
  }

  var playbackSnapshot: MediaPlaybackSnapshot? { MediaPlaybackSnapshot(state: .paused) }
  var commands: [MediaCommand] { [.play {}] }
}
