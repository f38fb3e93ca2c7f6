// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

// The target of an accepted seek counts until the host says where it is.
extension Session {
  /// Has the target of a seek count that the host has accepted, unless the host has left its old position already.
  /// Returns false when the session has another item now, or no position.
  ///
  /// - from: the position that the host had when it was given the command.
  /// - of: the id of the item that it had then.
  /// - unlessAfter: the snapshot before a skip, which may lead elsewhere: one that the host has committed since counts.
  func accept(
    seekTo target: Microseconds, from old: MovingPosition, of item: String, unlessAfter before: PlaybackSnapshot?
  ) -> Bool {
    let now = Instant.now
    return monitor.locked { held in
      let basis = newest[held]
      guard let snapshot = basis.state.snapshot, let position = basis.state.position(at: now), !isFreed[held],
        basis.state.content?.id.exact == item.exact
      else { return false }
      if let before, before != snapshot { return true }
      let target = min(max(.zero, target), basis.state.content?.length ?? .max)
      let hosts = self.sought[held]?.hosts ?? snapshot
      let sought = SoughtPosition(from: old, to: target, hosts, now: now)
      guard sought.isOld(position, at: now) || self.sought[held] != nil else { return true }
      replace(PlaybackSnapshot(snapshot, elapsed: target, timestamp: now), in: basis, isOfHost: false, held)
      self.sought[held] = sought
      soughtEnds = sought.ends(isAsked: false, now)
      return true
    }
  }

  /// Returns the snapshot to stage for one that the host sets: the host's old position is not taken after a seek.
  func heard(_ snapshot: PlaybackSnapshot?, _ state: borrowing SessionState, _ held: Held) -> PlaybackSnapshot? {
    guard var sought = sought[held] else { return snapshot }
    let now = Instant.now
    guard let snapshot, let before = state.snapshot, snapshot.state != .stopped, sought.isOn(now),
      let position = snapshot.position(at: now, length: nil), sought.isOld(position, at: now)
    else {
      self.sought[held] = nil
      return snapshot
    }
    (sought.hosts, sought.isRepeated) = (snapshot, true)
    self.sought[held] = sought
    if snapshot.state == before.state, snapshot.rate == before.rate, snapshot.defaultRate == before.defaultRate {
      return before
    }
    return PlaybackSnapshot(snapshot, elapsed: before.position(at: now, length: nil) ?? position, timestamp: now)
  }

  /// Whether the host's answer to the question for its position is the old one after a seek. Any other answer ends the
  /// seek.
  func isOld(answer: Microseconds, _ now: Instant) -> Bool {
    if soughtEnds == .max { return false }
    return monitor.locked { held in
      if let sought = sought[held], sought.isOn(now), sought.isOld(answer, at: now) { return true }
      sought[held] = nil
      return false
    }
  }

  /// Ends the time in which the target of a seek counts, if it is over. To be called in each turn while `soughtEnds` is
  /// a time. Returns whether the host has stayed where it was.
  func settleSeek(_ now: Instant) -> Bool {
    if now < soughtEnds { return false }
    let asks = handler.answersPosition
    let isOver = monitor.locked { held -> Bool in
      soughtEnds = .max
      guard let sought = sought[held] else { return false }
      soughtEnds = sought.ends(isAsked: asks, now)
      if now < soughtEnds { return false }
      soughtEnds = .max
      self.sought[held] = nil
      if !asks { replace(sought.hosts, in: newest[held], isOfHost: true, held) }
      return true
    }
    if isOver, asks { _ = askPosition() }
    return isOver
  }
}
