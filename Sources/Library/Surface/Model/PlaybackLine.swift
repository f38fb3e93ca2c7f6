// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// How playback stands, and where its position is at any time.
struct PlaybackLine: Equatable, Sendable {
  var state = PlaybackState.stopped
  /// The speed now, finite; 0 when the position stands still.
  var speed = 0.0
  /// The speed that playback returns to, greater than 0.
  var defaultRate = 1.0
  var anchor: Anchor?
  /// Where can be sought at the anchor's time; nil where the item itself says it.
  var seekable: PlaybackDetail.Range?
  var buffered: Int64?
  var isAtLiveEdge = false
  var isMuted = false
  var error: Text?
  var errorKind = ErrorKind.other

  /// The position was the first when the monotonic clock was the second, both in µs.
  struct Anchor: Equatable, Sendable {
    var elapsed: Int64
    var timestamp: Int64
  }

  init() {}

  /// The value of `Session1.Playback`.
  ///
  /// - now: the time of arrival, after which no position can have been.
  init(published entries: [Decoded.Entry], now: Int64) {
    let word = entries.text("state")
    let known = word.map { PlaybackState(word: $0) } ?? .stopped
    let rate = entries["rate"]?.number
    state = known ?? .paused
    switch known {
    case .playing: speed = rate == 0 ? 1 : rate ?? 1
    case .some: speed = 0
    // A state that is not known may be one in which the position moves.
    case nil: speed = rate ?? 0
    }
    if let rate = entries["default-rate"]?.number, rate > 0 { defaultRate = rate }
    if case .int64(let elapsed)? = entries["elapsed"], case .int64(let timestamp)? = entries["timestamp"], elapsed >= 0
    {
      anchor = Anchor(elapsed: elapsed, timestamp: min(timestamp, now))
      if case .span(let start, let end)? = entries["seekable"], start >= 0 {
        seekable = PlaybackDetail.Range(start, end)
      }
    }
    isAtLiveEdge = entries.truth("live-edge") ?? false
    isMuted = entries.truth("muted") ?? false
    if case .int64(let buffered)? = entries["buffered"], buffered >= 0 { self.buffered = buffered }
    guard state == .error else { return }
    error = entries.text("error").map { Text($0) }
    errorKind = entries.text("error-kind").flatMap { ErrorKind(word: $0) } ?? .other
  }

  /// Where can be sought at a time: of a live item the end moves on with the clock.
  func seekable(at time: Int64, isLive: Bool) -> PlaybackDetail.Range? {
    guard let seekable, let anchor, isLive else { return seekable }
    return seekable.after(Clamp.difference(time, anchor.timestamp))
  }

  /// The position at a time, not below 0 and not beyond the length; nil when it is not known.
  func position(at time: Int64, length: Int64?) -> Int64? {
    line?.position(at: time, length: length)
  }

  /// How the position moves; nil when it is not known.
  var line: MovingPosition? {
    anchor.map { MovingPosition($0.elapsed, at: $0.timestamp, speed: speed) }
  }

  /// Whether it plays, or wants to.
  var isActive: Bool { state == .playing || state == .buffering }
}
