// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

// Events have no public initializers with values: the tests of a program subclass them and override the properties.

/// An event: somebody has given a command.
open class MPRemoteCommandEvent: NSObject {
  /// The command that was given.
  open var command: MPRemoteCommand { givenCommand }
  var givenCommand = MPRemoteCommand(nil)
  /// The time at which the command was given, in seconds, by the clock of `ProcessInfo.systemUptime`.
  open var timestamp: TimeInterval { givenTimestamp }
  var givenTimestamp: TimeInterval = 0

  /// Creates an event without a command, for the tests of a program's own handlers.
  public override init() {}
}

/// The event that a button for seeking was pressed or let go.
open class MPSeekCommandEvent: MPRemoteCommandEvent {
  /// Whether the button was pressed or let go.
  open var type: MPSeekCommandEventType { givenType }
  var givenType = MPSeekCommandEventType.beginSeeking
}

/// The event of a command to skip by an interval.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent {
  /// The interval to skip, in seconds; greater than 0, both forward and back.
  open var interval: TimeInterval { givenInterval }
  var givenInterval: TimeInterval = 0
}

/// The event of a command to go to a position.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent {
  /// The position in seconds, not beyond the item's length.
  open var positionTime: TimeInterval { givenPositionTime }
  var givenPositionTime: TimeInterval = 0
}

/// The event of a command to set another speed.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent {
  /// The speed: one of the command's `supportedPlaybackRates`.
  open var playbackRate: Float { givenPlaybackRate }
  var givenPlaybackRate: Float = 0
}

/// The event of a command to rate the item.
open class MPRatingCommandEvent: MPRemoteCommandEvent {
  /// The rating, between the command's `minimumRating` and `maximumRating`.
  open var rating: Float { givenRating }
  var givenRating: Float = 0
}

/// The event of a command to like, dislike or bookmark the item.
open class MPFeedbackCommandEvent: MPRemoteCommandEvent {
  /// Whether the like, the dislike or the bookmark is taken back. Taking a like back is not a dislike.
  open var isNegative: Bool { givenIsNegative }
  var givenIsNegative = false
}

/// The event of a command to set the repeat mode.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent {
  /// The repeat mode to set.
  open var repeatType: MPRepeatType { givenRepeatType }
  var givenRepeatType = MPRepeatType.off
  /// Whether the choice holds for later sessions too; always false, because the desktop does not say.
  open var preservesRepeatMode: Bool { givenPreservesRepeatMode }
  var givenPreservesRepeatMode = false
}

/// The event of a command to set the shuffle mode.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent {
  /// The shuffle mode to set.
  open var shuffleType: MPShuffleType { givenShuffleType }
  var givenShuffleType = MPShuffleType.off
  /// Whether the choice holds for later sessions too; always false, because the desktop does not say.
  open var preservesShuffleMode: Bool { givenPreservesShuffleMode }
  var givenPreservesShuffleMode = false
}

/// The event of a command to choose a language.
open class MPChangeLanguageOptionCommandEvent: MPRemoteCommandEvent {
  /// The language option to switch on or off.
  open var languageOption: MPNowPlayingInfoLanguageOption { givenLanguageOption }
  var givenLanguageOption = MPNowPlayingInfoLanguageOption(
    type: .audible, languageTag: nil, characteristics: nil, displayName: nil, identifier: nil)
  /// How long the choice holds: always for the present item, because surfaces ask for nothing else.
  open var setting: MPChangeLanguageOptionSetting { givenSetting }
  var givenSetting = MPChangeLanguageOptionSetting.none
}
