// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import NowPlayingCore

/// An operation that people can carry out on the media, with the closure that does it.
///
/// The closure is called when somebody presses the button. A client that waits for the result is answered when the
/// closure returns; if it throws an error, the client gets the error's text as a D-Bus error. The closure's task is
/// cancelled when the session ends, or after ten seconds.
///
/// Closures that are written in code of the main actor run on the main actor.
public struct MediaCommand {
  /// The closure of a command, by the type of its argument.
  package enum Action {
    case plain(() async throws -> Void)
    case time((TimeInterval) async throws -> Void)
    case press(begin: () async throws -> Void, end: () async throws -> Void)
    case rate((Float) async throws -> Void)
    case repeatMode((RepeatMode) async throws -> Void)
    case shuffleMode((ShuffleMode) async throws -> Void)
    case feedback((FeedbackStatus) async throws -> Void)
    case rating((Double) async throws -> Void)
    case isOn((Bool) async throws -> Void)
    case change(Change)
  }

  /// Makes a change of the session, given the row of the queue that is meant, if any. It runs on the actor of its
  /// caller, which is the main actor: after a detour by another executor the answer would have to wait behind all work
  /// that the main actor has got meanwhile.
  package typealias Change = nonisolated(nonsending) (SessionChange, Int?) async throws -> Void

  /// The rarely used properties of a command. They are kept apart so that commands are small, because a model makes new
  /// ones each time it is read.
  package final class Options: Sendable {
    let intervals: [TimeInterval]
    let rates: [Float]
    let current: Int32
    /// The modes that can be chosen, one bit for each; 0 for all.
    let supported: UInt32
    let title: String?
    let shortTitle: String?
    /// The icon, place and titles of a command that has more than titles.
    let look: CommandLook?
    /// The present rating, for a command to rate.
    let rating: Double?
    /// Whether the sound is muted, for a command to mute.
    let isOn: Bool
    /// A value of the session, which the command carries beside what it does itself.
    let value: SessionValue?

    package init(
      intervals: [TimeInterval] = [], rates: [Float] = [], current: Int32 = 0, supported: UInt32 = 0,
      title: String? = nil, shortTitle: String? = nil, look: CommandLook? = nil, rating: Double? = nil,
      isOn: Bool = false, value: SessionValue? = nil
    ) {
      self.intervals = intervals
      self.rates = rates
      self.current = current
      self.supported = supported
      self.title = title
      self.shortTitle = shortTitle
      self.look = look
      self.rating = rating
      self.isOn = isOn
      self.value = value
    }
  }

  /// The engine's kind of the command; nil for one that changes a value of the session, as its tracks, its queue or its
  /// volume, which the engine does not count as a command.
  let kind: CommandKind?
  let action: Action
  package private(set) var options: Options?
  private(set) var isEnabled = true

  package init(_ kind: CommandKind?, _ action: Action, _ options: Options? = nil) {
    self.kind = kind
    self.action = action
    self.options = options
  }

  /// Returns the command as available or not. A command that is not available is shown as disabled where a desktop can
  /// do so, and its closure is not called.
  public func enabled(_ isEnabled: Bool) -> MediaCommand {
    var command = self
    command.isEnabled = isEnabled
    return command
  }

  /// Returns the command with other options.
  package func with(_ options: Options) -> MediaCommand {
    var command = self
    command.options = options
    return command
  }
}
