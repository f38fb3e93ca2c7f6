// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Commands with a state: repeat, shuffle, speed, like and dislike, and buttons that are held.
import NowPlaying

@Observable @MainActor
final class Modes: @MainActor MediaSessionRepresentable {
  let id = "modes"
  var repeats = MediaCommand.RepeatMode.off
  var shuffles = MediaCommand.ShuffleMode.off
  var status = MediaCommand.FeedbackStatus.neutral
  var rate: Float = 1
  var isWinding = false

  var content: (any MediaContentRepresentable)? {
    RadioContent(id: "fm", stationName: "FM", artwork: nil)
  }
  var playbackSnapshot: MediaPlaybackSnapshot? {
    MediaPlaybackSnapshot(state: .playing(rate: isWinding ? 5 : rate), defaultPlaybackRate: rate)
  }
  var commands: [MediaCommand] {
    [
      .changeRepeatMode(current: repeats, supported: [.off, .one]) { self.repeats = $0 },
      .changeShuffleMode(current: shuffles) { mode in self.shuffles = mode },
      .changePlaybackRate(supported: [1, 2]) { self.rate = $0 },
      .feedback(title: "Love", shortTitle: "Love", status: status) { self.status = $0 },
      .seekForward(beginAction: { self.isWinding = true }, endAction: { self.isWinding = false }),
      .seekBackward(beginAction: { throw CancellationError() }, endAction: {}),
    ]
  }
}
