// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingBus

/// Tests attempts to connect where there is no bus, in a loop like the library's.
@Suite struct ReconnectorTests {
  private final class Client: BusClient {
    var said: [String] = []
    func attached(_ connection: Connection) { said.append("attached") }
    func greeted() { said.append("greeted") }
    func detached(wasReady: Bool) { said.append(wasReady ? "lost" : "refused") }
    func failed(_ reason: String, isHopeless: Bool) {
      said.append(isHopeless ? "hopeless" : "failed: " + reason)
    }
  }

  private let reactor: Reactor
  private let client = Client()
  private let errors = BusErrors { Issue.record("\($0)") }

  init() throws { reactor = try #require(Reactor.make()) }

  private func connector(_ address: String) -> Reconnector {
    let connector = Reconnector(reactor, .address(address), errors)
    connector.client = client
    return connector
  }

  private func turn(_ connector: Reconnector) {
    #expect(!connector.turn())
    connector.listen()
  }

  /// Makes attempts when they are due, and expects these pauses after them, in milliseconds.
  private func expect(_ pauses: [Microseconds], _ connector: Reconnector) {
    for pause in pauses {
      reactor.arm(at: connector.nextTime)
      _ = reactor.wait(block: true)
      let before = Instant.now
      turn(connector)
      let (least, most) = (before + pause * 1000, Instant.now + pause * 1000)
      #expect(connector.nextTime >= least && connector.nextTime <= most)
    }
  }

  @Test func attemptsBecomeRare() {
    let connector = connector("unix:abstract=/no/such/nowplaying")
    #expect(!connector.hasTried && !connector.isReady && connector.nextTime == .min)
    expect([20, 40], connector)
    #expect(connector.hasTried && !connector.isReady && client.said == ["failed: Connection refused"])
    let next = connector.nextTime
    turn(connector)
    #expect(connector.nextTime == next)
    connector.stop()
    #expect(connector.nextTime == .max)
  }

  @Test func aSocketIsWatchedFor() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "nowplaying-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let connector = connector("unix:path=" + folder.appending(path: "bus").path)
    // The scheduled attempt remains, for a socket that has just appeared.
    expect([20, 40, 80, 160, 320, 640, 30_000], connector)
    try Data().write(to: folder.appending(path: "bus"))
    reactor.arm(at: .min)
    _ = reactor.wait(block: true)
    let before = Instant.now
    turn(connector)
    #expect(connector.nextTime >= before + 20_000 && connector.nextTime <= Instant.now + 20_000)
    #expect(client.said == ["failed: No such file or directory"])
    // A stopped reconnector watches nothing.
    try FileManager.default.removeItem(at: folder.appending(path: "bus"))
    expect([40, 80, 160, 320, 640, 30_000], connector)
    connector.stop()
    reactor.arm(at: .max)
    try Data().write(to: folder.appending(path: "bus"))
    var one = pollfd(fd: reactor.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&one, 1, 0) == 0)
  }

  /// A relative path means another folder whenever the program changes its own.
  @Test func aRelativePathIsNotWatchedFor() {
    expect([20, 40, 80, 160, 320, 640, 1280], connector("unix:path=no/such/nowplaying"))
  }

  @Test func aSocketIsWatchedForBehindAnAddressThatCannotBe() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "nowplaying-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let connector = connector("unix:abstract=/no/such/nowplaying;unix:path=" + folder.appending(path: "bus").path)
    expect([20, 40, 80, 160, 320, 640, 1280], connector)
    try Data().write(to: folder.appending(path: "bus"))
    reactor.arm(at: .min)
    _ = reactor.wait(block: true)
    turn(connector)
    #expect(connector.nextTime <= Instant.now + 20_000)
  }

  @Test func aMalformedAddressIsHopeless() {
    let connector = connector("unix:path")
    turn(connector)
    #expect(connector.nextTime == .max && connector.hasTried && client.said == ["hopeless"])
  }

  @Test func nowhereToConnect() {
    let connector = Reconnector(reactor, nil, errors)
    connector.client = client
    #expect(connector.hasTried && connector.nextTime == .max)
    turn(connector)
    #expect(client.said == [])
  }
}
