// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Pictures of a camera at home, live and from its memory.
import NowPlaying

@Observable @MainActor
final class CameraModel: @MainActor MediaSessionRepresentable, Sendable {
  let id: String
  let place: String
  var clip: (start: Date, length: TimeInterval)?
  var isOpen = true

  init(place: String) { (id, self.place) = ("camera." + place, place) }

  nonisolated var description: String { id }

  var content: (any MediaContentRepresentable)? {
    guard isOpen else { return nil }
    var content = HomeMediaContent(
      id: clip.map { $0.start.ISO8601Format() } ?? "live", sourceName: place,
      contentDescription: clip == nil ? "Live" : nil, type: .video, duration: clip.map { .finite($0.length) } ?? .live,
      artwork: nil)
    content.isExcludedFromSuggestions = true
    content.serviceID = "camera"
    return content
  }

  var playbackSnapshot: MediaPlaybackSnapshot? {
    isOpen ? MediaPlaybackSnapshot(state: .playing(), elapsedTime: clip.map { _ in 0 }, timestamp: clip?.start) : nil
  }

  var commands: [MediaCommand] {
    [.stop { [weak self] in self?.isOpen = false }] + (clip == nil ? [] : [.seekToPosition { _ in }])
  }
}
