// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingSurface

/// Tests how much work a player may cause, and during which times the bus may have dropped messages.
@Suite struct AllowanceTests {
  @Test func isSpentAndSavedAgain() {
    var allowance = Allowance()
    func spends(_ amount: Microseconds, _ now: Instant) -> Bool { allowance.spend(amount, now) }
    var count = 0
    while spends(Allowance.message, 0) { count += 1 }
    #expect((count + 1) * Allowance.message == Allowance.most)
    // An attempt to spend more than is left does not make a debt.
    #expect(!spends(.max, 0) && allowance.roomAt == 1)
    #expect(spends(Allowance.message, 1_000_000) && allowance.roomAt == 3_001)
    #expect(!spends(.max, .min) && !spends(.max, .max))
  }

  @Test func timeHasAPriceByTheMillisecond() {
    #expect(Allowance.price(ofTime: 999) == 0 && Allowance.price(ofTime: 1_000) == 50_000)
    #expect(Allowance.price(ofTime: 3_999) == 150_000 && Allowance.price(ofTime: -1) == 0)
  }

  @Test func whoSendsTooMuchRestsForASecond() {
    let common = CommonAllowance()
    common.players = 1
    var quota = Quota(common, Allowance(), 0)
    func rests(_ price: Microseconds, _ now: Instant) -> Bool { quota.spend(price, now) }
    var count = 1
    while !rests(Allowance.message, 0) { count += 1 }
    #expect(count * Allowance.message == Allowance.most && quota.isResting && quota.nextTime == 1_000_000)
    // One rest at a time; and none for work alone, before the next message.
    #expect(!rests(Allowance.message, 1) && quota.nextTime == Instant(Quota.rest))
    quota.resume(Instant(Quota.rest))
    #expect(!quota.isResting && quota.nextTime == .max && !rests(0, Instant(Quota.rest)))
    quota.charge(Allowance.most, Instant(Quota.rest))
    #expect(!quota.isResting && rests(0, Instant(Quota.rest)))
  }

  @Test func aCommonFloodRestsThoseAboveTheirShare() {
    let common = CommonAllowance()
    common.players = 8
    func rests(_ quota: inout Quota, _ price: Microseconds) -> Bool { quota.spend(price, 0) }
    var quotas = (0..<8).map { _ in Quota(common, Allowance(), 0) }
    // Seven players spend all that is common, none of them all of its own.
    for index in 0..<7 { _ = rests(&quotas[index], Allowance.most * 3 / 4) }
    #expect(!common.hasRoom(0) && quotas[6].isResting && quotas[6].allowance.hasRoom(0))
    // The one that was quiet has its share; one that comes now has none, and waits until something is left.
    #expect(!rests(&quotas[7], Allowance.message))
    var late = Quota(common, Allowance(), 0)
    #expect(rests(&late, Allowance.message) && late.nextTime == max(Instant(Quota.rest), common.roomAt))
  }

  @Test func aCrowdedTimeIsOverWhenLittleComes() {
    var crowd = OverflowDetector(asked: 0)
    func comes(_ work: Microseconds, isFull: Bool = false, _ now: Instant) -> Bool {
      crowd.passes(work, isFull: isFull, now)
    }
    // The answers to the first questions make no crowded time, and neither does much work once in a while.
    #expect(!comes(1_000_000, 1_000_000) && crowd.nextTime == .max)
    #expect(!comes(100_000, 2_000_000) && crowd.nextTime == .max)
    #expect(!comes(100_000, 2_600_000) && crowd.nextTime == .max)
    #expect(!comes(100_000, 2_700_000) && crowd.nextTime == 3_100_000)
    #expect(!comes(0, 3_100_000) && crowd.nextTime == 3_600_000)
    #expect(comes(0, 3_600_000) && crowd.nextTime == .max)
    // A turn that could not handle all messages counts as a long one, even if it was short.
    var isOver = false
    for turn in 0..<200 where comes(10, isFull: true, 6_000_000 + turn * 5_000) { isOver = true }
    #expect(!isOver && crowd.nextTime != .max)
    #expect(!comes(0, 7_600_000) && comes(0, 8_200_000))
  }
}
