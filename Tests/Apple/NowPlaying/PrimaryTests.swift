// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlaying
import NowPlayingCore
import NowPlayingEngine
import SwiftSupport
import Testing

@testable import AppleSupport

extension AllTests {
  /// The session that is shown, and the one that the desktop drives: section 1.2 of the inventory.
  @Suite @MainActor struct PrimaryTests {
    @Test func aSessionIsPrimaryFromItsRequestOn() async throws {
      _ = TestBus.shared
      let session = MediaSession(Player())
      #expect(session.canBecomeApplicationPrimary)
      #expect(!session.isApplicationPrimary && !session.isSystemPrimary)
      #expect(try await Client.players() == [])
      try await session.requestToBecomeApplicationPrimary()
      #expect(session.isApplicationPrimary && !session.isSystemPrimary)
      try await eventually("it is there") { try await Client.title() == "Title" }
    }

    /// Returns how many sessions surfaces of org.nowplaying see.
    private func listed() async throws -> Int {
      let result = try await TestBus.shared.run(
        [
          "busctl", "--user", "--json=short", "call", TestBus.player, "/org/nowplaying",
          "org.freedesktop.DBus.ObjectManager", "GetManagedObjects",
        ])
      #expect(result.status == 0)
      return result.output.components(separatedBy: "\"/org/nowplaying/session/").count - 1
    }

    @Test func surfacesSeeASessionFromItsRequestOn() async throws {
      try await withPlayer(Player(title: "Music")) { _ in
        let podcast = Player(title: "Podcast", name: "podcast")
        let second = MediaSession(podcast)
        // This surface stays connected, so that the player emits signals.
        let surface = try Surface(TestBus.shared.bus, TestBus.player)
        try await surface.register([])
        #expect(try await listed() == 1)
        let signals = try SignalLog()
        let added = { signals.all.filter { $0.member == "InterfacesAdded" }.count }
        podcast.title = "Podcast, before it is shown"
        try await eventually("it is read") { podcast.reads.content > 1 }
        #expect(try await listed() == 1)
        try await second.requestToBecomeApplicationPrimary()
        try await eventually("it is there") { added() == 1 }
        #expect(try await surface.content()["title"].text == "Podcast, before it is shown")
        #expect(try await listed() == 2)
        let third = MediaSession(Player(title: "Movie", name: "movie"))
        try await third.requestToBecomeSystemPrimary()
        try await eventually("it is there") { added() == 2 }
        #expect(try await listed() == 3)
        // The first session is no longer primary, and is still listed.
        #expect(second.isApplicationPrimary == false && third.isApplicationPrimary)
      }
    }

    @Test func aSecondSessionOfOneIDIsShownToo() async throws {
      try await withPlayer { player in
        let second = MediaSession(Player(title: "Second"))
        try await second.requestToBecomeApplicationPrimary()
        try await eventually("it is shown") { try await Client.title() == "Second" }
        #expect(second.isApplicationPrimary && player.session?.isApplicationPrimary == false)
      }
    }

    @Test func beingPrimaryIsObservable() async throws {
      _ = TestBus.shared
      let session = MediaSession(Player())
      let seen = Log()
      withObservationTracking {
        _ = session.isApplicationPrimary
      } onChange: {
        Task { @MainActor in seen.lines.append("changed") }
      }
      try await session.requestToBecomeApplicationPrimary()
      try await eventually("it is observed") { seen.lines == ["changed"] }
    }

    @Test func severalSessionsSwitchWithoutAFlicker() async throws {
      _ = TestBus.shared
      let (music, podcast) = (Player(title: "Music"), Player(title: "Podcast", name: "podcast"))
      podcast.contentID = "podcast"
      let (first, second) = (MediaSession(music), MediaSession(podcast))
      let signals = try SignalLog()
      try await first.requestToBecomeApplicationPrimary()
      // Its name is there before those that only listen are told what it plays.
      try await eventually("the first is told") { signals.changes.contains { $0.changedTitle == "Music" } }
      let (names, told) = (signals.nameChanges, signals.changes.count)
      for _ in 1...3 {
        try await second.requestToBecomeApplicationPrimary()
        #expect(second.isApplicationPrimary && !first.isApplicationPrimary)
        try await eventually("the second is there") { try await Client.title() == "Podcast" }
        try await first.requestToBecomeApplicationPrimary()
        try await eventually("the first is there") { try await Client.title() == "Music" }
      }
      // The name stays, and no signal reports an empty player.
      #expect(signals.nameChanges == names)
      #expect(signals.changes.compactMap(\.changedTitle).allSatisfy { $0 == "Music" || $0 == "Podcast" })
      #expect(signals.changes.dropFirst(told).allSatisfy { $0.changed["PlaybackStatus"].isNull })
      // Both sessions are observed all the time; the one that is not shown emits nothing.
      podcast.title = "Podcast 2"
      music.title = "Music 2"
      try await eventually("the shown one changes") { try await Client.title() == "Music 2" }
      #expect(!signals.changes.contains { $0.changedTitle == "Podcast 2" })
      try await second.requestToBecomeApplicationPrimary()
      try await eventually("the other has been followed") { try await Client.title() == "Podcast 2" }
    }

    @Test func theSystemPrimaryIsWhatTheBusSays() async throws {
      try await withPlayer { player in
        let session = try #require(player.session)
        try await session.requestToBecomeSystemPrimary()
        #expect(session.isSystemPrimary && session.isApplicationPrimary)
        let owner = try await TestBus.shared.run(
          [
            "busctl", "--user", "call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner", "s",
            "org.nowplaying.SystemPrimary",
          ])
        #expect(owner.output == "b true")
        // Another program takes the name, and gives it back when it ends.
        let rival = try Child(["/usr/bin/python3", "-c", Self.rival], environment: TestBus.shared.bus.environment)
        try await eventually("it is lost") { !session.isSystemPrimary }
        #expect(session.isApplicationPrimary)
        rival.end()
        try await eventually("it has come back") { session.isSystemPrimary }
      }
    }

    /// A program that requests the bus name of the system primary as every user of the library does, and waits.
    private static let rival = """
      from gi.repository import Gio, GLib
      bus = Gio.bus_get_sync(Gio.BusType.SESSION)
      bus.call_sync("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName",
                    GLib.Variant("(su)", ("org.nowplaying.SystemPrimary", 3)), None, 0, -1, None)
      GLib.MainLoop().run()
      """

    @Test func withoutABusRequestsThrowAndStand() async throws {
      try await withPlayer { player in
        let session = try #require(player.session)
        let bus = TestBus.shared.bus
        try bus.stop()
        try await eventually("it is noticed") { !session.canBecomeApplicationPrimary }
        #expect(!session.isApplicationPrimary && !session.isSystemPrimary)
        let other = Player(title: "Other", name: "other")
        let second = MediaSession(other)
        await #expect(throws: MediaSessionError.invalidState) { try await second.requestToBecomeApplicationPrimary() }
        await #expect(throws: MediaSessionError.invalidState) { try await second.requestToBecomeSystemPrimary() }
        other.title = "Other, changed while there was no bus"
        try bus.restart()
        try await eventually("it is back") { second.isApplicationPrimary }
        try await eventually("it is shown") { try await Client.title() == other.title }
        #expect(!session.isApplicationPrimary)
      }
    }

    @Test func twoRequestsAtOnceAreBothAnswered() async throws {
      _ = TestBus.shared
      let session = MediaSession(Player())
      let first = Task { try await session.requestToBecomeApplicationPrimary() }
      let second = Task { try await session.requestToBecomeSystemPrimary() }
      let third = Task { try await session.requestToBecomeSystemPrimary() }
      for request in [first, second, third] { try await request.value }
      #expect(session.isApplicationPrimary && session.isSystemPrimary)
    }

    @Test func whatIsConfiguredTooLateHasNoEffectAndIsLogged() async throws {
      try await withPlayer { _ in
        HostProgram.configure { $0.displayName = "Too late" }
        #expect(TestBus.shared.log.all.contains { $0.contains("HostProgram.configure comes too late") })
        let result = try await TestBus.shared.run(
          ["busctl", "--user", "get-property", TestBus.player, Client.path, "org.mpris.MediaPlayer2", "Identity"])
        #expect(result.output == "s \"Tests of NowPlaying\"")
      }
    }

    @Test func theProgramIsRaisedAndEndedOnTheMainActor() async throws {
      wishes.lines = []
      try await withPlayer { _ in
        for wish in ["Raise", "Quit"] {
          let result = try await TestBus.shared.run(
            ["busctl", "--user", "call", TestBus.player, Client.path, "org.mpris.MediaPlayer2", wish])
          #expect(result.status == 0)
        }
        try await eventually("both have come") { wishes.lines == ["raise", "quit"] }
      }
    }

    /// A property of the program itself, as busctl prints it.
    private func root(_ name: String) async throws -> String {
      try await TestBus.shared.run(
        ["busctl", "--user", "get-property", TestBus.player, Client.path, "org.mpris.MediaPlayer2", name]
      ).output
    }

    @Test func theProgramFillsTheScreen() async throws {
      wishes.lines = []
      try await withPlayer { _ in
        #expect(try await root("CanSetFullscreen") == "b true")
        #expect(try await root("Fullscreen") == "b false")
        let result = try await TestBus.shared.run(
          [
            "busctl", "--user", "set-property", TestBus.player, Client.path, "org.mpris.MediaPlayer2", "Fullscreen",
            "b", "true",
          ])
        // The caller is answered when the change is made.
        #expect(result.status == 0 && wishes.lines == ["fullscreen true"])
        #expect(try await root("Fullscreen") == "b true")
        HostProgram.setFullscreen(false)
        try await eventually("it does not any more") { try await self.root("Fullscreen") == "b false" }
      }
    }

    @Test func theProgramChangesItsName() async throws {
      try await withPlayer { _ in
        for (name, shown) in [
          ("Page 1", "Page 1"), ("", "NowPlayingTests"), ("Tests of NowPlaying", "Tests of NowPlaying"),
        ] {
          HostProgram.setDisplayName(name)
          try await eventually("it is \(shown)") { try await self.root("Identity") == "s \"\(shown)\"" }
        }
      }
    }

    /// Apple's sessions are always called at an interruption; the other flags of the C header are properties.
    @Test func flagsOfTheHeaderAreProperties() throws {
      let properties: [String: (inout HostProgram.Configuration) -> Void] = [
        "SHOW_IDLE": { $0.showIdle = true }, "NO_DESKTOP_ENTRY": { $0.hasDesktopEntry = false },
      ]
      let header = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../include/nowplaying/nowplaying.h")
      let text = try String(contentsOf: header, encoding: .utf8)
      var flags = [String: UInt32]()
      for flag in text.matches(of: /(?m)^#define NOWPLAYING_APP_(\w+) (\d+)u$/) {
        flags[String(flag.1)] = UInt32(flag.2)
      }
      #expect(flags.removeValue(forKey: "INTERRUPTIONS") == AppFlags.interruptions.rawValue)
      #expect(Set(flags.keys) == Set(properties.keys))
      for (name, set) in properties {
        var configuration = HostProgram.Configuration()
        #expect(AppOptions(configuration).flags == [])
        set(&configuration)
        #expect(AppOptions(configuration).flags.rawValue == flags[name])
      }
    }

    @Test func aProgramMayHaveTrackIDsOfItsOwn() async throws {
      var configuration = HostProgram.Configuration()
      configuration.trackPathPrefix = "/org/example/track"
      #expect(AppOptions(configuration).trackPrefix == "/org/example/track")
      let lines = Lines()
      // The program runs already, so that these settings have no effect.
      try await withPlayer { _ in
        for wrong in ["track", "/org/mpris/track", "/org/example/"] {
          configuration.trackPathPrefix = wrong
          #expect(AppOptions(configuration).trackPrefix == "")
          HostProgram.configure {
            $0.log = { lines.append($1) }
            $0.trackPathPrefix = wrong
          }
        }
      }
      #expect(lines.all.count == 3 && lines.all.allSatisfy { $0.hasPrefix("HostProgram: trackPathPrefix is no") })
    }

    @Test func theMainQueueIsServedByTheMainThreadOnly() async {
      #expect(await Task.detached { nowplayingMainQueueDispatch() }.value == -1)
    }

    @Test func errorsHaveASentenceForPeople() {
      #expect(MediaSessionError.invalidState.localizedDescription.contains("no session bus"))
      #expect(Set([MediaSessionError.invalidState, .sessionInvalidated, .internalFailure]).count == 3)
    }
  }
}
