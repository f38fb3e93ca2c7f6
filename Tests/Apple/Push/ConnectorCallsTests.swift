// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingBus
import SwiftSupport
import Testing

@testable import NowPlayingPush

/// The calls of a distributor.
@Suite(.serialized) struct ConnectorCallsTests {
  private let desk: ConnectorDesk
  private let kitchen = PushOwner.session("kitchen")

  init() throws { desk = try ConnectorDesk() }

  private func registered(_ versions: String) throws -> (DistributorDouble, Registration) {
    let distributor = try desk.distributor(versions: versions)
    desk.connector.register(kitchen, description: "App: Kitchen")
    let registration = try desk.registered(kitchen)
    try desk.settle(distributor)
    return (distributor, registration)
  }

  // MARK: Messages

  @Test func messagesOfVersion2() throws {
    let (distributor, registration) = try registered("2")
    let bytes = [UInt8](0...255) + [0]
    let message = Data(bytes).base64EncodedString()
    try desk.order(distributor, "message", ["token": registration.token, "message": message, "id": "m1"])
    try desk.order(distributor, "message", ["token": registration.token, "message": "", "id": ""])
    try desk.turn("two messages") { desk.messages.count == 2 }
    #expect(desk.messages.map(\.owner) == [kitchen, kitchen] && desk.messages.map(\.bytes) == [bytes, []])
    try desk.settle(distributor)
    #expect(distributor.events("acknowledged").isEmpty)
    // Messages may be acknowledged in any order, and each is acknowledged once.
    for index in [1, 0, 0, 1] {
      desk.messages[index].acknowledge()
      try desk.turn("it is acknowledged") { distributor.events("acknowledged").count >= 2 - index }
    }
    let answers = try desk.events(distributor, "acknowledged", count: 2)
    #expect(answers[0]["values"][0].keys.isEmpty && answers[0]["id"].text == "")
    #expect(answers[1]["values"][0]["id"].text == "m1" && answers[1]["id"].text == "m1")
  }

  @Test func messagesOfVersion1() throws {
    let (distributor, registration) = try registered("1")
    var order: [String: Any] = ["token": registration.token, "message": "aGk=", "id": "m1"]
    try desk.order(distributor, "message", order)
    order["reply"] = true
    try desk.order(distributor, "message", order)
    try desk.turn("two messages") { desk.messages.count == 2 }
    #expect(desk.messages.map(\.bytes) == [[0x68, 0x69], [0x68, 0x69]])
    for message in desk.messages { message.acknowledge() }
    #expect(try desk.events(distributor, "acknowledged", count: 1).first?["values"].texts == [])
  }

  // MARK: Endpoints

  @Test(arguments: ["1", "2"]) func endpointsChange(_ versions: String) throws {
    let (distributor, registration) = try registered(versions)
    let endpoint = try #require(registration.endpoint)
    var expected: [Data?] = [registration.pushToken]
    var stores = 0
    desk.storing = { _ in stores += 1 }
    func check(_ endpoint: String, _ what: String) throws {
      let (version, token) = (Int(versions) ?? 0, registration.token)
      try desk.order(
        distributor, "endpoint", ["token": token, "endpoint": endpoint, "reply": true, "version": version])
      try desk.settle(distributor)
      #expect(desk.tokens.map(\.token) == expected, "\(what)")
      // An endpoint that has not changed is not stored again, because storing waits for the disk.
      #expect(stores == expected.count - 1, "\(what)")
    }
    try check(endpoint, "the same is no news")
    var other = registration
    other.endpoint = "http://[::1]:8080/a?b=%20"
    expected.append(other.pushToken)
    try check("http://[::1]:8080/a?b=%20", "another")
    #expect(desk.stored[kitchen] == other && other.keys == registration.keys)
    expected.append(nil)
    try check("", "none")
    other.endpoint = nil
    #expect(desk.stored[kitchen] == other && desk.connector.hasOpenRegistrations)
    try check("", "none is no news")
    expected.append(registration.pushToken)
    try check(endpoint, "again")
    #expect(desk.lines(.warning).isEmpty)
    let answers = try desk.events(distributor, "answered", count: versions == "2" ? 6 : 5)
    #expect(answers.allSatisfy { $0["member"].text == "NewEndpoint" && $0["error"].isNull })
  }

  static let longest = "https://x.example/" + String(repeating: "a", count: 982)

  @Test(arguments: [
    "x", "/UP/x", "//x.example/UP", "ftp://x.example/UP", "https:", "https://", "https:///UP", "https:x",
    "https://x.example/a b", "https://x.example/\n", "https://x.example/ä", "https://ä.example/UP",
    "https://x.example/\"",
    "mailto:a@x.example",
    longest + "a",
  ]) func wrongEndpoints(_ endpoint: String) throws {
    let (distributor, registration) = try registered("2")
    try desk.order(distributor, "endpoint", ["token": registration.token, "endpoint": endpoint])
    try desk.settle(distributor)
    #expect(desk.stored[kitchen] == registration && desk.tokens.count == 1)
    #expect(desk.lines(.warning).count == 1 && desk.lines(.warning, "push refused [endpoint]: ").count == 1)
    // The refused call is answered, and the next one is valid.
    try desk.order(distributor, "endpoint", ["token": registration.token, "endpoint": Self.longest])
    try desk.turn("the next") { desk.stored[kitchen]?.endpoint == Self.longest }
    #expect(try desk.events(distributor, "answered", count: 3).allSatisfy { $0["error"].isNull })
  }

  // MARK: Unregistered

  @Test(arguments: ["1", "2"]) func itIsRevoked(_ versions: String) throws {
    let (distributor, registration) = try registered(versions)
    try desk.order(distributor, "revoke", ["token": registration.token])
    try desk.turn("the token is gone") { desk.tokens.count == 2 }
    #expect(desk.tokens.last?.token == nil)
    let next = try #require(desk.stored[kitchen])
    #expect(next.endpoint == nil && next.token != registration.token && next.keys != registration.keys)
    // The session is not registered again in this process.
    desk.connector.register(kitchen, description: "App: Kitchen")
    try desk.order(distributor, "restart")
    try desk.settle(distributor)
    try desk.events(distributor, "register", count: 1)
    #expect(!desk.connector.hasOpenRegistrations && desk.lines(.warning).isEmpty)
    // The old token belongs to no session any more.
    try desk.order(
      distributor, "message",
      ["token": registration.token, "message": "aGk=", "service": ConnectorDesk.service, "version": Int(versions) ?? 0])
    try desk.events(distributor, "unregister", count: 1)
    #expect(desk.messages.isEmpty)
    // Without a registration, nothing is unregistered.
    desk.connector.unregister(kitchen)
    try desk.settle(distributor)
    try desk.events(distributor, "unregister", count: 1)
    // The next start of the process begins here.
    try desk.begin()
    desk.connector.restore(next, for: kitchen, description: "App: Kitchen")
    try desk.events(distributor, "register", count: 2)
    let after = try desk.registered(kitchen)
    #expect(after.token == next.token && after.keys == next.keys)
  }

  // MARK: Tokens that nobody holds

  @Test(arguments: ["1", "2"]) func strangers(_ versions: String) throws {
    let (distributor, registration) = try registered(versions)
    for (word, token) in [("message", "a"), ("endpoint", "a"), ("message", "a"), ("endpoint", "b"), ("message", "")] {
      try desk.order(
        distributor, word,
        ["token": token, "message": "aGk=", "id": "m", "reply": true, "version": Int(versions) ?? 0])
    }
    // No token of this library has this length.
    let long = String(repeating: "x", count: 101)
    try desk.order(distributor, "message", ["token": long, "message": "aGk=", "reply": true])
    try desk.order(distributor, "revoke", ["token": "c", "reply": true])
    try desk.settle(distributor)
    let heard = try desk.events(distributor, "unregister", count: 2)
    #expect(heard.map { $0["token"].text } == ["a", "b"])
    #expect(heard.allSatisfy { $0["version"].number == Double(versions) && $0["reply"].flag == (versions == "2") })
    #expect(desk.lines(.warning, "push refused [unknown-token]: ").count == 5 && desk.lines(.warning).count == 5)
    #expect(desk.lines(.warning).allSatisfy { !$0.contains(registration.token) })
    // All calls are answered.
    let acknowledged = try desk.events(distributor, "acknowledged", count: 4)
    #expect(acknowledged.allSatisfy { $0["error"].isNull })
    if versions == "2" {
      #expect(acknowledged.allSatisfy { $0["values"][0]["id"].text == $0["id"].text || $0["id"].text == "" })
    }
    #expect(desk.messages.isEmpty && desk.stored[kitchen] == registration && desk.tokens.count == 1)
  }

  @Test(arguments: ["1", "2"]) func endpointsOfWhatHasEnded(_ versions: String) throws {
    let distributor = try desk.distributor(versions: versions)
    try desk.order(distributor, "behave", ["register": "late"])
    desk.connector.register(kitchen, description: "App: Kitchen")
    let token = try #require(try desk.events(distributor, "register", count: 1)[0]["token"].text)
    desk.connector.unregister(kitchen)
    try desk.events(distributor, "unregister", count: 1)
    try desk.order(distributor, "answer")
    try desk.settle(distributor)
    // A registration that came too late is ended once more, without a warning.
    let heard = try desk.events(distributor, "unregister", count: 2)
    #expect(heard.map { $0["token"].text } == [token, token] && heard.map { $0["known"].flag } == [false, true])
    #expect(desk.lines(.warning).isEmpty && desk.tokens.isEmpty)
    // A message that is still sent to the old token is logged.
    try desk.order(distributor, "message", ["token": token, "message": "aGk=", "reply": true])
    try desk.settle(distributor)
    #expect(desk.lines(.warning, "push refused [unknown-token]: ").count == 1 && desk.messages.isEmpty)
  }

  // MARK: Calls that are none

  @Test(arguments: [
    ("Connector1", "Message", "('t',)"), ("Connector1", "Message", "('t', 'text', '')"),
    ("Connector1", "NewEndpoint", "('t', 'https://x.example/', 'x')"), ("Connector1", "Unregistered", "(@a{sv} {},)"),
    ("Connector2", "Message", "('t',)"), ("Connector2", "NewEndpoint", "(@a{ss} {},)"),
    ("Connector2", "Unregistered", "()"),
  ]) func wrongSignatures(_ interface: String, _ member: String, _ arguments: String) throws {
    let (distributor, registration) = try registered("12")
    let answer = try desk.order(
      distributor, "call",
      [
        "interface": interface, "member": member,
        "arguments": arguments.replacing("'t'", with: "'\(registration.token)'"),
      ])
    #expect(answer["error"].text == "org.freedesktop.DBus.Error.InvalidArgs")
    #expect(desk.messages.isEmpty && desk.stored[kitchen] == registration && desk.tokens.count == 1)
  }

  @Test(arguments: [
    ("Message", "{}"), ("Message", "{'message': <b'x'>, 'id': <'m'>}"), ("Message", "{'token': <'T'>, 'id': <'m'>}"),
    ("Message", "{'token': <'T'>, 'message': <'text'>}"), ("Message", "{'token': <7>, 'message': <[byte 1]>}"),
    ("NewEndpoint", "{'token': <'T'>}"), ("NewEndpoint", "{'token': <'T'>, 'endpoint': <['https://x.example/']>}"),
    ("NewEndpoint", "{'endpoint': <'https://x.example/'>}"), ("Unregistered", "{}"), ("Unregistered", "{'id': <'T'>}"),
  ]) func missingKeys(_ member: String, _ dictionary: String) throws {
    let (distributor, registration) = try registered("12")
    let given = dictionary.replacing("'T'", with: "'\(registration.token)'")
    let answer = try desk.order(distributor, "call", ["member": member, "arguments": "(@a{sv} \(given),)"])
    #expect(answer["ok"].flag == true && answer["values"][0].keys.isEmpty && !answer["values"][0].isNull)
    #expect(desk.messages.isEmpty && desk.stored[kitchen] == registration && desk.tokens.count == 1)
    #expect(desk.lines(.warning).isEmpty)
  }

  @Test func unknownKeysAreIgnored() throws {
    let (distributor, registration) = try registered("12")
    let dictionary =
      "{'urgency': <{'a': <1>}>, 'token': <'\(registration.token)'>, 'x': <''>, 'message': <[byte 1, 0]>}"
    try distributor.send(["do": "call", "member": "Message", "arguments": "(\(dictionary),)"])
    try desk.turn("a message") { desk.messages.count == 1 }
    #expect(desk.messages.first?.bytes == [1, 0])
    // Only messages may have an id: the id of an endpoint is ignored.
    let endpoint = "{'token': <'\(registration.token)'>, 'endpoint': <'https://x.example/2'>, 'id': <'m'>}"
    let answer = try desk.order(distributor, "call", ["member": "NewEndpoint", "arguments": "(\(endpoint),)"])
    #expect(answer["values"][0].keys.isEmpty && desk.stored[kitchen]?.endpoint == "https://x.example/2")
  }

  /// A distributor keeps to the version in which a token was first registered.
  @Test func bothVersionsAreServed() throws {
    let (distributor, registration) = try registered("2")
    try desk.order(
      distributor, "call",
      [
        "interface": "Connector1", "member": "NewEndpoint",
        "arguments": "('\(registration.token)', 'https://x.example/1')",
      ])
    #expect(desk.stored[kitchen]?.endpoint == "https://x.example/1")
  }
}
