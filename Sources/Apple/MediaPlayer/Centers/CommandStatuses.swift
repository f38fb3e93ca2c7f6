// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport

/// The outcome of a command's handler. It decides the answer to the program whose button was pressed.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
  /// The command was carried out.
  case success = 0
  /// The item that the command was meant for does not exist.
  case noSuchContent = 100
  /// Nothing is playing that the command could apply to.
  case noActionableNowPlayingItem = 110
  /// The device that the command needs does not exist.
  case deviceNotFound = 120
  /// The command failed.
  case commandFailed = 200

  /// The error for the program whose button was pressed; nil when the command was carried out.
  var failure: MainActorRelay.Answered? {
    switch self {
    case .success: nil
    case .noSuchContent: .init(.noSuchContent, "The player does not have this content")
    case .noActionableNowPlayingItem: .init(.invalidState, "Nothing is playing that the command could apply to")
    case .deviceNotFound: .init(.commandFailed, "The device that plays is not there")
    case .commandFailed: .init(.commandFailed, "The player could not do it")
    }
  }
}

/// Whether a button for seeking was pressed or let go.
public enum MPSeekCommandEventType: UInt, Sendable {
  /// The button was pressed.
  case beginSeeking = 0
  /// The button was let go.
  case endSeeking = 1
}

/// The part of the queue that is repeated.
public enum MPRepeatType: Int, Sendable {
  /// Nothing is repeated.
  case off = 0
  /// The item is repeated.
  case one = 1
  /// The whole queue is repeated.
  case all = 2
}

/// The part of the queue that is played in a random order.
public enum MPShuffleType: Int, Sendable {
  /// Nothing is shuffled.
  case off = 0
  /// The items are shuffled.
  case items = 1
  /// Albums or the like are shuffled; the items of each keep their order.
  case collections = 2
}

/// How long a choice of language holds.
public enum MPChangeLanguageOptionSetting: Int, Sendable {
  /// The duration is not given.
  case none = 0
  /// The choice holds for the present item.
  case nowPlayingItemOnly = 1
  /// The choice holds from now on.
  case permanent = 2
}
