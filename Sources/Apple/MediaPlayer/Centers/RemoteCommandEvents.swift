// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

// Events have no public initializers with values: the tests of a program subclass them and override the properties.

/// An event: somebody has given a command.
open class MPRemoteCommandEvent: NSObject {
  /// The command that was given.
  open internal(set) var command = MPRemoteCommand(nil)
  /// The time at which the command was given, in seconds, by the clock of `ProcessInfo.systemUptime`.
  open internal(set) var timestamp: TimeInterval = 0

  /// Creates an event without a command, for the tests of a program's own handlers.
  public override init() {}
}

/// The event that a button for seeking was pressed or let go.
open class MPSeekCommandEvent: MPRemoteCommandEvent {
  /// Whether the button was pressed or let go.
  open internal(set) var type = MPSeekCommandEventType.beginSeeking
}

/// The event of a command to skip by an interval.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent {
  /// The interval to skip, in seconds; greater than 0, both forward and back.
  open internal(set) var interval: TimeInterval = 0
}

/// The event of a command to go to a position.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent {
  /// The position in seconds, not beyond the item's length.
  open internal(set) var positionTime: TimeInterval = 0
}

/// The event of a command to set another speed.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent {
  /// The speed: one of the command's `supportedPlaybackRates`.
  open internal(set) var playbackRate: Float = 0
}

/// The event of a command to rate the item.
open class MPRatingCommandEvent: MPRemoteCommandEvent {
  /// The rating, between the command's `minimumRating` and `maximumRating`.
  open internal(set) var rating: Float = 0
}

/// The event of a command to like, dislike or bookmark the item.
open class MPFeedbackCommandEvent: MPRemoteCommandEvent {
  /// Whether the like, the dislike or the bookmark is taken back. Taking a like back is not a dislike.
  open internal(set) var isNegative = false
}

/// The event of a command to set the repeat mode.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent {
  /// The repeat mode to set.
  open internal(set) var repeatType = MPRepeatType.off
  /// Whether the choice holds for later sessions too; always false, because the desktop does not say.
  open var preservesRepeatMode: Bool { false }
}

/// The event of a command to set the shuffle mode.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent {
  /// The shuffle mode to set.
  open internal(set) var shuffleType = MPShuffleType.off
  /// Whether the choice holds for later sessions too; always false, because the desktop does not say.
  open var preservesShuffleMode: Bool { false }
}

/// The event of a command to choose a language.
open class MPChangeLanguageOptionCommandEvent: MPRemoteCommandEvent {
  /// The language option to switch on or off.
  open internal(set) var languageOption = MPNowPlayingInfoLanguageOption(
    type: .audible, languageTag: nil, characteristics: nil, displayName: nil, identifier: nil)
  /// How long the choice holds: always for the present item, because surfaces ask for nothing else.
  open internal(set) var setting = MPChangeLanguageOptionSetting.none
}
