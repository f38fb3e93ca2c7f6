// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
internal import NowPlayingCore

/// The buttons that the desktop, headsets and media keys may press.
///
/// ```swift
/// MPRemoteCommandCenter.shared().playCommand.addTarget { event in
///   player.play()
///   return .success
/// }
/// ```
///
/// May be used on any thread. Each change is published at once; handlers are called on the main actor.
open class MPRemoteCommandCenter: NSObject {
  // MARK: Playback

  /// Start to play.
  public let playCommand = MPRemoteCommand(.play)
  /// Pause.
  public let pauseCommand = MPRemoteCommand(.pause)
  /// Stop.
  public let stopCommand = MPRemoteCommand(.stop)
  /// Play if paused, pause if playing. Without a target, play and pause are used for it.
  public let togglePlayPauseCommand = MPRemoteCommand(.togglePlayPause)
  /// Set another speed.
  public let changePlaybackRateCommand = MPChangePlaybackRateCommand(.changeRate)

  // MARK: Tracks

  /// Go to the next track.
  public let nextTrackCommand = MPRemoteCommand(.next)
  /// Go to the previous track.
  public let previousTrackCommand = MPRemoteCommand(.previous)
  /// Play again.
  public let changeRepeatModeCommand = MPChangeRepeatModeCommand(.changeRepeatMode)
  /// Play in a random order.
  public let changeShuffleModeCommand = MPChangeShuffleModeCommand(.changeShuffleMode)

  // MARK: Position

  /// Go to a position.
  public let changePlaybackPositionCommand = MPChangePlaybackPositionCommand(.seekToPosition)
  /// Go forward by an interval. Asked for when `changePlaybackPositionCommand` is not offered.
  public let skipForwardCommand = MPSkipIntervalCommand(.skipForward)
  /// Go back by an interval. Asked for when `changePlaybackPositionCommand` is not offered.
  public let skipBackwardCommand = MPSkipIntervalCommand(.skipBackward)
  /// Go forward fast while a button is pressed. MPRIS has no such button.
  public let seekForwardCommand = MPRemoteCommand(.seekForward)
  /// Go back fast while a button is pressed. MPRIS has no such button.
  public let seekBackwardCommand = MPRemoteCommand(.seekBackward)

  // MARK: Opinions

  /// Rate. No Linux desktop has a control for it.
  public let ratingCommand = MPRatingCommand(nil)
  /// Like.
  public let likeCommand = MPFeedbackCommand(active: .positive)
  /// Dislike.
  public let dislikeCommand = MPFeedbackCommand(active: .negative)
  /// Remember.
  public let bookmarkCommand = MPFeedbackCommand(active: .neutral)

  // MARK: Languages

  /// Switch a language on. No Linux desktop has a control for it.
  public let enableLanguageOptionCommand = MPRemoteCommand(nil)
  /// Switch a language off. No Linux desktop has a control for it.
  public let disableLanguageOptionCommand = MPRemoteCommand(nil)

  /// Programs use `shared()`.
  init(isShared: Bool) {}

  /// The program's center.
  open class func shared() -> MPRemoteCommandCenter { CenterSession.shared.commands }

  // MARK: For the centers' session

  /// All commands; the place of each is its tag.
  private var all: [MPRemoteCommand] {
    [
      playCommand, pauseCommand, stopCommand, togglePlayPauseCommand, changePlaybackRateCommand, nextTrackCommand,
      previousTrackCommand, changeRepeatModeCommand, changeShuffleModeCommand, changePlaybackPositionCommand,
      skipForwardCommand, skipBackwardCommand, seekForwardCommand, seekBackwardCommand, ratingCommand, likeCommand,
      dislikeCommand, bookmarkCommand, enableLanguageOptionCommand, disableLanguageOptionCommand,
    ]
  }

  /// Whether anybody listens to any command.
  var hasTargets: Bool { all.contains { $0.hasTargets } }

  /// The commands as the engine wants them.
  var descriptors: [CommandDescriptor] {
    all.enumerated().compactMap { place, command in command.describe(tag: UInt64(place)) }
  }

  /// The command of a tag.
  func command(tag: UInt64) -> MPRemoteCommand? {
    let all = all
    guard let place = Int(exactly: tag), all.indices.contains(place) else { return nil }
    return all[place]
  }

  /// What a like or a dislike that is active says as a rating; nil when neither is.
  var rating: Double? {
    if likeCommand.status == .positive { return 1 }
    return dislikeCommand.status == .negative ? 0 : nil
  }
}
