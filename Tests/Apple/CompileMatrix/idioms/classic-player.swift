// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The information center and the commands, as programs had them before sessions.
import MediaPlayer

@MainActor final class ClassicPlayer {
  private let center = MPNowPlayingInfoCenter.default()
  private let commands = MPRemoteCommandCenter.shared()
  private var tokens: [(MPRemoteCommand, Any)] = []
  var isPlaying = false { didSet { update() } }
  var elapsed = 0.0

  func activate() {
    add(commands.playCommand) { player, _ in player.isPlaying = true }
    add(commands.pauseCommand) { player, _ in player.isPlaying = false }
    add(commands.changePlaybackPositionCommand) { player, event in
      guard let event = event as? MPChangePlaybackPositionCommandEvent else { return }
      player.elapsed = event.positionTime
    }
    commands.skipForwardCommand.preferredIntervals = [15]
    commands.nextTrackCommand.isEnabled = false
  }

  private func add(
    _ command: MPRemoteCommand, _ body: @escaping @MainActor (ClassicPlayer, MPRemoteCommandEvent) -> Void
  ) {
    let token = command.addTarget { [weak self] event in
      nonisolated(unsafe) let event = event
      return MainActor.assumeIsolated {
        guard let self else { return .noSuchContent }
        body(self, event)
        return .success
      }
    }
    tokens.append((command, token))
  }

  func deactivate() {
    for (command, token) in tokens { command.removeTarget(token) }
    tokens = []
    center.nowPlayingInfo = nil
  }

  private func update() {
    var info = center.nowPlayingInfo ?? [:]
    info[MPMediaItemPropertyTitle] = "Title"
    info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = elapsed
    info[MPNowPlayingInfoPropertyPlaybackRate] = isPlaying ? 1.0 : 0.0
    center.nowPlayingInfo = info
    center.playbackState = isPlaying ? .playing : .paused
  }
}
