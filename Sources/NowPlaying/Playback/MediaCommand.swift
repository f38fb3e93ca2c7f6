// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

/// Something that people can do with the media, with the closure that does it.
///
/// The system calls the closure when somebody presses the button. A client that waits for the result is answered when
/// the closure returns; an error that it throws reaches the client as the text of a D-Bus error. The closure's task is
/// cancelled when the session ends, or after ten seconds.
///
/// Closures that are written in code of the main actor run on the main actor.
public struct MediaCommand {
  /// What is called, by what it is called with.
  enum Action {
    case plain(() async throws -> Void)
    case time((TimeInterval) async throws -> Void)
    case press(begin: () async throws -> Void, end: () async throws -> Void)
    case rate((Float) async throws -> Void)
    case repeatMode((RepeatMode) async throws -> Void)
    case shuffleMode((ShuffleMode) async throws -> Void)
    case feedback((FeedbackStatus) async throws -> Void)
  }

  let kind: CommandKind
  let action: Action
  var isEnabled = true
  var intervals: [TimeInterval] = []
  var rates: [Float] = []
  var current: Int32 = 0
  /// One bit for each mode that can be chosen; 0 for all.
  var supported: UInt32 = 0
  var title: String?
  var shortTitle: String?

  init(_ kind: CommandKind, _ action: Action) {
    self.kind = kind
    self.action = action
  }

  /// Returns the command, available or not. A command that is not available is shown as such where a desktop can, and
  /// its closure is not called.
  public func enabled(_ isEnabled: Bool) -> MediaCommand {
    var command = self
    command.isEnabled = isEnabled
    return command
  }
}
