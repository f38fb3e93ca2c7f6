// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A queue whose ends decide which commands are there, kept over starts by Codable.
import NowPlaying

nonisolated struct QueueState: Codable, Sendable, Equatable {
  struct Song: Codable, Identifiable, Hashable, Sendable {
    var id: String
    var name: String
    var artist: String
    var album: String
    var seconds: Double
  }

  var songs: [Song] = []
  var index = 0
  var repeats = false

  var current: Song? { songs.indices.contains(index) ? songs[index] : nil }
  var hasNext: Bool { repeats || index + 1 < songs.count }
  var hasPrevious: Bool { index > 0 }
}

@Observable @MainActor
final class QueuePlayer: @MainActor MediaSessionRepresentable {
  let id: String = "queue"
  private(set) var state = QueueState() {
    didSet { isDirty = true }
  }
  @ObservationIgnored private var isDirty = false

  var content: (any MediaContentRepresentable)? {
    guard let song = state.current else { return nil }
    var content = MusicContent(
      id: song.id, songTitle: song.name, artistName: song.artist, albumName: song.album, type: .audio,
      duration: .finite(song.seconds), artwork: nil)
    content.collectionID = song.album
    content.composer = nil
    return content
  }

  var playbackSnapshot: MediaPlaybackSnapshot? { state.current.map { _ in MediaPlaybackSnapshot(state: .playing()) } }

  var commands: [MediaCommand] {
    var commands: [MediaCommand] = [
      .next { self.move(1) }.enabled(state.hasNext), .previous { self.move(-1) }.enabled(state.hasPrevious),
    ]
    commands.append(
      .changeRepeatMode(current: state.repeats ? .all : .off, supported: [.off, .all]) {
        self.state.repeats = $0 == .all
      })
    return commands
  }

  private func move(_ step: Int) {
    let count = state.songs.count
    state.index = count == 0 ? 0 : (state.index + step + count) % count
  }

  func restore(from data: Data) throws { state = try JSONDecoder().decode(QueueState.self, from: data) }

  func save() throws -> Data? {
    defer { isDirty = false }
    return isDirty ? try JSONEncoder().encode(state) : nil
  }
}
