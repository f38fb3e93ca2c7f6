// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import NowPlayingCore

/// Turns the snapshots of a model into the engine's, and tells those that describe the same line of time from jumps.
///
/// Many models compute `MediaPlaybackSnapshot(…, elapsedTime: elapsed, timestamp: .now)` from an `elapsed` that they
/// store seldom. Each reading, for whatever reason, then claims that the old position is the one of now. Taken at its
/// word that is a jump backwards at every change of anything. So when the elapsed time is the same to the last bit,
/// the item and the state are the same, and the timestamp is about now, the former line goes on.
///
/// There is one true case that looks just like that: playback is begun again at the same position, and the model
/// stores both at that moment. A stored timestamp stays what it is and a computed one moves, so a second reading in
/// the next turn tells them apart, once for the life of a session.
struct PlaybackLine {
  private struct Reading {
    let snapshot: MediaPlaybackSnapshot
    let item: String?
    /// The snapshot that the engine was given for it.
    let line: NowPlayingCore.PlaybackSnapshot?
    let detail: PlaybackDetail?
    /// Whether its timestamp was about the time at which it was read.
    let isFresh: Bool
  }

  private var last: Reading?
  /// The timestamp that a second reading must confirm.
  private var doubtful: Date?
  /// Whether the model makes a timestamp whenever it is read; nil while that is not known.
  private var computesTimestamp: Bool?

  /// How far a timestamp made in a reading may be from the end of the reading, in seconds.
  private static let tolerance = 0.25

  /// Whether the next reading will tell more than this one did.
  var isInDoubt: Bool { doubtful != nil }

  /// Returns the snapshot to give to the engine for one that has just been read from the model, and what it says beyond
  /// the position: the same object as long as it says the same.
  mutating func advance(
    _ snapshot: MediaPlaybackSnapshot?, item: String?
  ) -> (NowPlayingCore.PlaybackSnapshot?, PlaybackDetail?) {
    guard let snapshot else {
      last = nil
      doubtful = nil
      return (nil, nil)
    }
    let isFresh = snapshot.timestamp.map { abs($0.timeIntervalSinceNow) < Self.tolerance } ?? true
    var line = continues(snapshot, item, isFresh) ? last?.line : Self.line(snapshot)
    var detail = snapshot.detail
    if detail == last?.detail {
      detail = last?.detail
    } else if detail?.seekable != nil {
      // Where can be sought is said of the snapshot's own time.
      line = Self.line(line, at: snapshot)
    }
    last = Reading(snapshot: snapshot, item: item, line: line, detail: detail, isFresh: isFresh)
    return (line, detail)
  }

  /// The same line, by its position at the time of a snapshot.
  private static func line(
    _ line: NowPlayingCore.PlaybackSnapshot?, at snapshot: MediaPlaybackSnapshot
  ) -> NowPlayingCore.PlaybackSnapshot? {
    guard let line, let new = Self.line(snapshot), let position = line.position(at: new.timestamp, length: nil) else {
      return Self.line(snapshot)
    }
    return NowPlayingCore.PlaybackSnapshot(line, elapsed: position, timestamp: new.timestamp)
  }

  /// Whether the former line goes on.
  private mutating func continues(_ snapshot: MediaPlaybackSnapshot, _ item: String?, _ isFresh: Bool) -> Bool {
    let doubtful = doubtful
    self.doubtful = nil
    guard let last, last.item == item, last.snapshot.state == snapshot.state,
      last.snapshot.defaultPlaybackRate == snapshot.defaultPlaybackRate,
      (last.snapshot.failure == nil) == (snapshot.failure == nil),
      last.snapshot.elapsedTime?.bitPattern == snapshot.elapsedTime?.bitPattern
    else { return false }
    // At rest, a position is the same at any time.
    guard case .playing = snapshot.state, snapshot.failure == nil, snapshot.elapsedTime != nil else { return true }
    guard let timestamp = snapshot.timestamp, let former = last.snapshot.timestamp else {
      return snapshot.timestamp == last.snapshot.timestamp
    }
    if timestamp == former {
      computesTimestamp = false
      // It was read twice, so it is stored, and the jump that was in doubt is one.
      return doubtful == nil
    }
    guard isFresh, last.isFresh || computesTimestamp == true else { return false }
    if doubtful != nil { computesTimestamp = true }
    switch computesTimestamp {
    case true: return true
    case false: return false
    case nil:
      self.doubtful = timestamp
      return true
    }
  }

  /// A line by what a snapshot says. Numbers that are none are repaired, because a player must not die of a division
  /// by zero.
  private static func line(_ snapshot: MediaPlaybackSnapshot) -> NowPlayingCore.PlaybackSnapshot? {
    let defaultRate = decimal(snapshot.defaultPlaybackRate)
    let legalDefault = defaultRate.isFinite && defaultRate > 0 ? defaultRate : 1
    let (state, rate) =
      snapshot.failure == nil ? stateAndRate(snapshot.state, legalDefault) : (.error, legalDefault)
    let now = MonotonicTime.now
    var elapsed = snapshot.elapsedTime.flatMap(microseconds).map { max(0, $0) }
    var timestamp = snapshot.timestamp.map(MonotonicTime.time) ?? now
    if timestamp < 0 {
      // Before the machine started; the engine's clock does not go back so far.
      let speed = state == .playing ? rate : 0
      elapsed = elapsed.map { MovingPosition($0, at: timestamp, speed: speed).position(at: now) }
      timestamp = now
    }
    return NowPlayingCore.PlaybackSnapshot(
      state: state, rate: rate, defaultRate: legalDefault, elapsed: elapsed, timestamp: timestamp)
  }

  private static func stateAndRate(
    _ state: MediaPlaybackSnapshot.PlaybackState, _ defaultRate: Double
  ) -> (NowPlayingCore.PlaybackState, Double) {
    switch state {
    case .playing(let rate):
      if rate == 0 { return (.paused, defaultRate) }
      return (.playing, rate.isFinite ? decimal(rate) : defaultRate)
    case .paused: return (.paused, defaultRate)
    case .stopped: return (.stopped, defaultRate)
    case .buffering: return (.buffering, defaultRate)
    case .interrupted: return (.interrupted, defaultRate)
    }
  }
}
