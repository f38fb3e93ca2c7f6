// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Counts how often a host has set an old position as the present one while it played on.
struct RepeatedSnapshots {
  /// The content when a snapshot was set last.
  var serial = UInt32.zero
  /// The time for which the present position was set first.
  var since = Instant.min
  var count = 0
  /// Whether the log has warned of repeated positions.
  var wasNoticed = false

  /// The number of repetitions that is logged. Fewer may be an item that the user starts again by the player's own
  /// buttons, which the library does not see.
  static let most = 3
  /// The distance that the position must have moved, and the distance from the end at which an item may start again by
  /// itself.
  static let distance: Microseconds = .seconds(1)
}

extension Session {
  /// Whether a snapshot that is about to be set has an old position, which the host calls the present one.
  func repeats(_ snapshot: PlaybackSnapshot?, isOfNow: Bool, _ state: borrowing SessionState, _ held: Held) -> Bool {
    guard let snapshot else { return false }
    let before = uncorrected[held] ?? state.snapshot
    let isSame =
      isOfNow && snapshot.elapsed == before?.elapsed && snapshot.elapsed != nil && snapshot.rate == before?.rate
      && repeated[held].serial == contentSerial[held]
    guard isSame, let before, before.state == .playing else {
      if isOfNow, !isSame { (repeated[held].serial, repeated[held].count) = (contentSerial[held], 0) }
      repeated[held].since = snapshot.timestamp
      return false
    }
    return snapshot.state != .stopped && repeats(before, snapshot.timestamp, state.content, held)
  }

  /// Whether the repetition of a position is to be logged. Counts the repetition.
  private func repeats(_ before: PlaybackSnapshot, _ now: Instant, _ content: Content?, _ held: Held) -> Bool {
    guard let elapsed = before.elapsed, !repeated[held].wasNoticed else { return false }
    let position = MovingPosition(elapsed, at: repeated[held].since, speed: before.speed).unbounded(at: now)
    // The position is set twice at nearly the same moment, or there was a pause that the host did not set.
    if Microseconds.distance(position, elapsed) < RepeatedSnapshots.distance { return false }
    let asked = core.requests.open[held].pending.filter { $0.request.asks(self) }
    if asked.contains(where: { $0.request.kind.movesPosition }) {
      repeated[held].count = 0
      return false
    }
    if asked.isEmpty {
      // An item that is repeated starts again at its end, and one without a length may at any time.
      guard let length = content?.length, position + RepeatedSnapshots.distance < length else { return false }
      repeated[held].count += 1
      if repeated[held].count < RepeatedSnapshots.most { return false }
    }
    repeated[held].wasNoticed = true
    return true
  }

  func noticeOldPosition() {
    clientBug(
      "a session was given its old position as the present one, though it has played on: read the position for each"
        + " snapshot, or set none if only something else has changed")
  }
}
