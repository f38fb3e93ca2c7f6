// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Publishes the app's own properties, as its name and its window, for a `PlayerPublication`.
final class RootPublication: LoopBound {
  private let core: AppCore
  private let name: BusName
  private var connection: Connection?
  private(set) var properties: RootProperties
  private var announcer: Announcer<RootProperties, RootCall>
  private(set) var isSettled = true
  /// The values that clients have set and may not be followed by a change.
  var unmet = UnmetSets()
  /// The devices of a remote session; nil for a player on this computer.
  private var devices: [Device]?
  private(set) var nextTime = Instant.max

  init(_ core: AppCore, _ properties: RootProperties, _ name: BusName) {
    self.core = core
    self.name = name
    self.properties = properties
    announcer = Announcer(RootProperties.table, sent: properties)
  }

  /// Takes over the app's properties from the host.
  func refresh() {
    let hasTrackList = properties.hasTrackList
    properties = core.locked { core.root[$0] }
    properties.hasTrackList = hasTrackList
    if let devices {
      properties.identity = Repair.text(properties.identity + Self.place(of: devices), limit: Limits.identifier)
    }
    isSettled = false
  }

  /// Sets the devices on which the player plays, which become a part of its name.
  func show(devices: [Device]) {
    guard self.devices != devices else { return }
    self.devices = devices
    refresh()
  }

  /// Sets whether the session that is shown has a queue.
  func show(hasTrackList: Bool) {
    guard properties.hasTrackList != hasTrackList else { return }
    properties.hasTrackList = hasTrackList
    isSettled = false
  }

  /// The part of the name for devices: " – Kitchen + 1".
  private static func place(of devices: [Device]) -> String {
    guard let first = devices.first else { return "" }
    return " – " + first.name + (devices.count > 1 ? " + " + Escape.decimal(Int64(clamping: devices.count - 1)) : "")
  }

  func flush() {
    if !isSettled || unmet.nextTime != .max { tell() }
  }

  /// Notes that a client reads values that others may not have been sent yet.
  func note(_ reading: Reading) { announcer.note(reading, properties) }

  /// Emits changes, now or when it is time.
  private func tell() {
    nextTime = .max
    let now = Instant.now
    guard let connection, name.isAnnounced else {
      // Clients read everything when the name appears.
      isSettled = true
      unmet = UnmetSets()
      return announcer.remember(properties, now: .min)
    }
    guard !connection.isCongested else { return }
    let due = unmet.due(now: now) { RootProperties.table.has($0, in: properties) }
    let changes = announcer.changes(to: properties).union(due)
    nextTime = unmet.nextTime > now ? unmet.nextTime : .max
    if changes.isEmpty || now >= announcer.nextSignal {
      isSettled = true
      guard !changes.isEmpty else { return }
      core.log(.debug, "Tells clients: " + RootProperties.table.list(changes))
      announcer.announce(changes, of: properties, at: PlayerObject.path, connection)
      unmet.told(changes)
      announcer.remember(properties, now: now)
    } else {
      nextTime = min(nextTime, announcer.nextSignal)
    }
  }

  func attach(_ connection: Connection?) { self.connection = connection }
}
