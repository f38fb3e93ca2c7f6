// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingBus

/// Two connections to a private bus: one serves on a thread of its own, the other waits for replies.
final class Pair: @unchecked Sendable {
  let bus: PrivateBus
  let errors = BusErrors { Issue.record("\($0)") }
  let server: Connection
  let client: Connection
  private var exported: ExportedInterface?
  private let isEnding = Lock(false)
  private let ended = DispatchSemaphore(value: 0)

  static let path = "/org/example/objects/3"

  init(_ members: [Member]) throws {
    bus = try PrivateBus()
    server = try Connection.start(.address(bus.address), errors, descriptors: true)
    client = try Connection.start(.address(bus.address), errors, descriptors: true)
    for connection in [server, client] {
      guard case .value = connection.waitUntilReady(until: .max) else { throw CocoaError(.featureUnsupported) }
    }
    exported = ExportedInterface(server, path: Self.path, name: "org.example.Values", members)
    #expect(exported?.isExported == true)
    Thread.detachNewThread { [self] in
      // sleeps: paces a loop that serves
      while !isEnding.value { if server.process() == 0 { usleep(1000) } }
      ended.signal()
    }
  }

  func end() {
    isEnding.value = true
    ended.wait()
  }

  func ask<Value>(
    _ member: StaticString, _ fill: (Message) -> Int32 = { _ in 0 }, _ read: (Message) -> Value?
  ) -> Connection.Answer<Value> {
    client.answer(
      of: server.uniqueName ?? "", "/org/example/objects/3", "org.example.Values", member, until: .max, fill, read)
  }
}

final class Lock: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Bool
  init(_ value: Bool) { stored = value }
  var value: Bool {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
}

@Suite struct MessageTests {
  static var sums: Member {
    Member.method(name: "Sum", arguments: "au", result: "us", names: "Numbers Sum Text") { call in
      let numbers = call.readArray(of: "u") { call.readUInt32() } ?? []
      call.reply { answer in
        let result = answer.append(numbers.reduce(0, &+))
        return result < 0 ? result : answer.append("\(numbers.count) numbers")
      }
    }
  }

  static var dictionaries: Member {
    Member.method(
      name: "Turn", arguments: "a{sv}", result: "a{sv}", names: "Given Turned"
    ) { call in
      var text = ""
      var flag = false
      let isRead = call.readDictionary { key in
        switch key {
        case "text":
          guard let read = call.readVariant("s", { call.readString() }) else { return false }
          text = read
        case "flag":
          guard let read = call.readVariant("b", { call.readBool() }) else { return false }
          flag = read
        default: return false  // skipped
        }
        return true
      }
      call.reply { answer in
        answer.append(array: isRead ? ["text", "flag"] : [], of: "{sv}") { key in
          key == "text"
            ? answer.append(entry: "text", "s") { answer.append(String(text.reversed())) }
            : answer.append(entry: "flag", "b") { answer.append(!flag) }
        }
      }
    }
  }

  static var descriptors: Member {
    Member.method(name: "Read", arguments: "h", result: "h", names: "From Same") { call in
      let descriptor = call.readDescriptor() ?? -1
      call.reply { $0.append(descriptor: descriptor) }
    }
  }

  @Test func arraysAndResults() throws {
    let pair = try Pair([Self.sums])
    defer { pair.end() }
    let answer = pair.ask("Sum") { message in
      message.append(array: [1, 2, 40], of: "u") { message.append($0 as UInt32) }
    } _: { reply in
      reply.readUInt32().flatMap { sum in reply.readString().map { (sum, $0) } }
    }
    guard case .value(let (sum, text)) = answer else { throw CocoaError(.coderReadCorrupt) }
    #expect((sum, text) == (43, "3 numbers"))
  }

  @Test func dictionariesWithWhatIsUnknown() throws {
    let pair = try Pair([Self.dictionaries])
    defer { pair.end() }
    var seen: [String] = []
    let answer = pair.ask("Turn") { message in
      message.append(array: ["other", "text", "flag"], of: "{sv}") { key in
        switch key {
        case "text": message.append(entry: "text", "s") { message.append("abc") }
        case "flag": message.append(entry: "flag", "b") { message.append(true) }
        default: message.append(entry: "other", "as") { message.append(["x", "y"]) }
        }
      }
    } _: { reply in
      reply.readDictionary { key in
        if key == "text" { reply.readVariant("s") { reply.readString() }.map { seen.append($0) } }
        if key == "flag" { reply.readVariant("b") { reply.readBool() }.map { seen.append("\($0)") } }
        return true
      }
    }
    guard case .value(true) = answer else { throw CocoaError(.coderReadCorrupt) }
    #expect(seen == ["cba", "false"])
  }

  @Test func aLongTextIsCutBetweenCharacters() throws {
    let pair = try Pair([Self.dictionaries])
    defer { pair.end() }
    let most = String(repeating: "a", count: DecodingBudget.text - 3)
    for (sent, kept) in [(most + "bcd", most + "bcd"), (most + "bcde", most + "bcd"), (most + "😀", most)] {
      let answer = pair.ask("Turn") { message in
        message.append(array: ["text"], of: "{sv}") { _ in
          message.append(entry: "text", "s") { message.append(String(sent.reversed())) }
        }
      } _: { reply in
        var budget = DecodingBudget()
        return reply.decodeMap(&budget)
      }
      guard case .value(let entries) = answer, case .string(let text)? = entries.first?.value else {
        throw CocoaError(.coderReadCorrupt)
      }
      #expect(text == kept, "\(text.utf8.count) bytes")
    }
  }

  @Test func aDictionaryOfWhichAValueIsLeftIsNotReadToItsEnd() throws {
    let pair = try Pair([Self.dictionaries])
    defer { pair.end() }
    let answer = pair.ask("Turn") { message in
      message.append(array: ["text"], of: "{sv}") { message.append(entry: $0, "s") { message.append("abc") } }
    } _: { reply in
      !reply.readDictionary { _ in true }
    }
    guard case .value(true) = answer else { throw CocoaError(.coderReadCorrupt) }
  }

  @Test func whatIsOfAnotherTypeIsNotRead() throws {
    let pair = try Pair([Self.sums, Self.dictionaries])
    defer { pair.end() }
    let numbers: (Message) -> Int32 = { message in message.append(array: [7], of: "u") { message.append($0 as UInt32) }
    }
    guard case .other = pair.ask("Sum", numbers, { $0.readString() }),
      case .other = pair.ask("Sum", numbers, { $0.readVariant("u") { 1 } }),
      case .other = pair.ask("Sum", numbers, { reply in reply.readArray(of: "u") { reply.readUInt32() } }),
      case .other = pair.ask("Sum", numbers, { $0.readDescriptor() }),
      case .other = pair.ask("Missing", numbers, { _ in true }),
      case .value(false) = pair.ask("Sum", numbers, { $0.readDictionary { _ in false } })
    else { throw CocoaError(.coderReadCorrupt) }
  }

  static var everything: Member {
    Member.method(name: "Everything", arguments: "", result: "sxudb", names: "A B C D E") { call in
      call.reply { answer in
        for result in [
          answer.append("text"), answer.append(Int64.min), answer.append(UInt32.max), answer.append(-0.5),
          answer.append(true),
        ] where result.isFailure { return result }
        return 0
      }
    }
  }

  @Test func nothingIsReadWhereNothingIs() throws {
    let pair = try Pair([Self.everything])
    defer { pair.end() }
    let answer = pair.ask("Everything") { reply in
      #expect(!reply.isError && reply.errorName == nil)
      #expect(reply.hasSignature("sxudb") && !reply.hasSignature("sxud"))
      #expect(!reply.isSignal("org.example.Values", "Everything") && !reply.isCall("org.example.Values", "Everything"))
      // Reading a wrong type fails, and leaves the value to be read.
      #expect(reply.readInt64() == nil && reply.readString(.path) == nil && reply.readString() == "text")
      #expect(reply.readUInt32() == nil && reply.readInt64() == .min)
      #expect(reply.readDouble() == nil && reply.readUInt32() == .max)
      #expect(reply.readBool() == nil && reply.readDouble() == -0.5)
      #expect(reply.readDescriptor() == nil && reply.readBool() == true)
      #expect(reply.readString() == nil && reply.readInt64() == nil && reply.readUInt32() == nil)
      #expect(reply.readDouble() == nil && reply.readBool() == nil && reply.readDescriptor() == nil)
      #expect(reply.readVariant("s") { 1 } == nil && reply.readArray(of: "s") { reply.readString() } == nil)
      #expect(!reply.readDictionary { _ in true })
      return true
    }
    guard case .value(true) = answer else { throw CocoaError(.coderReadCorrupt) }
  }

  /// The numbers are the reply codes of RequestName in the specification of D-Bus.
  @Test(arguments: UInt32(0)...6) func whatTheBusSaysOfAName(_ code: UInt32) throws {
    let pair = try Pair([Self.sums])
    defer { pair.end() }
    let answer = pair.ask("Sum") { message in
      message.append(array: [code], of: "u") { message.append($0) }
    } _: {
      "\(NameReply($0))"
    }
    guard case .value(let said) = answer else { throw CocoaError(.coderReadCorrupt) }
    #expect(said == [1: "owner", 2: "queued", 3: "taken", 4: "owner"][code] ?? "unknown")
  }

  @Test func theBusGivesANameAndTakesIt() throws {
    let pair = try Pair([])
    defer { pair.end() }
    var said: [String] = []
    func ask(_ connection: Connection, _ flags: UInt32) {
      let before = said.count
      connection.requestName("org.example.Wanted", flags: flags) { said.append("\($0)") }
      // sleeps: paces a loop that waits for a condition
      while said.count == before { if connection.process() == 0 { usleep(100) } }
    }
    let other = try Connection.start(.address(pair.bus.address), pair.errors)
    guard case .value = other.waitUntilReady(until: .max) else { throw CocoaError(.featureUnsupported) }
    for (connection, flags) in [
      (pair.client, NameFlag.allowReplacement), (pair.client, NameFlag.allowReplacement), (other, NameFlag.doNotQueue),
      (other, NameFlag.doNotQueue | NameFlag.replaceExisting), (pair.client, NameFlag.replaceExisting),
    ] { ask(connection, flags) }
    #expect(said == ["owner", "owner", "taken", "owner", "queued"])
  }

  @Test func whatCHasForBooleans() {
    #expect(true.asInt32 == 1 && false.asInt32 == 0)
    #expect([-1, 0, 1].map { Int32($0).isFailure } == [true, false, false])
  }

  @Test func descriptorsAreDuplicated() throws {
    let pair = try Pair([Self.descriptors])
    defer { pair.end() }
    let pipe = Pipe()
    let answer = pair.ask("Read") {
      $0.append(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    } _: { reply in
      reply.readDescriptor().map { dup($0) }
    }
    guard case .value(let copy) = answer else { throw CocoaError(.coderReadCorrupt) }
    #expect(copy != pipe.fileHandleForWriting.fileDescriptor)
    #expect(write(copy, "x", 1) == 1)
    close(copy)
    #expect(pipe.fileHandleForReading.availableData == Data("x".utf8))
  }

  /// `waitUntilReady` sleeps until the timeout, and only then reports that the bus is silent.
  @Test func aBusThatDoesNotGreetIsSilent() throws {
    func processorTime() -> Int64 {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
    let bus = try PrivateBus()
    bus.suspend()
    defer { bus.resume() }
    let connection = try Connection.start(.address(bus.address), BusErrors { Issue.record("\($0)") })
    let (before, end) = (processorTime(), Instant.now + 500_000)
    guard case .silence = connection.waitUntilReady(until: end) else { throw CocoaError(.coderReadCorrupt) }
    #expect(Instant.now >= end && processorTime() - before < 250_000)
    guard case .silence = connection.waitUntilReady(until: 0) else { throw CocoaError(.coderReadCorrupt) }
  }

  @Test(arguments: [false, true]) func anAnswerMayBeUnwanted(_ isOneWay: Bool) throws {
    let isExpected = Lock(!isOneWay)
    let pair = try Pair([
      .method(name: "Note", arguments: "s", result: "", names: "Text") { call in
        if call.readString() == "noted" { isExpected.value = sd_bus_message_get_expect_reply(call.raw) > 0 }
        call.reply()
      }
    ])
    defer { pair.end() }
    let name = pair.server.uniqueName ?? ""
    if isOneWay {
      pair.client.tell(name, Pair.path, "org.example.Values", "Note") { $0.append("noted") }
    } else {
      pair.client.call(name, Pair.path, "org.example.Values", "Note", { $0.append("noted") }) { _ in }
    }
    guard case .value = pair.ask("Note", { $0.append("asked") }, { _ in true }) else {
      throw CocoaError(.coderReadCorrupt)
    }
    #expect(isExpected.value == !isOneWay)
  }

  /// The caller gets an error, and the answer is freed.
  @Test func anAnswerThatIsTooLargeIsRefused() throws {
    let text = String(repeating: "x", count: 1 << 20)
    let large = Member.method(name: "Large", arguments: "", result: "as", names: "Texts") { call in
      call.reply { answer in answer.append(array: Array(0...8), of: "s") { (_: Int) in answer.append(text) } }
    }
    let pair = try Pair([large])
    defer { pair.end() }
    var pages: [Int] = []
    for _ in 0..<12 {
      guard case .other = pair.ask("Large", { _ in 0 }, { _ in true }) else { throw CocoaError(.coderInvalidValue) }
      let sizes = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      pages.append(try #require(Int(sizes[1])))
    }
    #expect(pages[11] - pages[1] < 10_000)
  }

  @Test func patienceIsWhatTheCallerHas() throws {
    let pair = try Pair([.method(name: "Never", arguments: "", result: "", names: "") { _ in }])
    defer { pair.end() }
    var error: String?
    func ask(_ timeout: Microseconds) -> Subscription? {
      pair.client.ask(
        pair.server.uniqueName ?? "", Pair.path, "org.example.Values", "Never", { _ in 0 }, timeout: timeout
      ) { error = $0.errorName }
    }
    let endless = ask(.max)
    #expect(pair.client.timeout == .max)
    let short = ask(20_000)
    // sleeps: paces a loop that waits for a condition
    while error == nil { if pair.client.process() == 0 { usleep(1000) } }
    #expect(error == "org.freedesktop.DBus.Error.NoReply" && pair.client.timeout == .max)
    withExtendedLifetime((endless, short)) {}
  }

  @Test func whoDoesNotAnswerIsSilent() throws {
    let pair = try Pair([.method(name: "Never", arguments: "", result: "", names: "") { _ in }])
    defer { pair.end() }
    let soon = Instant.now + 20_000
    let answer = pair.client.answer(
      of: pair.server.uniqueName ?? "", "/org/example/objects/3", "org.example.Values", "Never", until: soon
    ) { _ in true }
    guard case .silence = answer else { throw CocoaError(.coderReadCorrupt) }
  }
}
