// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// An interface of MPRIS that not every player has, exported while it is wanted. What is wanted before the player has
/// its name is there with it, because some clients look once. Not for playerctld: when a name appears, it calls GetAll
/// on all four interfaces, and puts a player behind all others that answers for one of the optional ones (2.4.1,
/// playerctl-daemon.c, active_player_get_properties_async_callback): the media keys would go on driving the player
/// before. So playerctld is refused for a moment; the bus is asked who that is before it is asked for the name. What
/// comes to be wanted while the name is new waits for that moment.
final class OptionalInterface {
  /// How long the name must be there, in µs.
  static let delay: Int64 = 250_000

  private let path: String
  private let interface: StaticString
  private let name: BusName
  private var connection: Connection?
  private var exported: ExportedInterface?
  /// Refuses playerctld.
  private var refusal: ObjectHandler?
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
    (exported, refusal, since) = (nil, nil, nil)
    self.connection = connection
    nextTime = .max
  }

  /// Whether clients that look find it.
  var isExported: Bool { exported != nil }

  /// The connection on which changes are emitted; nil while clients do not look.
  var reachable: Connection? { exported != nil && name.isAnnounced ? connection : nil }

  /// Exports the interface, or takes it away. To be called in each turn, but not inside a call of a client, which may
  /// be one of this interface. Returns whether it was exported now.
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
    // The name was requested and is not granted yet: the bus may take long to answer.
    guard since != nil || name.isOwned else { return false }
    let now = np_now_us()
    let since = since ?? now
    self.since = since
    guard isWanted else {
      (exported, refusal) = (nil, nil)
      return false
    }
    let due = Clamp.sum(since, Self.delay)
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

  /// Finds out who playerctld is. To be called before the name is asked for: the bus answers before it gives the name,
  /// and so before playerctld hears of that.
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

  /// Answers playerctld's question as if the interface were not there. Returns whether it was that.
  private func refuse(_ message: Message, playerctld: String) -> Bool {
    guard message.sender?.exact == playerctld.exact, message.isCall("org.freedesktop.DBus.Properties", "GetAll") else {
      return false
    }
    guard message.readString()?.exact == ExactText(interface) else {
      message.rewind()
      return false
    }
    message.reply(error: "org.freedesktop.DBus.Error.UnknownInterface", "It is there in a moment")
    return true
  }
}
