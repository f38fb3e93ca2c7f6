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
  open var playCommand: MPRemoteCommand { given.playCommand }
  /// Pause.
  open var pauseCommand: MPRemoteCommand { given.pauseCommand }
  /// Stop.
  open var stopCommand: MPRemoteCommand { given.stopCommand }
  /// Play if paused, pause if playing. Without a target, play and pause are used for it.
  open var togglePlayPauseCommand: MPRemoteCommand { given.togglePlayPauseCommand }
  /// Set another speed.
  open var changePlaybackRateCommand: MPChangePlaybackRateCommand { given.changePlaybackRateCommand }

  // MARK: Tracks

  /// Go to the next track.
  open var nextTrackCommand: MPRemoteCommand { given.nextTrackCommand }
  /// Go to the previous track.
  open var previousTrackCommand: MPRemoteCommand { given.previousTrackCommand }
  /// Play again.
  open var changeRepeatModeCommand: MPChangeRepeatModeCommand { given.changeRepeatModeCommand }
  /// Play in a random order.
  open var changeShuffleModeCommand: MPChangeShuffleModeCommand { given.changeShuffleModeCommand }

  // MARK: Position

  /// Go to a position.
  open var changePlaybackPositionCommand: MPChangePlaybackPositionCommand { given.changePlaybackPositionCommand }
  /// Go forward by an interval. Asked for when `changePlaybackPositionCommand` is not offered.
  open var skipForwardCommand: MPSkipIntervalCommand { given.skipForwardCommand }
  /// Go back by an interval. Asked for when `changePlaybackPositionCommand` is not offered.
  open var skipBackwardCommand: MPSkipIntervalCommand { given.skipBackwardCommand }
  /// Go forward fast while a button is pressed. MPRIS has no such button, org.nowplaying has.
  open var seekForwardCommand: MPRemoteCommand { given.seekForwardCommand }
  /// Go back fast while a button is pressed. MPRIS has no such button, org.nowplaying has.
  open var seekBackwardCommand: MPRemoteCommand { given.seekBackwardCommand }

  // MARK: Opinions

  /// Rate. MPRIS has no control for it, org.nowplaying has.
  open var ratingCommand: MPRatingCommand { given.ratingCommand }
  /// Like.
  open var likeCommand: MPFeedbackCommand { given.likeCommand }
  /// Dislike.
  open var dislikeCommand: MPFeedbackCommand { given.dislikeCommand }
  /// Remember. It is no rating: MPRIS does not show it.
  open var bookmarkCommand: MPFeedbackCommand { given.bookmarkCommand }

  // MARK: Languages

  /// Switch a language on: one of `MPNowPlayingInfoPropertyAvailableLanguageOptions`. Surfaces of org.nowplaying show
  /// these while the command is enabled and has a target. Its events are of `MPChangeLanguageOptionCommandEvent`.
  open var enableLanguageOptionCommand: MPRemoteCommand { given.enableLanguageOptionCommand }
  /// Switch a language off where none may be chosen. Its events are of `MPChangeLanguageOptionCommandEvent`, with the
  /// option that is chosen at present; where none is, it is not called.
  open var disableLanguageOptionCommand: MPRemoteCommand { given.disableLanguageOptionCommand }

  /// The commands. Apart from the properties, so that those can be overridden.
  private let given = Commands()

  private struct Commands {
    let playCommand = MPRemoteCommand(.play)
    let pauseCommand = MPRemoteCommand(.pause)
    let stopCommand = MPRemoteCommand(.stop)
    let togglePlayPauseCommand = MPRemoteCommand(.togglePlayPause)
    let changePlaybackRateCommand = MPChangePlaybackRateCommand(.changeRate)
    let nextTrackCommand = MPRemoteCommand(.next)
    let previousTrackCommand = MPRemoteCommand(.previous)
    let changeRepeatModeCommand = MPChangeRepeatModeCommand(.changeRepeatMode)
    let changeShuffleModeCommand = MPChangeShuffleModeCommand(.changeShuffleMode)
    let changePlaybackPositionCommand = MPChangePlaybackPositionCommand(.seekToPosition)
    let skipForwardCommand = MPSkipIntervalCommand(.skipForward)
    let skipBackwardCommand = MPSkipIntervalCommand(.skipBackward)
    let seekForwardCommand = MPRemoteCommand(.seekForward)
    let seekBackwardCommand = MPRemoteCommand(.seekBackward)
    let ratingCommand = MPRatingCommand(.setRating)
    let likeCommand = MPFeedbackCommand(active: .positive)
    let dislikeCommand = MPFeedbackCommand(active: .negative)
    let bookmarkCommand = MPFeedbackCommand(active: nil)
    let enableLanguageOptionCommand = MPRemoteCommand(nil)
    let disableLanguageOptionCommand = MPRemoteCommand(nil)
  }

  /// Programs use `shared()`.
  init(isShared: Bool) {}

  /// The program's center.
  open class func shared() -> MPRemoteCommandCenter { CenterSession.shared.commands }

  // MARK: For the centers' session

  /// All commands; the place of each is its tag.
  var all: [MPRemoteCommand] {
    [
      playCommand, pauseCommand, stopCommand, togglePlayPauseCommand, changePlaybackRateCommand, nextTrackCommand,
      previousTrackCommand, changeRepeatModeCommand, changeShuffleModeCommand, changePlaybackPositionCommand,
      skipForwardCommand, skipBackwardCommand, seekForwardCommand, seekBackwardCommand, ratingCommand, likeCommand,
      dislikeCommand, bookmarkCommand, enableLanguageOptionCommand, disableLanguageOptionCommand,
    ]
  }

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

  /// The rating that an active like or dislike stands for; nil when neither is active.
  var rating: Double? {
    if likeCommand.status == .positive { return 1 }
    return dislikeCommand.status == .negative ? 0 : nil
  }
}
