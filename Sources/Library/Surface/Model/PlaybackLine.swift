// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The state of playback, from which the position at any time is computed.
struct PlaybackLine: Equatable, Sendable {
  var state = PlaybackState.stopped
  /// The present speed, finite; 0 when the position stands still.
  var speed = 0.0
  /// The speed to which playback returns, greater than 0.
  var defaultRate = 1.0
  var anchor: Anchor?
  /// The range that can be sought at the anchor's time; nil where it is the whole length of the item.
  var seekable: PlaybackDetail.Range?
  var buffered: Microseconds?
  var isAtLiveEdge = false
  var isMuted = false
  var error: Text?
  var errorKind = ErrorKind.other

  /// A position, and the time of the monotonic clock that it belongs to.
  struct Anchor: Equatable, Sendable {
    var elapsed: Microseconds
    var timestamp: Instant
  }

  init() {}

  /// Reads `Playback` of `org.nowplaying.Session1`.
  ///
  /// - now: the time of arrival, which limits the timestamp.
  init(published entries: [Decoded.Entry], now: Instant) {
    let word = entries.text("state")
    let known = word.map { PlaybackState(word: $0) } ?? .stopped
    let rate = entries["rate"]?.number
    state = known ?? .paused
    switch known {
    case .playing: speed = rate == 0 ? 1 : rate ?? 1
    case .some: speed = 0
    // The state is one of a later version, in which the position may move.
    case nil: speed = rate ?? 0
    }
    if let rate = entries["default-rate"]?.number, rate > 0 { defaultRate = rate }
    if case .int64(let elapsed)? = entries["elapsed"], case .int64(let timestamp)? = entries["timestamp"], elapsed >= 0
    {
      anchor = Anchor(elapsed: Microseconds(elapsed), timestamp: min(Instant(timestamp), now))
      if case .span(let start, let end)? = entries["seekable"], start >= 0 {
        seekable = PlaybackDetail.Range(Microseconds(start), Microseconds(end))
      }
    }
    isAtLiveEdge = entries.truth("live-edge") ?? false
    isMuted = entries.truth("muted") ?? false
    if case .int64(let buffered)? = entries["buffered"], buffered >= 0 { self.buffered = Microseconds(buffered) }
    guard state == .error else { return }
    error = entries.text("error").map { Text($0) }
    errorKind = entries.text("error-kind").flatMap { ErrorKind(word: $0) } ?? .other
  }

  /// The range that can be sought at a time: the end moves with the clock for a live item.
  func seekable(at time: Instant, isLive: Bool) -> PlaybackDetail.Range? {
    guard let seekable, let anchor, isLive else { return seekable }
    return seekable.after(time - anchor.timestamp)
  }

  /// The position at a time, between 0 and the length; nil when it is unknown.
  func position(at time: Instant, length: Microseconds?) -> Microseconds? {
    line?.position(at: time, length: length)
  }

  /// The movement of the position; nil when the position is unknown.
  var line: MovingPosition? {
    anchor.map { MovingPosition($0.elapsed, at: $0.timestamp, speed: speed) }
  }

  /// Whether the session plays, or wants to.
  var isActive: Bool { state == .playing || state == .buffering }
}
