// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// An episode with speeds, skips and a sleep timer.
import NowPlaying

@Observable @MainActor
final class EpisodePlayer: @MainActor MediaSessionRepresentable {
  struct Episode: Identifiable, Hashable {
    let id: UUID
    var title: String
    var show: String
    var published: Date?
    var length: Duration
  }

  enum Sleep: Equatable {
    case off
    case at(Date)
  }

  static let speeds: [Float] = [0.8, 1, 1.2, 1.5, 1.8, 2, 3]

  let id = "episodes"
  var episode: Episode?
  var speed: Float = 1.2
  var sleep = Sleep.off
  private var started: Date?
  private var offset: TimeInterval = 0

  var content: (any MediaContentRepresentable)? {
    episode.map {
      PodcastContent(
        id: $0.id.uuidString, episodeTitle: $0.title, showName: $0.show, releaseDate: $0.published, type: .audio,
        duration: .finite(TimeInterval($0.length.components.seconds)), artwork: nil)
    }
  }

  var playbackSnapshot: MediaPlaybackSnapshot? {
    guard let started else { return .init(state: .paused, defaultPlaybackRate: speed, elapsedTime: offset) }
    return .init(
      state: .playing(rate: speed), defaultPlaybackRate: speed, elapsedTime: offset, timestamp: started)
  }

  var commands: [MediaCommand] {
    guard episode != nil else { return [] }
    return [
      .togglePlayPause(toggle), .skipForward(preferredIntervals: [30], skip(by:)),
      .skipBackward(preferredIntervals: [15]) { seconds in self.skip(by: -seconds) },
      .changePlaybackRate(supported: Self.speeds) { [weak self] in self?.speed = $0 },
    ]
  }

  private func toggle() async throws {
    if case .at(let end) = sleep, end < .now { throw CancellationError() }
    started = started == nil ? .now : nil
  }

  private func skip(by seconds: TimeInterval) {
    offset = max(0, offset + seconds)
    if started != nil { started = .now }
  }
}
