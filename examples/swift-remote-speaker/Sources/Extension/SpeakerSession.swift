// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import Speaker

/// The playback of a speaker. The extension observes it; nothing here speaks to the desktop.
@Observable final class SpeakerSession {
  let id: String
  private var attributes: SpeakerAttributes
  /// The playback: from the attributes at first, and then from the speaker itself.
  private var playback: Playback?

  @ObservationIgnored private var listening: Task<Void, Never>?

  init(_ attributes: SpeakerAttributes) {
    id = attributes.id
    self.attributes = attributes
    playback = attributes.playback
    listen()
    // The tokens are requested here, because the request is what registers for pushes. The updates end with the
    // session.
    let (id, tokens) = (id, pushTokenUpdates)
    Task {
      for await token in tokens { TokenFile.write(token, for: id) }
      TokenFile.remove(for: id)
    }
  }

  deinit { listening?.cancel() }

  private func listen() {
    listening?.cancel()
    listening = Task { [weak self, speaker] in
      for await playback in speaker.playbacks() { self?.playback = playback }
    }
  }

  private var speaker: MPD { attributes.speaker }
}

extension SpeakerSession: @MainActor RemoteMediaSessionRepresentable {
  /// Takes new attributes. Their playback counts only for another speaker, because a speaker reports its own changes.
  func update(_ attributes: SpeakerAttributes) {
    let hasMoved = attributes.speaker != speaker
    self.attributes = attributes
    guard hasMoved else { return }
    playback = attributes.playback
    listen()
  }

  var content: (any MediaContentRepresentable)? {
    playback.map { [speaker] playback in
      let song = playback.song
      return MusicContent(
        id: song.id, songTitle: song.title, artistName: song.artist, albumName: song.album, type: .audio,
        duration: song.duration.map { .finite($0) } ?? .live,
        artwork: Artwork(id: "\(speaker.host):\(speaker.port)/\(song.uri)") { _ in
          try ArtworkRepresentation(data: await speaker.cover(of: song.uri))
        })
    }
  }

  var playbackSnapshot: MediaPlaybackSnapshot? {
    playback.map { playback in
      MediaPlaybackSnapshot(
        state: playback.state == .playing ? .playing() : playback.state == .paused ? .paused : .stopped,
        elapsedTime: playback.elapsedTime, timestamp: playback.timestamp)
    }
  }

  var commands: [MediaCommand] {
    let speaker = speaker
    return [
      .play { try await speaker.play() }, .pause { try await speaker.pause() }, .next { try await speaker.next() },
      .previous { try await speaker.previous() }, .seekToPosition { try await speaker.seek(to: $0) },
    ]
  }

  var devices: [MediaDevice] {
    let speaker = speaker
    // The volume shown changes when the speaker reports it.
    let volume = playback?.volume.map { level in
      MediaDevice.Capability.absoluteVolume(level) { try await speaker.setVolume($0) }
    }
    return [
      MediaDevice(
        id: "\(speaker.host):\(speaker.port)", name: attributes.name, type: .speaker,
        capabilities: volume.map { [$0] } ?? [])
    ]
  }
}
