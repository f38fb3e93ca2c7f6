// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Adapters that come and go, and a player that changes: what BlueZ is told, and when.
enum HeadsetTests {
  private static let second: Microseconds = 1_000_000

  static func run() {
    adapters()
    aRefusal()
    theSameItem()
    jumps()
    aFlood()
  }

  private static func adapters() {
    var one = Registrations()
    Check.that(one.handle(.appeared("a"), now: 0).count == 1, "an adapter is registered at")
    Check.that(one.handle(.appeared("a"), now: 1).isEmpty, "and once")
    _ = one.handle(.registered("a"), now: 2)
    Check.that(one.registered.count == 1 && one.nextTime == .max, "it is registered")
    _ = one.handle(.gone("a"), now: 3)
    Check.that(one.registered.isEmpty, "it has gone")
    Check.that(one.handle(.registered("a"), now: 4).isEmpty && one.registered.isEmpty, "its answer came too late")
    Check.that(one.handle(.appeared("a"), now: 5).count == 1, "it has come back")
    _ = one.handle(.ended, now: 6)
    Check.that(one.handle(.appeared("a"), now: 7).count == 1, "another BlueZ")
    for _ in 0..<100 { _ = one.handle(.appeared("a"), now: 8) }
    Check.that(one.due(.max).isEmpty, "nothing is due")
  }

  private static func aRefusal() {
    var one = Registrations()
    _ = one.handle(.appeared("a"), now: 0)
    var count = 0
    while count < 100 {
      _ = one.handle(.refused("a"), now: one.nextTime == .max ? 0 : one.nextTime)
      if one.nextTime == .max { break }
      Check.that(one.due(one.nextTime - Microseconds(1)).isEmpty, "not too early")
      Check.that(one.due(one.nextTime).count == 1, "it is tried again")
      count += 1
    }
    Check.that(count == 4 && one.registered.isEmpty, "it is tried a few times")
  }

  private static func song(_ title: String, at position: Microseconds = 0) -> HeadsetScreen.State {
    var state = HeadsetScreen.State()
    (state.key, state.title, state.plays, state.isStopped) = ("a", title, true, false)
    state.position = position
    return state
  }

  private static func theSameItem() {
    var screen = HeadsetScreen()
    Check.that(screen.show(song("a"), now: 0) == [.item, .status, .keys], "a song is told whole")
    Check.that(screen.show(song("a", at: second), now: 1 * second).isEmpty, "nothing for the same")
    var paused = song("a", at: 2 * second)
    paused.plays = false
    Check.that(screen.show(paused, now: 2 * second) == .status, "a pause is its status alone")
    Check.that(screen.expectedPosition(9 * second) == 2 * second, "the clock stands")
    var other = song("a", at: 2 * second)
    other.key = "b"
    Check.that(screen.show(other, now: 10 * second) == [.item, .status, .keys], "another player with the same song")
    other.keys = .play
    Check.that(screen.show(other, now: 10 * second) == .keys, "a key")
    other.length = second
    Check.that(screen.show(other, now: 10 * second).contains(.item), "a length that comes later")
  }

  private static func jumps() {
    var screen = HeadsetScreen()
    _ = screen.show(song("a"), now: 0)
    Check.that(screen.show(song("a", at: 11 * second), now: 10 * second).isEmpty, "a second is none")
    Check.that(screen.show(song("a", at: 30 * second), now: 10 * second) == .seeked, "a jump")
    Check.that(screen.show(song("a", at: 40 * second), now: 20 * second).isEmpty, "the clock goes on from there")
    var unknown = song("a")
    unknown.position = nil
    Check.that(screen.show(unknown, now: 30 * second).isEmpty, "a position that is not known is none")
    unknown.plays = false
    Check.that(screen.show(unknown, now: 40 * second) == .status, "nor at a pause")
    Check.that(screen.expectedPosition(50 * second) == 60 * second, "the clock has gone on until then")
    Check.that(screen.show(song("a"), now: .max).contains(.seeked), "the end of time")
  }

  private static func aFlood() {
    var screen = HeadsetScreen()
    var sent = 0
    for round in 0..<1000 {
      if !screen.show(song(round % 3 == 0 ? "a" : "b"), now: round * .milliseconds(1)).isEmpty { sent += 1 }
    }
    Check.that(sent == HeadsetScreen.mostInASecond, "no more than a radio can send")
    Check.that(screen.nextTime == 1 * second, "the rest is told later")
    Check.that(screen.show(song("c"), now: 1 * second).contains(.item) && screen.nextTime == .max, "and is told")
  }
}
