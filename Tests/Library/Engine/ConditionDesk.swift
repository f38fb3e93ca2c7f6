// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingBus
@testable import NowPlayingEngine

/// A session bus and a system bus of our own, and conditions in a loop, as an app has them.
final class Desk: BusClient {
  let session: PrivateBus
  let machine: PrivateBus
  let conditions: VideoRestrictions
  let reconnector: Reconnector
  /// The reasons after each change of them.
  var heard: [PreviewOnly] = []
  private(set) var uniqueName = ""
  private let reactor: Reactor
  private var connection: Connection?

  init(session: PrivateBus, machine: PrivateBus, autoplay: Autoplay = .unset) throws {
    (self.session, self.machine) = (session, machine)
    let errors = BusErrors { Issue.record("\($0)") }
    reactor = try #require(Reactor.make())
    reconnector = Reconnector(reactor, .address(session.address), errors)
    conditions = VideoRestrictions(reactor, system: .address(machine.address), autoplay, errors)
    conditions.changed = { [unowned self] in heard.append(conditions.reasons) }
    reconnector.client = self
  }

  deinit {
    conditions.stop()
    conditions.detach()
    reconnector.stop()
  }

  func attached(_ connection: Connection) {
    self.connection = connection
    conditions.attach(connection)
  }
  func greeted() { uniqueName = connection?.uniqueName ?? "" }
  func detached(wasReady: Bool) {
    connection = nil
    conditions.detach()
  }
  func failed(_ reason: String, isHopeless: Bool) {}

  /// Runs one turn of the loop.
  func turn() {
    _ = reactor.wait(block: false)
    while reconnector.turn() {}
    while conditions.turn(isInformed: false) {}
    reconnector.listen()
    conditions.listen()
    reactor.arm(at: nextTime)
  }

  var nextTime: Instant { min(reconnector.nextTime, conditions.nextTime) }

  @MainActor func connect() async throws {
    try await eventually("the session bus greets us") {
      turn()
      return !uniqueName.isEmpty
    }
  }

  /// Turns until exactly these reasons are known and reported.
  @MainActor func expect(_ reasons: PreviewOnly, at location: SourceLocation = #_sourceLocation) async throws {
    try await eventually("the reasons are \(reasons.words)", at: location) {
      turn()
      return conditions.reasons == reasons && (heard.last ?? []) == reasons
    }
  }

  /// Turns until the session bus has answered a call, and so has received everything that was sent before it.
  @MainActor func roundTrip() async throws {
    var isAnswered = false
    connection?.callBus("GetId") { _ in
      0
    } answer: { _ in
      isAnswered = true
    }
    try await eventually("the bus answers") {
      turn()
      return isAnswered
    }
  }

  /// Returns how many descriptors can wake the loop.
  var descriptors: Int {
    get throws {
      let text = try String(contentsOfFile: "/proc/self/fdinfo/\(reactor.descriptor)", encoding: .utf8)
      return text.split(separator: "\n").count { $0.hasPrefix("tfd:") }
    }
  }

  /// The library's matches on the session bus.
  @MainActor var matches: [String] {
    get async throws {
      let bus = "org.freedesktop.DBus"
      let call = ["call", bus, "/org/freedesktop/DBus", bus + ".Debug.Stats", "GetAllMatchRules"]
      let output = try await session.busctl(call).output
      let reply = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
      let rules = try #require((reply?["data"] as? [[String: [String]]])?.first)
      return rules[uniqueName] ?? []
    }
  }

  /// The number of connections on the system bus, without the one that asks.
  @MainActor var machineConnections: Int {
    get async throws {
      let bus = "org.freedesktop.DBus"
      let output = try await machine.busctl(["call", bus, "/org/freedesktop/DBus", bus, "ListNames"]).output
      return output.components(separatedBy: "\":").count - 2
    }
  }
}

extension Autoplay {
  /// A value with nothing set.
  static let unset = Autoplay(variable: nil, configuration: nil, home: nil)
}
