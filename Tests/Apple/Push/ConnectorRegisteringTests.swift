// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingBus
@testable import NowPlayingPush

/// Registering at one distributor that is there.
@Suite(.serialized) struct ConnectorRegisteringTests {
  private let desk: ConnectorDesk
  private let kitchen = PushOwner.session("kitchen")
  private static let description = "App: Kitchen"

  init() throws { desk = try ConnectorDesk(environment: ["NOWPLAYING_PUSH_RETRY_MS": "1000"]) }

  @Test(arguments: [(versions: "1", version: 1), ("2", 2), ("12", 2)])
  func theEndpointComesBeforeTheReply(_ versions: String, _ version: Int) throws {
    let distributor = try desk.distributor(versions: versions)
    var known: [Int] = []
    desk.storing = { [unowned desk] registration in
      // The distributor is told of a registration only after it is stored.
      guard registration?.distributor.isEmpty == false, registration?.endpoint == nil else { return }
      #expect(throws: Never.self) { try distributor.obeyAlone() }
      known.append(distributor.events("register").count)
      #expect(desk.stored[.session("kitchen")]?.distributor == "")
    }
    desk.connector.register(kitchen, description: Self.description)
    #expect(desk.stored[kitchen]?.endpoint == nil && desk.connector.hasOpenRegistrations)
    let registration = try desk.registered(kitchen)
    try desk.settle(distributor)
    let heard = try desk.event(distributor, "register")
    #expect(heard["version"].number == Double(version) && heard["service"].text == ConnectorDesk.service)
    #expect(heard["description"].text == Self.description && heard["token"].text == registration.token)
    #expect(heard["keys"].texts == (version == 1 ? nil : ["description", "service", "token"]))
    #expect(known == [0])
    #expect(registration.distributor == distributor.name && registration.version == version)
    let form = #/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#
    #expect(registration.token.wholeMatch(of: form) != nil)
    #expect(desk.tokens.count == 1 && desk.tokens.first?.token == registration.pushToken)
    #expect(!desk.connector.hasOpenRegistrations && desk.connector.nextTime == .max)
    // A session that is registered is not registered again.
    desk.connector.register(kitchen, description: Self.description)
    desk.connector.restore(registration, for: kitchen, description: Self.description)
    try desk.settle(distributor)
    try desk.events(distributor, "register", count: 1)
    #expect(desk.lines(.warning).isEmpty && desk.lines(.error).isEmpty)
  }

  @Test(arguments: ["1", "2"]) func itDoesNotDescribeItself(_ version: String) throws {
    let distributor = try desk.distributor(versions: version, arguments: [#"{"do":"behave","introspect":"fail"}"#])
    desk.connector.register(.start, description: "")
    desk.connector.register(kitchen, description: Self.description)
    for owner in [.start, kitchen] { #expect(try desk.registered(owner).version == Int(version)) }
    let tokens = try desk.events(distributor, "register", count: 2).map { $0["token"].text }
    #expect(tokens == [desk.stored[.start]?.token, desk.stored[kitchen]?.token])
  }

  @Test(arguments: ["1", "2"]) func theEndpointComesAfterTheReply(_ versions: String) throws {
    let distributor = try desk.distributor(versions: versions, arguments: [#"{"do":"behave","endpoint":"none"}"#])
    desk.connector.register(kitchen, description: Self.description)
    try desk.events(distributor, "register", count: 1)
    try desk.settle(distributor)
    #expect(desk.connector.hasOpenRegistrations && desk.connector.nextTime == .max && desk.tokens.isEmpty)
    let token = try #require(desk.stored[kitchen]?.token)
    try desk.order(distributor, "endpoint", ["token": token])
    #expect(try desk.registered(kitchen).token == token && desk.tokens.count == 1)
  }

  /// KUnifiedPush answers when it has network.
  @Test(arguments: ["1", "2"]) func theReplyIsLate(_ versions: String) throws {
    let distributor = try desk.distributor(versions: versions, arguments: [#"{"do":"behave","register":"late"}"#])
    desk.connector.register(kitchen, description: Self.description)
    try desk.events(distributor, "register", count: 1)
    try desk.settle(distributor)
    // Neither the connector nor sd-bus has a time limit for the answer, even after a day.
    desk.clock += 86_400_000_000
    #expect(desk.connector.hasOpenRegistrations && desk.connector.nextTime == .max && desk.connection.timeout == .max)
    try desk.order(distributor, "answer")
    _ = try desk.registered(kitchen)
    try desk.events(distributor, "register", count: 1)
  }

  @Test(arguments: ["1", "2"]) func theReplyNeverComes(_ versions: String) throws {
    let distributor = try desk.distributor(versions: versions, arguments: [#"{"do":"behave","register":"never"}"#])
    desk.connector.register(kitchen, description: Self.description)
    let heard = try desk.event(distributor, "register")
    // The distributor calls the connector in the version of the registration, at the service that Register named.
    let more: [String: Any] = [
      "token": heard["token"].text ?? "", "service": ConnectorDesk.service, "version": Int(versions) ?? 0,
    ]
    try desk.order(distributor, "endpoint", more)
    #expect(try desk.registered(kitchen).token == heard["token"].text)
    #expect(desk.connector.nextTime == .max && !desk.connector.hasOpenRegistrations)
    // The late answer to the first call has no effect any more.
    try desk.order(distributor, "behave", ["register": "late"])
    try desk.order(distributor, "restart")
    try desk.events(distributor, "register", count: 2)
    try desk.order(distributor, "endpoint", more)
    try desk.order(distributor, "answer", ["register": "fail"])
    try desk.settle(distributor)
    #expect(desk.connector.nextTime == .max && desk.lines(.debug).count == 1)
  }

  /// After any success of a registration, with or without an endpoint, the pauses begin with the shortest one again.
  @Test(arguments: ["1", "2"], [["register": "never"], ["register": "succeed", "endpoint": "none"]])
  func theFirstPauseAgain(_ versions: String, _ success: [String: String]) throws {
    let distributor = try desk.distributor(versions: versions, arguments: [#"{"do":"behave","register":"error"}"#])
    desk.connector.register(kitchen, description: Self.description)
    for pause in [1, 2, 1] as [Int64] {
      try desk.turn("it has failed") { desk.connector.nextTime != .max }
      #expect(desk.connector.nextTime == desk.clock + .seconds(pause))
      if pause == 2 {
        try desk.order(distributor, "behave", success)
        desk.clock = desk.connector.nextTime
        try desk.events(distributor, "register", count: 3)
        try desk.settle(distributor)
        if success["register"] == "never" {
          let token = try #require(desk.stored[kitchen]?.token)
          let more: [String: Any] = ["token": token, "service": ConnectorDesk.service, "version": Int(versions) ?? 0]
          try desk.order(distributor, "endpoint", more)
          _ = try desk.registered(kitchen)
        }
        try desk.order(distributor, "behave", ["register": "error"])
        try desk.order(distributor, "restart")
      } else {
        desk.clock = desk.connector.nextTime
      }
    }
  }

  static let failures: [[String: String]] = [
    ["register": "error"], ["register": "error", "error": "org.freedesktop.DBus.Error.UnknownMethod"],
    ["register": "fail", "reason": "INTERNAL_ERROR"], ["register": "fail", "reason": "NETWORK"],
    ["register": "fail", "reason": "the dog has eaten it\n"], ["register": "fail", "reason": ""],
    ["register": "fail", "result": "REGISTRATION_REFUSED", "reason": "NETWORK"],
  ]

  @Test(arguments: ["1", "2"], failures) func itIsTriedAgain(_ versions: String, _ failure: [String: String]) throws {
    let distributor = try desk.distributor(versions: versions)
    try desk.order(distributor, "behave", failure)
    desk.connector.register(kitchen, description: Self.description)
    try desk.events(distributor, "register", count: 1)
    for (count, pause) in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600].enumerated() {
      try desk.turn("it has failed") { desk.connector.nextTime != .max }
      #expect(desk.connector.nextTime == desk.clock + .seconds(Int64(pause)) && desk.connector.hasOpenRegistrations)
      desk.clock = desk.connector.nextTime - 1
      try desk.settle(distributor)
      try desk.events(distributor, "register", count: count + 1)
      desk.clock += 1
      try desk.events(distributor, "register", count: count + 2)
    }
    // Only after a D-Bus error are the distributor's interfaces looked at again.
    try desk.turn("it has failed") { desk.connector.nextTime != .max }
    try desk.events(distributor, "introspect", count: failure["register"] == "error" ? 15 : 1)
    // After a success, the pauses begin again with the shortest one.
    try desk.order(distributor, "behave", ["register": "succeed"])
    desk.clock = desk.connector.nextTime
    let registration = try desk.registered(kitchen)
    try desk.order(distributor, "behave", failure)
    try desk.order(distributor, "restart")
    try desk.turn("it has failed") { desk.connector.nextTime != .max }
    #expect(desk.connector.nextTime == desk.clock + 1_000_000)
    #expect(desk.stored[kitchen] == registration && !desk.connector.hasOpenRegistrations)
    #expect(desk.lines(.info).allSatisfy { !$0.contains("\n") } && desk.lines(.warning).isEmpty)
  }

  @Test(arguments: ["1", "2"], ["ACTION_REQUIRED", "VAPID_REQUIRED", "UNAUTHORIZED"])
  func theUserMustDoSomething(_ versions: String, _ reason: String) throws {
    let distributor = try desk.distributor(
      versions: versions, arguments: [#"{"do":"behave","register":"fail","reason":"\#(reason)"}"#])
    desk.connector.register(.start, description: "")
    desk.connector.register(kitchen, description: Self.description)
    try desk.turn("both have failed") { !desk.connector.hasOpenRegistrations }
    #expect(desk.lines(.warning).count == 1 && desk.lines(.warning).first?.contains(reason) == true)
    #expect(desk.connector.nextTime == .max)
    // The session is not registered again in this process, even if the distributor is restarted.
    try desk.order(distributor, "restart")
    try desk.settle(distributor)
    try desk.events(distributor, "register", count: 2)
    // An endpoint that comes by itself is accepted.
    let token = try #require(desk.stored[kitchen]?.token)
    try desk.order(
      distributor, "endpoint", ["token": token, "service": ConnectorDesk.service, "version": Int(versions) ?? 0])
    _ = try desk.registered(kitchen)
  }

  /// A token that the distributor has from before is unregistered if registering it again is refused.
  @Test func whatIsRefusedNowIsUnregistered() throws {
    let distributor = try desk.distributor()
    desk.connector.register(kitchen, description: Self.description)
    let before = try desk.registered(kitchen)
    try desk.order(distributor, "behave", ["register": "fail", "reason": "ACTION_REQUIRED"])
    try desk.begin()
    desk.connector.restore(before, for: kitchen, description: Self.description)
    try desk.turn("it is refused") { desk.lines(.warning).count == 1 }
    #expect(desk.stored[kitchen] == before)
    desk.connector.unregister(kitchen)
    #expect(try desk.event(distributor, "unregister")["token"].text == before.token)
  }

  /// The two ids are the same letter, written with different characters.
  @Test func ownersAreDistinguishedByTheirBytes() throws {
    let distributor = try desk.distributor()
    for id in ["caf\u{E9}", "cafe\u{301}"] {
      for _ in 1...2 { desk.connector.register(.session(id), description: id) }
    }
    let heard = try desk.events(distributor, "register", count: 2)
    #expect(Set(heard.map { $0["token"].text }).count == 2)
    // Both endpoints must come before a session ends: a later one would be answered by a second Unregister.
    for id in ["caf\u{E9}", "cafe\u{301}"] { _ = try desk.registered(.session(id)) }
    try desk.settle(distributor)
    desk.connector.unregister(.session("cafe\u{301}"))
    #expect(try desk.event(distributor, "unregister")["token"].text == heard[1]["token"].text)
  }

  @Test func whatCannotBeOnFileIsNotRegistered() throws {
    let distributor = try desk.distributor()
    desk.canStore = false
    desk.connector.register(kitchen, description: Self.description)
    #expect(!desk.connector.hasOpenRegistrations && desk.connector.nextTime == .max && desk.stored.isEmpty)
    #expect(desk.lines(.warning, "No push comes for \(Self.description)").count == 1)
    desk.canStore = true
    desk.connector.register(kitchen, description: Self.description)
    #expect(try desk.event(distributor, "register")["token"].text == desk.stored[kitchen]?.token)
    #expect(distributor.events("register").count == 1)
  }

  @Test func withoutKeysNothingIsRegistered() throws {
    let distributor = try desk.distributor()
    desk.hasKeys = false
    desk.connector.register(kitchen, description: Self.description)
    #expect(!desk.connector.hasOpenRegistrations && desk.connector.nextTime == .max && desk.stored.isEmpty)
    // The earlier registrations are stored.
    let keys = PushKeys(privateKey: Data(count: 32), publicKey: Data(count: 65), auth: Data(count: 16))
    let registration = Registration(
      distributor: distributor.name, version: 2, token: "before", endpoint: "http://x.example/1", vapidKey: nil,
      keys: keys)
    desk.connector.restore(registration, for: .start, description: "")
    try desk.turn("the new endpoint") { desk.tokens.count == 1 }
    #expect(desk.stored[.start]?.token == "before" && desk.stored[.start]?.keys == keys)
  }

  @Test(arguments: [
    ("Äpp: Küche", "Äpp: Küche"), (String(repeating: "ä", count: 50), String(repeating: "ä", count: 50)),
    ("x" + String(repeating: "ä", count: 50), "x" + String(repeating: "ä", count: 49)),
    (String(repeating: "x", count: 98) + "👍", String(repeating: "x", count: 98)),
  ]) func aDescriptionIsCutAtACharacter(_ description: String, _ shown: String) throws {
    let distributor = try desk.distributor()
    desk.connector.register(kitchen, description: description)
    #expect(try desk.events(distributor, "register", count: 1).first?["description"].text == shown)
  }

  @Test(arguments: ["1", "2"]) func unregistering(_ versions: String) throws {
    let distributor = try desk.distributor(versions: versions)
    desk.connector.register(.start, description: "")
    desk.connector.register(kitchen, description: Self.description)
    let registration = try desk.registered(kitchen)
    _ = try desk.registered(.start)
    let before = desk.tokens.count
    desk.connector.unregister(kitchen)
    desk.connector.unregister(.session("cellar"))
    let heard = try desk.event(distributor, "unregister")
    #expect(heard["token"].text == registration.token && heard["known"].flag == true)
    #expect(heard["version"].number == Double(versions) && heard["reply"].flag == (versions == "2"))
    // The distributor's confirmation changes nothing.
    try desk.settle(distributor)
    #expect(desk.tokens.count == before && desk.lines(.warning).isEmpty && desk.stored[kitchen] == registration)
    // The ended registration is not repeated.
    try desk.order(distributor, "restart")
    let last = try desk.events(distributor, "register", count: 3).last
    #expect(last?["token"].text == desk.stored[.start]?.token)
    try desk.settle(distributor)
    try desk.events(distributor, "register", count: 3)
    // The session can be registered again.
    desk.connector.register(kitchen, description: Self.description)
    try desk.events(distributor, "register", count: 4)
    #expect(desk.stored[kitchen]?.token != registration.token)
  }

  /// The app's server is distinguished by its key, to which an endpoint is bound.
  @Test(arguments: ["1", "2"]) func theKeyOfTheServer(_ versions: String) throws {
    let (first, second) = ("BP" + String(repeating: "A", count: 85), "BA" + String(repeating: "g", count: 84) + "A")
    try desk.begin(vapidKey: first, environment: ["NOWPLAYING_VAPID_PUBLIC_KEY": second])
    let distributor = try desk.distributor(versions: versions)
    desk.connector.register(kitchen, description: Self.description)
    let before = try desk.registered(kitchen)
    #expect(before.vapidKey == first)
    #expect(try desk.event(distributor, "register")["vapid"].text == (versions == "1" ? nil : first))
    // Restoring with the same key changes nothing.
    try desk.begin(vapidKey: first)
    desk.connector.restore(before, for: kitchen, description: Self.description)
    #expect(try desk.events(distributor, "register", count: 2).last?["token"].text == before.token)
    try desk.settle(distributor)
    try desk.events(distributor, "unregister", count: 0)
    // Another one.
    try desk.begin(environment: ["NOWPLAYING_VAPID_PUBLIC_KEY": second])
    let count = desk.tokens.count
    desk.connector.restore(before, for: kitchen, description: Self.description)
    try desk.turn("another endpoint") { desk.stored[kitchen]?.endpoint != before.endpoint }
    try desk.turn("a token") { desk.stored[kitchen]?.endpoint != nil }
    let after = try #require(desk.stored[kitchen])
    #expect(after.token != before.token && after.vapidKey == second && after.keys == before.keys)
    #expect(desk.tokens.dropFirst(count).map(\.token) == [nil, after.pushToken])
    #expect(try desk.event(distributor, "unregister")["token"].text == before.token)
  }

  @Test(arguments: [
    "x", String(repeating: "A", count: 87), "BP" + String(repeating: "A", count: 86),
    "B/" + String(repeating: "A", count: 85),
  ]) func aKeyThatIsNone(_ key: String) throws {
    try desk.begin(vapidKey: key)
    #expect(desk.lines(.error).count == 1)
    let distributor = try desk.distributor()
    desk.connector.register(kitchen, description: Self.description)
    #expect(try desk.registered(kitchen).vapidKey == nil)
    #expect(try desk.event(distributor, "register")["vapid"].text == nil)
  }

  @Test func nothingIsSentBeforeTheFirstTurn() throws {
    let distributor = try desk.distributor()
    desk.connector.turn()
    desk.connector.register(kitchen, description: Self.description)
    #expect(desk.connector.nextTime == .min)
    var isAnswered = false
    desk.connection.callBus("GetId") { _ in
      0
    } answer: { _ in
      isAnswered = true
    }
    while !isAnswered { _ = desk.connection.process() }
    try distributor.obeyAlone()
    #expect(distributor.events("introspect").isEmpty && distributor.events("register").isEmpty)
    _ = try desk.registered(kitchen)
  }
}
