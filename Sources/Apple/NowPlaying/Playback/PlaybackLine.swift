// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import NowPlayingCore

/// Turns the snapshots of a model into the engine's snapshots, and finds out whether playback has jumped, or the model
/// has only described the same playback again.
///
/// Many models compute `MediaPlaybackSnapshot(…, elapsedTime: elapsed, timestamp: .now)` from an `elapsed` that they
/// seldom update. Then each reading of the model, for whatever reason, claims that the old position is the present one:
/// taken literally, playback would jump back at every change of any property. So playback is taken to have gone on when
/// the elapsed time is exactly the same, the item and the state are the same, and the timestamp is about now.
///
/// One real jump looks like such a reading: playback begins again at the same position, and the model stores the
/// position and the time of that moment. A stored timestamp stays the same and a computed one changes, so a second
/// reading in the next turn of the main actor tells the two cases apart. The second reading is needed once in the life
/// of a session.
struct PlaybackLine {
  private struct Reading {
    let snapshot: MediaPlaybackSnapshot
    let item: String?
    /// The snapshot that the engine was given for this reading.
    let line: NowPlayingCore.PlaybackSnapshot?
    let detail: PlaybackDetail?
    /// Whether the snapshot's timestamp was about the time at which it was read.
    let isFresh: Bool
  }

  private var last: Reading?
  /// The timestamp of a snapshot that may be a jump, until a second reading of the model decides; nil when no snapshot
  /// is in doubt.
  private var doubtful: Date?
  /// Whether the model makes a new timestamp whenever it is read; nil while that is not known.
  private var computesTimestamp: Bool?

  /// How far a timestamp made during a reading may be from the end of the reading, in seconds.
  private static let tolerance = 0.25

  /// Whether a second reading of the model must decide whether playback has jumped.
  var isInDoubt: Bool { doubtful != nil }

  /// Takes a snapshot that was just read from the model. Returns the engine's snapshot, and the engine's detail, which
  /// has the values that the module NowPlayingExtras adds. While the detail's values are those of the former detail,
  /// the former object is returned.
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
    var detail = snapshot.additions.detail
    if detail == last?.detail {
      detail = last?.detail
    } else if detail?.seekable != nil {
      // Moves the position to the snapshot's own time, because the seekable range is that of this time.
      line = Self.line(line, at: snapshot)
    }
    last = Reading(snapshot: snapshot, item: item, line: line, detail: detail, isFresh: isFresh)
    return (line, detail)
  }

  /// Returns an engine's snapshot moved to the timestamp of a new snapshot of the model, with the position that
  /// playback has reached by then. Without a position it returns the engine's form of the new snapshot.
  private static func line(
    _ line: NowPlayingCore.PlaybackSnapshot?, at snapshot: MediaPlaybackSnapshot
  ) -> NowPlayingCore.PlaybackSnapshot? {
    guard let line, let new = Self.line(snapshot), let position = line.position(at: new.timestamp, length: nil) else {
      return Self.line(snapshot)
    }
    return NowPlayingCore.PlaybackSnapshot(line, elapsed: position, timestamp: new.timestamp)
  }

  /// Whether playback has gone on since the snapshot before, without a jump.
  private mutating func continues(_ snapshot: MediaPlaybackSnapshot, _ item: String?, _ isFresh: Bool) -> Bool {
    let doubtful = doubtful
    self.doubtful = nil
    guard let last, last.item == item, last.snapshot.state == snapshot.state,
      last.snapshot.defaultPlaybackRate == snapshot.defaultPlaybackRate,
      (last.snapshot.additions.failure == nil) == (snapshot.additions.failure == nil),
      last.snapshot.elapsedTime?.bitPattern == snapshot.elapsedTime?.bitPattern
    else { return false }
    // While nothing plays, the position is the same at any time.
    guard case .playing = snapshot.state, snapshot.additions.failure == nil, snapshot.elapsedTime != nil else {
      return true
    }
    guard let timestamp = snapshot.timestamp, let former = last.snapshot.timestamp else {
      return snapshot.timestamp == last.snapshot.timestamp
    }
    if timestamp == former {
      computesTimestamp = false
      // The same timestamp was read twice, so it is stored: the jump that was in doubt is a real one.
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

  /// Makes the engine's snapshot. Numbers that are not finite are replaced, because no fault of a model may make the
  /// player divide by zero.
  private static func line(_ snapshot: MediaPlaybackSnapshot) -> NowPlayingCore.PlaybackSnapshot? {
    let defaultRate = decimal(snapshot.defaultPlaybackRate)
    let legalDefault = defaultRate.isFinite && defaultRate > 0 ? defaultRate : 1
    let (state, rate) =
      snapshot.additions.failure == nil ? stateAndRate(snapshot.state, legalDefault) : (.error, legalDefault)
    let now = Instant.now
    var elapsed = snapshot.elapsedTime.flatMap(Microseconds.init(seconds:)).map { max(.zero, $0) }
    var timestamp = snapshot.timestamp.map(Instant.init(of:)) ?? now
    if timestamp < Instant(0) {
      // Moves the position to now when the timestamp is before the start of the machine, where the engine's clock
      // begins.
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
