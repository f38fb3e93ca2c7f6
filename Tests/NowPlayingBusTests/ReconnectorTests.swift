// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import Foundation
import Testing

@testable import NowPlayingBus

@Suite struct ReconnectorTests {
  /// The loop is on its way to an attempt when the socket comes, and the bus does not listen yet: the attempt fails,
  /// and what is watched for is looked up anew. The next attempt must not be the one in half a minute.
  @Test func aSocketThatAppearsDuringAnAttempt() throws {
    let folder = NSTemporaryDirectory() + "nowplaying-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let reactor = try #require(Reactor.make())
    let faults = BusFaults { Issue.record("\($0)") }
    let reconnector = Reconnector(reactor, .address("unix:path=" + folder + "/bus"), faults)
    // The socket is watched for when five pauses are over, and the attempt after the sixth is the last one soon.
    for _ in 1...6 {
      _ = reconnector.turn()
      reactor.arm(at: reconnector.nextTime)
      #expect(reactor.wait(block: true) == .timer)
    }
    try Data().write(to: URL(fileURLWithPath: folder + "/bus"))
    _ = reconnector.turn()
    #expect(reconnector.nextTime <= np_now_us())
  }
}
