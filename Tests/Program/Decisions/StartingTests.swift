// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// A player that plays, goes, and is started again.
enum StartingTests {
  private struct Player: Startable {
    let name: String
    var uri = ""

    func isSame(as other: Player) -> Bool { name == other.name && uri == other.uri }
    func isPlayer(_ found: Player) -> Bool { name == found.name }
  }

  private static let second: Microseconds = 1_000_000

  static func run() {
    writesWhatHasChanged()
    waitsForTheStartedPlayer()
  }

  private static func writesWhatHasChanged() {
    var starting = Starting(Player(name: "a"))
    starting.plays(Player(name: "a"))
    Check.that(starting.nextTime == .max, "the player of the file is not written again")
    starting.plays(Player(name: "b", uri: "1"))
    Check.that(starting.nextTime == .min && starting.last?.name == "b", "another player is written at once")
    Check.that(starting.write(atEnd: false, 1 * second)?.uri == "1", "it is written")
    Check.that(starting.nextTime == .max && starting.write(atEnd: true, 1 * second) == nil, "it is written once")
    starting.plays(Player(name: "b", uri: "2"))
    Check.that(starting.nextTime == 6 * second, "the next item is written five seconds later")
    Check.that(starting.write(atEnd: false, 5 * second) == nil, "it is not written before")
    Check.that(starting.write(atEnd: true, 5 * second)?.uri == "2", "it is written when the daemon ends")
    starting.plays(Player(name: "b", uri: "3"))
    starting.plays(Player(name: "b", uri: "2"))
    Check.that(starting.nextTime == .max, "an item that was left again is not written")
  }

  private static func waitsForTheStartedPlayer() {
    var starting = Starting(Player(name: "a"))
    Check.that(!starting.awaits(Player(name: "a")), "nobody was started")
    starting.start(1 * second)
    Check.that(!starting.awaits(Player(name: "b")) && !starting.awaits(nil), "another player was not started")
    Check.that(starting.awaits(Player(name: "a", uri: "1")) && starting.appear(30 * second), "it is to play")
    Check.that(!starting.awaits(Player(name: "a")), "it is told once")
    starting.start(1 * second)
    Check.that(!starting.appear(31 * second), "it has taken too long")
    starting.start(1 * second)
    starting.fail()
    Check.that(!starting.awaits(Player(name: "a")), "it could not be started")
    starting.start(1 * second)
    starting.plays(Player(name: "b"))
    Check.that(!starting.awaits(Player(name: "a")) && !starting.awaits(Player(name: "b")), "another one plays")
    var none = Starting<Player>(nil)
    none.start(0)
    Check.that(!none.awaits(Player(name: "a")) && none.nextTime == .max, "there is nobody to start")
  }
}
