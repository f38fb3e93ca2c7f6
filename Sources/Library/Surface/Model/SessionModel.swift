// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The knowledge of a surface of a session.
struct SessionModel: Equatable, Sendable {
  var info: Info
  var item: Item?
  var playback = PlaybackLine()
  var commands: [OfferedCommand] = []
  var devices: [PlayingDevice] = []
  var tracks: [OfferedTrack] = []
  /// Nil while it is not followed, and where there is none.
  var queue: PlayingQueue?
  /// The same of the playlists of its player.
  var playlists: ShownPlaylists?

  /// The identity of the player.
  struct Info: Equatable, Sendable {
    /// Names the entry.
    let key: Text
    var sessionID = Text.empty
    var busName = Text.empty
    var applicationID = Text.empty
    var displayName = Text.empty
    var desktopEntry = Text.empty
    /// −1: none.
    var volume = -1.0
    var primary: Primary = []
    var abilities: Abilities = []
    /// 0: not known.
    var process = Int32.zero
    /// Of another entry that is the same playback; only where both are given.
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

  /// Whether it has an item of which something is known that people could see or hear.
  var hasItem: Bool { !(item?.isBare ?? true) }

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

  /// Takes over what is of the right type, and leaves the rest.
  mutating func apply(_ properties: [Decoded.Entry]) {
    properties.read("Identity", in: &identity)
    properties.read("DesktopEntry", in: &desktopEntry)
    properties.read("CanRaise", in: &canRaise)
    properties.read("CanQuit", in: &canQuit)
    properties.read("HasTrackList", in: &hasTrackList)
  }
}
