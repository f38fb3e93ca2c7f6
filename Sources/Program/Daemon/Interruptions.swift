// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Decides which session pauses when another begins to play, and which plays on when that one stops.
struct Interruptions {
  /// A session, as far as it matters here.
  struct State {
    let key: String
    let isActive: Bool
    let playback: Playback
  }

  enum Turn {
    case pause(String)
    case resume(String)
  }

  /// Whether those that were paused play on afterwards.
  let resumes: Bool

  private struct Pause {
    let key: String
    /// The session for which it pauses.
    var cause: String
    let time: Int64
    /// When it was seen to pause; nil before.
    var doneAt: Int64?

    var isDone: Bool { doneAt != nil }
  }

  /// Sessions that play; nil before the first look, for whoever plays then did not begin.
  private var playing: [String]?
  /// At most one for each session.
  private var pauses: [Pause] = []
  /// Sessions that have stopped, and when that counts.
  private var ended: [(key: String, time: Int64)] = []
  /// Sessions that have begun to play, and when, as long as they do.
  private var beginnings: [(key: String, time: Int64)] = []
  /// Sessions that were seen to be one playback.
  private var twins: [(String, String)] = []
  /// Sessions that do not stay paused: they interrupt nobody, and nobody interrupts them.
  private var stubborn: [String] = []

  /// In µs: a player may stop for so long between two items.
  private static let moment = Playback.moment
  /// In µs: a session that plays again so soon after it was paused does not want to be.
  private static let refusalTime: Int64 = 2_000_000
  /// In µs: a session that pauses later than so does it by somebody else's will.
  private static let pauseTime: Int64 = 5_000_000

  init(resumes: Bool) { self.resumes = resumes }

  /// When to look again.
  var nextTime: Int64 { ended.map { $0.time }.min() ?? .max }

  /// Returns what is to be done.
  ///
  /// - sessions: the most important first.
  mutating func look(_ sessions: [State], now: Int64) -> [Turn] {
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
    // A playback that goes on behind another name has not begun.
    let playing = sessions.filter { before.has($0.key) && $0.isActive }
    let began = sessions.filter { session in
      session.isActive && !before.has(session.key) && !stubborn.has(session.key)
        && !playing.contains { isTwin(session, $0) }
    }
    if let first = began.first {
      for session in sessions where session.isActive && !isTwin(session, first) && !stubborn.has(session.key) {
        let (other, first) = (session.key, first.key)
        turns.append(.pause(other))
        let pause = Pause(key: other, cause: first, time: now)
        // It may have refused to pause for another.
        if let index = index(of: other) { pauses[index] = pause } else { pauses.append(pause) }
      }
    }
    for key in before where !active.has(key) { ended.append((key, Clamp.sum(now, Self.moment))) }
    ended.removeAll { active.has($0.key) }
    let mistakes = learn(sessions, now)
    turns += mistakes.map { .resume($0) }
    let due = ended.filter { $0.time <= now }
    ended.removeAll { $0.time <= now }
    // One at a time: what is resumed counts as playing, also if it goes before it does.
    var going = active + mistakes
    for (key, _) in due where !going.has(key) {
      let resumed = goOn(after: key, going)
      going += resumed
      turns += resumed.map { .resume($0) }
    }
    self.playing = going
    return turns
  }

  // MARK: One playback behind two names

  /// Whether two sessions are one playback, by their processes, or by what they do.
  private func isTwin(_ a: State, _ b: State) -> Bool {
    if a.key.exact == b.key.exact || a.playback.isTied(to: b.playback) { return true }
    if twins.contains(where: { $0.exact == a.key.exact && $1.exact == b.key.exact }) { return true }
    if twins.contains(where: { $0.exact == b.key.exact && $1.exact == a.key.exact }) { return true }
    guard a.playback.isLike(b.playback), let began = beginning(a), let other = beginning(b) else { return false }
    return Clamp.distance(began, other) < Self.moment
  }

  private func beginning(_ state: State) -> Int64? { beginnings.first { $0.key.exact == state.key.exact }?.time }

  /// Sees who has stopped together with the session that was paused for it, which is the same playback. Returns those
  /// that should not have been paused, and play on.
  private mutating func learn(_ sessions: [State], _ now: Int64) -> [String] {
    var mistakes: [String] = []
    for pause in pauses {
      guard let time = pause.doneAt, Clamp.difference(now, time) < Self.moment,
        ended.contains(where: { $0.key.exact == pause.cause.exact }),
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

  /// Forgets sessions that are gone; the end of one that was played for counts all the same.
  private mutating func keepOnly(_ present: [String]) {
    pauses.removeAll { !present.has($0.key) }
    stubborn.removeAll { !present.has($0) }
    twins.removeAll { !present.has($0) || !present.has($1) }
  }

  /// Sees who has paused, and who plays again by somebody else's will.
  private mutating func settle(_ active: [String], _ now: Int64) {
    for index in pauses.indices {
      let pause = pauses[index]
      let time = Clamp.difference(now, pause.time)
      if !active.has(pause.key) {
        if pause.doneAt == nil, time < Self.pauseTime { pauses[index].doneAt = now }
      } else if pause.isDone, time < Self.refusalTime {
        stubborn.append(pause.key)
      }
    }
    pauses.removeAll { $0.isDone ? active.has($0.key) : Clamp.difference(now, $0.time) >= Self.pauseTime }
  }

  private func index(of key: String) -> Int? {
    for index in pauses.indices where pauses[index].key.exact == key.exact { return index }
    return nil
  }

  /// Returns what plays on now that a session has ended.
  private mutating func goOn(after key: String, _ active: [String]) -> [String] {
    // It pauses for another itself, and will go on.
    if index(of: key) != nil { return [] }
    if let other = active.first {
      for index in pauses.indices where pauses[index].cause.exact == key.exact { pauses[index].cause = other }
      return []
    }
    let resumed = pauses.filter { $0.cause.exact == key.exact && $0.isDone }
    pauses.removeAll { $0.cause.exact == key.exact }
    return resumes ? resumed.map { $0.key } : []
  }
}
