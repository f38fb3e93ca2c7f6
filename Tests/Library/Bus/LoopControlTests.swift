// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingBus

@Suite struct LoopControlTests {
  @Test func aLoopIsWokenOnceAndNotByItself() throws {
    let control = LoopControl(try #require(Reactor.make()))
    control.monitor.locked { held in
      #expect(control.needsWake(held))
      #expect(!control.needsWake(held), "it is woken already")
      control.wakePending[held] = false
      #expect(control.enter(held))
      #expect(!control.needsWake(held), "it turns again by itself")
      #expect(!control.enter(held))
      control.leave(held)
      #expect(control.needsWake(held))
    }
  }
}
