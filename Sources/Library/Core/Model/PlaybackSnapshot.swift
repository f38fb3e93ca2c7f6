// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Whether an item plays. The raw values are those of the C header.
public enum PlaybackState: Int32, CaseIterable, Sendable {
  case stopped = 0
  case playing, paused, buffering, interrupted, error
}

/// The cause of an error. The raw values are those of the C header.
public enum ErrorKind: Int32, CaseIterable, Sendable {
  case other = 0
  case network, signIn, region, format, notAvailable
}

/// The parts of playback beyond its position. Most sessions have none of them; of those that have, copies share them.
public final class PlaybackDetail: Equatable, Sendable {
  /// Positions in microseconds, 0 or more.
  public struct Range: Equatable, Sendable {
    public let start: Int64
    /// Not before the start.
    public let end: Int64

    /// Nil when the end is before the start. Negative positions become 0.
    public init?(_ start: Int64, _ end: Int64) {
      guard start <= end else { return nil }
      (self.start, self.end) = (max(0, start), max(0, end))
    }

    func nearest(to position: Int64) -> Int64 { min(max(position, start), end) }

    /// The range after a time, of which a broadcast has gone on.
    public func after(_ time: Int64) -> Range { Range(start, Clamp.sum(end, max(0, time))) ?? self }
  }

  /// Where can be sought, when the clock was the snapshot's timestamp; nil where the item itself says it.
  public let seekable: Range?
  /// Up to where there is data; nil when it is not known.
  public let buffered: Int64?
  public let isAtLiveEdge: Bool
  public let error: String?
  public let errorKind: ErrorKind

  public init(
    seekable: Range? = nil, buffered: Int64? = nil, isAtLiveEdge: Bool = false, error: String? = nil,
    errorKind: ErrorKind = .other
  ) {
    (self.seekable, self.buffered, self.isAtLiveEdge) = (seekable, buffered.map { max(0, $0) }, isAtLiveEdge)
    (self.error, self.errorKind) = (error, errorKind)
  }

  /// The same without where can be sought.
  var withoutRange: PlaybackDetail {
    PlaybackDetail(buffered: buffered, isAtLiveEdge: isAtLiveEdge, error: error, errorKind: errorKind)
  }

  public static func == (a: PlaybackDetail, b: PlaybackDetail) -> Bool {
    a === b
      || a.seekable == b.seekable && a.buffered == b.buffered && a.isAtLiveEdge == b.isAtLiveEdge
        && a.error?.exact == b.error?.exact && a.errorKind == b.errorKind
  }
}

/// The state, the position and the speed of playback at one moment, from which the position at any other is computed.
public struct PlaybackSnapshot: Equatable, Sendable {
  public let state: PlaybackState
  /// The actual speed while playing: finite and not 0.
  public let rate: Double
  /// The speed that playback returns to: finite and positive.
  public let defaultRate: Double
  /// The position at `timestamp` in microseconds, 0 or more; nil when it is not known.
  public let elapsed: Int64?
  /// The moment of `elapsed`, by the monotonic clock in microseconds; negative when it lies before the machine's start.
  public let timestamp: Int64

  /// Nil when a rate is out of its range: with another one the desktop would show a position that the player did not
  /// mean. A negative position becomes 0: players subtract the delay of their output.
  public init?(state: PlaybackState, rate: Double, defaultRate: Double, elapsed: Int64?, timestamp: Int64) {
    guard defaultRate.isFinite, defaultRate > 0 else { return nil }
    guard state != .playing || (rate.isFinite && rate != 0) else { return nil }
    self.state = state
    self.rate = state == .playing ? rate : defaultRate
    self.defaultRate = defaultRate
    self.elapsed = elapsed.map { max(0, $0) }
    self.timestamp = timestamp
  }

  /// The same playback, at a position that is known better.
  public init(_ snapshot: PlaybackSnapshot, elapsed: Int64, timestamp: Int64) {
    state = snapshot.state
    rate = snapshot.rate
    defaultRate = snapshot.defaultRate
    self.elapsed = max(0, elapsed)
    self.timestamp = timestamp
  }

  /// Whether a position lies in the second that a host names. 0 is exact: an item begins there, and rests there until
  /// there is sound.
  public static func isWithin(_ position: Int64, second: Int64?) -> Bool {
    guard let second, second > 0 else { return false }
    return MovingPosition.isWithin(position, second: second)
  }

  /// Whether another snapshot only says in whole seconds how this one goes on.
  public func goesOn(as other: PlaybackSnapshot) -> Bool {
    guard state == .playing, other.state == .playing, rate == other.rate, defaultRate == other.defaultRate else {
      return false
    }
    return position(at: other.timestamp, length: nil).map { Self.isWithin($0, second: other.elapsed) } ?? false
  }

  /// The speed at which the position moves: 0 unless the state is playing.
  public var speed: Double { state == .playing ? rate : 0 }

  /// The position at a time, between 0 and the length, if there is one; nil when it is not known.
  public func position(at now: Int64, length: Int64?) -> Int64? {
    guard let elapsed else { return nil }
    return MovingPosition(elapsed, at: timestamp, speed: speed).position(at: now, length: length)
  }
}
