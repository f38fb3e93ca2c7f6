// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A model that is made of other observable models, which change by themselves.
import NowPlaying

@Observable @MainActor final class Transport {
  var isPlaying = false
  var position: TimeInterval = 0
}

@Observable @MainActor final class Shelf {
  struct Record {
    var id = 0
    var name = ""
  }

  var records: [Record] = []
  var selected: Int?
  var record: Record? { selected.flatMap { index in records.first { $0.id == index } } }
}

@Observable @MainActor
final class TurntableModel: @MainActor MediaSessionRepresentable {
  let id = "turntable"
  let transport = Transport()
  let shelf: Shelf
  @ObservationIgnored lazy var formatter = ISO8601DateFormatter()

  init(shelf: Shelf) { self.shelf = shelf }

  var content: (any MediaContentRepresentable)? {
    guard let record = shelf.record else { return nil }
    return GenericContent(
      id: String(record.id), title: record.name, subtitle: shelf.records.count.formatted(), type: .audio,
      duration: .continuous, artwork: nil)
  }
  var playbackSnapshot: MediaPlaybackSnapshot? {
    MediaPlaybackSnapshot(
      state: transport.isPlaying ? .playing() : .paused, elapsedTime: transport.position, timestamp: .now)
  }
  var commands: [MediaCommand] {
    [
      .play { [transport] in transport.isPlaying = true }, .pause { [transport] in transport.isPlaying = false },
      .next { [unowned self] in shelf.selected = (shelf.selected ?? 0) + 1 },
    ]
  }
}
