// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// A session that plays, a pause, and times: what keeps the machine awake.
enum WakefulnessTests {
  private static let second: Microseconds = 1_000_000
  private static let hour: Microseconds = .seconds(3600)

  static func run() {
    aPauseCountsForAMoment()
    whoPlaysForEver()
    musicAndVideos()
    onBattery()
    aSteadyReason()
    aSteadyWish()
  }

  private static func state(
    _ key: String, plays: Bool = true, isVideo: Bool = false, item: String = "a"
  ) -> Wakefulness.State {
    Wakefulness.State(key: key, name: key, plays: plays, isVideo: isVideo, item: item)
  }

  private static func all(_ kind: Wakefulness.Kind = .all) -> Wakefulness {
    var made = Wakefulness()
    made.kind = kind
    return made
  }

  private static func aPauseCountsForAMoment() {
    var one = all()
    one.look([state("a", plays: false)], now: 0)
    Check.that(one.wish().player == nil && one.nextTime == .max, "a paused player keeps nothing awake")
    one.look([state("a")], now: 1 * second)
    Check.that(one.wish().player == "a", "a player keeps the machine awake")
    one.look([state("a", plays: false)], now: 5 * second)
    Check.that(one.wish().player == "a" && one.nextTime == 7 * second, "a pause counts two seconds later")
    one.look([state("a")], now: 6 * second)
    one.look([state("a")], now: 8 * second)
    Check.that(one.wish().player == "a", "a pause of a second is none")
    one.look([], now: 9 * second)
    one.look([], now: 10 * second)
    Check.that(one.nextTime == 11 * second, "a player that has gone counts like one that has paused, once")
    one.look([], now: 11 * second)
    Check.that(one.wish().player == nil && one.nextTime == .max, "it is over")
  }

  private static func whoPlaysForEver() {
    var one = all()
    one.look([state("a")], now: 0)
    Check.that(one.nextTime == 12 * hour, "twelve hours without a change")
    one.look([state("a")], now: 12 * hour - second)
    Check.that(one.wish().player == "a", "the last second")
    one.look([state("a")], now: 12 * hour)
    Check.that(one.wish().player == nil && one.nextTime == .max, "it does not wake the daemon again")
    one.look([state("a", plays: false)], now: 13 * hour)
    Check.that(one.wish().player == nil, "its pause is no reason")
    one.look([state("a")], now: 13 * hour + second)
    Check.that(one.wish().player == "a", "it has begun again")
    one.look([state("a", item: "b")], now: 20 * hour)
    one.look([state("a", item: "b")], now: 26 * hour)
    Check.that(one.wish().player == "a" && one.nextTime == 32 * hour, "another song is a change")
    one.look([state("a", item: "b")], now: .max)
    Check.that(one.wish().player == nil, "the end of time")
  }

  private static func musicAndVideos() {
    let sessions = [state("song"), state("film", isVideo: true)]
    var one = all(.music)
    one.look(sessions, now: 0)
    Check.that(one.wish() == Wakefulness.Wish(player: "song", isVideo: false), "music alone")
    one.kind = .video
    one.look(sessions, now: 0)
    Check.that(one.counted.count == 2, "the song counts for a moment more")
    one.look(sessions, now: 2 * second)
    Check.that(one.wish() == Wakefulness.Wish(player: "film", isVideo: true), "videos alone")
    one.kind = nil
    one.look(sessions, now: 3 * second)
    one.look(sessions, now: 5 * second)
    Check.that(one.wish().player == nil, "nothing")
  }

  private static func onBattery() {
    var one = all()
    one.isOnBattery = true
    one.look([state("a")], now: 0)
    Check.that(one.wish().player == "a", "the battery does not matter")
    one.needsAC = true
    Check.that(one.wish().player == nil && one.counted.isEmpty, "on battery it may sleep")
    one.isOnBattery = false
    Check.that(one.wish().player == "a", "the cable is back")
  }

  /// A player that comes and goes all the time changes the reason of another one's lock never.
  private static func aSteadyReason() {
    var one = all()
    one.look([state("a")], now: 0)
    Check.that(one.wish().player == "a", "the first")
    for round in 1...100 {
      let now: Instant = round * .milliseconds(10)
      one.look(round % 2 == 0 ? [state("a")] : [state("b"), state("a")], now: now)
      Check.that(one.wish().player == "a", "the reason stays")
    }
    one.look([state("b")], now: 5 * second)
    one.look([state("b")], now: 7 * second)
    Check.that(one.wish().player == "b", "the reason is one that plays")
  }

  /// A player that changes its name, or between music and videos, all the time is told of every two seconds.
  private static func aSteadyWish() {
    var one = all()
    func look(_ name: String, isVideo: Bool, at now: Instant) -> Wakefulness.Wish {
      one.look([Wakefulness.State(key: "a", name: name, plays: true, isVideo: isVideo, item: "a")], now: now)
      return one.wish()
    }
    var changes = 0
    var last = look("0", isVideo: false, at: 0)
    for round in 1...1000 {
      let wish = look(String(round), isVideo: round % 2 == 0, at: round * .milliseconds(10))
      if wish != last { changes += 1 }
      last = wish
    }
    Check.that(changes == 5, "in ten seconds five wishes")
    _ = look("a", isVideo: true, at: 11 * second)
    Check.that(one.nextTime == 12 * second, "the last one waits for its time")
    Check.that(look("a", isVideo: true, at: 12 * second) == Wakefulness.Wish(player: "a", isVideo: true), "it has come")
    Check.that(one.nextTime > 1 * hour, "nothing waits any more")
    one.needsAC = true
    one.isOnBattery = true
    Check.that(one.wish().player == nil, "an end waits for nothing")
  }
}
