// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingBus
@testable import NowPlayingEngine

/// A session's host that records the calls of its callbacks.
private final class TokenHost: QuietHost, @unchecked Sendable {
  var said: [String] = []

  override func primaryChanged(_ primary: Primary) { said.append(primary.contains(.system) ? "is it" : "is not it") }
  override func primaryResult(_ which: Primary, _ failure: Failure?) {
    said.append(failure.map { "\($0)" } ?? "granted")
  }
  override func interrupted(_ began: Bool) { said.append(began ? "interrupted" : "resumes") }
}

/// Tests the token of the player that the whole desktop should drive, on a private bus: which process owns the token,
/// and that in the end the library waits for nothing.
@Suite struct SystemPrimaryTests {
  private static let token = "org.nowplaying.SystemPrimary"

  private let bus: PrivateBus
  private let errors = BusErrors { Issue.record("\($0)") }
  private let app: App
  private let name: BusName
  private let player: PlayerPublication
  private let primary: SystemPrimary
  private let host = TokenHost()
  private let session: Session
  private let ours: Connection
  private let other: Connection

  init() throws {
    bus = try PrivateBus()
    let quiet = QuietHost()
    var options = AppOptions(applicationID: "org.example.Token")
    options.loop = .descriptor
    options.busAddress = "unix:path=/nonexistent/bus"
    options.flags = .interruptions
    app = try App.make(options, quiet)
    name = BusName("org.mpris.MediaPlayer2.Token", alternative: { "" }, report: { _, _ in })
    player = PlayerPublication(app.core, Identity(options, Sandbox(), quiet), name)
    primary = SystemPrimary(app.core, player)
    session = try Session(app, id: "session", host)
    ours = try Self.connect(bus, errors)
    other = try Self.connect(bus, errors)
    primary.attach(ours)
    primary.greeted()
  }

  private static func connect(_ bus: PrivateBus, _ errors: BusErrors) throws -> Connection {
    let connection = try Connection.start(.address(bus.address), errors)
    guard case .value = connection.waitUntilReady(until: .max) else { throw CocoaError(.featureUnsupported) }
    return connection
  }

  /// Waits until the bus and the other process have answered all calls, including later ones. Returns what the host was
  /// notified of.
  @discardableResult
  private func settle(_ connection: Connection? = nil) -> [String] {
    // The library makes this call at the end of each turn of the loop.
    primary.releaseWhenSent(areBehind: false)
    var answers = 0
    for _ in 0..<4 {
      for one in [other, connection ?? ours] {
        let before = answers
        one.callBus("GetId", { _ in 0 }, answer: { _ in answers += 1 })
        while answers == before {
          // sleeps: paces a loop that waits for a condition
          if other.process() + (connection ?? ours).process() == 0 { usleep(100) }
        }
      }
    }
    defer { host.said = [] }
    return host.said
  }

  private func hasNothingToWaitFor() -> Bool { !player.signals.isHeld && primary.nextTime == .max }

  private func ask(_ connection: Connection, _ flags: UInt32) {
    connection.requestName(Self.token, flags: flags) { _ in }
  }

  private var owner: String? {
    let answer = other.answer(
      of: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", until: .max
    ) {
      $0.append(Self.token)
    } _: {
      $0.readString()
    }
    guard case .value(let owner) = answer else { return nil }
    return owner
  }

  @Test func itIsTakenAndGivenBack() {
    #expect(hasNothingToWaitFor())
    primary.claim(for: session)
    #expect(player.signals.isHeld && primary.nextTime <= Instant.now + PrimaryClaim.timeout)
    #expect(settle() == ["is it", "granted"] && hasNothingToWaitFor() && owner == ours.uniqueName)
    // A second claim is granted at once, because the token is owned already.
    primary.claim(for: session)
    #expect(host.said == ["granted"] && hasNothingToWaitFor())
    host.said = []
    primary.resign(session)
    // Surfaces are notified before another process can own it.
    primary.releaseWhenSent(areBehind: true)
    #expect(owner == ours.uniqueName)
    #expect(settle() == ["is not it"] && hasNothingToWaitFor() && owner == nil)
    primary.resign(session)
    #expect(settle() == [])
  }

  @Test func itIsGivenUpWhileItIsAskedFor() {
    primary.claim(for: session)
    primary.resign(session)
    #expect(host.said == ["cancelled"] && hasNothingToWaitFor())
    host.said = []
    #expect(settle() == [] && hasNothingToWaitFor() && owner == nil)
  }

  @Test func whoDoesNotLetGoIsNotWaitedForTwice() {
    ask(other, 0)
    settle()
    primary.claim(for: session)
    #expect(settle() == ["notPermitted"] && hasNothingToWaitFor())
    primary.claim(for: session)
    #expect(settle() == ["notPermitted"] && hasNothingToWaitFor())
    other.releaseName(Self.token)
    #expect(settle() == ["is it"] && hasNothingToWaitFor())
  }

  /// One rival pauses and then answers a call, which ends the wait. Another does not pause, and the wait ends at the
  /// timeout.
  @Test func aRivalHasTheTimeToStepDown() {
    for doesPause in [true, false] {
      ask(other, NameFlag.allowReplacement)
      settle()
      primary.claim(for: session)
      #expect(settle() == ["is it", "granted"] && player.signals.isHeld && primary.nextTime != .max)
      for status in ["Playing", "Paused"] where doesPause {
        other.emit(
          path: PlayerObject.path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged"
        ) { message in
          for result in [
            message.append("org.mpris.MediaPlayer2.Player"),
            message.append(array: [status], of: "{sv}") { status in
              message.append(entry: "PlaybackStatus", "s") { message.append(status) }
            }, message.append([String]()),
          ] where result < 0 { return result }
          return 0
        }
        settle()
        #expect(player.signals.isHeld == (status == "Playing"))
      }
      if !doesPause {
        // sleeps: paces a loop that waits for a condition
        while primary.nextTime > Instant.now { usleep(1000) }
        primary.turn()
      }
      #expect(hasNothingToWaitFor())
      // The rival has released the token, so that the next claim waits for nobody.
      other.releaseName(Self.token)
      primary.resign(session)
      settle()
      primary.claim(for: session)
      #expect(settle() == ["is it", "granted"] && hasNothingToWaitFor())
      primary.resign(session)
      settle()
    }
  }

  @Test func whoIsInterruptedResumesOnce() throws {
    primary.claim(for: session)
    settle()
    let taking = NameFlag.allowReplacement | NameFlag.replaceExisting
    ask(other, taking)
    #expect(settle() == ["is not it", "interrupted"])
    other.releaseName(Self.token)
    #expect(settle() == ["is it", "resumes"])
    // A host that takes the token back by itself is not asked to resume.
    ask(other, taking)
    #expect(settle() == ["is not it", "interrupted"])
    primary.claim(for: session)
    #expect(settle() == ["is it", "granted"])
    // On a new connection, too, it is noticed when another process takes the token.
    primary.detach()
    #expect(host.said == ["is not it"] && primary.nextTime == .max)
    host.said = []
    ours.releaseName(Self.token)
    other.releaseName(Self.token)
    settle()
    let next = try Self.connect(bus, errors)
    primary.attach(next)
    primary.greeted()
    #expect(settle(next) == ["is it"])
    ask(other, taking)
    #expect(settle(next) == ["is not it", "interrupted"])
  }

  /// An app that waits for the token loses the bus. On the new connection it leaves the token to the former owner for a
  /// while, and only then requests it.
  @Test(arguments: ["waits", "takes", "resigns", "loses the bus"])
  func afterARestart(_ what: String) throws {
    ask(other, 0)
    settle()
    primary.claim(for: session)
    #expect(settle() == ["notPermitted"])
    primary.detach()
    #expect(hasNothingToWaitFor() && host.said == [])
    ours.releaseName(Self.token)
    settle()
    let next = try Self.connect(bus, errors)
    let before = Instant.now
    primary.attach(next)
    primary.greeted()
    #expect(primary.nextTime >= before + PrimaryClaim.reclaimDelay)
    #expect(primary.nextTime <= Instant.now + PrimaryClaim.reclaimDelay && !player.signals.isHeld)
    other.releaseName(Self.token)
    #expect(settle(next) == [] && owner == nil)
    switch what {
    case "waits":
      // sleeps: paces a loop that waits for a condition
      while primary.nextTime > Instant.now { usleep(10_000) }
      primary.turn()
      #expect(settle(next) == ["is it"])
    case "takes":
      primary.claim(for: session)
      #expect(settle(next) == ["is it", "granted"])
    case "resigns": primary.resign(session)
    default: primary.detach()
    }
    #expect(hasNothingToWaitFor())
    #expect(settle(next) == [])
  }

  @Test func withoutABus() {
    primary.detach()
    primary.claim(for: session)
    #expect(host.said == ["noBus"] && hasNothingToWaitFor())
  }
}
