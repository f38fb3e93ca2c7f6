// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// An optional interface of MPRIS, exported while it is wanted. An interface that is wanted before the player has its
/// bus name is exported with it, because some clients look only once. playerctld must not see it so early: when a name
/// appears, playerctld calls GetAll on all four interfaces, and puts a player that answers for an optional one behind
/// all others (2.4.1, playerctl-daemon.c, active_player_get_properties_async_callback), so that the media keys still
/// control the previous player. So playerctld's calls are refused for a moment; its unique name is asked for before the
/// player's name is requested. An interface that becomes wanted just after the name appeared waits for the end of that
/// moment.
final class OptionalInterface {
  /// The time after the name has appeared in which playerctld is refused.
  static let delay: Microseconds = .milliseconds(250)

  private let path: String
  private let interface: StaticString
  private let name: BusName
  private var connection: Connection?
  private var exported: ExportedInterface?
  /// The handler that refuses playerctld.
  private var refusal: ObjectHandler?
  /// The time at which the name appeared; nil while it is not owned.
  private var since: Instant?
  /// The time of the next `update`.
  private(set) var nextTime = Instant.max

  init(_ interface: StaticString, path: String, _ name: BusName) {
    self.interface = interface
    self.path = path
    self.name = name
  }

  func attach(_ connection: Connection?) {
    (exported, refusal, since) = (nil, nil, nil)
    self.connection = connection
    nextTime = .max
  }

  /// Whether the interface is exported.
  var isExported: Bool { exported != nil }

  /// The connection for signals; nil while clients cannot see the interface.
  var reachable: Connection? { exported != nil && name.isAnnounced ? connection : nil }

  /// Exports the interface or removes it. Called in each turn, but not in a client's call, which may be one of this
  /// interface. Returns whether it was exported just now.
  func update(isWanted: Bool, _ members: () -> [Member]) -> Bool {
    // Nearly always nothing changes.
    if name.isAnnounced, since != nil, nextTime == .max, (exported != nil) == isWanted { return false }
    return change(isWanted, members)
  }

  private func change(_ isWanted: Bool, _ members: () -> [Member]) -> Bool {
    nextTime = .max
    guard let connection, isWanted || name.isAnnounced else {
      (exported, refusal, since) = (nil, nil, nil)
      return false
    }
    guard name.isAnnounced else {
      since = nil
      return exported == nil && export(connection, members)
    }
    // The name was requested, but the bus has not granted it yet.
    guard since != nil || name.isOwned else { return false }
    let now = Instant.now
    let since = since ?? now
    self.since = since
    guard isWanted else {
      (exported, refusal) = (nil, nil)
      return false
    }
    let due = since + Self.delay
    if now < due {
      nextTime = due
      return false
    }
    refusal = nil
    return exported == nil && export(connection, members)
  }

  private func export(_ connection: Connection, _ members: () -> [Member]) -> Bool {
    let made = ExportedInterface(connection, path: path, name: interface, members())
    if made.isExported { exported = made }
    return exported != nil
  }

  // MARK: playerctld

  /// Asks the bus for playerctld's unique name. Called before the player's name is requested, so that the answer comes
  /// before playerctld sees the name.
  func prepare() {
    (refusal, since) = (nil, nil)
    guard exported != nil, let connection else { return }
    connection.callBus("GetNameOwner") {
      $0.append("org.mpris.MediaPlayer2.playerctld")
    } answer: { [unowned(unsafe) self, unowned(unsafe) connection] reply in
      guard self.connection === connection, exported != nil, let reply, !reply.isError, let owner = reply.readString()
      else { return }
      refusal = ObjectHandler(connection, path: path) { [unowned(unsafe) self] in refuse($0, playerctld: owner) }
    }
  }

  /// Answers playerctld's GetAll as if the interface did not exist. Returns false for any other call.
  private func refuse(_ message: Message, playerctld: String) -> Bool {
    guard message.sender?.exact == playerctld.exact, message.isCall("org.freedesktop.DBus.Properties", "GetAll") else {
      return false
    }
    guard message.readString()?.exact == ExactText(interface) else {
      message.rewind()
      return false
    }
    message.reply(error: "org.freedesktop.DBus.Error.UnknownInterface", "It will be there in a moment")
    return true
  }
}
