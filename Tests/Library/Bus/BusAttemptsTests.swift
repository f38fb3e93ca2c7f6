// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingBus

/// Tests when a program tries to reach a bus again, by which address, and when it watches for sockets.
@Suite struct BusAttemptsTests {
  private var attempts = BusAttempts(addresses: 1)
  private var now: Instant = 0

  /// Tries in vain when it is due, each time with the same obstacle. Returns the pauses that follow, in ms.
  private mutating func pauses(_ times: Int, _ obstacle: BusAttempts.Obstacle, watches: Bool = false) -> [Int64] {
    (0..<times).map { _ in
      now = max(now, attempts.nextTime)
      while attempts.takeNext() != nil { attempts.meet(obstacle) }
      #expect(attempts.nextTime == .max)
      if attempts.fail(now).watches { attempts.watched(all: watches) }
      return (attempts.nextTime - now).count / 1000
    }
  }

  private mutating func connect() {
    now = max(now, attempts.nextTime)
    #expect(attempts.takeNext() == 0)
    attempts.greet(now)
    #expect(attempts.isReady && attempts.hasTried)
  }

  @Test(arguments: [(ENOENT, true), (ENOTDIR, true), (ECONNREFUSED, false), (EACCES, false), (ETIMEDOUT, false)])
  func onlyWhatIsNotThereIsMissing(_ error: Int32, _ isMissing: Bool) {
    #expect(np_is_missing(-error) == isMissing)
  }

  @Test mutating func theyBecomeRare() {
    #expect(attempts.nextTime == .min && !attempts.hasTried)
    #expect(pauses(12, .passing) == [20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10240, 10240, 10240])
    #expect(attempts.hasTried && !attempts.isReady)
  }

  @Test mutating func watchesTakeTheirPlace() {
    #expect(pauses(8, .noSocket, watches: true) == [20, 40, 80, 160, 320, 640, 30000, 30000])
    // A socket appears, at which no bus listens yet.
    attempts.appear(now)
    #expect(attempts.nextTime == now)
    #expect(pauses(2, .passing) == [20, 40])
  }

  @Test mutating func anotherObstacleEndsTheLongPause() {
    #expect(pauses(7, .noSocket, watches: true).last == 30000)
    #expect(pauses(2, .passing) == [20, 40])
  }

  @Test mutating func aSocketThatAppearsMeanwhileIsTriedAtOnce() {
    #expect(pauses(5, .noSocket).last == 320)
    now = attempts.nextTime
    #expect(attempts.takeNext() == 0 && attempts.takeNext() == nil)
    attempts.meet(.noSocket)
    let failure = attempts.fail(now)
    #expect(failure == BusAttempts.Failure(watches: true))
    attempts.appear(now)
    attempts.watched(all: false)
    #expect(attempts.nextTime == now)
  }

  @Test mutating func theAbsenceIsToldOnce() {
    _ = attempts.takeNext()
    attempts.meet(.passing)
    #expect(attempts.fail(0).isNews)
    _ = attempts.takeNext()
    attempts.meet(.passing)
    #expect(!attempts.fail(20_000).isNews)
    connect()
    // A bus that goes is lost, which the client is told in another way.
    #expect(attempts.lose(now)?.isNews == false)
    now = attempts.nextTime
    _ = attempts.takeNext()
    attempts.meet(.passing)
    #expect(attempts.fail(now).isNews)
  }

  @Test mutating func aMalformedAddressIsHopeless() {
    _ = attempts.takeNext()
    attempts.meet(.malformed)
    #expect(attempts.fail(0) == BusAttempts.Failure(isNews: true, isHopeless: true))
    #expect(attempts.nextTime == .max && attempts.hasTried)
  }

  @Test mutating func aBusThatClosesSoonIsNotPressed() {
    var pauses: [Int64] = []
    for _ in 0..<8 {
      connect()
      now += BusAttempts.stableAfter - 1
      if attempts.lose(now)?.watches ?? false { attempts.watched(all: true) }
      pauses.append((attempts.nextTime - now).count / 1000)
    }
    #expect(pauses == [20, 40, 80, 160, 320, 640, 640, 640])
    connect()
    now += BusAttempts.stableAfter
    _ = attempts.lose(now)
    #expect(attempts.nextTime == now + BusAttempts.firstPause)
  }

  @Test mutating func eachAddressIsTriedInTurn() {
    attempts = BusAttempts(addresses: 3)
    #expect(attempts.takeNext() == 0)
    attempts.meet(.malformed)
    // The second accepts the connection, and closes it before it has answered Hello.
    #expect(attempts.takeNext() == 1 && attempts.lose(5) == nil && attempts.nextTime == .min)
    #expect(attempts.takeNext() == 2)
    #expect(
      attempts.lose(9) == BusAttempts.Failure(isNews: true) && attempts.nextTime == Instant(9) + BusAttempts.firstPause)
    // The next attempts begin with the first again, also after a bus that was lost.
    #expect(attempts.takeNext() == 0)
    attempts.greet(10)
    #expect(attempts.lose(Instant(10) + BusAttempts.stableAfter) != nil && attempts.takeNext() == 0)
  }

  @Test mutating func aSocketIsUsedOnce() {
    #expect(attempts.takeNext() == 0)
    attempts.use()
    attempts.greet(0)
    #expect(attempts.lose(1) == BusAttempts.Failure() && attempts.nextTime == .max)
    let none = BusAttempts(addresses: 0)
    #expect(none.nextTime == .max && none.hasTried && !none.isReady)
  }
}
