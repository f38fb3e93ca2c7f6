// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingBus

/// Tests requesting, releasing and losing a name, on a private bus.
@Suite struct BusNameTests {
  private let bus: PrivateBus
  private let errors = BusErrors { Issue.record("\($0)") }
  private let connection: Connection
  private let said = Said()
  private let name: BusName

  private static let wanted = "org.example.Wanted"

  private final class Said {
    var events: [String] = []
    var alternatives = 0
  }

  init() throws {
    bus = try PrivateBus()
    connection = try Self.connect(bus, errors)
    name = BusName(Self.wanted) { [said] in
      said.alternatives += 1
      return Self.wanted + ".other" + String(said.alternatives)
    } report: { [said] event, _ in
      said.events.append("\(event)".prefix { $0 != "(" } + "")
    }
    name.attach(connection)
  }

  private static func connect(_ bus: PrivateBus, _ errors: BusErrors) throws -> Connection {
    let connection = try Connection.start(.address(bus.address), errors)
    guard case .value = connection.waitUntilReady(until: .max) else { throw CocoaError(.featureUnsupported) }
    return connection
  }

  /// Returns the events that are reported until the bus has answered all requests, including requests that its answers
  /// cause.
  private func settle(_ connection: Connection? = nil) -> [String] {
    let connection = connection ?? self.connection
    var all: [String] = []
    repeat {
      all += said.events
      said.events = []
      let isDone = Flag()
      connection.callBus("GetId") { _ in
        0
      } answer: { _ in
        isDone.value = true
      }
      // sleeps: paces a loop that waits for a condition
      while !isDone.value { if connection.process() == 0 { usleep(100) } }
    } while !said.events.isEmpty
    return all
  }

  private final class Flag { var value = false }

  /// Takes the name away, as a bus may do.
  private func takeAway(_ connection: Connection? = nil) -> [String] {
    (connection ?? self.connection).releaseName(name.name)
    return settle(connection)
  }

  @Test func aNameIsOwnedUntilItIsReleased() throws {
    #expect(!name.isAnnounced && !name.isOwned && name.nextTime == .max)
    name.release()
    name.acquire()
    name.acquire()
    #expect(name.isAnnounced && !name.isOwned && name.name == Self.wanted)
    #expect(settle() == ["asked", "owned"] && name.isAnnounced && name.isOwned)
    name.acquire()
    name.turn()
    #expect(settle() == [])
    name.release()
    #expect(!name.isAnnounced && !name.isOwned)
    name.release()
    #expect(settle() == ["released"])
    name.acquire()
    #expect(settle() == ["asked", "owned"])
  }

  /// The late answer to a request that was taken back is not taken for the answer to the next request.
  @Test func answersThatComeTooLate() throws {
    name.acquire()
    name.release()
    name.acquire()
    #expect(settle() == ["asked", "released", "asked", "owned"])
    name.release()
    name.acquire()
    name.release()
    #expect(settle() == ["released", "asked", "released"] && !name.isAnnounced)
    name.acquire()
    #expect(settle() == ["asked", "owned"])
    // Afterwards the loss is noticed again.
    #expect(takeAway() == ["lost"])
  }

  @Test func aNameThatIsLostIsAskedForAgain() throws {
    name.acquire()
    #expect(settle() == ["asked", "owned"])
    // The first attempt is immediate; later ones become rarer, at least once a minute.
    for seconds in [0, 1, 2, 4, 8, 16, 32, 60, 60] as [Int64] {
      let before = Instant.now
      #expect(takeAway() == ["lost"] && name.isAnnounced && !name.isOwned)
      let pause = Microseconds.seconds(seconds)
      #expect(name.nextTime >= before + pause && name.nextTime <= Instant.now + pause)
      name.turn()
      if seconds > 0 { connection.requestName(Self.wanted, flags: NameFlag.doNotQueue) { _ in } }
      #expect(settle() == (seconds == 0 ? ["asked", "owned"] : ["owned"]))
      #expect(name.isOwned && name.nextTime == .max)
    }
    // A new connection counts as a new bus.
    let other = try Self.connect(bus, errors)
    name.attach(other)
    #expect(!name.isAnnounced)
    #expect(takeAway() == [])
    name.acquire()
    #expect(settle(other) == ["asked", "owned"])
    #expect(takeAway(other) == ["lost"] && name.nextTime <= Instant.now)
    name.attach(nil)
  }

  @Test func answersOfAnotherConnection() throws {
    name.acquire()
    #expect(settle() == ["asked", "owned"])
    name.release()
    let other = try Self.connect(bus, errors)
    name.attach(other)
    #expect(settle() == ["released"])
    name.acquire()
    #expect(settle(other) == ["asked", "owned"])
    #expect(takeAway(other) == ["lost"])
    name.attach(nil)
  }

  @Test func ofOthersIsKeptClear() throws {
    let other = try Self.connect(bus, errors)
    func take(_ numbers: ClosedRange<Int>) {
      other.requestName(Self.wanted, flags: NameFlag.doNotQueue) { _ in }
      for number in numbers { other.requestName(Self.wanted + ".other\(number)", flags: NameFlag.doNotQueue) { _ in } }
      _ = settle(other)
    }
    take(1...3)
    name.acquire()
    // Tries the name and three others, and then waits: a name that is taken may be released.
    #expect(settle() == ["asked", "taken", "asked", "taken", "asked", "taken", "asked", "taken"])
    #expect(name.name == Self.wanted + ".other3" && name.nextTime <= Instant.now && name.isAnnounced)
    let before = Instant.now
    name.turn()
    #expect(name.nextTime == .max)
    #expect(settle() == ["asked", "taken"] && name.nextTime >= before + 1_000_000)
    // The count begins anew on another connection, and after a name was acquired.
    name.attach(connection)
    take(4...5)
    name.acquire()
    #expect(settle() == ["asked", "taken", "asked", "taken", "asked", "taken", "asked", "owned"])
    #expect(name.name == Self.wanted + ".other6")
    name.release()
    take(7...8)
    name.acquire()
    #expect(settle() == ["asked", "taken", "asked", "taken", "asked", "taken", "asked", "owned"])
    name.attach(nil)
  }

  @Test func aBusThatRefusesIsNotAskedAgain() throws {
    let illegal = BusName("not a name") {
      ""
    } report: { [said] event, _ in
      said.events.append("\(event)".prefix { $0 != "(" } + "")
    }
    illegal.attach(connection)
    illegal.acquire()
    #expect(settle() == ["asked", "refused"] && !illegal.isAnnounced && illegal.nextTime == .max)
    illegal.acquire()
    illegal.release()
    #expect(settle() == [])
    illegal.acquire()
    #expect(settle() == ["asked", "refused"])
    illegal.attach(nil)
  }
}
