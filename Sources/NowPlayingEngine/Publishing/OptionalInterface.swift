// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// An interface of MPRIS that not every player has, exported while it is wanted, but not before the player's name has
/// been there for a moment. When a name appears, playerctld calls GetAll on all four interfaces, and puts a player
/// behind all others that answers for one of the optional ones (2.4.1, playerctl-daemon.c,
/// active_player_get_properties_async_callback): the media keys would go on driving the player before.
final class OptionalInterface {
  /// How long the name must be there, in µs.
  static let delay: Int64 = 250_000

  private let path: String
  private let interface: StaticString
  private let name: BusName
  private var connection: Connection?
  private var exported: ExportedInterface?
  /// Since when the name has been there; nil while it is not.
  private var since: Int64?
  /// When to be asked again.
  private(set) var nextTime = Int64.max

  init(_ interface: StaticString, path: String, _ name: BusName) {
    self.interface = interface
    self.path = path
    self.name = name
  }

  func attach(_ connection: Connection?) {
    (exported, since) = (nil, nil)
    self.connection = connection
    nextTime = .max
  }

  /// The connection on which clients can reach it; nil while they cannot.
  var reachable: Connection? { exported == nil ? nil : connection }

  /// Exports the interface, or takes it away. To be called in each turn, but not inside a call of a client, which may
  /// be one of this interface. Returns whether it was exported now.
  @inline(__always)
  func update(isWanted: Bool, _ members: () -> [Member]) -> Bool {
    // Nearly always nothing changes.
    if name.isAnnounced, since != nil, nextTime == .max, (exported != nil) == isWanted { return false }
    return change(isWanted, members)
  }

  @inline(never)
  private func change(_ isWanted: Bool, _ members: () -> [Member]) -> Bool {
    nextTime = .max
    guard let connection, name.isAnnounced else {
      (exported, since) = (nil, nil)
      return false
    }
    // Asked for it is, but it may be long in coming.
    guard since != nil || name.isOwned else { return false }
    let now = np_now_us()
    let since = since ?? now
    self.since = since
    guard isWanted else {
      exported = nil
      return false
    }
    let due = Clamp.sum(since, Self.delay)
    if now < due {
      nextTime = due
      return false
    }
    let made = ExportedInterface(connection, path: path, name: interface, members())
    if made.isExported { exported = made }
    return exported != nil
  }
}
