// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Playlists of a program, and a session that it plays on a speaker itself, by this library's additions.
import NowPlaying
import NowPlayingExtras

@Observable @MainActor
final class Jukebox: @MainActor DeviceMediaSessionRepresentable {
  let id = "jukebox"
  var lists = ["1": "Morning"]
  var list: String?
  var level: Float = 0.5
  private(set) var session: MediaSession<Jukebox>?

  var content: (any MediaContentRepresentable)? {
    list.map { GenericContent(id: $0, title: lists[$0] ?? "", type: .audio, duration: nil, artwork: nil) }
  }
  var playbackSnapshot: MediaPlaybackSnapshot? { MediaPlaybackSnapshot(state: .playing()) }
  var commands: [MediaCommand] { [.stop { self.list = nil }] }
  var devices: [MediaDevice] {
    let set: @Sendable (Float) async throws -> Void = { level in await self.set(level) }
    return [
      MediaDevice(id: "hall", name: "Hall", type: .speaker, capabilities: [.absoluteVolume(level, onChange: set)])
    ]
  }

  private func set(_ level: Float) { self.level = level }
  private func play(list: String) { self.list = list }

  func show() {
    HostProgram.setPlaylists(lists.map { MediaPlaylist(id: $0.key, name: $0.value) }) { id in
      self.play(list: id)
      HostProgram.setActivePlaylist(id)
    }
    let session = MediaSession(onDevicesOf: self)
    self.session = session
  }
}
