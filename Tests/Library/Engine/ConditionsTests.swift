// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingBus
@testable import NowPlayingEngine

@MainActor @Suite(.serialized) struct ConditionsTests {
  private let session: PrivateBus
  private let machine: PrivateBus
  private let desk: Desk
  private var conditions: VideoRestrictions { desk.conditions }

  init() async throws {
    session = try PrivateBus()
    machine = try PrivateBus()
    desk = try Desk(session: session, machine: machine)
    try await desk.connect()
  }

  private func mock(_ source: Source) async throws -> Mock { try await Mock(source, on: bus(source.service)) }
  private func mock(_ service: MockService) async throws -> Mock { try await Mock(service, on: bus(service)) }
  private func bus(_ service: MockService) -> PrivateBus { service.isOnSystemBus ? machine : session }

  @Test(arguments: Source.allCases) func aSourceIsFollowed(_ source: Source) async throws {
    var mock = try await mock(source)
    conditions.start()
    try await desk.expect(source.reason)
    try await mock.say(source, source.value(false))
    try await desk.expect([])
    try await mock.say(source, source.value(true))
    try await desk.expect(source.reason)
    // A restart.
    try await mock.end()
    try await desk.expect([])
    mock = try await self.mock(source)
    try await desk.expect(source.reason)
    #expect(desk.heard == [source.reason, [], source.reason, [], source.reason])
    try await eventually("nothing wakes the loop while nothing changes") {
      desk.turn()
      return desk.nextTime == .max
    }
    conditions.stop()
    try await desk.expect([])
  }

  @Test(arguments: Source.allCases) func anOddAnswerIsNone(_ source: Source) async throws {
    let mock = try await mock(source)
    conditions.start()
    let odd = [["s", "odd"], ["u", "7"], ["b", "true"]]
    for value in odd where value != source.value(true) {
      try await mock.say(source, source.value(true))
      try await desk.expect(source.reason)
      try await mock.say(source, value)
      try await desk.expect([])
    }
  }

  @Test func anErrorIsNone() async throws {
    let mock = try await mock(Source.portalReducedMotion)
    conditions.start()
    try await desk.expect(.reducedMotion)
    try await mock.call("Unsay", "s", "reduced-motion")
    try await desk.expect([])
  }

  /// Read of other portals returns a value in two variants; this one returns it in one, as ReadOne does.
  @Test func aSettingMayBeInOneVariant() async throws {
    let mock = try await Mock(.portals, on: session, "{\"layers\": 1, \"reduced-motion\": 1}")
    conditions.start()
    try await desk.expect(.reducedMotion)
    withExtendedLifetime(mock) {}
  }

  @Test func whoSaysNothingIsNotWaitedFor() async throws {
    // Owns the name, and never reads its messages.
    let silent = try Connection.start(.address(session.address), BusErrors { Issue.record("\($0)") })
    silent.requestName(MockService.portals.name, flags: 0) { _ in }
    try await eventually("the silent portals are there") {
      _ = silent.process()
      return try await session.has(MockService.portals.name)
    }
    let saver = try await mock(Source.powerSaver)
    conditions.start()
    try await desk.expect(.powerSaver)
    // The loop wakes for the timeouts of calls until no call waits for its reply.
    #expect(desk.reconnector.nextTime != .max)
    conditions.stop()
    try await desk.roundTrip()
    #expect(desk.nextTime == .max)
    withExtendedLifetime((silent, saver)) {}
  }

  @Test func theFirstThatAnswersDecides() async throws {
    let portals = try await mock(MockService.portals)
    try await portals.say(.portalMetered, ["b", "false"])
    let profiles = try await mock(MockService.powerProfiles)
    let older = try await mock(Source.olderPowerSaver)
    let network = try await mock(Source.network)
    conditions.start()
    // Waits for a value that only the last service reports: then all have answered.
    try await profiles.say(.heat, Source.heat.value(true))
    try await desk.expect(.thermal)
    try await portals.say(.portalPowerSaver, ["b", "true"])
    try await desk.expect([.thermal, .powerSaver])
    // The portals have gone. Now NetworkManager and the daemon under its newer name decide; the daemon saves no power.
    try await portals.end()
    try await desk.expect([.thermal, .metered])
    // Now only the daemon's older name is there, under which it saves power and does not report heat.
    try await profiles.end()
    try await desk.expect([.metered, .powerSaver])
    // The portals answer reduced-motion without a preference, so that their setting enable-animations decides.
    let again = try await Mock(
      .portals, on: session, "{\"metered\": false, \"reduced-motion\": 0, \"enable-animations\": false}")
    try await desk.expect(.reducedMotion)
    withExtendedLifetime((older, network, again)) {}
  }

  @Test func allWordsAreInOrder() async throws {
    let all = PreviewOnly(rawValue: .max)
    #expect(all.words == ["power-saver", "metered", "thermal", "reduced-motion", "autoplay-off"])
    #expect(PreviewOnly([.autoplayOff, .metered]).words == ["metered", "autoplay-off"] && PreviewOnly().words.isEmpty)
  }

  // MARK: Buses

  @Test func aBusThatRestartsIsFollowed() async throws {
    let heat = try await mock(Source.heat)
    let motion = try await mock(Source.portalReducedMotion)
    conditions.start()
    try await desk.expect([.thermal, .reducedMotion])
    try machine.stop()
    try await desk.expect(.reducedMotion)
    try session.stop()
    try await desk.expect([])
    try machine.restart()
    try session.restart()
    let newHeat = try await mock(Source.heat)
    let newMotion = try await mock(Source.portalReducedMotion)
    try await desk.expect([.thermal, .reducedMotion])
    withExtendedLifetime((heat, motion, newHeat, newMotion)) {}
  }

  @Test func noBusIsNormal() throws {
    let reactor = try #require(Reactor.make())
    let errors = BusErrors { Issue.record("\($0)") }
    for source in [nil, .address("unix:path=/nonexistent/bus"), .address("odd")] as [BusSource?] {
      let conditions = VideoRestrictions(reactor, system: source, .unset, errors)
      conditions.changed = { Issue.record("nothing holds") }
      #expect(conditions.nextTime == .max)
      conditions.start()
      #expect(!conditions.turn(isInformed: false) && conditions.reasons.isEmpty)
      conditions.listen()
      conditions.stop()
      #expect(!conditions.turn(isInformed: false) && conditions.nextTime == .max)
    }
  }

  // MARK: Nothing is left, and nothing is done for nothing

  @Test func tenStartsLeaveNothing() async throws {
    let heat = try await mock(Source.heat)
    let motion = try await mock(Source.portalReducedMotion)
    let (descriptors, connections) = (try desk.descriptors, try await desk.machineConnections)
    for _ in 1...10 {
      conditions.start()
      conditions.start()
      try await desk.expect([.thermal, .reducedMotion])
      #expect(try desk.descriptors == descriptors + 1)
      conditions.stop()
      try await desk.expect([])
      #expect(try desk.descriptors == descriptors)
    }
    // Stops after some turns, when the services may not have answered yet.
    for turns in 0..<10 {
      conditions.start()
      for _ in 0..<turns { desk.turn() }
      conditions.stop()
    }
    try await desk.roundTrip()
    #expect(try desk.descriptors == descriptors && desk.nextTime == .max && conditions.reasons.isEmpty)
    #expect(try await desk.matches.isEmpty)
    let machine = desk
    try await eventually("the connections to the system bus are closed") {
      try await machine.machineConnections == connections
    }
    withExtendedLifetime((heat, motion)) {}
  }

  @Test func nothingIsSaidBeforeAStartAndAfterAStop() async throws {
    let heat = try await mock(Source.heat)
    let motion = try await mock(Source.portalReducedMotion)
    for wasStarted in [false, true] {
      if wasStarted {
        conditions.start()
        try await desk.expect([.thermal, .reducedMotion])
        conditions.stop()
        try await desk.expect([])
        try await desk.roundTrip()
      }
      let (monitor, machineMonitor) = (try Monitor(session), try Monitor(machine))
      for holds in [false, true] {
        try await heat.say(.heat, Source.heat.value(holds))
        try await motion.say(.portalReducedMotion, Source.portalReducedMotion.value(holds))
        desk.turn()
        #expect(desk.nextTime == .max && conditions.reasons.isEmpty)
      }
      let all = try await monitor.end()
      #expect(all.contains { $0.contains("SettingChanged") })
      #expect(!all.contains { $0.contains("\"\(desk.uniqueName)\"") })
      // The other connections are busctl, which emits nothing and has no matches, and the mock.
      let machine = try await machineMonitor.end()
      #expect(machine.contains { $0.contains("PropertiesChanged") })
      #expect(!machine.contains { $0.contains("AddMatch") || $0.contains("GetNameOwner") })
    }
  }

  /// A call to the well-known name of a service would start it.
  @Test func noServiceIsStarted() async throws {
    let monitor = try Monitor(session, "type='method_call',sender='\(desk.uniqueName)'")
    conditions.start()
    let motion = try await mock(Source.portalReducedMotion)
    try await desk.expect(.reducedMotion)
    let calls = try await monitor.end()
    #expect(calls.contains { $0.contains("\"member\":\"Read\"") })
    for call in calls {
      #expect(call.contains("\"destination\":\":") || call.contains("\"destination\":\"org.freedesktop.DBus\""))
      #expect(!call.contains("StartServiceByName"))
    }
    withExtendedLifetime(motion) {}
  }

  /// A service that emits changes endlessly gets one call at a time.
  @Test func manySignalsAreFewCalls() async throws {
    let mock = try await mock(Source.portalMetered)
    conditions.start()
    try await desk.expect(.metered)
    let monitor = try Monitor(session, "type='method_call',member='GetMetered'")
    for _ in 1...20 { try await mock.say(.portalMetered, ["b", "true"]) }
    try await mock.say(.portalMetered, ["b", "false"])
    // All signals have arrived before the first of them is read.
    try await desk.expect([])
    #expect(try await monitor.end().count { $0.contains("GetMetered") } == 2)
  }
}
