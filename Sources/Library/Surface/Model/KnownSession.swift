// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The properties of a session's object of org.nowplaying. A value of a wrong type is ignored.
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
  /// The length of the whole queue; 0 where it is unknown.
  private(set) var queueLength = 0
  private(set) var isRemote = false
  private(set) var tracks: [OfferedTrack] = []
  /// The newest values of properties that take long to read. Each is read at most once in a turn.
  private var unread: [Decoded.Entry] = []
  /// The approximate bytes of memory that the properties take.
  private(set) var size = 0

  /// Takes over the properties of an interface. Those that take long to read are only kept, in `unread`, until
  /// `settle`.
  mutating func apply(_ interface: String, _ properties: [Decoded.Entry], now: Instant) {
    switch interface.exact {
    case "org.nowplaying.Session1":
      for property in properties {
        switch (property.key.exact, property.value) {
        // A dictionary without the mandatory id is ignored, and the last one stays.
        case ("Content", .map(let entries)): if entries.isEmpty || entries.id("id") != nil { put(property) }
        case ("Commands", .maps): put(property)
        default: apply(property, now)
        }
      }
    case "org.nowplaying.Remote1":
      isRemote = true
      if case .maps(let list)? = properties["Devices"] { put(Decoded.Entry("Devices", .maps(list))) }
    case "org.nowplaying.Tracks1":
      if case .maps(let list)? = properties["Tracks"] { put(Decoded.Entry("Tracks", .maps(list))) }
    default: break
    }
  }

  private mutating func put(_ property: Decoded.Entry) {
    unread.removeAll { $0.key.exact == property.key.exact }
    unread.append(property)
  }

  /// Reads the properties that `apply` has kept in `unread`. Returns whether there were any.
  mutating func settle() -> Bool {
    if unread.isEmpty { return false }
    for property in unread {
      switch (property.key.exact, property.value) {
      case ("Content", .map(let entries)):
        if entries.isEmpty { item = nil } else if let new = Item.published(entries), new != item { item = new }
      case ("Commands", .maps(let list)): commands = OfferedCommand.published(list)
      case ("Devices", .maps(let list)): devices = PlayingDevice.published(list)
      case ("Tracks", .maps(let list)): tracks = OfferedTrack.published(list)
      default: break
      }
    }
    unread = []
    size = item?.size ?? 0
    for command in commands { size += command.size }
    for device in devices { size += device.size }
    for track in tracks { size += track.size }
    return true
  }

  /// Drops everything that takes much memory.
  mutating func clear() { (item, commands, devices, tracks, size) = (nil, [], [], [], 0) }

  private mutating func apply(_ property: Decoded.Entry, _ now: Instant) {
    switch (property.key.exact, property.value) {
    case ("Id", .string(let text)): id = Text(text, limit: Limits.identifier)
    case ("ApplicationPrimary", .bool(let truth)): isApplicationPrimary = truth
    case ("SystemPrimary", .bool(let truth)): isSystemPrimary = truth
    case ("Playback", .map(let entries)): playback = PlaybackLine(published: entries, now: now)
    case ("Volume", .double(let level)) where level == -1 || level >= 0 && level <= Limits.volume: volume = level
    case ("CanSetVolume", .bool(let truth)): canSetVolume = truth
    case ("QueueLength", .uint32(let length)): queueLength = Int(clamping: length)
    default: break
    }
  }
}

/// The properties of the app's object of org.nowplaying.
struct KnownApp: Equatable {
  private(set) var id = Text.empty
  private(set) var name = Text.empty
  private(set) var desktopEntry = Text.empty
  /// Whether the app takes registrations of surfaces that show animated artwork.
  private(set) var takesSurfaces = false
  private(set) var mayShowVideo = false

  mutating func apply(_ interface: String, _ properties: [Decoded.Entry]) {
    switch interface.exact {
    case "org.nowplaying.App1":
      properties.read("Id", in: &id)
      properties.read("Name", in: &name)
      properties.readDesktopEntry(in: &desktopEntry)
    case "org.nowplaying.Surfaces1":
      takesSurfaces = true
      if case .strings(let reasons)? = properties["PreviewOnly"] { mayShowVideo = reasons.isEmpty }
    default: break
    }
  }
}
