// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport

/// How a command's handler fared. It decides the reply to whoever pressed the button.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
  /// Done.
  case success = 0
  /// The item that the command was meant for is not there.
  case noSuchContent = 100
  /// Nothing is playing that it could apply to.
  case noActionableNowPlayingItem = 110
  /// The device that it needs is not there.
  case deviceNotFound = 120
  /// It failed.
  case commandFailed = 200

  /// The error for the caller that pressed the button; nil when it is done.
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
  /// Pressed.
  case beginSeeking = 0
  /// Let go.
  case endSeeking = 1
}

/// The part of the queue that is repeated.
public enum MPRepeatType: Int, Sendable {
  /// Nothing.
  case off = 0
  /// The item.
  case one = 1
  /// The whole queue.
  case all = 2
}

/// The part of the queue that is played in a random order.
public enum MPShuffleType: Int, Sendable {
  /// Nothing.
  case off = 0
  /// The items.
  case items = 1
  /// The albums or the like, each in its order.
  case collections = 2
}

/// How long a choice of language holds.
public enum MPChangeLanguageOptionSetting: Int, Sendable {
  /// Not said.
  case none = 0
  /// For the present item.
  case nowPlayingItemOnly = 1
  /// From now on.
  case permanent = 2
}
