// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingEngine

/// Tests how many requests may wait for hosts, until when, and in which order they end.
@Suite struct OpenRequestsTests {
  private final class Asked {}

  private let asked = (0..<4).map { _ in Asked() }
  private var open = OpenRequests<Asked>()

  /// Adds three requests, of which the second has the least time.
  init() {
    for (index, deadline) in [300, 100, 200].enumerated() {
      let isAdded = open.add(asked[index], until: Instant(Int64(deadline)), limit: 3)
      #expect(isAdded)
    }
  }

  private mutating func adds(_ index: Int) -> Bool { open.add(asked[index], until: 50, limit: 3) }

  private mutating func ended(_ isMeant: (Asked, Instant) -> Bool) -> [Int] { numbers(open.end(where: isMeant)) }

  private func numbers(_ requests: [Asked]) -> [Int] {
    requests.map { one in asked.firstIndex { $0 === one } ?? -1 }
  }

  @Test mutating func nobodyWaitsBeyondTheLimitOrTheTime() {
    #expect(!adds(3) && open.nextTime == 100)
    #expect(ended { $1 <= 99 }.isEmpty && open.nextTime == 100)
    #expect(ended { $1 <= 200 } == [1, 2] && open.nextTime == .min)
    #expect(numbers(open.answered) == [1, 2] && open.pending.count == 1)
    // A request that has ended makes room.
    #expect(adds(3))
  }

  @Test mutating func eachEndsOnce() {
    open.finish(asked[0])
    open.remove(asked[2])
    open.remove(asked[2])
    #expect(numbers(open.answered) == [0] && open.nextTime == .min && !open.isEmpty)
    open.answered = []
    #expect(open.nextTime == 100)
    let first = asked[0]
    #expect(ended { request, _ in request === first }.isEmpty)
    open.finish(asked[1])
    #expect(open.pending.isEmpty && numbers(open.answered) == [1] && !open.isEmpty)
  }

  @Test mutating func allEndAtTheEnd() {
    open.finish(asked[2])
    let all = open.takeAll()
    #expect(numbers(all) == [2, 0, 1] && open.isEmpty && open.nextTime == .max)
  }
}
