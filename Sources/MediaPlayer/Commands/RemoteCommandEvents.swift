// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A command that was given.
open class MPRemoteCommandEvent: NSObject {
  /// The command.
  public internal(set) var command = MPRemoteCommand(nil)
  /// When it was given, in seconds, by the clock of `ProcessInfo.systemUptime`.
  public internal(set) var timestamp: TimeInterval = 0

  /// An event of no command, for tests of a program's own handlers.
  public override init() {}
}

/// A button for seeking was pressed or let go.
open class MPSeekCommandEvent: MPRemoteCommandEvent {
  /// Pressed or let go.
  public internal(set) var type = MPSeekCommandEventType.beginSeeking
}

/// Somebody skips.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent {
  /// How far, in seconds; greater than 0, forward and back.
  public internal(set) var interval: TimeInterval = 0
}

/// Somebody goes to a position.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent {
  /// The position in seconds, not beyond the item's length.
  public internal(set) var positionTime: TimeInterval = 0
}

/// Somebody wants another speed.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent {
  /// The speed: one of the command's `supportedPlaybackRates`.
  public internal(set) var playbackRate: Float = 0
}

/// Somebody rates the item.
open class MPRatingCommandEvent: MPRemoteCommandEvent {
  /// The rating, between the command's `minimumRating` and `maximumRating`.
  public internal(set) var rating: Float = 0
}

/// Somebody says what they think of the item.
open class MPFeedbackCommandEvent: MPRemoteCommandEvent {
  /// Whether the opinion is taken back. To take a like back is not to dislike.
  public internal(set) var isNegative = false
}

/// Somebody wants something to be played again.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent {
  /// What to play again.
  public internal(set) var repeatType = MPRepeatType.off
  /// Whether the choice is for later sessions too: the desktop does not say so.
  public internal(set) var preservesRepeatMode = false
}

/// Somebody wants a random order.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent {
  /// What to play in a random order.
  public internal(set) var shuffleType = MPShuffleType.off
  /// Whether the choice is for later sessions too: the desktop does not say so.
  public internal(set) var preservesShuffleMode = false
}

/// Somebody chooses a language.
open class MPChangeLanguageOptionCommandEvent: MPRemoteCommandEvent {
  /// The language.
  public internal(set) var languageOption = MPNowPlayingInfoLanguageOption(
    type: .audible, languageTag: nil, characteristics: nil, displayName: nil, identifier: nil)
  /// How long the choice holds.
  public internal(set) var setting = MPChangeLanguageOptionSetting.none
}
