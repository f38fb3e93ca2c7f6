// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Decides which session pauses when another begins to play, and which resumes when that one stops.
struct Interruptions {
  /// The facts about a session that the decision needs.
  struct State {
    let key: String
    let isActive: Bool
    let hasItem: Bool
    let playback: Playback
    /// Whether others may pause it.
    let mayPause: Bool

    /// The same session, as if it played.
    var playing: State {
      State(key: key, isActive: true, hasItem: hasItem, playback: playback, mayPause: mayPause)
    }
  }

  enum Turn {
    case pause(String)
    case resume(String)
  }

  /// Whether paused sessions resume after the interruption.
  var resumes: Bool

  private struct Pause {
    let key: String
    /// The session that interrupted this one.
    var cause: String
    let time: Instant
    /// Whether the player has answered. Until then a session that pauses, or plays again, does so by itself: a player
    /// sends what an answer does before the answer.
    var isAnswered = false
    /// Whether the session was seen to play since it was told to resume: one that was not has nothing to pause.
    var hasPlayed: Bool
    /// The time at which the session was seen to pause; nil while it has not.
    var doneAt: Instant?

    var isDone: Bool { doneAt != nil }
  }

  /// A session that has stopped, or is between two items.
  private struct End {
    let key: String
    let stopped: Instant
    /// Whether the session has no item since, and no other one has begun.
    var isGap = false
    var isOutrun = false

    /// The time at which the stop counts.
    var time: Instant { stopped + (isGap ? Playback.gap : Playback.moment) }
  }

  /// The sessions that play; nil before the first look, in which no session counts as having begun.
  private var playing: [String]?
  /// The pauses that were requested, at most one for each session.
  private var pauses: [Pause] = []
  /// The sessions that were told to resume and may still begin to play, each with the time until which it may.
  private var resuming: [(key: String, until: Instant)] = []
  /// Sessions that have stopped, and those between two items.
  private var ended: [End] = []
  /// The playing sessions that have begun since the first look, each with the time at which it began.
  private var beginnings: [(key: String, time: Instant)] = []
  /// Pairs of sessions that were found to be one playback.
  private var twins: [(String, String)] = []
  /// Sessions that resume by themselves when they are paused: they interrupt no session, and are not interrupted.
  private var stubborn: [String] = []

  /// The time in which one playback begins and stops under both of its names.
  private static let moment = Playback.moment
  /// A session that plays again within this time after it was paused refuses to pause.
  private static let refusalTime: Microseconds = .seconds(2)
  /// A session that pauses later than this after the request was paused by somebody else.
  private static let pauseTime: Microseconds = .seconds(5)

  init(resumes: Bool) { self.resumes = resumes }

  /// The sessions that have paused and wait for the end of another, each with that one.
  var paused: [(key: String, cause: String)] { pauses.filter { $0.isDone }.map { ($0.key, $0.cause) } }

  /// The time at which `look` must be called again.
  var nextTime: Instant { min(ended.map { $0.time }.min() ?? .max, resuming.map { $0.until }.min() ?? .max) }

  /// Notes that a session, which `look` has told to pause or to resume, has answered, or that it can never answer.
  mutating func answered(_ key: String, now: Instant) {
    if let index = index(of: key) { pauses[index].isAnswered = true }
    for index in resuming.indices where resuming[index].key.exact == key.exact {
      resuming[index].until = now + Self.moment
    }
  }

  /// Returns the sessions that must pause or resume now.
  ///
  /// - sessions: the most important first.
  mutating func look(_ sessions: [State], now: Instant) -> [Turn] {
    resuming.removeAll { one in
      one.until <= now || !sessions.contains { $0.key.exact == one.key.exact && !$0.isActive }
    }
    for index in pauses.indices
    where sessions.contains(where: { $0.isActive && $0.key.exact == pauses[index].key.exact }) {
      pauses[index].hasPlayed = true
    }
    let sessions = sessions.map { $0.isActive || !mayPlay($0.key, now) ? $0 : $0.playing }
    let active = sessions.filter { $0.isActive }.map { $0.key }
    guard let before = playing else {
      playing = active
      return []
    }
    keepOnly(sessions.map { $0.key })
    settle(active, now)
    beginnings.removeAll { !active.has($0.key) }
    for key in active where !before.has(key) { beginnings.append((key, now)) }
    var turns: [Turn] = []
    // A playback that continues as another session, or with the next item, has not begun.
    let playing = sessions.filter { before.has($0.key) && $0.isActive }
    let began = sessions.filter { session in
      session.isActive && !before.has(session.key) && !stubborn.has(session.key) && !isInGap(session.key)
        && !playing.contains { isTwin(session, $0) }
    }
    if let first = began.first {
      for session in sessions where session.isActive && session.mayPause && !isTwin(session, first) {
        if stubborn.has(session.key) { continue }
        let (other, first) = (session.key, first.key)
        // A session that was asked a moment ago is about to pause for the one that began then.
        let index = index(of: other)
        if let index, now - pauses[index].time < Self.moment { continue }
        turns.append(.pause(other))
        let isResuming = resuming.contains { $0.key.exact == other.exact }
        resuming.removeAll { $0.key.exact == other.exact }
        let pause = Pause(key: other, cause: first, time: now, hasPlayed: !isResuming)
        if let index { pauses[index] = pause } else { pauses.append(pause) }
      }
    }
    endOrGoOn(sessions, before, active, hasBegun: !began.isEmpty, now)
    let mistakes = learn(sessions, now)
    turns += mistakes.map { .resume($0) }
    let due = ended.filter { $0.time <= now }
    ended.removeAll { $0.time <= now }
    // Each ended session sees those resumed before it as playing, so that at most one interruption resumes at a time.
    var going = active + mistakes
    for end in due where !going.has(end.key) {
      let resumed = resumed(after: end.key, going)
      going += resumed
      turns += resumed.map { .resume($0) }
    }
    for case .resume(let key) in turns { resuming.append((key, now + Self.pauseTime)) }
    self.playing = going
    return turns
  }

  /// Returns whether a session that does not play was told to pause, or to resume, and has not done it yet as far as
  /// anybody can tell: until then it counts as playing.
  private func mayPlay(_ key: String, _ now: Instant) -> Bool {
    if resuming.contains(where: { $0.key.exact == key.exact }) { return true }
    guard let index = index(of: key) else { return false }
    return !pauses[index].isAnswered && !pauses[index].isDone
      && now - pauses[index].time < Self.pauseTime
  }

  private func isInGap(_ key: String) -> Bool { ended.contains { $0.isGap && $0.key.exact == key.exact } }

  /// Notes which sessions have stopped, and whether they are between two items.
  ///
  /// - hasBegun: whether another session has begun: one that plays its next item only then begins after that.
  private mutating func endOrGoOn(
    _ sessions: [State], _ before: [String], _ active: [String], hasBegun: Bool, _ now: Instant
  ) {
    for key in before where !active.has(key) && !ended.contains(where: { $0.key.exact == key.exact }) {
      ended.append(End(key: key, stopped: now))
    }
    ended.removeAll { active.has($0.key) }
    for index in ended.indices {
      let key = ended[index].key.exact
      let state = sessions.first { $0.key.exact == key }
      if hasBegun || state == nil { ended[index].isOutrun = true }
      ended[index].isGap = !ended[index].isOutrun && (ended[index].isGap || !(state?.hasItem ?? true))
    }
  }

  // MARK: One playback behind two names

  /// Returns whether two sessions are one playback, judged by their processes or by what they play.
  private func isTwin(_ a: State, _ b: State) -> Bool {
    if a.key.exact == b.key.exact || a.playback.isTied(to: b.playback) { return true }
    if twins.contains(where: { $0.exact == a.key.exact && $1.exact == b.key.exact }) { return true }
    if twins.contains(where: { $0.exact == b.key.exact && $1.exact == a.key.exact }) { return true }
    guard a.playback.isLike(b.playback), let began = beginning(a), let other = beginning(b) else { return false }
    return (began - other).magnitude < Self.moment
  }

  private func beginning(_ state: State) -> Instant? { beginnings.first { $0.key.exact == state.key.exact }?.time }

  /// Finds sessions that stopped together with the session for which they were paused: both are one playback. Returns
  /// those that were paused by this mistake and must resume.
  private mutating func learn(_ sessions: [State], _ now: Instant) -> [String] {
    var mistakes: [String] = []
    for pause in pauses {
      guard let time = pause.doneAt, now - time < Self.moment,
        ended.contains(where: { $0.key.exact == pause.cause.exact && !$0.isGap }),
        let paused = sessions.first(where: { $0.key.exact == pause.key.exact }), !paused.isActive,
        let cause = sessions.first(where: { $0.key.exact == pause.cause.exact }),
        paused.playback.isProbably(cause.playback)
      else { continue }
      twins.append((pause.key, pause.cause))
      mistakes.append(pause.key)
    }
    pauses.removeAll { mistakes.has($0.key) }
    return resumes ? mistakes : []
  }

  /// Forgets sessions that are gone. A session that caused pauses still counts as ended.
  private mutating func keepOnly(_ present: [String]) {
    // A session that was paused for one that goes while it is paused itself waits for what that one waits for.
    for gone in pauses where !present.has(gone.key) { passOn(from: gone.key, to: gone.cause) }
    pauses.removeAll { !present.has($0.key) }
    stubborn.removeAll { !present.has($0) }
    twins.removeAll { !present.has($0) || !present.has($1) }
  }

  /// Notes which sessions have paused as requested, and which play again although they were paused.
  private mutating func settle(_ active: [String], _ now: Instant) {
    for index in pauses.indices {
      let pause = pauses[index]
      let time = now - pause.time
      if !active.has(pause.key) {
        if pause.doneAt == nil, time < Self.pauseTime { pauses[index].doneAt = now }
      } else if pause.isDone, time < Self.refusalTime {
        stubborn.append(pause.key)
      }
    }
    pauses.removeAll {
      $0.isDone ? active.has($0.key) || !$0.hasPlayed : now - $0.time >= Self.pauseTime
    }
  }

  /// Has the sessions that were paused for one session wait for another.
  private mutating func passOn(from cause: String, to other: String) {
    for index in pauses.indices where pauses[index].cause.exact == cause.exact { pauses[index].cause = other }
  }

  private func index(of key: String) -> Int? {
    for index in pauses.indices where pauses[index].key.exact == key.exact { return index }
    return nil
  }

  /// Returns whether a session was paused for one that waits for it. A session that plays on although it was asked to
  /// pause becomes the one that others wait for, also the one for which it was asked.
  private func waitsForItself(_ key: String) -> Bool {
    var cause = key
    for _ in pauses {
      guard let index = index(of: cause) else { return false }
      cause = pauses[index].cause
      if cause.exact == key.exact { return true }
    }
    return false
  }

  /// Returns the sessions that resume now that a session has ended.
  private mutating func resumed(after key: String, _ active: [String]) -> [String] {
    // The ended session was itself paused for another one, and will resume, unless that one waits for it.
    if index(of: key) != nil, !waitsForItself(key) { return [] }
    if let other = active.first {
      passOn(from: key, to: other)
      return []
    }
    // The sessions that were paused last resume. Those that were paused for another playback before wait for these.
    let waiting = pauses.filter { $0.cause.exact == key.exact && $0.isDone }
    let last = waiting.map { $0.time }.max() ?? .min
    let resumed = waiting.filter { $0.time == last }.map { $0.key }
    pauses.removeAll { $0.cause.exact == key.exact && (!$0.isDone || $0.time == last) }
    if let first = resumed.first { passOn(from: key, to: first) }
    return resumes ? resumed : []
  }
}
