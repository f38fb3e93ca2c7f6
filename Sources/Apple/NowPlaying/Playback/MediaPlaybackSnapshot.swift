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

  /// The reason why the media cannot be played; nil while it can. A snapshot with a failure is an error, whatever its
  /// state: surfaces of org.nowplaying say so, and try again by ``MediaCommand/play(_:)``. MPRIS shows it as paused, or
  /// without a position as stopped.
  ///
  /// An addition of this library: Apple's framework does not have it, so put it between `#if os(Linux)` and `#endif`.
  public var failure: Failure?
  /// The positions that people can go to at the time of the timestamp, in seconds; nil for the whole item. With a
  /// range, people can go to positions in a broadcast too: its upper bound is then taken to move on with the clock. A
  /// range with infinite bounds, and one without an elapsed time, is ignored.
  ///
  /// An addition of this library, as ``failure``.
  public var seekableRange: ClosedRange<TimeInterval>?
  /// The position, in seconds, up to which there is data; nil when that is not known.
  ///
  /// An addition of this library, as ``failure``.
  public var bufferedTime: TimeInterval?
  /// Whether a broadcast is played live, as nearly as the player can.
  ///
  /// An addition of this library, as ``failure``.
  public var isAtLiveEdge = false

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
