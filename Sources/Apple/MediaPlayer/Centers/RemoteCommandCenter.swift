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
  // No command is ever replaced; they are variables because subclasses cannot override constants.

  // MARK: Playback

  /// Starts to play.
  open private(set) var playCommand = MPRemoteCommand(.play)
  /// Pauses playback.
  open private(set) var pauseCommand = MPRemoteCommand(.pause)
  /// Stops playback.
  open private(set) var stopCommand = MPRemoteCommand(.stop)
  /// Plays if paused, pauses if playing. While it has no target, the play and pause commands are used for it.
  open private(set) var togglePlayPauseCommand = MPRemoteCommand(.togglePlayPause)
  /// Sets another speed.
  open private(set) var changePlaybackRateCommand = MPChangePlaybackRateCommand(.changeRate)

  // MARK: Tracks

  /// Goes to the next track.
  open private(set) var nextTrackCommand = MPRemoteCommand(.next)
  /// Goes to the previous track.
  open private(set) var previousTrackCommand = MPRemoteCommand(.previous)
  /// Sets whether the item or the queue is repeated.
  open private(set) var changeRepeatModeCommand = MPChangeRepeatModeCommand(.changeRepeatMode)
  /// Sets whether items are played in a random order.
  open private(set) var changeShuffleModeCommand = MPChangeShuffleModeCommand(.changeShuffleMode)

  // MARK: Position

  /// Goes to a position.
  open private(set) var changePlaybackPositionCommand = MPChangePlaybackPositionCommand(.seekToPosition)
  /// Goes forward by an interval. MPRIS uses it only while `changePlaybackPositionCommand` is not offered.
  open private(set) var skipForwardCommand = MPSkipIntervalCommand(.skipForward)
  /// Goes back by an interval. MPRIS uses it only while `changePlaybackPositionCommand` is not offered.
  open private(set) var skipBackwardCommand = MPSkipIntervalCommand(.skipBackward)
  /// Goes forward fast while a button is pressed. Surfaces of org.nowplaying have such a button, MPRIS has none.
  open private(set) var seekForwardCommand = MPRemoteCommand(.seekForward)
  /// Goes back fast while a button is pressed. Surfaces of org.nowplaying have such a button, MPRIS has none.
  open private(set) var seekBackwardCommand = MPRemoteCommand(.seekBackward)

  // MARK: Opinions

  /// Rates the item. Surfaces of org.nowplaying have a control for it, MPRIS has none.
  open private(set) var ratingCommand = MPRatingCommand(.setRating)
  /// Likes the item, or takes the like back.
  open private(set) var likeCommand = MPFeedbackCommand(active: .positive)
  /// Dislikes the item, or takes the dislike back.
  open private(set) var dislikeCommand = MPFeedbackCommand(active: .negative)
  /// Sets or removes a bookmark. A bookmark is not a rating, and MPRIS does not show it.
  open private(set) var bookmarkCommand = MPFeedbackCommand(active: nil)

  // MARK: Languages

  /// Switches a language on: one of `MPNowPlayingInfoPropertyAvailableLanguageOptions`. Surfaces of org.nowplaying show
  /// these while the command is enabled and has a target. The handlers get a `MPChangeLanguageOptionCommandEvent`.
  open private(set) var enableLanguageOptionCommand = MPRemoteCommand(nil)
  /// Switches a language off, in a group of options of which none need be chosen. The handlers get a
  /// `MPChangeLanguageOptionCommandEvent` with the option that is chosen at present; when none is chosen, they are not
  /// called.
  open private(set) var disableLanguageOptionCommand = MPRemoteCommand(nil)

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
