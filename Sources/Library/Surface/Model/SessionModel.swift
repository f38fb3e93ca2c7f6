// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The state of a session, as a surface knows it.
struct SessionModel: Equatable, Sendable {
  var info: Info
  var item: Item?
  var playback = PlaybackLine()
  var commands: [OfferedCommand] = []
  var devices: [PlayingDevice] = []
  var tracks: [OfferedTrack] = []
  /// The queue; nil while it is not followed, and where there is none.
  var queue: PlayingQueue?
  /// The playlists of the session's player; nil while they are not followed, and where there are none.
  var playlists: ShownPlaylists?

  /// The identity of the player.
  struct Info: Equatable, Sendable {
    /// Identifies the entry.
    let key: Text
    var sessionID = Text.empty
    var busName = Text.empty
    var applicationID = Text.empty
    var displayName = Text.empty
    var desktopEntry = Text.empty
    /// The volume; −1 for none.
    var volume = -1.0
    var primary: Primary = []
    var abilities: Abilities = []
    /// The process of the player; 0 where it is unknown.
    var process = Int32.zero
    /// The key of another entry for the same playback; "" where the host is not given both.
    var twinKey = Text.empty

    init(key: Text) { self.key = key }
  }

  /// The abilities of a session. The raw values are those of the C header.
  struct Abilities: OptionSet, Sendable {
    let rawValue: UInt32
    static let speaksNowPlaying = Abilities(rawValue: 1)
    static let isRemote = Abilities(rawValue: 2)
    static let setsVolume = Abilities(rawValue: 4)
    static let raises = Abilities(rawValue: 8)
    static let quits = Abilities(rawValue: 16)
    static let mayShowVideo = Abilities(rawValue: 32)
    static let isMuted = Abilities(rawValue: 64)
    static let isTwin = Abilities(rawValue: 128)
    static let isBare = Abilities(rawValue: 256)
  }

  /// The parts that have changed. The raw values are those of the C header.
  struct Changes: OptionSet, Sendable {
    let rawValue: UInt32
    static let info = Changes(rawValue: 1)
    static let item = Changes(rawValue: 2)
    static let playback = Changes(rawValue: 4)
    static let commands = Changes(rawValue: 8)
    static let devices = Changes(rawValue: 16)
    static let queue = Changes(rawValue: 32)
    static let playlists = Changes(rawValue: 64)
    static let tracks = Changes(rawValue: 128)
    static let beganAgain = Changes(rawValue: 256)
  }

  /// Whether the session has an item of which people could see or hear nothing. A browser that has stopped may keep the
  /// picture and the length of a tab that was closed.
  var isBare: Bool { item.map { $0.isBare || playback.state == .stopped && $0.fields.isBare } ?? false }

  /// Whether the session has an item with something that people could see or hear.
  var hasItem: Bool { item != nil && !isBare }

  func changes(from before: SessionModel) -> Changes {
    var changes: Changes = []
    if info != before.info { changes.insert(.info) }
    if item != before.item { changes.insert(.item) }
    if playback != before.playback { changes.insert(.playback) }
    if commands != before.commands { changes.insert(.commands) }
    if devices != before.devices { changes.insert(.devices) }
    if queue != before.queue { changes.insert(.queue) }
    if playlists != before.playlists { changes.insert(.playlists) }
    if tracks != before.tracks { changes.insert(.tracks) }
    return changes
  }
}

/// The properties of a player on `org.mpris.MediaPlayer2`.
struct KnownRoot: Equatable {
  var identity = Text.empty
  var desktopEntry = Text.empty
  var canRaise = false
  var canQuit = false
  var hasTrackList = false

  /// Takes over the properties of the right types, and ignores the others.
  mutating func apply(_ properties: [Decoded.Entry]) {
    properties.read("Identity", in: &identity)
    properties.readDesktopEntry(in: &desktopEntry)
    properties.read("CanRaise", in: &canRaise)
    properties.read("CanQuit", in: &canQuit)
    properties.read("HasTrackList", in: &hasTrackList)
  }
}
