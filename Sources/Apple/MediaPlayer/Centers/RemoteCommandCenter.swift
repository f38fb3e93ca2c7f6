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

  /// Starts to play.
  open var playCommand: MPRemoteCommand { given.playCommand }
  /// Pauses playback.
  open var pauseCommand: MPRemoteCommand { given.pauseCommand }
  /// Stops playback.
  open var stopCommand: MPRemoteCommand { given.stopCommand }
  /// Plays if paused, pauses if playing. While it has no target, the play and pause commands are used for it.
  open var togglePlayPauseCommand: MPRemoteCommand { given.togglePlayPauseCommand }
  /// Sets another speed.
  open var changePlaybackRateCommand: MPChangePlaybackRateCommand { given.changePlaybackRateCommand }

  // MARK: Tracks

  /// Goes to the next track.
  open var nextTrackCommand: MPRemoteCommand { given.nextTrackCommand }
  /// Goes to the previous track.
  open var previousTrackCommand: MPRemoteCommand { given.previousTrackCommand }
  /// Sets whether the item or the queue is repeated.
  open var changeRepeatModeCommand: MPChangeRepeatModeCommand { given.changeRepeatModeCommand }
  /// Sets whether items are played in a random order.
  open var changeShuffleModeCommand: MPChangeShuffleModeCommand { given.changeShuffleModeCommand }

  // MARK: Position

  /// Goes to a position.
  open var changePlaybackPositionCommand: MPChangePlaybackPositionCommand { given.changePlaybackPositionCommand }
  /// Goes forward by an interval. MPRIS uses it only while `changePlaybackPositionCommand` is not offered.
  open var skipForwardCommand: MPSkipIntervalCommand { given.skipForwardCommand }
  /// Goes back by an interval. MPRIS uses it only while `changePlaybackPositionCommand` is not offered.
  open var skipBackwardCommand: MPSkipIntervalCommand { given.skipBackwardCommand }
  /// Goes forward fast while a button is pressed. Surfaces of org.nowplaying have such a button, MPRIS has none.
  open var seekForwardCommand: MPRemoteCommand { given.seekForwardCommand }
  /// Goes back fast while a button is pressed. Surfaces of org.nowplaying have such a button, MPRIS has none.
  open var seekBackwardCommand: MPRemoteCommand { given.seekBackwardCommand }

  // MARK: Opinions

  /// Rates the item. Surfaces of org.nowplaying have a control for it, MPRIS has none.
  open var ratingCommand: MPRatingCommand { given.ratingCommand }
  /// Likes the item, or takes the like back.
  open var likeCommand: MPFeedbackCommand { given.likeCommand }
  /// Dislikes the item, or takes the dislike back.
  open var dislikeCommand: MPFeedbackCommand { given.dislikeCommand }
  /// Sets or removes a bookmark. A bookmark is not a rating, and MPRIS does not show it.
  open var bookmarkCommand: MPFeedbackCommand { given.bookmarkCommand }

  // MARK: Languages

  /// Switches a language on: one of `MPNowPlayingInfoPropertyAvailableLanguageOptions`. Surfaces of org.nowplaying show
  /// these while the command is enabled and has a target. The handlers get a `MPChangeLanguageOptionCommandEvent`.
  open var enableLanguageOptionCommand: MPRemoteCommand { given.enableLanguageOptionCommand }
  /// Switches a language off, in a group of options of which none need be chosen. The handlers get a
  /// `MPChangeLanguageOptionCommandEvent` with the option that is chosen at present; when none is chosen, they are not
  /// called.
  open var disableLanguageOptionCommand: MPRemoteCommand { given.disableLanguageOptionCommand }

  /// The commands. They are kept apart from the properties so that subclasses can override those.
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

  /// Makes a center. Programs use `shared()` instead.
  init(isShared: Bool) {}

  /// The program's center.
  open class func shared() -> MPRemoteCommandCenter { CenterSession.shared.commands }

  // MARK: For CenterSession

  /// All commands. The index of each is its tag.
  var all: [MPRemoteCommand] {
    [
      playCommand, pauseCommand, stopCommand, togglePlayPauseCommand, changePlaybackRateCommand, nextTrackCommand,
      previousTrackCommand, changeRepeatModeCommand, changeShuffleModeCommand, changePlaybackPositionCommand,
      skipForwardCommand, skipBackwardCommand, seekForwardCommand, seekBackwardCommand, ratingCommand, likeCommand,
      dislikeCommand, bookmarkCommand, enableLanguageOptionCommand, disableLanguageOptionCommand,
    ]
  }

  /// The commands in the form that the engine takes.
  var descriptors: [CommandDescriptor] {
    all.enumerated().compactMap { place, command in command.describe(tag: UInt64(place)) }
  }

  /// The command with a tag.
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
