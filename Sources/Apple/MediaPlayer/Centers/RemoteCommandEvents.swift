// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

// A program's tests make events of their own: by subclasses that override what is read.

/// A command that was given.
open class MPRemoteCommandEvent: NSObject {
  /// The command.
  open var command: MPRemoteCommand { givenCommand }
  var givenCommand = MPRemoteCommand(nil)
  /// When it was given, in seconds, by the clock of `ProcessInfo.systemUptime`.
  open var timestamp: TimeInterval { givenTimestamp }
  var givenTimestamp: TimeInterval = 0

  /// An event of no command, for tests of a program's own handlers.
  public override init() {}
}

/// A button for seeking was pressed or let go.
open class MPSeekCommandEvent: MPRemoteCommandEvent {
  /// Pressed or let go.
  open var type: MPSeekCommandEventType { givenType }
  var givenType = MPSeekCommandEventType.beginSeeking
}

/// Somebody skips.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent {
  /// How far, in seconds; greater than 0, forward and back.
  open var interval: TimeInterval { givenInterval }
  var givenInterval: TimeInterval = 0
}

/// Somebody goes to a position.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent {
  /// The position in seconds, not beyond the item's length.
  open var positionTime: TimeInterval { givenPositionTime }
  var givenPositionTime: TimeInterval = 0
}

/// Somebody wants another speed.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent {
  /// The speed: one of the command's `supportedPlaybackRates`.
  open var playbackRate: Float { givenPlaybackRate }
  var givenPlaybackRate: Float = 0
}

/// Somebody rates the item.
open class MPRatingCommandEvent: MPRemoteCommandEvent {
  /// The rating, between the command's `minimumRating` and `maximumRating`.
  open var rating: Float { givenRating }
  var givenRating: Float = 0
}

/// Somebody says what they think of the item.
open class MPFeedbackCommandEvent: MPRemoteCommandEvent {
  /// Whether the opinion is taken back. To take a like back is not to dislike.
  open var isNegative: Bool { givenIsNegative }
  var givenIsNegative = false
}

/// Somebody wants something to be played again.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent {
  /// The repeat mode to set.
  open var repeatType: MPRepeatType { givenRepeatType }
  var givenRepeatType = MPRepeatType.off
  /// Whether the choice is for later sessions too: the desktop does not say so.
  open var preservesRepeatMode: Bool { givenPreservesRepeatMode }
  var givenPreservesRepeatMode = false
}

/// Somebody wants a random order.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent {
  /// The shuffle mode to set.
  open var shuffleType: MPShuffleType { givenShuffleType }
  var givenShuffleType = MPShuffleType.off
  /// Whether the choice is for later sessions too: the desktop does not say so.
  open var preservesShuffleMode: Bool { givenPreservesShuffleMode }
  var givenPreservesShuffleMode = false
}

/// Somebody chooses a language.
open class MPChangeLanguageOptionCommandEvent: MPRemoteCommandEvent {
  /// The language.
  open var languageOption: MPNowPlayingInfoLanguageOption { givenLanguageOption }
  var givenLanguageOption = MPNowPlayingInfoLanguageOption(
    type: .audible, languageTag: nil, characteristics: nil, displayName: nil, identifier: nil)
  /// How long the choice holds: for the present item, because surfaces do not ask for more.
  open var setting: MPChangeLanguageOptionSetting { givenSetting }
  var givenSetting = MPChangeLanguageOptionSetting.none
}
