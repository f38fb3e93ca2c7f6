// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingBus

/// Tests a bus that comes and goes, in a loop like the library's.
@Suite struct LostBusTests {
  private final class Client: BusClient {
    var said: [String] = []
    var connection: Connection?
    func attached(_ connection: Connection) {
      said.append("attached")
      self.connection = connection
    }
    func greeted() { said.append("greeted") }
    func detached(wasReady: Bool) {
      said.append(wasReady ? "lost" : "refused")
      connection = nil
    }
    func failed(_ reason: String, isHopeless: Bool) { said.append(isHopeless ? "hopeless" : "failed") }
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

  /// Runs turns of the loop, each when something is due or readable, until the client is notified of `word`.
  private func turn(_ connector: Reconnector, until word: String) {
    var hasMore = false
    repeat {
      reactor.arm(at: hasMore ? .min : connector.nextTime)
      _ = reactor.wait(block: true)
      hasMore = connector.turn()
      connector.listen()
    } while client.said.last != word
    // Without a bus there are no more messages.
    #expect(!hasMore || client.connection != nil)
  }

  @Test func aBusThatGoesSoonIsTriedLessOften() throws {
    let bus = try PrivateBus()
    let connector = connector(bus.address)
    turn(connector, until: "greeted")
    #expect(connector.isReady && connector.hasTried)
    try bus.stop()
    turn(connector, until: "lost")
    #expect(!connector.isReady && connector.nextTime <= Instant.now + 20_000)
    turn(connector, until: "failed")
    try bus.restart()
    turn(connector, until: "greeted")
    try bus.stop()
    let before = Instant.now
    turn(connector, until: "lost")
    #expect(connector.nextTime >= before + 40_000)
    turn(connector, until: "failed")
    // A lost bus is reported each time.
    #expect(
      client.said == ["attached", "greeted", "lost", "failed", "attached", "greeted", "lost", "failed"])
    connector.stop()
  }

  /// The next attempt is not immediate, and nothing is reported before it.
  @Test func aSocketThatHangsUp() throws {
    let path = NSTemporaryDirectory() + "nowplaying-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafeBytes(of: &address) {
      bind(listener, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
    }
    #expect(result == 0 && listen(listener, 1) == 0)
    let connector = connector("unix:path=" + path)
    turn(connector, until: "attached")
    let before = Instant.now
    close(listener)
    turn(connector, until: "refused")
    #expect(connector.nextTime >= before + 20_000)
    #expect(client.said == ["attached", "failed", "refused"])
    connector.stop()
  }

  /// The bus stops reading, so that messages are queued: the loop is woken when the bus reads again, and not before.
  @Test func whatWaitsIsSentWhenTheBusReadsAgain() throws {
    let bus = try PrivateBus()
    let connector = connector(bus.address)
    turn(connector, until: "greeted")
    let connection = try #require(client.connection)
    var isAnswered = false
    connection.callBus("GetId", { _ in 0 }, answer: { _ in isAnswered = true })
    // sleeps: paces a loop that waits for a condition
    while !isAnswered { if !connector.turn() { usleep(1000) } }
    connector.listen()
    bus.suspend()
    let text = String(repeating: "x", count: 100_000)
    while !connection.isCongested {
      connection.emit(path: "/flood", interface: "org.example.Flood", member: "Drop") { $0.append(text) }
    }
    connector.listen()
    reactor.arm(at: .max)
    #expect(reactor.wait(block: false) == [])
    bus.resume()
    while connection.isCongested {
      reactor.arm(at: Instant.now + 60_000_000)
      guard reactor.wait(block: true) == .source else { throw CocoaError(.fileReadUnknown) }
      _ = connector.turn()
      connector.listen()
    }
    connector.stop()
  }

  /// A socket that the host passes as a descriptor can be used only once.
  @Test func aSocketIsNotConnectedToAgain() throws {
    let bus = try PrivateBus()
    let path = String(bus.address.dropFirst("unix:path=".count))
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafeBytes(of: &address) {
      connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
    }
    #expect(result == 0)
    let connector = Reconnector(reactor, .socket(descriptor), errors)
    connector.client = client
    turn(connector, until: "greeted")
    try bus.stop()
    turn(connector, until: "lost")
    #expect(connector.nextTime == .max)
    #expect(!connector.turn() && client.said == ["attached", "greeted", "lost"])
    connector.stop()
  }

  /// If a bus ends before it has confirmed a subscription, the loss is reported, and no refusal of the subscription.
  @Test func anEndBeforeASubscriptionIsConfirmed() throws {
    let bus = try PrivateBus()
    var limits: [String] = []
    errors.limited = { limits.append($0) }
    let connector = connector(bus.address)
    turn(connector, until: "greeted")
    bus.suspend()
    let signals = try #require(client.connection).subscribe("type='signal',interface='org.example.Flood'") { _ in }
    try bus.stop()
    turn(connector, until: "lost")
    #expect(limits.isEmpty)
    withExtendedLifetime(signals) { connector.stop() }
  }

  @Test func aTurnHandlesSoManyMessages() throws {
    let bus = try PrivateBus()
    let connector = connector(bus.address)
    turn(connector, until: "greeted")
    let connection = try #require(client.connection)
    var heard = 0
    let signals = connection.subscribe("type='signal',interface='org.example.Flood'") { _ in heard += 1 }
    connection.callBus("GetId", { _ in 0 }, answer: { [client] _ in client.said.append("listens") })
    turn(connector, until: "listens")
    let other = try Connection.start(.address(bus.address), errors)
    guard case .value = other.waitUntilReady(until: .max) else { throw CocoaError(.featureUnsupported) }
    for _ in 0..<100 { other.emit(path: "/flood", interface: "org.example.Flood", member: "Drop") { _ in 0 } }
    // The bus replies after it has delivered everything that came before.
    _ = other.answer(
      of: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId", until: .max
    ) { _ in
      0
    } _: {
      $0.readString()
    }
    while heard < 100 {
      let before = heard
      #expect(connector.turn() == (heard - before == Reconnector.messagesPerTurn))
      #expect(heard - before <= Reconnector.messagesPerTurn)
    }
    withExtendedLifetime(signals) { connector.stop() }
  }
}
