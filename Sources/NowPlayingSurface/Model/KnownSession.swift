// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The properties of an object of org.nowplaying that is a session. A property of another type is as if it had not
/// come.
struct KnownSession {
  private(set) var id = Text.empty
  private(set) var isApplicationPrimary = false
  private(set) var isSystemPrimary = false
  private(set) var item: Item?
  private(set) var playback = PlaybackLine()
  private(set) var commands: [OfferedCommand] = []
  private(set) var devices: [PlayingDevice] = []
  private(set) var volume = -1.0
  private(set) var canSetVolume = false
  private(set) var isRemote = false
  private(set) var tracks: [OfferedTrack] = []

  /// Takes over properties of one of the interfaces.
  mutating func take(_ interface: String, _ properties: [Decoded.Entry], now: Int64) {
    switch interface.exact {
    case "org.nowplaying.Session1":
      for property in properties { take(property, now) }
    case "org.nowplaying.Remote1":
      isRemote = true
      if case .maps(let list)? = properties["Devices"] { devices = PlayingDevice.published(list) }
    case "org.nowplaying.Tracks1":
      if case .maps(let list)? = properties["Tracks"] { tracks = OfferedTrack.published(list) }
    default: break
    }
  }

  private mutating func take(_ property: Decoded.Entry, _ now: Int64) {
    switch (property.key.exact, property.value) {
    case ("Id", .string(let text)): id = Text(text, limit: Limits.identifier)
    case ("ApplicationPrimary", .bool(let truth)): isApplicationPrimary = truth
    case ("SystemPrimary", .bool(let truth)): isSystemPrimary = truth
    case ("Content", .map(let entries)):
      // A dictionary without what is always there is none, and leaves what was.
      if entries.isEmpty { item = nil } else if let new = Item.published(entries), new != item { item = new }
    case ("Playback", .map(let entries)): playback = PlaybackLine(published: entries, now: now)
    case ("Commands", .maps(let list)): commands = OfferedCommand.published(list)
    case ("Volume", .double(let level)) where level == -1 || level >= 0 && level <= Limits.volume: volume = level
    case ("CanSetVolume", .bool(let truth)): canSetVolume = truth
    default: break
    }
  }
}

/// The properties of the object of org.nowplaying that is the application.
struct KnownApp: Equatable {
  private(set) var id = Text.empty
  private(set) var name = Text.empty
  private(set) var desktopEntry = Text.empty
  /// Whether it takes the registration of surfaces that show animated artwork.
  private(set) var takesSurfaces = false
  private(set) var mayShowVideo = false

  mutating func take(_ interface: String, _ properties: [Decoded.Entry]) {
    switch interface.exact {
    case "org.nowplaying.App1":
      properties.take("Id", in: &id)
      properties.take("Name", in: &name)
      properties.take("DesktopEntry", in: &desktopEntry)
    case "org.nowplaying.Surfaces1":
      takesSurfaces = true
      if case .strings(let reasons)? = properties["PreviewOnly"] { mayShowVideo = reasons.isEmpty }
    default: break
    }
  }
}
