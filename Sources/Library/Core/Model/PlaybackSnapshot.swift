// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The details of playback beside its position. Most sessions have none; copies of a state share them.
public final class PlaybackDetail: Equatable, Sendable {
  /// A range of positions, 0 or more.
  public struct Range: Equatable, Sendable {
    public let start: Microseconds
    /// The end, not before the start.
    public let end: Microseconds

    /// Returns nil when the end is before the start. Negative positions become 0.
    public init?(_ start: Microseconds, _ end: Microseconds) {
      guard start <= end else { return nil }
      (self.start, self.end) = (max(.zero, start), max(.zero, end))
    }

    func nearest(to position: Microseconds) -> Microseconds { min(max(position, start), end) }

    /// The range at a later time of a broadcast: its end moves with the clock.
    public func after(_ time: Microseconds) -> Range { Range(start, end + max(.zero, time)) ?? self }
  }

  /// The positions that can be sought at the snapshot's timestamp; nil where they are the whole length of the item.
  public let seekable: Range?
  /// The position up to which data is loaded; nil when it is unknown.
  public let buffered: Microseconds?
  public let isAtLiveEdge: Bool
  public let error: String?
  public let errorKind: ErrorKind

  public init(
    seekable: Range? = nil, buffered: Microseconds? = nil, isAtLiveEdge: Bool = false, error: String? = nil,
    errorKind: ErrorKind = .other
  ) {
    (self.seekable, self.buffered, self.isAtLiveEdge) = (seekable, buffered.map { max(.zero, $0) }, isAtLiveEdge)
    (self.error, self.errorKind) = (error, errorKind)
  }

  /// The details without the range that can be sought.
  var withoutRange: PlaybackDetail {
    PlaybackDetail(buffered: buffered, isAtLiveEdge: isAtLiveEdge, error: error, errorKind: errorKind)
  }

  public static func == (a: PlaybackDetail, b: PlaybackDetail) -> Bool {
    a === b
      || a.seekable == b.seekable && a.buffered == b.buffered && a.isAtLiveEdge == b.isAtLiveEdge
        && a.error?.exact == b.error?.exact && a.errorKind == b.errorKind
  }
}

/// The state, the position and the speed of playback at one moment. The position at any other moment follows from it.
public struct PlaybackSnapshot: Equatable, Sendable {
  public let state: PlaybackState
  /// The actual speed while playing: finite and not 0.
  public let rate: Double
  /// The speed to which playback returns: finite and positive.
  public let defaultRate: Double
  /// The position at `timestamp`, 0 or more; nil when it is not known.
  public let elapsed: Microseconds?
  /// The moment of `elapsed`, by the monotonic clock; negative when it lies before the machine's start.
  public let timestamp: Instant

  /// Returns nil when a rate is not legal, because the desktop would show a position that the player did not mean. A
  /// negative position becomes 0: players subtract the delay of their audio output.
  public init?(state: PlaybackState, rate: Double, defaultRate: Double, elapsed: Microseconds?, timestamp: Instant) {
    guard defaultRate.isFinite, defaultRate > 0 else { return nil }
    guard state != .playing || (rate.isFinite && rate != 0) else { return nil }
    self.state = state
    self.rate = state == .playing ? rate : defaultRate
    self.defaultRate = defaultRate
    self.elapsed = elapsed.map { max(.zero, $0) }
    self.timestamp = timestamp
  }

  /// The same playback at a more exact position.
  public init(_ snapshot: PlaybackSnapshot, elapsed: Microseconds, timestamp: Instant) {
    state = snapshot.state
    rate = snapshot.rate
    defaultRate = snapshot.defaultRate
    self.elapsed = max(.zero, elapsed)
    self.timestamp = timestamp
  }

  /// Whether a position lies in the second that a host reports. 0 is never taken for a whole second: an item begins
  /// there, and stays there until there is sound.
  ///
  /// - slack: the time after the end of the second in which a position still counts as within it.
  public static func isWithin(_ position: Microseconds, second: Microseconds?, slack: Microseconds = .zero) -> Bool {
    guard let second, second > .zero else { return false }
    return MovingPosition.isWithin(position, second: second, slack: slack)
  }

  /// How long after the end of a second a host may still report that second: some engines report late.
  static let reportingTime = MovingPosition.tolerance

  /// Whether another snapshot says nothing new: playback has only gone on, and the position is in whole seconds.
  public func onlyAdvanced(to other: PlaybackSnapshot) -> Bool {
    guard state == .playing, other.state == .playing, rate == other.rate, defaultRate == other.defaultRate else {
      return false
    }
    guard let reached = position(at: other.timestamp, length: nil) else { return false }
    return Self.isWithin(reached, second: other.elapsed, slack: Self.reportingTime)
  }

  /// The speed at which the position moves: 0 unless the state is playing.
  public var speed: Double { state == .playing ? rate : 0 }

  /// The position at a time, between 0 and the length, if there is one; nil when it is unknown.
  public func position(at now: Instant, length: Microseconds?) -> Microseconds? {
    guard let elapsed else { return nil }
    return MovingPosition(elapsed, at: timestamp, speed: speed).position(at: now, length: length)
  }
}
