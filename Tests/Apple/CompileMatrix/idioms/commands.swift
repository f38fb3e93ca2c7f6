// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// How audio programs take commands.
import MediaPlayer

@MainActor final class RemoteControl {
  private var tokens: [(MPRemoteCommand, Any)] = []
  private(set) var isPlaying = false
  private(set) var position: TimeInterval = 0
  private(set) var rate: Float = 1

  func setup() {
    UIApplication.shared.beginReceivingRemoteControlEvents()
    let center = MPRemoteCommandCenter.shared()
    center.playCommand.isEnabled = true
    center.playCommand.addTarget { [weak self] _ in
      guard let self else { return .commandFailed }
      isPlaying = true
      return .success
    }
    center.pauseCommand.addTarget { [unowned self] (event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus in
      if !isPlaying { return .noActionableNowPlayingItem }
      isPlaying = false
      return .success
    }
    center.togglePlayPauseCommand.addTarget(handler: toggle)
    center.skipForwardCommand.preferredIntervals = [NSNumber(value: 15)]
    center.skipBackwardCommand.preferredIntervals = [15, 30.0]
    center.skipForwardCommand.addTarget { [weak self] event in
      guard let event = event as? MPSkipIntervalCommandEvent else { return .commandFailed }
      self?.position += event.interval
      return .success
    }
    center.skipBackwardCommand.addTarget { [weak self] event in
      guard let command = event.command as? MPSkipIntervalCommand else { return .noSuchContent }
      self?.position -= command.preferredIntervals.first?.doubleValue ?? 15
      return .success
    }
    center.changePlaybackPositionCommand.addTarget { [weak self] event in
      guard let self, let event = event as? MPChangePlaybackPositionCommandEvent else { return .commandFailed }
      position = event.positionTime
      return .success
    }
    center.changePlaybackRateCommand.supportedPlaybackRates = [0.5, 0.75, 1.0, 1.25, 1.5, 2.0]
    center.changePlaybackRateCommand.addTarget {
      self.rate = ($0 as! MPChangePlaybackRateCommandEvent).playbackRate
      return .success
    }
    center.changeRepeatModeCommand.currentRepeatType = .all
    center.changeShuffleModeCommand.currentShuffleType = .items
    center.changeRepeatModeCommand.addTarget {
      ($0 as? MPChangeRepeatModeCommandEvent)?.repeatType == .one ? .success : .commandFailed
    }
    center.likeCommand.isActive = true
    center.likeCommand.localizedTitle = "Love"
    center.ratingCommand.maximumRating = 5
    let token = center.nextTrackCommand.addTarget { _ in .success }
    tokens.append((center.nextTrackCommand, token))
    for command in [center.seekForwardCommand, center.seekBackwardCommand, center.bookmarkCommand] {
      command.isEnabled = false
    }
  }

  private func toggle(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
    isPlaying.toggle()
    return event.timestamp > 0 ? .success : .deviceNotFound
  }

  func tearDown() {
    let center = MPRemoteCommandCenter.shared()
    center.playCommand.removeTarget(nil)
    center.pauseCommand.removeTarget(self)
    for (command, token) in tokens { command.removeTarget(token) }
    UIApplication.shared.endReceivingRemoteControlEvents()
  }
}

func play(_ body: () throws -> Void) -> Bool {
  do {
    try body()
  } catch MPError.cancelled {
    return false
  } catch let error as MPError where error.code == .notFound {
    return false
  } catch {
    return (error as NSError).domain != MPErrorDomain
  }
  return true
}
