// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The host's answers to the question for its position.
struct PositionAnswers: LoopBound {
  /// The commit after which the host was asked last.
  var asked: CommittedState?
  /// The commit for which the host has answered last, and the turn of the loop in which it did.
  var answered: CommittedState?
  var turn = UInt32.zero
  /// The time until which the host is not asked, because an answer took too long.
  var pausedUntil = Instant.min
  /// The time until which the loop would rest, if it rested after each answer for as long as the answer took.
  var restsUntil = Instant.min
  /// The last answer, the time of its first and of its last occurrence, and whether it was repeated.
  private var last = Microseconds.min
  private var since = Instant.min
  private var lastAt = Instant.min
  private var isRepeated = false

  /// The time for which a host is not asked after an answer that took too long.
  static let pause: Microseconds = .seconds(10)
  /// The largest difference between the committed position and an answer that is ignored.
  static let tolerance: Microseconds = .milliseconds(10)
  /// The time after which an engine that repeats its answer counts as standing still.
  private static let standing: Microseconds = .milliseconds(100)
  private static let second: Microseconds = .seconds(1)

  /// Notes an answer, and returns the position that it means. Where an engine counts seconds and a new second began
  /// since the last answer, the second is taken to have begun halfway between the two answers.
  mutating func note(_ answer: Microseconds, _ now: Instant) -> Microseconds {
    let pause = now - lastAt
    let isNextSecond = answer.isWholeSecond && answer - last == Self.second
    isRepeated = answer == last
    if !isRepeated { (last, since) = (answer, now) }
    lastAt = now
    return isNextSecond && pause < Self.second ? answer + pause / 2 : answer
  }

  /// Whether the engine has repeated its answer for some time: there is no sound yet, it waits for data, or its clock
  /// ticks seldom.
  func stands(at now: Instant) -> Bool { isRepeated && now - since > Self.standing }

  /// Whether the engine has repeated its answer for longer than one second lasts, also for a slow clock.
  func standsForLong(at now: Instant) -> Bool { isRepeated && now - since > .milliseconds(1500) }
}

/// A host that can be asked for its position is believed more than its commits, because engines report that they play
/// long before there is sound.
extension Session {
  /// Asks the host for its position if the last commit may have changed it. Returns the commit with the answer, or the
  /// last commit.
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

  /// Asks the host for its position and returns it; nil when it does not answer. An answer that differs from the
  /// committed position is committed.
  ///
  /// - isAhead: whether the client has sent its call without waiting for the answer to its previous call. Such calls,
  ///   which may be many, share one answer in a turn of the loop, unless the host commits something else. So do the
  ///   calls of many clients where a slow host would take more than half of the loop's time.
  func askPosition(isAhead: Bool = false) -> Microseconds? {
    let asked = Instant.now
    guard handler.answersPosition, asked >= positions.pausedUntil else { return nil }
    let basis = core.locked { committed($0) }
    guard let content = basis.state.content, basis.state.snapshot != nil else { return nil }
    let isBusy = positions.restsUntil - asked > Limits.positionTime
    if isBusy || isAhead && positions.turn == core.turn, positions.answered === basis {
      return basis.state.position(at: asked)
    }
    positions.turn = core.turn
    defer { positions.answered = positions.asked }
    var answer: Microseconds?
    tell { answer = $0.position() }
    let now = Instant.now
    // If the callback itself has made a commit, the callback is not called again because of it.
    positions.asked = core.locked { committed($0) }
    let took = now - asked
    positions.restsUntil = max(positions.restsUntil, asked) + took + took
    if took > Limits.positionTime {
      positions.pausedUntil = now + PositionAnswers.pause
      clientBug(
        "position: the answer took " + Escape.decimal(took.count / 1000)
          + " ms, more than 100 ms: answer with what the "
          + "engine said last, or with an error while it loads. It is not asked for ten seconds")
      return nil
    }
    guard let answer else { return nil }
    let length = content.length ?? .max
    let position = min(max(.zero, answer), length)
    let meant = min(positions.note(position, now), length)
    let known = basis.state.position(at: now)
    if let known, isOld(answer: position, now) { return known }
    if let known, Microseconds.distance(known, position) <= PositionAnswers.tolerance { return position }
    if let known, !positions.standsForLong(at: now) {
      // The known position may be ahead, because the present second was taken to begin too early. The difference is too
      // small for a `Seeked`.
      let early = known - ClientPosition.askedTolerance
      if PlaybackSnapshot.isWithin(known, second: position) { return known }
      if PlaybackSnapshot.isWithin(early, second: position) {
        return min(position + .seconds(1) - Microseconds(1), length)
      }
    }
    positions.asked = correct(basis, meant, now) ?? positions.asked
    return meant
  }

  /// The largest error of the clients' position that needs no `Seeked`.
  ///
  /// - isPlaying: whether the session plays. Otherwise its position stands still as it should.
  func positionTolerance(at now: Instant, isPlaying: Bool) -> Microseconds {
    guard handler.answersPosition else { return ClientPosition.tolerance }
    return isPlaying && positions.stands(at: now) ? ClientPosition.standingTolerance : ClientPosition.askedTolerance
  }
}
