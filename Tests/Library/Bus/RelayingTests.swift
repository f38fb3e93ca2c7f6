// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Testing

@testable import NowPlayingBus

/// A connection between client and server, whose members relay calls.
private final class Middle: @unchecked Sendable {
  let connection: Connection
  private var exported: ExportedInterface?
  private let isEnding = Lock(false)
  private let done = DispatchSemaphore(value: 0)
  private let lock = NSLock()
  private var words: [String] = []

  var seen: [String] { lock.withLock { words } }

  init(_ pair: Pair, _ members: (Middle) -> [Member]) throws {
    connection = try Connection.start(.address(pair.bus.address), pair.errors, descriptors: true)
    guard case .value = connection.waitUntilReady(until: .max) else { throw CocoaError(.featureUnsupported) }
    exported = ExportedInterface(connection, path: Pair.path, name: "org.example.Values", members(self))
    Thread.detachNewThread { [self] in
      // sleeps: paces a loop that serves
      while !isEnding.value { if connection.process() == 0 { usleep(1000) } }
      done.signal()
    }
  }

  func note(_ word: String) { lock.withLock { words.append(word) } }

  /// Returns a member that relays each call to a peer.
  func member(
    _ name: StaticString, _ arguments: StaticString = "", _ result: StaticString = "", names: StaticString = "",
    to peer: String
  ) -> Member {
    .method(name: name, arguments: arguments, result: result, names: names) { [unowned self] call in
      let waits = connection.relay(call, to: peer, timeout: 25_000_000, silence: "It is silent") { [unowned self] in
        note("ended")
      }
      note(waits ? "waits" : "over")
    }
  }

  /// Ends its thread, once its present work is done.
  func end() {
    if isEnding.value { return }
    isEnding.value = true
    done.wait()
    exported = nil
  }
}

/// Tests relaying messages of others.
@Suite struct RelayingTests {
  private static var refusals: [Member] {
    [
      .method(name: "Refuse", arguments: "", result: "", names: "") {
        $0.reply(error: "org.example.Error.Never", "Not today")
      },
      .method(name: "Fail", arguments: "", result: "", names: "") { $0.reply(error: "org.example.Error.Never", "") },
    ]
  }

  private func ask<Value>(
    _ pair: Pair, _ middle: Middle, _ member: StaticString, _ fill: (Message) -> Int32 = { _ in 0 },
    _ read: (Message) -> Value?
  ) -> Value? {
    let answer = pair.client.answer(
      of: middle.connection.uniqueName ?? "", "/org/example/objects/3", "org.example.Values", member, until: .max, fill,
      read)
    if case .value(let value) = answer { return value }
    return nil
  }

  /// Returns the name and the text of the error reply to a call.
  private func refusal(_ pair: Pair, _ middle: Middle, _ member: StaticString) -> [String?] {
    var error: [String?]?
    let call = pair.client.ask(
      middle.connection.uniqueName ?? "", Pair.path, "org.example.Values", member, { _ in 0 }, timeout: .max,
      { error = [$0.errorName, $0.errorText] })
    // sleeps: paces a loop that waits for a condition
    while error == nil { if pair.client.process() == 0 { usleep(1000) } }
    withExtendedLifetime(call) {}
    return error ?? []
  }

  private func sum(_ message: Message) -> Int32 {
    message.append(array: [1, 2, 40], of: "u") { message.append($0 as UInt32) }
  }

  @Test func answersAndErrorsAreThoseOfThePeer() throws {
    let pair = try Pair([MessageTests.sums] + Self.refusals)
    defer { pair.end() }
    let peer = pair.server.uniqueName ?? ""
    let middle = try Middle(pair) {
      [
        $0.member("Sum", "au", "us", names: "Numbers Sum Text", to: peer), $0.member("Refuse", to: peer),
        $0.member("Fail", to: peer), $0.member("Missing", to: peer), $0.member("Nobody", to: "org.example.Nobody"),
      ]
    }
    defer { middle.end() }
    #expect(ask(pair, middle, "Sum", sum) { $0.readUInt32() } == 43)
    #expect(refusal(pair, middle, "Refuse") == ["org.example.Error.Never", "Not today"])
    // Libraries of clients crash at an error without a text.
    #expect(refusal(pair, middle, "Fail") == ["org.example.Error.Never", "org.example.Error.Never"])
    #expect(refusal(pair, middle, "Missing").first == "org.freedesktop.DBus.Error.UnknownMethod")
    // The relayed call does not start the service.
    #expect(refusal(pair, middle, "Nobody").first == "org.freedesktop.DBus.Error.NameHasNoOwner")
    middle.end()
    #expect(middle.seen == Array(repeating: ["waits", "ended"], count: 5).flatMap { $0 })
  }

  @Test func nobodyWaitsForACallWithoutAnAnswer() throws {
    let wanted = Lock(true)
    let pair = try Pair([
      MessageTests.sums,
      .method(name: "Note", arguments: "s", result: "", names: "Text") { call in
        if call.readString() == "noted" { wanted.value = call.expectsReply }
        call.reply()
      },
    ])
    defer { pair.end() }
    let peer = pair.server.uniqueName ?? ""
    let middle = try Middle(pair) {
      [
        $0.member("Note", "s", names: "Text", to: peer),
        $0.member("Sum", "au", "us", names: "Numbers Sum Text", to: peer),
      ]
    }
    defer { middle.end() }
    pair.client.tell(middle.connection.uniqueName ?? "", Pair.path, "org.example.Values", "Note") { $0.append("noted") }
    #expect(ask(pair, middle, "Sum", sum) { $0.readUInt32() } == 43)
    middle.end()
    #expect(!wanted.value && middle.seen.first == "over" && middle.seen.filter { $0 == "ended" }.count == 1)
  }

  @Test func aSignalHasTheSameNamesAndValues() throws {
    let pair = try Pair([])
    defer { pair.end() }
    let middle = try Middle(pair) { middle in
      [
        .method(name: "Sum", arguments: "au", result: "", names: "Numbers") { [unowned middle] call in
          middle.connection.relay(signal: call)
          call.reply()
        }
      ]
    }
    defer { middle.end() }
    var heard: [[UInt32]?] = []
    let subscription = pair.client.subscribe("type='signal',path='\(Pair.path)'") { signal in
      #expect(signal.isSignal("org.example.Values", "Sum"))
      heard.append(signal.readArray(of: "u") { signal.readUInt32() })
    }
    #expect(ask(pair, middle, "Sum", sum) { _ in true } == true)
    // sleeps: paces a loop that waits for a condition
    while heard.isEmpty { if pair.client.process() == 0 { usleep(1000) } }
    #expect(heard == [[1, 2, 40]])
    withExtendedLifetime(subscription) {}
  }

  /// The copy has all entries of the map except the one with the given key.
  @Test func aMapIsCopiedWithoutAKey() throws {
    let pair = try Pair([])
    defer { pair.end() }
    let middle = try Middle(pair) { _ in
      [
        .method(name: "Turn", arguments: "a{sv}", result: "a{sv}s", names: "A B C") { call in
          call.reply { $0.append(mapOf: call, without: "text").then($0.append("end")) }
        },
        .method(name: "Words", arguments: "s", result: "a{sv}s", names: "A B C") { call in
          call.reply { $0.append(mapOf: call, without: "text").then($0.append("end")) }
        },
      ]
    }
    defer { middle.end() }
    var (words, flags): ([[String]?], [Bool?]) = ([], [])
    let isRead: (Message) -> Bool? = { reply in
      let isRead = reply.readDictionary { key in
        switch key {
        case "other": words.append(reply.readVariant("as") { reply.readArray(of: "s") { reply.readString() } })
        case "flag": flags.append(reply.readVariant("b") { reply.readBool() })
        default: Issue.record("\(key)")
        }
        return true
      }
      return isRead && reply.readString() == "end"
    }
    let isTurned = ask(pair, middle, "Turn") { message in
      message.append(array: ["other", "text", "flag"], of: "{sv}") { key in
        switch key {
        case "text": message.append(entry: "text", "s") { message.append("abc") }
        case "flag": message.append(entry: "flag", "b") { message.append(true) }
        default: message.append(entry: "other", "as") { message.append(["x", "y"]) }
        }
      }
    } _: {
      isRead($0)
    }
    #expect(isTurned == true && words == [["x", "y"]] && flags == [true])
    let isEmpty = ask(pair, middle, "Words", { $0.append("text") }, { isRead($0) })
    #expect(isEmpty == true && words.count == 1 && flags.count == 1)
  }
}
