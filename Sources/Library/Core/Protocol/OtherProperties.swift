// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The properties of `org.nowplaying.App1`.
public struct AppProperties: Sendable {
  /// The app's id. Never empty.
  public let id: String
  /// The app's name. Never empty.
  public var name: String
  public let desktopEntry: String
  /// The app's MPRIS name on the bus; "" while it has none.
  public var mprisName = ""

  public init(id: String, name: String, desktopEntry: String) {
    self.id = id
    self.name = name
    self.desktopEntry = desktopEntry
  }

  public static let table = PropertyTable<AppProperties, Never>(
    "org.nowplaying.App1",
    [
      PropertyRow("Id", "s", .never) { .string($0.id) },
      PropertyRow("Name", "s", .byValue) { .string($0.name) },
      PropertyRow("DesktopEntry", "s", .byValue) { .string($0.desktopEntry) },
      PropertyRow("MprisName", "s", .byValue) { .string($0.mprisName) },
    ])
}

/// The properties of `org.nowplaying.Surfaces1`.
public struct SurfacesProperties: Sendable {
  /// The aspect ratios that at least one registered surface shows.
  public var ratios: AspectRatios = []
  public var previewOnly: PreviewOnly = []

  public init() {}

  public static let table = PropertyTable<SurfacesProperties, Never>(
    "org.nowplaying.Surfaces1",
    [
      PropertyRow("AspectRatios", "as", .byValue) { .strings($0.ratios.words) },
      PropertyRow("PreviewOnly", "as", .byValue) { .strings($0.previewOnly.words) },
    ])
}

/// The properties of `org.nowplaying.Tracks1`.
public struct TracksProperties: Sendable {
  public private(set) var entries: [[Value.Entry]] = []

  public init() {}

  /// Takes over committed tracks. Entries are only made again when a track has changed.
  ///
  /// - from: the tracks that the entries were made of; nil at the first time.
  public mutating func update(from before: [Track]?, to tracks: [Track]) {
    if before.map({ $0 != tracks }) ?? true { entries = tracks.map { SessionProperties.entries($0) } }
  }

  public static let table = PropertyTable<TracksProperties, Never>(
    "org.nowplaying.Tracks1",
    [PropertyRow("Tracks", "aa{sv}", .byValue) { .maps($0.entries) }])
}

/// The properties of `org.nowplaying.Remote1`.
public struct RemoteProperties: Sendable {
  public private(set) var devices: [Device] = []

  public init() {}

  /// - levels: whether the host can set the volume of a device.
  /// - steps: whether the host can make a device louder and quieter.
  public mutating func update(to state: SessionState, levels: Bool, steps: Bool) {
    devices = state.devices.map { device in
      Device(
        id: device.id, name: device.name, type: device.type, volume: levels ? device.volume : nil,
        canStep: steps && device.canStep)
    }
  }

  public static let table = PropertyTable<RemoteProperties, Never>(
    "org.nowplaying.Remote1",
    [PropertyRow("Devices", "aa{sv}", .byValue) { .maps(SessionProperties.entries($0.devices)) }])
}
