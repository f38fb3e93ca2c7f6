// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The host's answers to the question for its position, as far as they count. Belongs to the loop.
struct PositionAnswers {
  /// The state after which the host was asked last.
  var asked: CommittedState?
  /// The state for which the host has answered last, and the turn of the loop in which it did.
  var answered: CommittedState?
  var turn = UInt32.zero
  /// The time until which it is not asked, because an answer took too long.
  var pausedUntil = Int64.min
  /// The time until which the loop would rest if it did so after each answer for as long as that took.
  var restsUntil = Int64.min
  /// The last answer, since when it is the same, when it was given last, and whether that was more than once.
  private var last = Int64.min
  private var since = Int64.min
  private var lastAt = Int64.min
  private var isRepeated = false

  /// The longest that an answer may take, in microseconds: an older position is not the present one.
  static let timeout: Int64 = 100_000
  /// How long a host is not asked after an answer that took longer, in microseconds.
  static let pause: Int64 = 10_000_000
  /// The most by which the position that was committed may differ from an answer, in microseconds, and stay.
  static let tolerance: Int64 = 10_000
  /// From when on an engine that repeats itself stands still, in microseconds.
  private static let standing: Int64 = 100_000
  private static let second: Int64 = 1_000_000

  /// Takes note of an answer. Returns the position that it means: of an engine that counts seconds, one that has come
  /// since the answer before began between the two, most likely in the middle.
  mutating func note(_ answer: Int64, _ now: Int64) -> Int64 {
    let pause = Clamp.difference(now, lastAt)
    let isNextSecond = answer % Self.second == 0 && Clamp.difference(answer, last) == Self.second
    isRepeated = answer == last
    if !isRepeated { (last, since) = (answer, now) }
    lastAt = now
    return isNextSecond && pause < Self.second ? Clamp.sum(answer, pause / 2) : answer
  }

  /// Whether the engine said the same again and again: there is no sound yet, it waits for data, or its clock ticks
  /// seldom.
  func stands(at now: Int64) -> Bool { isRepeated && Clamp.difference(now, since) > Self.standing }

  /// Whether the last answer is for longer than it would be where it counts seconds, also of a slow clock.
  func standsForLong(at now: Int64) -> Bool { isRepeated && Clamp.difference(now, since) > Self.second * 3 / 2 }
}

/// A host that can be asked for the position is believed more than what it has committed: engines say that they play
/// long before there is sound.
extension Session {
  /// Asks the host for the position when its last commit may have changed it. Returns the state that counts then.
  func askPosition(after newest: CommittedState) -> CommittedState {
    let before = positions.asked
    positions.asked = newest
    if newest === before { return newest }
    if let before, before.state.snapshot == newest.state.snapshot, before.contentSerial == newest.contentSerial {
      return newest
    }
    _ = askPosition()
    return positions.asked ?? newest
  }

  /// Asks the host for the position, and returns it; nil when it tells none. What it says is committed where it differs
  /// from what it has committed before.
  ///
  /// - isAhead: whether the call was sent without waiting for the answer to the one before. Such calls, which may be
  ///   many, share an answer within one turn of the loop, unless the host commits something else. So do calls of many
  ///   clients where the answers of a slow host would take more than half of the loop's time.
  func askPosition(isAhead: Bool = false) -> Int64? {
    let asked = np_now_us()
    guard handler.answersPosition, asked >= positions.pausedUntil else { return nil }
    let basis = core.locked { committed($0) }
    guard let content = basis.state.content, basis.state.snapshot != nil else { return nil }
    let isBusy = Clamp.difference(positions.restsUntil, asked) > PositionAnswers.timeout
    if isBusy || isAhead && positions.turn == core.turn, positions.answered === basis {
      return basis.state.position(at: asked)
    }
    positions.turn = core.turn
    defer { positions.answered = positions.asked }
    var answer: Int64?
    tell { answer = $0.position() }
    let now = np_now_us()
    // A commit of the callback itself is not asked about.
    positions.asked = core.locked { committed($0) }
    let took = Clamp.difference(now, asked)
    positions.restsUntil = Clamp.sum(max(positions.restsUntil, asked), Clamp.sum(took, took))
    if took > PositionAnswers.timeout {
      positions.pausedUntil = Clamp.sum(now, PositionAnswers.pause)
      clientBug("position: the answer took more than 100 ms; it is not asked for ten seconds")
      return nil
    }
    guard let answer else { return nil }
    let length = content.length ?? .max
    let position = min(max(0, answer), length)
    let meant = min(positions.note(position, now), length)
    let known = basis.state.position(at: now)
    if let known, Clamp.distance(known, position) <= PositionAnswers.tolerance { return position }
    if let known, !positions.standsForLong(at: now) {
      // The second may have been taken to begin too early, by less than a client would be told of.
      let early = Clamp.difference(known, ClientPosition.askedTolerance)
      if PlaybackSnapshot.isWithin(known, second: position) { return known }
      if PlaybackSnapshot.isWithin(early, second: position) { return min(Clamp.sum(position, 999_999), length) }
    }
    positions.asked = correct(basis, meant, now) ?? positions.asked
    return meant
  }

  /// The most by which the position that clients believe may be wrong before they are told another.
  func positionTolerance(at now: Int64) -> Int64 {
    guard handler.answersPosition else { return ClientPosition.tolerance }
    return positions.stands(at: now) ? ClientPosition.standingTolerance : ClientPosition.askedTolerance
  }
}
