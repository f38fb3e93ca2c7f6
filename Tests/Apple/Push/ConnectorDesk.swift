// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingBus
@testable import NowPlayingPush

/// The test distributor of Tests/Apple/Remote, in a process of its own; its docstring explains the orders.
final class DistributorDouble {
  let name: String
  private let child: Child
  private let lines = Lines()

  static let program = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Remote/distributor.py").path

  init(_ bus: PrivateBus, _ suffix: String = "test", versions: String = "12", arguments: [String] = []) throws {
    name = "org.unifiedpush.Distributor." + suffix
    let command = ["/usr/bin/python3", "-B", Self.program, "--name", suffix, "--versions", versions]
    child = try Child(command + arguments, environment: bus.environment)
    Thread.detachNewThread { [child, lines] in
      while let line = try? child.readLine() { lines.append(line) }
    }
  }

  deinit { child.end() }

  /// Kills the distributor, so that it can tell nobody that it ends.
  func kill() { child.signal(SIGKILL) }

  func send(_ order: [String: Any]) throws {
    try child.input.write(contentsOf: JSONSerialization.data(withJSONObject: order) + Data("\n".utf8))
  }

  /// Waits until the distributor has obeyed an order, without turning the connector's loop.
  func obeyAlone() throws {
    try send(["do": "registrations", "n": -1])
    let end = np_now_us() + 20_000_000
    // sleeps: paces a loop that waits for a condition
    while !all.contains(where: { $0["n"].number == -1 }), np_now_us() < end { usleep(1000) }
  }

  var all: [JSON] { lines.all.map { JSON(text: $0) } }
  func events(_ word: String) -> [JSON] { all.filter { $0["event"].text == word } }
}

/// A connector on a private bus, with all that it needs, on the thread of the test. Its clock stands still.
final class ConnectorDesk: PushClient {
  static let service = "org.example.App.RemoteMedia"

  let bus: PrivateBus
  private(set) var connection: Connection!
  private(set) var connector: PushConnector!
  private let errors = BusErrors { Issue.record("\($0)") }
  /// In µs.
  var clock: Instant = 1_000_000_000
  private var orders = 0

  // The calls of the client's closures.
  private(set) var stored: [PushOwner: Registration] = [:]
  private(set) var tokens: [(owner: PushOwner, token: Data?)] = []
  private(set) var messages: [(owner: PushOwner, bytes: [UInt8], acknowledge: () -> Void)] = []
  private(set) var logged: [(level: LogLevel, line: String)] = []
  var hasKeys = true
  var canStore = true
  private var keysMade: UInt8 = 0
  /// Called before a registration is stored.
  var storing: (Registration?) -> Void = { _ in }

  init(vapidKey: String? = nil, environment: [String: String] = [:]) throws {
    bus = try PrivateBus()
    try begin(vapidKey: vapidKey, environment: environment)
  }

  /// Starts anew, as another process would, with nothing restored yet.
  func begin(vapidKey: String? = nil, environment: [String: String] = [:]) throws {
    connector = nil
    connection = try Connection.start(.address(bus.address), errors)
    guard case .value = connection.waitUntilReady(until: .max) else { throw CocoaError(.featureUnsupported) }
    connector = PushConnector(
      connection, service: Self.service, vapidKey: vapidKey, environment: environment, client: self,
      now: { [unowned self] in clock })
    connector.export()
    // The bus may not have noticed yet that the earlier connection has ended.
    var isOwned = false
    while !isOwned {
      var isAnswered = false
      connection.requestName(Self.service, flags: NameFlag.doNotQueue) { reply in
        if case .owner = reply { isOwned = true }
        isAnswered = true
      }
      try turn("an answer to RequestName") { isAnswered }
    }
  }

  // MARK: PushClient

  func makeKeys() -> PushKeys? {
    guard hasKeys else { return nil }
    keysMade += 1
    return PushKeys(
      privateKey: Data(repeating: keysMade, count: 32), publicKey: Data([4] + Array(repeating: keysMade, count: 64)),
      auth: Data(repeating: keysMade, count: 16))
  }

  func store(_ registration: Registration?, for owner: PushOwner) -> Bool {
    storing(registration)
    stored[owner] = registration
    return canStore
  }

  func tokenChanged(_ token: Data?, for owner: PushOwner) { tokens.append((owner, token)) }

  func receive(_ message: [UInt8], for owner: PushOwner, acknowledge: @escaping () -> Void) {
    messages.append((owner, message, acknowledge))
  }

  func log(_ level: LogLevel, _ line: String) { logged.append((level, line)) }

  /// Returns the lines of the log with a level and a beginning.
  func lines(_ level: LogLevel, _ beginning: String = "") -> [String] {
    logged.filter { $0.level == level && $0.line.hasPrefix(beginning) }.map(\.line)
  }

  // MARK: The loop

  /// Turns the loop until a condition holds.
  func turn(_ what: String, at location: SourceLocation = #_sourceLocation, until condition: () throws -> Bool) throws {
    let end = np_now_us() + 20_000_000
    while true {
      if connector.nextTime <= clock { connector.turn() }
      while connection.process() > 0 {}
      if connector.nextTime > clock, try condition() { return }
      guard np_now_us() < end else {
        Issue.record("It did not happen: \(what)", sourceLocation: location)
        throw Tool.Failure(description: "did not happen: \(what)")
      }
      _ = np_poll_one(connection.descriptor, NP_POLL_IN, np_now_us() + 5000)
    }
  }

  /// Gives an order to a distributor, and returns its answer.
  @discardableResult
  func order(
    _ distributor: DistributorDouble, _ word: String, _ more: [String: Any] = [:],
    at location: SourceLocation = #_sourceLocation
  ) throws -> JSON {
    orders += 1
    let number = Double(orders)
    try distributor.send(more.merging(["do": word, "n": orders]) { $1 })
    var answer: JSON?
    try turn("an answer to \(word)", at: location) {
      answer = distributor.all.first { $0["n"].number == number }
      return answer != nil
    }
    return answer ?? JSON(nil)
  }

  /// Turns the loop until a distributor has reported a number of events of a kind, and returns them.
  @discardableResult
  func events(
    _ distributor: DistributorDouble, _ word: String, count: Int, at location: SourceLocation = #_sourceLocation
  ) throws -> [JSON] {
    try turn("\(count) events \(word)", at: location) { distributor.events(word).count >= count }
    let events = distributor.events(word)
    #expect(events.count == count, sourceLocation: location)
    return events
  }

  /// Returns the only event of a kind.
  func event(
    _ distributor: DistributorDouble, _ word: String, at location: SourceLocation = #_sourceLocation
  ) throws -> JSON {
    try #require(try events(distributor, word, count: 1, at: location).first, sourceLocation: location)
  }

  /// Starts a distributor, and waits until it is on the bus.
  func distributor(
    _ suffix: String = "test", versions: String = "12", arguments: [String] = []
  ) throws -> DistributorDouble {
    let distributor = try DistributorDouble(bus, suffix, versions: versions, arguments: arguments)
    try events(distributor, "started", count: 1)
    return distributor
  }

  /// Waits until the connector and the distributor have handled everything that was sent.
  func settle(_ distributor: DistributorDouble) throws {
    try order(distributor, "registrations")
    var isAnswered = false
    connection.callBus("GetId") { _ in
      0
    } answer: { _ in
      isAnswered = true
    }
    try turn("an answer of the bus") { isAnswered }
    try order(distributor, "registrations")
  }

  /// Waits until the registration of an owner has an endpoint, and returns the registration.
  func registered(_ owner: PushOwner, at location: SourceLocation = #_sourceLocation) throws -> Registration {
    try turn("an endpoint", at: location) { stored[owner]?.endpoint != nil }
    return try #require(stored[owner])
  }
}
