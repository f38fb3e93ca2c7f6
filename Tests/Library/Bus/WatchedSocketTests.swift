// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingBus

/// A socket that is missing at first.
@Suite final class WatchedSocketTests {
  private let folder = NSTemporaryDirectory() + "nowplaying-test-" + UUID().uuidString
  private let reactor: Reactor
  private let reconnector: Reconnector

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    reactor = try #require(Reactor.make())
    let errors = BusErrors { Issue.record("\($0)") }
    reconnector = Reconnector(reactor, .address("unix:path=" + folder + "/bus"), errors)
    // Watching begins after five pauses; after the sixth attempt the next one is far away.
    for _ in 1...6 {
      _ = reconnector.turn()
      reactor.arm(at: reconnector.nextTime)
      #expect(reactor.wait(block: true) == .timer)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Makes an ordinary file in the place of the socket, on which nobody listens.
  private func makeSocket() throws { try Data().write(to: URL(fileURLWithPath: folder + "/bus")) }

  @Test func itsAppearanceIsAReasonToTryAgain() throws {
    _ = reconnector.turn()
    #expect(reconnector.nextTime - Instant.now > 20_000_000)
    reactor.arm(at: reconnector.nextTime)
    try makeSocket()
    #expect(reactor.wait(block: true) == .source)
    _ = reconnector.turn()
    #expect(reconnector.nextTime - Instant.now <= 20_000)
  }

  /// The socket appears just before an attempt, which fails because the bus does not listen yet. The next attempt must
  /// come soon, and not half a minute later.
  @Test func itAppearsDuringAnAttempt() throws {
    try makeSocket()
    _ = reconnector.turn()
    #expect(reconnector.nextTime - Instant.now <= 20_000)
  }

  @Test func itsDirectoryAppearsDuringAnAttempt() throws {
    let reconnector = Reconnector(
      reactor, .address("unix:path=" + folder + "/later/bus"), BusErrors { Issue.record("\($0)") })
    for _ in 1...6 {
      _ = reconnector.turn()
      reactor.arm(at: reconnector.nextTime)
      #expect(reactor.wait(block: true) == .timer)
    }
    try FileManager.default.createDirectory(atPath: folder + "/later", withIntermediateDirectories: false)
    _ = reconnector.turn()
    #expect(reconnector.nextTime <= Instant.now)
    // The attempt after the next one comes soon, too.
    _ = reconnector.turn()
    #expect(reconnector.nextTime <= Instant.now + 40_000)
  }
}
