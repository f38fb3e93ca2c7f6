// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The clients that have called any object of org.nowplaying and are still on the bus: they must be sent signals.
final class Followers: LoopBound {
  /// A class, because the compiler shares the code of lists of objects.
  private final class Follower {
    let name: String
    /// The subscription to the client's leaving.
    private let watch: Subscription?

    init(name: String, watch: Subscription?) {
      self.name = name
      self.watch = watch
    }
  }

  private var connection: Connection?
  private var followers: [Follower] = []
  private var left: [String] = []
  /// Whether more clients came than are remembered: then somebody may always be listening.
  private var areCountless = false

  /// The most clients that are remembered.
  static let most = 1024

  var areThere: Bool { areCountless || !followers.isEmpty }

  func attach(_ connection: Connection) { self.connection = connection }

  func detach() {
    followers = []
    left = []
    areCountless = false
    connection = nil
  }

  /// Whether a client's leaving will be seen.
  func isWatched(_ name: String) -> Bool { followers.contains { $0.name.exact == name.exact } }

  /// Adds a client that has called.
  func note(_ name: String) {
    guard let connection, !isWatched(name) else { return }
    guard followers.count < Self.most else {
      areCountless = true
      return
    }
    let match =
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" + name + "',arg2=''"
    let watch = connection.subscribe(match) { [unowned(unsafe) self] message in
      if message.isFromBus { left.append(name) }
    }
    followers.append(Follower(name: name, watch: watch))
    // The client may have left before the subscription was made.
    connection.callBus("NameHasOwner") {
      $0.append(name)
    } answer: { [unowned(unsafe) self] reply in
      if let reply, !reply.isError, reply.readBool() == false { left.append(name) }
    }
  }

  /// Whether `takeLeft` would return any clients.
  var haveLeft: Bool { !left.isEmpty }

  /// Returns the clients that have left since the last call, and forgets them.
  func takeLeft() -> [String] {
    if left.isEmpty { return [] }
    let names = left
    left = []
    followers.removeAll { follower in names.contains { $0.exact == follower.name.exact } }
    return names
  }
}
