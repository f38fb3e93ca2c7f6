// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The state of playback at one moment, from which the system computes the position at any other.
///
/// Make a new snapshot when playback starts, pauses, seeks or changes its rate, and keep it in between: the position
/// moves by itself.
public struct MediaPlaybackSnapshot: Equatable, Sendable {
  /// Whether and how the media plays.
  public enum PlaybackState: Equatable, Sendable {
    /// The media plays at a rate: 1 is normal, a negative rate plays backwards. The rate includes temporary changes,
    /// such as 5 while fast-forwarding.
    case playing(rate: Float = 1.0)
    /// The user has paused the media.
    case paused
    /// The media has ended, or has not begun.
    case stopped
    /// The media waits for data.
    case buffering
    /// Another program or a call uses the audio for now.
    case interrupted
  }

  let state: PlaybackState
  let defaultPlaybackRate: Float
  let elapsedTime: TimeInterval?
  let timestamp: Date?

  /// The values that the module NowPlayingExtras adds.
  package var additions = SnapshotAdditions()

  /// Creates a snapshot.
  ///
  /// - Parameters:
  ///   - state: Whether and how the media plays. A rate must be finite and not 0: a session takes 0 for paused, and a
  ///     rate that is not finite for the default rate.
  ///   - defaultPlaybackRate: The rate that the player returns to; finite and greater than 0, else it is taken as 1.
  ///   - elapsedTime: The position in seconds at the time of the timestamp; nil when there is none, as in a broadcast.
  ///   - timestamp: The time at which the position was taken; nil for the time at which the session reads the snapshot.
  public init(
    state: PlaybackState, defaultPlaybackRate: Float = 1.0, elapsedTime: TimeInterval? = nil, timestamp: Date? = nil
  ) {
    self.state = state
    self.defaultPlaybackRate = defaultPlaybackRate
    self.elapsedTime = elapsedTime
    self.timestamp = timestamp
  }
}
