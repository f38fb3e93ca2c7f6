// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Decides when a program tries to reach a bus, which of its addresses it tries, and whether it watches for their
/// sockets. A list of addresses is tried one by one, because sd-bus would stay with the first that accepts a
/// connection, even if that never answers.
struct BusAttempts {
  /// An obstacle to a connection. Of several obstacles the last case in this list counts: the further down a case is,
  /// the sooner the next attempt must be.
  enum Obstacle: Comparable {
    /// The address is malformed, and no attempt will help.
    case malformed
    /// The socket does not exist. Its appearance can be watched.
    case noSocket
    /// Any other obstacle, which may pass: a bus that does not listen yet or is busy, or no free descriptor.
    case passing
  }

  /// The effects of an attempt at all addresses that has failed.
  struct Failure: Equatable {
    /// Whether the client is told that there is no bus: once, until a bus has been reached again.
    var isNews = false
    var isHopeless = false
    /// Whether the sockets are to be watched; `watched` has the outcome.
    var watches = false
  }

  /// The number of addresses, each of which can be used again.
  private var count: Int
  /// The index of the address that is tried next.
  private var next = 0
  /// The worst obstacle since the first address was tried, and that of the last attempt at all of them.
  private var obstacle = Obstacle.malformed
  private var lastObstacle = Obstacle.malformed
  /// The time of the next attempt; `.max` while connected or hopeless.
  private(set) var nextTime: Instant
  private var pause = BusAttempts.firstPause
  /// The time at which the bus answered Hello; nil before.
  private var readySince: Instant?
  private var saidThatThereIsNone = false
  /// Whether the first attempt has ended, with or without success.
  private(set) var hasTried: Bool

  /// The pauses between attempts. A bus must be found within a second of its return. Where its socket is
  /// watched, attempts are only a safety net; where it cannot be, they become rare, because each wakes the processor.
  static let firstPause: Microseconds = .milliseconds(20)
  static let watchFrom: Microseconds = .milliseconds(640)
  static let longestPause: Microseconds = .milliseconds(10240)
  static let watchedPause: Microseconds = .seconds(30)
  /// The time after which a connection counts as stable. A bus that closes a connection sooner will do so again,
  /// so that the pauses do not begin anew with the shortest. But they become no longer than `watchFrom`: a bus that has
  /// answered Hello works, and comes back.
  static let stableAfter: Microseconds = .seconds(2)

  /// - addresses: how many there are; 0 when there is no bus to reach.
  init(addresses: Int) {
    count = addresses
    nextTime = addresses == 0 ? .max : .min
    hasTried = addresses == 0
  }

  /// Whether the bus has answered Hello.
  var isReady: Bool { readySince != nil }

  /// Returns the index of the address to try now; nil when all have been tried.
  mutating func takeNext() -> Int? {
    nextTime = .max
    guard next < count else { return nil }
    defer { next += 1 }
    return next
  }

  /// Notes that no address can be used again: the program had a socket in place of an address.
  mutating func use() { count = 0 }

  /// Notes that an address was tried in vain.
  mutating func meet(_ met: Obstacle) { obstacle = max(obstacle, met) }

  /// Notes that the bus has answered Hello.
  mutating func greet(_ now: Instant) { (readySince, saidThatThereIsNone, hasTried) = (now, false, true) }

  /// Plans the next attempt, after all addresses were tried in vain.
  mutating func fail(_ now: Instant) -> Failure {
    var failure = Failure(isNews: !saidThatThereIsNone, isHopeless: obstacle == .malformed)
    saidThatThereIsNone = true
    failure.watches = beginAnew(now)
    return failure
  }

  /// Plans the next attempt, after the connection was lost. Returns the effects where there is nothing left to try at
  /// once; nil where the next address is tried, because the bus at this one has not answered Hello.
  mutating func lose(_ now: Instant) -> Failure? {
    let since = readySince
    readySince = nil
    obstacle = .passing
    if let since {
      pause = now - since >= Self.stableAfter ? Self.firstPause : min(pause, Self.watchFrom)
      return Failure(watches: beginAnew(now))
    }
    if next < count {
      nextTime = .min
      return nil
    }
    return fail(now)
  }

  /// Plans the next attempt. A socket that exists may be that of a bus which closes each connection, or of a bus that
  /// crashed: only an attempt shows whether a bus listens again. Returns whether the sockets are to be watched.
  private mutating func beginAnew(_ now: Instant) -> Bool {
    (next, lastObstacle, obstacle, hasTried) = (0, obstacle, .malformed, true)
    if count == 0 || lastObstacle == .malformed { return false }
    // The long pause was for a missing socket; now there is another obstacle.
    if lastObstacle == .passing, pause == Self.watchedPause { pause = Self.firstPause }
    nextTime = now + pause
    if pause >= Self.watchFrom { return true }
    pause = pause * 2
    return false
  }

  /// Notes whether all sockets are watched, and none of them has appeared meanwhile.
  mutating func watched(all: Bool) {
    // One more attempt follows at `nextTime`: the socket may have appeared just before its watch was set.
    let isLong = all && lastObstacle == .noSocket
    pause = isLong ? Self.watchedPause : min(pause * 2, Self.longestPause)
  }

  /// Notes that a socket has appeared.
  mutating func appear(_ now: Instant) { (pause, nextTime) = (Self.firstPause, now) }

  /// Ends all attempts.
  mutating func end() { nextTime = .max }
}
