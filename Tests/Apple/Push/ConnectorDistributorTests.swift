// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import Foundation
import NowPlayingBus
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingPush

@Suite struct ConnectorChoiceTests {
  private static func names(_ suffixes: [String]) -> Set<String> {
    Set(suffixes.map { DistributorChoice.prefix + $0 })
  }

  struct Case: Sendable {
    var named: String?
    var remembered: String?
    var running: [String] = []
    var activatable: [String] = []
    var outcome: DistributorChoice.Outcome
  }

  private static func one(_ suffix: String) -> DistributorChoice.Outcome { .one(DistributorChoice.prefix + suffix) }
  private static func another(_ suffix: String) -> DistributorChoice.Outcome {
    .another(DistributorChoice.prefix + suffix)
  }

  static let cases: [Case] = [
    Case(outcome: .none),
    Case(running: ["b", "a"], outcome: one("a")),
    Case(running: ["b", "a", "kde"], outcome: one("kde")),
    Case(running: ["b"], activatable: ["a", "kde"], outcome: one("b")),
    Case(activatable: ["b", "a"], outcome: one("a")),
    Case(activatable: ["b", "a", "kde"], outcome: one("kde")),
    Case(named: "b", running: ["a", "b", "kde"], outcome: one("b")),
    Case(named: "b", activatable: ["b"], outcome: one("b")),
    Case(named: "b", remembered: "a", running: ["a", "kde"], activatable: ["kde"], outcome: .none),
    Case(named: "b", remembered: "a", running: ["a", "b"], outcome: one("b")),
    Case(named: "", remembered: "a", running: ["a", "b"], outcome: one("a")),
    Case(remembered: "b", running: ["a", "b", "kde"], outcome: one("b")),
    Case(remembered: "b", running: ["kde"], activatable: ["b"], outcome: one("b")),
    Case(remembered: "b", running: ["a", "kde"], outcome: another("kde")),
    Case(remembered: "b", running: ["c"], activatable: ["a"], outcome: another("c")),
    Case(remembered: "b", activatable: ["c"], outcome: another("c")),
    Case(remembered: "b", outcome: .none),
  ]

  @Test(arguments: cases) func whichIsChosen(_ given: Case) {
    let choice = DistributorChoice(environment: given.named.map { ["UNIFIEDPUSH_DISTRIBUTOR": $0] } ?? [:])
    let outcome = choice.outcome(
      remembered: given.remembered.map { DistributorChoice.prefix + $0 }, running: Self.names(given.running),
      activatable: Self.names(given.activatable))
    #expect(outcome == given.outcome)
  }
}

/// Distributors that come and go.
@Suite(.serialized) struct ConnectorDistributorTests {
  private let desk: ConnectorDesk
  private let kitchen = PushOwner.session("kitchen")

  init() throws { desk = try ConnectorDesk() }

  /// Installs a distributor that the bus starts when it is called.
  private func install(_ suffix: String, _ more: String...) throws -> (events: String, orders: String) {
    let (events, orders) = (desk.bus.directory + "/events-" + suffix, desk.bus.directory + "/orders-" + suffix)
    try #require(mkfifo(orders, 0o600) == 0)
    let command = [
      "/usr/bin/python3", "-B", DistributorDouble.program, "--install", desk.bus.services, "--name", suffix, "--events",
      events, "--orders", orders,
    ]
    try #require(try Child(command + more).wait() == 0)
    try reload()
    return (events, orders)
  }

  private func reload() throws {
    var isAnswered = false
    desk.connection.callBus("ReloadConfig") { _ in
      0
    } answer: { _ in
      isAnswered = true
    }
    try desk.turn("ReloadConfig") { isAnswered }
  }

  /// Returns the events of a kind that a distributor started by the bus has written to its file.
  private func events(_ file: String, _ word: String) -> [JSON] {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { JSON(text: String($0)) }.filter { $0["event"].text == word }
  }

  @Test func itComesLater() throws {
    desk.connector.register(kitchen, description: "")
    try desk.turn("nobody is there") { !desk.connector.hasOpenRegistrations }
    #expect(desk.connector.nextTime == .max && desk.stored[kitchen]?.distributor == "")
    let distributor = try desk.distributor("kde")
    #expect(try desk.registered(kitchen).distributor == distributor.name)
  }

  /// After a restart of the distributor, all tokens are registered again, in the version of the interface
  /// that the restarted one has.
  @Test func itStartsAnew() throws {
    let state = desk.bus.directory + "/state"
    let first = try desk.distributor(versions: "1", arguments: ["--state", state])
    desk.connector.register(.start, description: "start")
    desk.connector.register(kitchen, description: "kitchen")
    let owners = [PushOwner.start, kitchen]
    let before = try owners.map { try desk.registered($0) }
    try desk.settle(first)
    first.kill()
    let second = try desk.distributor(versions: "12", arguments: ["--state", state])
    let heard = try desk.events(second, "register", count: 2)
    #expect(heard.map { $0["token"].text } == before.map(\.token))
    #expect(heard.map { $0["description"].text } == ["start", "kitchen"])
    #expect(heard.allSatisfy { $0["version"].number == 2 && $0["known"].flag == true })
    try desk.settle(second)
    #expect(desk.tokens.count == 2)
    let after = owners.compactMap { desk.stored[$0] }
    #expect(after.map(\.version) == [2, 2] && after.map(\.pushToken) == before.map(\.pushToken))
    // And back.
    second.kill()
    let third = try desk.distributor(versions: "1", arguments: ["--state", state])
    try desk.events(third, "register", count: 2)
    #expect(owners.compactMap { desk.stored[$0] } == before)
  }

  /// The distributor gives its name to another process without a gap.
  @Test func anotherProcessTakesItsPlace() throws {
    let first = try desk.distributor(versions: "1", arguments: ["--flags", "\(NameFlag.allowReplacement)"])
    desk.connector.register(kitchen, description: "")
    let before = try desk.registered(kitchen)
    let second = try desk.distributor(versions: "2", arguments: ["--flags", "\(NameFlag.replaceExisting)"])
    #expect(try desk.event(second, "register")["token"].text == before.token)
    try desk.turn("the endpoint of the other") { desk.tokens.count == 2 }
    #expect(desk.stored[kitchen]?.version == 2)
    try desk.events(first, "register", count: 1)
  }

  @Test func itIsAskedAgainAtEachNewOwner() throws {
    let distributor = try desk.distributor(arguments: ["--state", desk.bus.directory + "/state"])
    desk.connector.register(kitchen, description: "")
    _ = try desk.registered(kitchen)
    for count in 2...4 {
      try desk.order(distributor, count == 3 ? "restart" : "release")
      if count != 3 { try desk.order(distributor, "own") }
      try desk.events(distributor, "register", count: count)
    }
    #expect(desk.tokens.count == 1)
  }

  /// A distributor that crashes at each Register is not started again and again.
  @Test func itGoesWithoutAnAnswer() throws {
    let distributor = try desk.distributor(arguments: [#"{"do":"behave","register":"never"}"#])
    desk.connector.register(kitchen, description: "")
    try desk.events(distributor, "register", count: 1)
    try desk.order(distributor, "release")
    try desk.turn("it has failed") { desk.connector.nextTime != .max }
    #expect(desk.connector.nextTime == desk.clock + 60_000_000)
    // Without a distributor there is nothing to ask.
    desk.clock += 60_000_000
    try desk.settle(distributor)
    try desk.events(distributor, "register", count: 1)
    #expect(desk.connector.nextTime == .max)
    try desk.order(distributor, "own")
    try desk.events(distributor, "register", count: 2)
  }

  /// A lost connection needs another connector, to which the same registration is restored.
  @Test func theBusIsLost() throws {
    let before = try {
      let distributor = try desk.distributor(arguments: [#"{"do":"behave","register":"late"}"#])
      desk.connector.register(.start, description: "")
      desk.connector.register(kitchen, description: "")
      try desk.events(distributor, "register", count: 2)
      try desk.order(distributor, "answer")
      let registration = try desk.registered(kitchen)
      try desk.order(distributor, "restart")
      try desk.events(distributor, "register", count: 4)
      return registration
    }()
    // The bus stops before Register is answered.
    try desk.bus.stop()
    var result: Int32 = 0
    while !result.isFailure {
      if result == 0 { _ = np_poll_one(desk.connection.descriptor, NP_POLL_IN, .max) }
      result = desk.connection.process()
    }
    try desk.bus.restart()
    try desk.begin()
    desk.connector.restore(before, for: kitchen, description: "")
    let distributor = try desk.distributor()
    #expect(try desk.event(distributor, "register")["token"].text == before.token)
  }

  @Test func aNamedOneIsWaitedFor() throws {
    try desk.begin(environment: ["UNIFIEDPUSH_DISTRIBUTOR": "mine"])
    let usual = try desk.distributor("kde")
    desk.connector.register(kitchen, description: "")
    try desk.settle(usual)
    #expect(desk.stored[kitchen]?.distributor == "" && usual.events("introspect").isEmpty)
    let mine = try desk.distributor("mine")
    let before = try desk.registered(kitchen)
    #expect(before.distributor == mine.name)
    // Another distributor is named by the variable: the session gets a new token, and the old one is unregistered.
    try desk.begin()
    desk.connector.restore(before, for: kitchen, description: "")
    try desk.events(mine, "register", count: 2)
    // All endpoints must have come: the next connector would unregister the token once more for an endpoint that it
    // gets before it restores the registration.
    try desk.settle(mine)
    try desk.begin(environment: ["UNIFIEDPUSH_DISTRIBUTOR": "kde"])
    let count = desk.tokens.count
    desk.connector.restore(before, for: kitchen, description: "")
    try desk.turn("a new token") { desk.tokens.count == count + 2 }
    let after = try #require(desk.stored[kitchen])
    #expect(after.distributor == usual.name && after.token != before.token && after.keys == before.keys)
    #expect(desk.tokens.dropFirst(count).map(\.token) == [nil, after.pushToken])
    #expect(try desk.event(mine, "unregister")["token"].text == before.token)
  }

  // MARK: The remembered one is missing

  @Test func anotherIsTakenAfterTenSeconds() throws {
    let old = try desk.distributor("old")
    desk.connector.register(kitchen, description: "")
    let before = try desk.registered(kitchen)
    try desk.settle(old)
    try desk.order(old, "release")
    let usual = try desk.distributor("kde")
    try desk.turn("it is waited for") { desk.connector.nextTime != .max }
    #expect(desk.connector.nextTime == desk.clock + 10_000_000)
    desk.clock += 9_999_999
    try desk.settle(usual)
    #expect(usual.events("introspect").isEmpty && desk.stored[kitchen] == before)
    desk.clock += 1
    try desk.turn("a new token") { desk.tokens.count == 3 }
    let after = try #require(desk.stored[kitchen])
    #expect(after.distributor == usual.name && after.token != before.token && after.keys == before.keys)
    #expect(desk.tokens.map(\.token) == [before.pushToken, nil, after.pushToken])
    // The old distributor is told to unregister when it comes.
    try desk.order(old, "own")
    #expect(try desk.events(old, "unregister", count: 1).first?["token"].text == before.token)
    try desk.settle(usual)
    #expect(desk.stored[kitchen] == after)
    try desk.events(old, "register", count: 1)
  }

  @Test func itComesInTime() throws {
    let usual = try desk.distributor("kde")
    let keys = try #require(desk.makeKeys())
    let registration = Registration(
      distributor: DistributorChoice.prefix + "old", version: 1, token: "before", endpoint: "https://x.example/1",
      vapidKey: nil, keys: keys)
    desk.connector.restore(registration, for: kitchen, description: "")
    try desk.turn("it is waited for") { desk.connector.nextTime != .max }
    desk.clock += 9_999_999
    let old = try desk.distributor("old")
    let heard = try desk.event(old, "register")
    #expect(heard["token"].text == "before")
    desk.clock += 10_000_000
    try desk.settle(usual)
    #expect(usual.events("introspect").isEmpty && desk.stored[kitchen]?.token == "before")
  }

  // MARK: Distributors that the bus starts

  @Test func oneIsStarted() throws {
    let (file, orders) = try install("auto")
    desk.connector.register(kitchen, description: "")
    let registration = try desk.registered(kitchen)
    #expect(registration.distributor == DistributorChoice.prefix + "auto")
    try desk.turn("it is registered") { events(file, "register").count == 1 }
    #expect(events(file, "started").count == 1)
    // A distributor that has ended by itself is not started again while nothing is requested.
    try Data((#"{"do":"quit"}"# + "\n").utf8).write(to: URL(filePath: orders))
    try desk.turn("it has gone") { desk.connection.isReady && desk.logged.count > 0 && !isRunning("auto") }
    #expect(desk.connector.nextTime == .max && !desk.connector.hasOpenRegistrations)
    // A distributor is started again only for a request.
    desk.connector.unregister(kitchen)
    try desk.turn("it is unregistered") { events(file, "unregister").count == 1 }
    #expect(events(file, "started").count == 2)
    try Data((#"{"do":"quit"}"# + "\n").utf8).write(to: URL(filePath: orders))
    try desk.turn("it has gone") { !isRunning("auto") }
  }

  private func isRunning(_ suffix: String) -> Bool {
    let answer = desk.connection.answer(
      of: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", until: .max
    ) {
      $0.append(DistributorChoice.prefix + suffix)
    } _: {
      $0.readBool()
    }
    if case .value(let isOwned) = answer { return isOwned }
    return false
  }

  @Test func aRunningOneIsPreferred() throws {
    let (file, _) = try install("kde")
    let running = try desk.distributor("other")
    desk.connector.register(kitchen, description: "")
    #expect(try desk.registered(kitchen).distributor == running.name)
    #expect(events(file, "started").isEmpty)
  }

  @Test func oneThatDoesNotStartIsTriedAgain() throws {
    let name = DistributorChoice.prefix + "broken"
    let file = desk.bus.services + "/\(name).service"
    try "[D-BUS Service]\nName=\(name)\nExec=/bin/false\n".write(toFile: file, atomically: true, encoding: .utf8)
    try reload()
    desk.connector.register(kitchen, description: "")
    for pause in [60, 120, 240] as [Int64] {
      try desk.turn("it has failed") { desk.connector.nextTime != .max }
      #expect(desk.connector.nextTime == desk.clock + .seconds(pause))
      desk.clock = desk.connector.nextTime
    }
    #expect(desk.connector.hasOpenRegistrations && desk.stored[kitchen]?.distributor == "")
  }
}
