// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Decides which session pauses when another begins to play, and which plays on when that one stops.
struct Interruptions {
  /// A session, as far as it matters here.
  struct State {
    let key: String
    let isActive: Bool
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
    /// Whether it was seen to pause.
    var isDone = false
  }

  /// Sessions that play; nil before the first look, for whoever plays then did not begin.
  private var playing: [String]?
  /// At most one for each session.
  private var pauses: [Pause] = []
  /// Sessions that have stopped, and when that counts.
  private var ended: [(key: String, time: Int64)] = []
  /// Sessions that do not stay paused: they interrupt nobody, and nobody interrupts them.
  private var stubborn: [String] = []

  /// In µs: a player may stop for so long between two items.
  private static let moment: Int64 = 1_000_000
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
    var turns: [Turn] = []
    let began = active.filter { !before.has($0) && !stubborn.has($0) }
    if let first = began.first {
      for other in active where other.exact != first.exact && !stubborn.has(other) {
        turns.append(.pause(other))
        let pause = Pause(key: other, cause: first, time: now)
        // It may have refused to pause for another.
        if let index = index(of: other) { pauses[index] = pause } else { pauses.append(pause) }
      }
    }
    for key in before where !active.has(key) { ended.append((key, Clamp.sum(now, Self.moment))) }
    ended.removeAll { active.has($0.key) }
    let due = ended.filter { $0.time <= now }
    ended.removeAll { $0.time <= now }
    // One at a time: what is resumed counts as playing, also if it goes before it does.
    var going = active
    for (key, _) in due where !going.has(key) {
      let resumed = goOn(after: key, going)
      going += resumed
      turns += resumed.map { .resume($0) }
    }
    playing = going
    return turns
  }

  /// Forgets sessions that are gone; the end of one that was played for counts all the same.
  private mutating func keepOnly(_ present: [String]) {
    pauses.removeAll { !present.has($0.key) }
    stubborn.removeAll { !present.has($0) }
  }

  /// Sees who has paused, and who plays again by somebody else's will.
  private mutating func settle(_ active: [String], _ now: Int64) {
    for index in pauses.indices {
      let pause = pauses[index]
      let time = Clamp.difference(now, pause.time)
      if !active.has(pause.key) {
        pauses[index].isDone = pause.isDone || time < Self.pauseTime
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
