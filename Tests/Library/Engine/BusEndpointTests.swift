// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingBus
@testable import NowPlayingEngine

/// A host that records its log.
private final class LoggedHost: QuietHost, @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String] = []
  var lines: [String] { lock.withLock { kept } }

  override func log(_ level: LogLevel, _ message: String) { lock.withLock { kept.append(message) } }
}

/// An app with two names on a private bus, its own and that of a remote session, and a client of both.
@MainActor private final class TwoNames {
  let app: App
  let sessions: [Session]
  let client: Connection
  static let names = [
    "org.mpris.MediaPlayer2.First",
    "org.mpris.MediaPlayer2.First.remote\(Escape.hexadecimal(Escape.hash("kitchen")).suffix(8))",
  ]
  private let bus: PrivateBus

  init() throws {
    bus = try PrivateBus()
    var options = AppOptions(applicationID: "First")
    options.busAddress = bus.address
    app = try App.make(options, QuietHost())
    sessions = [
      try Session(app, id: "first", QuietHost()), try Session(app, id: "kitchen", isRemote: true, QuietHost()),
    ]
    sessions[1].appear()
    client = try Connection.start(.address(bus.address), BusErrors { Issue.record("\($0)") })
    guard case .value = client.waitUntilReady(until: .max) else { throw CocoaError(.featureUnsupported) }
    _ = sessions[0].requestApplicationPrimary()
    for session in sessions { show(session.id, in: session) }
  }

  func show(_ title: String, in session: Session) {
    var content = Content(kind: .music, id: title)
    content.texts[.title] = title
    #expect(session.set(content: content) == nil)
    #expect(session.commit() == nil)
  }

  /// Returns the owner of a name; nil when it has none.
  func owner(of name: String) -> String? {
    let answer = client.answer(
      of: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", until: .max
    ) {
      $0.append(name)
    } _: {
      $0.readString()
    }
    guard case .value(let owner) = answer else { return nil }
    return owner
  }

  /// Waits until both names have owners, and returns these.
  func owners() async throws -> [String] {
    var owners: [String] = []
    try await eventually("both are on the bus") {
      owners = Self.names.compactMap { owner(of: $0) }
      return owners.count == 2
    }
    return owners
  }

  func title(of name: String) -> String? {
    var title: String?
    _ = client.answer(
      of: name, "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties", "Get", until: .max
    ) { message in
      let result = message.append("org.mpris.MediaPlayer2.Player")
      return result < 0 ? result : message.append("Metadata")
    } _: { reply in
      reply.readVariant("a{sv}") {
        reply.readDictionary { key in
          guard key == "xesam:title" else { return false }
          title = reply.readVariant("s") { reply.readString() }
          return title != nil
        }
      }
    }
    return title
  }
}

@MainActor @Suite struct BusEndpointTests {
  @Test func eachHasAConnectionANameAndASession() async throws {
    let two = try TwoNames()
    let owners = try await two.owners()
    #expect(owners[0] != owners[1])
    #expect(TwoNames.names.map { two.title(of: $0) } == ["first", "kitchen"])
    two.app.close()
  }

  @Test func eachTellsWhatItsSessionCommits() async throws {
    let two = try TwoNames()
    let owners = try await two.owners()
    var heard: [String] = []
    let signals = two.client.subscribe("type='signal',member='PropertiesChanged',path='/org/mpris/MediaPlayer2'") {
      heard.append($0.sender ?? "")
    }
    // The bus has added the match when it answers the next call.
    _ = two.owner(of: TwoNames.names[0])
    for (index, title) in [(1, "second in the kitchen"), (0, "second"), (1, "third in the kitchen")] {
      let before = heard.count
      two.show(title, in: two.sessions[index])
      try await eventually("a signal") {
        while two.client.process() > 0 {}
        return heard.count > before
      }
      #expect(heard[before...] == [owners[index]])
      #expect(two.title(of: TwoNames.names[index]) == title)
    }
    withExtendedLifetime(signals) { two.app.close() }
  }

  /// An app that has ended has no connection, even if it is still referenced.
  @Test func anAppThatHasEndedHasNoConnection() async throws {
    let two = try TwoNames()
    let owners = try await two.owners()
    _ = two.sessions[0].requestSystemPrimary()
    let token = "org.nowplaying.SystemPrimary"
    try await eventually("it drives the desktop") { two.owner(of: token) == owners[0] }
    two.app.close()
    try await eventually("both connections are closed") { owners.allSatisfy { two.owner(of: $0) == nil } }
    #expect(two.owner(of: token) == nil)
  }

  @Test func aSessionThatEndsTakesOnlyItsOwnNameAway() async throws {
    let two = try TwoNames()
    _ = try await two.owners()
    two.sessions[1].free()
    try await eventually("the kitchen is gone") { two.owner(of: TwoNames.names[1]) == nil }
    #expect(two.title(of: TwoNames.names[0]) == "first")
    two.app.close()
    #expect(two.owner(of: TwoNames.names[0]) == nil)
  }

  /// A surface holds a button of a session: nothing of the session stays in memory after its end.
  @Test func aSessionThatIsHeldEndsWhole() async throws {
    let bus = try PrivateBus()
    var options = AppOptions(applicationID: "Held")
    options.busAddress = bus.address
    let app = try App.make(options, QuietHost())
    let client = try Connection.start(.address(bus.address), BusErrors { Issue.record("\($0)") })
    guard case .value = client.waitUntilReady(until: .max) else { throw CocoaError(.featureUnsupported) }
    weak var ended: Session?
    do {
      let session = try Session(app, id: "held", QuietHost())
      #expect(session.set(content: Content(kind: .music, id: "song")) == nil)
      #expect(session.set(commands: [try #require(CommandDescriptor(kind: .seekForward))]) == nil)
      let snapshot = PlaybackSnapshot(state: .playing, rate: 1, defaultRate: 1, elapsed: 0, timestamp: 0)
      #expect(session.set(snapshot: snapshot) == nil)
      #expect(session.commit() == nil)
      #expect(session.requestApplicationPrimary() == nil)
      ended = session
      try await eventually("a surface holds it") { hold(client) }
      session.free()
    }
    try await eventually("nobody has it") { ended == nil }
    withExtendedLifetime(client) { app.close() }
  }

  /// Begins to seek in the first session of an app, as by a held button. Returns whether the command succeeded.
  private func hold(_ client: Connection) -> Bool {
    let answer = client.answer(
      of: "org.mpris.MediaPlayer2.Held", "/org/nowplaying/session/1", "org.nowplaying.Session1", "SendCommand",
      until: .max
    ) { message in
      message.append("seek-forward").then(
        message.container(.array, "{sv}") { message.append(entry: "phase", "s") { message.append("begin") } })
    } _: { _ in
      true
    }
    guard case .value = answer else { return false }
    return true
  }

  /// Only once the bus has answered a call that was sent last has it read everything, and the connection may be closed.
  @Test func aStationIsReadWhenTheBusHasAnswered() async throws {
    let bus = try PrivateBus()
    var options = AppOptions(applicationID: "Read")
    options.loop = .descriptor
    options.busAddress = "unix:path=/nonexistent/bus"
    let quiet = QuietHost()
    let app = try App.make(options, quiet)
    let endpoint = BusEndpoint(app.core, .address(bus.address), Identity(options, Sandbox(), quiet))
    #expect(app.core.inLoop { endpoint.isRead() })
    try await eventually("the bus greets it") {
      _ = app.core.inLoop { endpoint.turn(isInformed: false) }
      return endpoint.busState == .connected
    }
    app.core.inLoop { endpoint.withdraw() }
    #expect(!app.core.inLoop { endpoint.isRead() })
    try await eventually("the bus answers") {
      app.core.inLoop {
        _ = endpoint.turn(isInformed: false)
        return endpoint.isRead()
      }
    }
    app.core.inLoop { endpoint.close() }
    #expect(app.core.inLoop { endpoint.isRead() })
    app.close()
  }

  /// The host has forgotten to ask that its local session be shown, and the log says so. A remote session, which is
  /// shown without a request, must not hide this.
  @Test func contentThatNobodySeesIsNoticedBesideARemoteSession() async throws {
    let bus = try PrivateBus()
    var options = AppOptions(applicationID: "Forgotten")
    options.busAddress = bus.address
    let host = LoggedHost()
    let app = try App.make(options, host)
    let remote = try Session(app, id: "kitchen", isRemote: true, QuietHost())
    remote.appear()
    #expect(remote.requestApplicationPrimary() == nil)
    let local = try Session(app, id: "here", QuietHost())
    #expect(local.set(content: Content(kind: .music, id: "song")) == nil)
    #expect(local.commit() == nil)
    try await eventually("the log says it") {
      host.lines.contains { $0.contains("no session of this app has asked to be the application primary") }
    }
    app.close()
  }
}
