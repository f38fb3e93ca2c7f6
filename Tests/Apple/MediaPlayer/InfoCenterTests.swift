// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Testing

@testable import MediaPlayer

extension MediaPlayerTests {
  @MainActor @Suite(.serialized) struct InfoCenterTests {
    init() async throws { try await Player.reset() }

    @Test func `is shown with a dictionary and not without`() async throws {
      Player.info.nowPlayingInfo = [MPMediaItemPropertyTitle: "Tarkus"]
      try await eventually("the player appears") { try await Player.isShown() }
      #expect(try await Player.metadata("xesam:title") as? String == "Tarkus")
      Player.info.nowPlayingInfo = nil
      try await eventually("the player vanishes") { try await !Player.isShown() }
    }

    /// Programs add their targets when they start, and keep them.
    @Test func `commands alone show nothing, and nil clears although they stay`() async throws {
      let name = "org.mpris.MediaPlayer2." + Player.name
      let owners = try Monitor(Player.bus, "type='signal',member='NameOwnerChanged',arg0='\(name)'")
      for title in ["Tarkus", "Trilogy"] {
        Player.commands.playCommand.addTarget { _ in .success }
        Player.info.nowPlayingInfo = [MPMediaItemPropertyTitle: title]
        try await Player.expect(metadata: "xesam:title", title)
        #expect(try await Player.property("CanPlay") == true)
        Player.info.nowPlayingInfo = nil
        Player.commands.pauseCommand.addTarget { _ in .success }
        try await eventually("the player vanishes") { try await !Player.isShown() }
      }
      // The player came twice and went twice.
      #expect(try await owners.end().count == 4)
    }

    /// For an engine that knows whole seconds only, a position within the reported second is no jump.
    @Test func `whole seconds are no jumps`() async throws {
      let start = ContinuousClock.now
      func seconds() -> Double { 30.9 + (ContinuousClock.now - start) / .seconds(1) }
      let seeks = try Monitor(Player.bus, "type='signal',member='Seeked'")
      for step in 0..<10 {
        try await eventually("time passes") { ContinuousClock.now - start > .milliseconds(700 * step) }
        Player.info.nowPlayingInfo = [
          MPMediaItemPropertyTitle: "Tarkus", MPMediaItemPropertyPlaybackDuration: 300,
          MPNowPlayingInfoPropertyElapsedPlaybackTime: seconds().rounded(.down),
          MPNowPlayingInfoPropertyPlaybackRate: 1.0,
        ]
      }
      let count = try await seeks.end().count
      #expect(count <= 2)
      let position = try #require(try await Player.property("Position", as: Int.self))
      #expect(abs(Double(position) / 1_000_000 - seconds()) < 1.2)
    }

    @Test func `texts under keys of the program's own are shown`() async throws {
      let long = String(repeating: "x", count: 5000)
      Player.info.nowPlayingInfo = [
        MPMediaItemPropertyTitle: "Tarkus", "test:own": "A\0B", "test:long": long, "test:number": 7, "test:": "no",
        "xesam:url": "no", "test:empty": "",
      ]
      try await Player.expect(metadata: "test:own", "A")
      #expect(try await Player.metadata("test:long") as? String == String(long.prefix(4096)))
      for key in ["test:number", "test:", "xesam:url", "test:empty"] {
        #expect(try await Player.metadata(key) == nil)
      }
      Player.info.nowPlayingInfo = [MPMediaItemPropertyTitle: "Tarkus"]
      try await eventually("the texts are gone") { try await Player.metadata("test:own") == nil }
    }

    @Test(arguments: [
      (UInt64(0x9000_0000_0000_0001) as any Sendable, UInt64(0xA000_0000_0000_0002) as any Sendable),
      (NSNumber(value: 0x4000_0000_0000_0001 as UInt64), NSNumber(value: 0x4000_0000_0000_0002 as UInt64)),
      (NSNumber(value: UInt64.max), NSNumber(value: UInt64.max - 1)), (Int64.min, Int64.min + 1),
    ])
    func `persistent ids of 64 bits are distinguished`(_ first: any Sendable, _ second: any Sendable) async throws {
      var tracks: Set<String> = []
      for id in [first, second] {
        Player.info.nowPlayingInfo = [
          MPMediaItemPropertyTitle: "Item \(tracks.count)", MPMediaItemPropertyPersistentID: id,
          MPNowPlayingInfoPropertyPlaybackRate: 0,
        ]
        try await Player.expect(metadata: "xesam:title", "Item \(tracks.count)")
        tracks.insert(try #require(try await Player.metadata("mpris:trackid") as? String))
      }
      #expect(tracks.count == 2)
    }

    @Test(arguments: [Float(1.1) as any Sendable, NSNumber(value: Float(1.1)), 1.1, NSNumber(value: 1.1)])
    func `a rate is its decimal`(_ rate: any Sendable) async throws {
      Player.info.nowPlayingInfo = [MPMediaItemPropertyTitle: "Item", MPNowPlayingInfoPropertyPlaybackRate: rate]
      try await Player.expect("Rate", 1.1)
      #expect(try await Player.property("MaximumRate") == 1.1)
    }

    /// The number trap: on Linux `as? Double` fails for most of these, and CGFloat is not even an NSNumber.
    @Test(arguments: [
      90.5 as any Sendable, Float(90.5), CGFloat(90.5), Decimal(90.5), Float16(90.5), NSNumber(value: 90.5),
      Optional(90.5) as any Sendable,
    ])
    func `number trap, fractions`(_ value: any Sendable) async throws {
      Player.info.nowPlayingInfo = [
        MPMediaItemPropertyPlaybackDuration: value, MPNowPlayingInfoPropertyElapsedPlaybackTime: value,
        MPNowPlayingInfoPropertyPlaybackRate: CGFloat(0),
      ]
      try await Player.expect(metadata: "mpris:length", 90_500_000)
      try await Player.expect("Position", 90_500_000)
      try await Player.expect("PlaybackStatus", "Paused")
    }

    @Test(arguments: [
      7 as any Sendable, UInt(7), Int8(7), UInt8(7), Int16(7), UInt16(7), Int32(7), UInt32(7), Int64(7), UInt64(7),
      NSNumber(value: 7), CGFloat(7), Decimal(7), 7.0, Float(7),
    ])
    func `number trap, integers`(_ value: any Sendable) async throws {
      Player.info.nowPlayingInfo = [MPMediaItemPropertyTitle: "Item", MPMediaItemPropertyAlbumTrackNumber: value]
      try await Player.expect(metadata: "xesam:trackNumber", 7)
    }

    @Test func `number trap, what is not a number is ignored`() async throws {
      Player.info.nowPlayingInfo = [
        MPMediaItemPropertyTitle: "Item", MPMediaItemPropertyPlaybackDuration: Double.nan,
        MPMediaItemPropertyAlbumTrackNumber: "7", MPMediaItemPropertyDiscNumber: -3,
        MPNowPlayingInfoPropertyPlaybackRate: Double.infinity, MPMediaItemPropertyPlayCount: UInt64.max,
        MPNowPlayingInfoPropertyElapsedPlaybackTime: -Double.infinity,
      ]
      try await Player.expect(metadata: "xesam:useCount", Int(Int32.max))
      for key in ["mpris:length", "xesam:trackNumber", "xesam:discNumber"] {
        #expect(try await Player.metadata(key) == nil)
      }
      #expect(try await Player.property("Rate") == 1.0)
    }

    @Test func `every piece that MPRIS has a place for is there`() async throws {
      Player.info.nowPlayingInfo = [
        MPMediaItemPropertyTitle: "Title", MPMediaItemPropertyArtist: "Artist", MPMediaItemPropertyAlbumTitle: "Album",
        MPMediaItemPropertyAlbumArtist: "Various", MPMediaItemPropertyGenre: "Jazz",
        MPMediaItemPropertyComposer: "Composer", MPMediaItemPropertyLyrics: "La la",
        MPMediaItemPropertyComments: "Note", MPMediaItemPropertyDiscNumber: 2,
        MPMediaItemPropertyBeatsPerMinute: 120, MPMediaItemPropertyPlayCount: 5, MPMediaItemPropertyRating: 4,
        MPMediaItemPropertyReleaseDate: Date(timeIntervalSince1970: 0),
        MPMediaItemPropertyLastPlayedDate: Date(timeIntervalSince1970: 86400),
        MPNowPlayingInfoPropertyAssetURL: URL(fileURLWithPath: "/music/a b.flac"),
        MPNowPlayingInfoPropertyExternalContentIdentifier: "item-1",
      ]
      try await Player.expect(metadata: "xesam:title", "Title")
      var metadata = try #require(try await Player.property("Metadata", as: [String: Any].self))
      let track = metadata.removeValue(forKey: "mpris:trackid") as? String
      #expect(track?.hasSuffix("/item_2d1") == true)
      let expected: [String: any Equatable & Sendable] = [
        "xesam:artist": ["Artist"], "xesam:album": "Album", "xesam:albumArtist": ["Various"], "xesam:genre": ["Jazz"],
        "xesam:composer": ["Composer"], "xesam:asText": "La la", "xesam:comment": ["Note"], "xesam:discNumber": 2,
        "xesam:audioBPM": 120,
        "xesam:useCount": 5, "xesam:userRating": 0.8, "xesam:contentCreated": "1970-01-01T00:00:00Z",
        "xesam:lastUsed": "1970-01-02T00:00:00Z", "xesam:url": "file:///music/a%20b.flac", "xesam:title": "Title",
      ]
      #expect(metadata as NSDictionary == expected as NSDictionary)
    }

    @Test(arguments: [
      (MPNowPlayingPlaybackState.unknown, 1.0, "Playing"), (.unknown, 0.0, "Paused"), (.playing, 0.0, "Playing"),
      (.playing, 1.0, "Playing"), (.paused, 1.0, "Paused"), (.interrupted, 1.0, "Paused"), (.stopped, 1.0, "Stopped"),
    ])
    func `explicit and derived playback state`(
      _ state: MPNowPlayingPlaybackState, _ rate: Double, _ status: String
    ) async throws {
      Player.info.playbackState = state
      Player.info.nowPlayingInfo = [
        MPMediaItemPropertyTitle: "Item", MPNowPlayingInfoPropertyPlaybackRate: rate,
      ]
      try await Player.expect("PlaybackStatus", status)
    }

    @Test func `an absent rate means playing`() async throws {
      Player.info.nowPlayingInfo = [MPMediaItemPropertyTitle: "Item"]
      try await Player.expect("PlaybackStatus", "Playing")
      #expect(try await Player.property("Rate") == 1.0)
    }

    @Test func `rate and default rate`() async throws {
      Player.info.nowPlayingInfo = [
        MPMediaItemPropertyTitle: "Item", MPNowPlayingInfoPropertyPlaybackRate: Float(1.5),
        MPNowPlayingInfoPropertyDefaultPlaybackRate: 1.25,
      ]
      try await Player.expect("Rate", 1.5)
      Player.info.playbackState = .paused
      try await Player.expect("Rate", 1.25)
    }

    @Test func `position runs while playing and stands while paused`() async throws {
      Player.info.playbackState = .paused
      Player.info.nowPlayingInfo = [
        MPMediaItemPropertyTitle: "Item", MPMediaItemPropertyPlaybackDuration: 600.0,
        MPNowPlayingInfoPropertyElapsedPlaybackTime: 100.0,
      ]
      try await Player.expect("Position", 100_000_000)
      #expect(try await Player.property("Position") == 100_000_000)
      // Only the state is set: the position goes on from where it stood.
      Player.info.playbackState = .playing
      try await eventually("the position runs") { try await Player.property("Position") ?? 0 > 100_050_000 }
      Player.info.playbackState = .paused
      try await Player.expect("PlaybackStatus", "Paused")
      let stopped: Int? = try await Player.property("Position")
      #expect(try await Player.property("Position") == stopped)
      #expect(stopped ?? 0 > 100_050_000)
    }

    @Test func `an item without elapsed time starts at zero once and then runs on`() async throws {
      Player.info.nowPlayingInfo = [MPMediaItemPropertyTitle: "Item", MPMediaItemPropertyPlaybackDuration: 600.0]
      try await eventually("the position runs") { try await Player.property("Position") ?? 0 > 50_000 }
      let before: Int = try #require(try await Player.property("Position"))
      Player.info.nowPlayingInfo?[MPMediaItemPropertyGenre] = "Jazz"
      try await Player.expect(metadata: "xesam:genre", ["Jazz"])
      #expect(try await Player.property("Position") ?? 0 >= before)
      Player.info.nowPlayingInfo = [MPMediaItemPropertyTitle: "Next", MPNowPlayingInfoPropertyPlaybackRate: 0]
      try await Player.expect("Position", 0)
    }

    /// `nowPlayingInfo?[key] = value` leaves an old position in the dictionary.
    @Test func `what is added later does not move the position, and the same again does`() async throws {
      Player.info.nowPlayingInfo = [
        MPMediaItemPropertyTitle: "Item", MPMediaItemPropertyPlaybackDuration: 600,
        MPNowPlayingInfoPropertyElapsedPlaybackTime: 100.0,
      ]
      try await eventually("time passes") { try await Player.property("Position") ?? 0 > 100_300_000 }
      Player.info.nowPlayingInfo?[MPMediaItemPropertyGenre] = "Jazz"
      try await Player.expect(metadata: "xesam:genre", ["Jazz"])
      #expect(try await Player.property("Position") ?? 0 > 100_300_000)
      // The same dictionary, set again, moves the position back to 100 s; a paused player lets this be seen.
      Player.info.playbackState = .paused
      Player.info.nowPlayingInfo = Player.info.nowPlayingInfo
      try await Player.expect("Position", 100_000_000)
    }

    @Test func `a live stream has no length and no seeking`() async throws {
      Player.commands.changePlaybackPositionCommand.addTarget { _ in .success }
      Player.info.nowPlayingInfo = [
        MPMediaItemPropertyTitle: "Item", MPMediaItemPropertyPlaybackDuration: 60,
        MPNowPlayingInfoPropertyElapsedPlaybackTime: 1,
      ]
      try await Player.expect("CanSeek", true)
      Player.info.nowPlayingInfo?[MPNowPlayingInfoPropertyIsLiveStream] = true
      try await Player.expect("CanSeek", false)
      #expect(try await Player.metadata("mpris:length") == nil)
    }

    @Test func `podcasts, audiobooks and videos show what they have`() async throws {
      Player.info.nowPlayingInfo = [
        MPMediaItemPropertyTitle: "Episode", MPMediaItemPropertyPodcastTitle: "Show",
        MPMediaItemPropertyMediaType: MPMediaType.podcast.rawValue,
      ]
      try await Player.expect(metadata: "xesam:artist", ["Show"])
      // There is no album, because it would only repeat the name of the show.
      #expect(try await Player.metadata("xesam:album") == nil)
      Player.info.nowPlayingInfo = [
        MPMediaItemPropertyTitle: "Book", MPMediaItemPropertyArtist: "Author",
        MPNowPlayingInfoPropertyChapterNumber: 2, MPNowPlayingInfoPropertyChapterCount: 9,
        MPMediaItemPropertyMediaType: MPMediaType.audioBook.rawValue,
      ]
      try await Player.expect(metadata: "xesam:trackNumber", 3)
    }

    @Test func `may be used on any thread`() async throws {
      await Task.detached {
        await withTaskGroup { group in
          for number in 1...100 {
            group.addTask {
              MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "Item \(number)"]
              MPNowPlayingInfoCenter.default().playbackState = .playing
              MPRemoteCommandCenter.shared().playCommand.isEnabled = number % 2 == 0
            }
          }
        }
        MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "Last"]
      }.value
      try await Player.expect(metadata: "xesam:title", "Last")
    }
  }
}
