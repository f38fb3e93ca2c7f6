// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingExtras
import SwiftSupport
import Testing

@testable import AVFAudio

/// Pausing real players. They share a bus, so the tests run one after the other.
@MainActor @Suite(.serialized) final class FocusTests {
  /// The bus of this process and of all players. The environment is read when a session connects.
  private static let bus: PrivateBus = {
    guard let bus = try? PrivateBus() else { fatalError("The tests need dbus-daemon: apt-get install dbus") }
    return bus
  }()

  private let bus = FocusTests.bus
  private let session = AVAudioSession(isShared: false)

  init() async throws {
    setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
    session.pausesOtherPlayers = true
    try session.setCategory(.playback)
    try await eventually("the players of earlier tests are gone") { try await bus.players().isEmpty }
  }

  private func statuses(_ players: MPV...) async throws -> [String?] {
    var statuses: [String?] = []
    for player in players { statuses.append(try await player.status()) }
    return statuses
  }

  @Test func `off by default and silent then`() async throws {
    let mpv = try await MPV.start(bus)
    let session = AVAudioSession(isShared: false)
    #expect(!session.pausesOtherPlayers)
    try session.setCategory(.playback)
    try session.setActive(true)
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    #expect(try await mpv.status() == "Playing")
    // The program has not even connected to the bus.
    let mine = try await bus.connections().filter { ($0["pid"] as? Int) == Int(getpid()) }
    #expect(mine.isEmpty)
  }

  @Test func `activating pauses who plays, and deactivating lets them resume`() async throws {
    let playing = try await MPV.start(bus)
    let paused = try await MPV.start(bus, paused: true)
    try session.setActive(true)
    try await eventually("mpv is paused") { try await playing.status() == "Paused" }
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    try await eventually("mpv plays") { try await playing.status() == "Playing" }
    #expect(try await paused.status() == "Paused")
    #expect(try await Tool.output(["playerctl", "-a", "status"], environment: bus.environment).contains("Playing"))
  }

  @Test func `without notifyOthersOnDeactivation they stay paused`() async throws {
    let mpv = try await MPV.start(bus)
    try session.setActive(true)
    try await eventually("mpv is paused") { try await mpv.status() == "Paused" }
    try session.setActive(false)
    // After a second deactivation no player is left to resume.
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    #expect(try await mpv.status() == "Paused")
  }

  @Test func `only those that are still there and still paused resume`() async throws {
    let ended = try await MPV.start(bus)
    let stopped = try await MPV.start(bus)
    let kept = try await MPV.start(bus)
    try session.setActive(true)
    try await eventually("all are paused") {
      try await statuses(ended, stopped, kept) == ["Paused", "Paused", "Paused"]
    }
    try await bus.call(stopped.owner, "Stop")
    try await eventually("mpv is stopped") { try await stopped.status() == "Stopped" }
    ended.signal(SIGKILL)
    try await eventually("mpv is gone") { try await !bus.players().contains(ended.owner) }
    // Another player takes the name that the first one had.
    let successor = try await MPV.start(bus, paused: true)
    let monitor = try Monitor(bus, "type='method_call',member='Play'")
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    let calls = try await monitor.end()
    #expect(calls.count == 1 && calls.allSatisfy { $0.contains("\"destination\":\"\(kept.owner)\"") }, "\(calls)")
    try await eventually("mpv plays") { try await kept.status() == "Playing" }
    #expect(try await successor.status() == "Paused")
  }

  @Test(arguments: [
    (AVAudioSession.Category.ambient, AVAudioSession.CategoryOptions()), (.playback, .mixWithOthers),
    (.playback, .duckOthers), (.playAndRecord, .interruptSpokenAudioAndMixWithOthers),
  ])
  func `categories that mix pause nobody`(
    _ category: AVAudioSession.Category, _ options: AVAudioSession.CategoryOptions
  ) async throws {
    let mpv = try await MPV.start(bus)
    try session.setCategory(category, options: options)
    try session.setActive(true)
    #expect(try await mpv.status() == "Playing")
  }

  @Test func `our own player is not paused`() async throws {
    let own = try await OwnPlayer.start(bus)
    defer { own.end() }
    let mpv = try await MPV.start(bus)
    try session.setActive(true)
    try await eventually("mpv is paused") { try await mpv.status() == "Paused" }
    #expect(own.isPlaying)
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    try await eventually("mpv plays") { try await mpv.status() == "Playing" }
  }

  /// playerctld passes calls on to the player that was used last: through it Pause would reach mpv twice, and Play
  /// might resume another player.
  @Test func `playerctld is not taken for a player`() async throws {
    let mpv = try await MPV.start(bus)
    let proxy = try Child(["playerctld"], environment: bus.environment)
    defer { proxy.end() }
    try await eventually("playerctld is there") { try await bus.has("org.mpris.MediaPlayer2.playerctld") }
    let monitor = try Monitor(bus, "type='method_call',member='Pause'")
    try session.setActive(true)
    let calls = try await monitor.end()
    #expect(calls.count == 1 && calls.allSatisfy { $0.contains("\"destination\":\"\(mpv.owner)\"") }, "\(calls)")
    try session.setActive(false)
  }

  @Test func `a player that hangs is not waited for`() async throws {
    let hanging = try await MPV.start(bus)
    let mpv = try await MPV.start(bus)
    hanging.signal(SIGSTOP)
    var waits: [Duration] = []
    for round in 1...3 {
      let start = ContinuousClock.now
      try session.setActive(true)
      waits.append(ContinuousClock.now - start)
      if round == 1 { try await eventually("mpv is paused") { try await mpv.status() == "Paused" } }
      try session.setActive(false)
    }
    // Waiting for the player that hangs would make every round slow; a busy machine makes only some rounds slow.
    #expect(waits.min() ?? .seconds(3) < .seconds(1.5))
    hanging.signal(SIGCONT)
  }

  @Test func `a bus that hangs is an error after two seconds`() async throws {
    let mute = try PrivateBus()
    setenv("DBUS_SESSION_BUS_ADDRESS", mute.address, 1)
    try session.setActive(true)
    try session.setActive(false)
    mute.suspend()
    for (number, session) in [session, AVAudioSession(isShared: false), AVAudioSession(isShared: false)].enumerated() {
      session.pausesOtherPlayers = true
      let start = ContinuousClock.now
      let error = await #expect(throws: NSError.self) {
        if number < 2 { try session.setActive(true) } else { try await session.activate() }
      }
      // sd-bus waits 25 s for the reply to a call without a limit.
      #expect((1.5...20).contains((ContinuousClock.now - start) / .seconds(1)))
      #expect(error?.code == AVAudioSession.ErrorCode.mediaServicesFailed.rawValue)
      #expect(error?.localizedDescription.contains("does not answer") == true)
    }
  }

  @Test func `without a bus there is nobody to pause`() throws {
    setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/does/not/exist", 1)
    try session.setActive(true)
    try session.setActive(false, options: .notifyOthersOnDeactivation)
  }

  @Test func `with NOWPLAYING_BUS=none nobody is paused`() async throws {
    setenv("NOWPLAYING_BUS", "none", 1)
    defer { unsetenv("NOWPLAYING_BUS") }
    let mpv = try await MPV.start(bus)
    try session.setActive(true)
    #expect(try await mpv.status() == "Playing")
  }

  // MARK: Interruptions

  @Test func `another user of the library interrupts, and lets us resume`() async throws {
    let peer = try Peer(bus)
    let own = try await OwnPlayer.start(bus)
    let received = Interruptions(own)
    defer {
      received.end()
      own.end()
    }
    let session = AVAudioSession.sharedInstance()
    session.pausesOtherPlayers = true
    try session.setCategory(.playback)
    try session.setActive(true)
    try await interruptAndResume(peer, own, received)

    // The other program ends its interruption without the permission to resume.
    try session.setActive(true)
    try await peer.order("activate")
    try await eventually("it was notified") { received.all.count == 3 }
    try await peer.order("deactivate")
    try await eventually("it was notified") { received.all == ["began", "may resume", "began", "ended"] }
    try await eventually("the former notification has come as well") { received.former == [0, 0] }
    #expect(!own.isPlaying)
    try session.setActive(false)
  }

  /// The library pauses a program that observes the interruption and does not pause itself: Linux, unlike iOS, does not
  /// stop the program's sound.
  @Test func `who does not pause when told is paused`() async throws {
    let peer = try Peer(bus)
    let own = try await OwnPlayer.start(bus)
    let received = Interruptions()
    var wasPlaying: Bool?
    received.began = { wasPlaying = own.isPlaying }
    defer {
      received.end()
      own.end()
    }
    let session = AVAudioSession.sharedInstance()
    try session.setCategory(.playback)
    try session.setActive(true)
    try await peer.order("activate")
    try await eventually("we are paused") { !own.isPlaying }
    #expect(received.all == ["began"] && wasPlaying == true)
    let calls = try Monitor(bus, "type='method_call',member='Play'")
    try await peer.order("notify")
    try await eventually("it was notified") { received.all == ["began", "may resume"] }
    #expect(try await calls.end().isEmpty && !own.isPlaying)
    try session.setActive(false)
  }

  @Test func `an interrupter that crashes ends the interruption`() async throws {
    let peer = try Peer(bus)
    let own = try await OwnPlayer.start(bus)
    let received = Interruptions(own)
    defer {
      received.end()
      own.end()
    }
    let session = AVAudioSession.sharedInstance()
    session.pausesOtherPlayers = true
    try session.setCategory(.playback)
    try session.setActive(true)
    try await peer.order("activate")
    try await eventually("it was notified") { received.all == ["began"] }
    peer.crash()
    try await eventually("it was notified") { received.all == ["began", "ended"] }
    try session.setActive(false)
  }

  /// Has another program begin and end an interruption, during which this program pauses. This program is notified, and
  /// gets no command by MPRIS.
  private func interruptAndResume(_ peer: Peer, _ own: OwnPlayer, _ received: Interruptions) async throws {
    let commands = try ["Pause", "Play"].map {
      try Monitor(bus, "type='method_call',member='\($0)',destination='org.mpris.MediaPlayer2.AVFAudioTests'")
    }
    try await peer.order("activate")
    try await eventually("it was notified") { received.all == ["began"] }
    #expect(!own.isPlaying)
    try await peer.order("notify")
    try await eventually("it was notified") { received.all == ["began", "may resume"] }
    #expect(own.isPlaying)
    for monitor in commands { #expect(try await monitor.end().isEmpty) }
  }

  /// The observing program pauses no other one.
  @Test(arguments: [true, false])
  func `whoever observes is notified`(_ observesFirst: Bool) async throws {
    let peer = try Peer(bus)
    let own = try await OwnPlayer.start(bus)
    let mpv = try await MPV.start(bus)
    // The session must be one that no other test observes.
    let session = AVAudioSession(isShared: false)
    #expect(!session.pausesOtherPlayers)
    try session.setCategory(.playback)
    if observesFirst { session.noteObserver() }
    try session.setActive(true)
    session.noteObserver()
    // Waits until the session listens, which an active session does a moment after it has got an observer.
    session.focus.queue.sync {}
    let received = Interruptions(own, of: session)
    received.mayResume = { try? session.setActive(true) }
    defer {
      received.end()
      own.end()
    }
    #expect(try await mpv.status() == "Playing")
    try await interruptAndResume(peer, own, received)
    try session.setActive(false)
    try await peer.order("activate")
    try await eventually("we are paused") { !own.isPlaying }
    try await peer.order("deactivate")
    #expect(received.all == ["began", "may resume"])
  }

  @Test func `to read the name is to observe`() {
    _ = AVAudioSession.resumptionRecommendationNotification
    #expect(AVAudioSession.sharedInstance().isObserved)
  }

  /// Foundation on Linux does not read a message's name, by which the library notices observers of notifications.
  @Test(arguments: [
    ("name", true), ("beginning by identifier", true), ("end by identifier", true), ("any session", true),
    ("beginning by type", true), ("end by type", true), ("activity", false),
  ])
  func `messages are observed as notifications are`(_ way: String, _ observes: Bool) async throws {
    let peer = try Peer(bus)
    try await peer.order("activate")
    #expect(try await !bus.has(peer.observer))
    try await peer.order("observe: \(way)")
    try await peer.order("deactivate")
    try await peer.order("activate")
    #expect(try await bus.has(peer.observer) == observes)
  }

  @Test func `who is not active is not notified`() async throws {
    let peer = try Peer(bus)
    let own = try await OwnPlayer.start(bus)
    let received = Interruptions()
    defer {
      received.end()
      own.end()
    }
    let session = AVAudioSession.sharedInstance()
    session.pausesOtherPlayers = true
    try session.setCategory(.playback)
    try session.setActive(true)
    try session.setActive(false)
    try await peer.order("activate")
    try await eventually("we are paused") { !own.isPlaying }
    try await peer.order("notify")
    try await eventually("we play") { own.isPlaying }
    #expect(received.all == [])
  }
}
