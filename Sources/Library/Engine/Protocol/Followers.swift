// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The clients that have called anything of the protocol and have not left the bus since: signals are owed to them.
/// Belongs to the loop.
final class Followers {
  /// A class, because what the compiler makes for lists of objects is the same for all.
  private final class Follower {
    let name: String
    /// Sees it leave.
    private let watch: Subscription?

    init(name: String, watch: Subscription?) {
      self.name = name
      self.watch = watch
    }
  }

  private var connection: Connection?
  private var followers: [Follower] = []
  private var left: [String] = []
  /// More came than are remembered: somebody may always be listening.
  private var areCountless = false

  /// How many are remembered.
  static let most = 1024

  var areThere: Bool { areCountless || !followers.isEmpty }

  func attach(_ connection: Connection) { self.connection = connection }

  func detach() {
    followers = []
    left = []
    areCountless = false
    connection = nil
  }

  /// Whether its leaving will be seen.
  func isWatched(_ name: String) -> Bool { followers.contains { $0.name.exact == name.exact } }

  /// Somebody has called.
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
    // It may have left before it was watched.
    connection.callBus("NameHasOwner") {
      $0.append(name)
    } answer: { [unowned(unsafe) self] reply in
      if let reply, !reply.isError, reply.readBool() == false { left.append(name) }
    }
  }

  /// Whether `takeLeft` has something.
  var haveLeft: Bool { !left.isEmpty }

  /// Returns the clients that have left since the last time, and forgets them.
  func takeLeft() -> [String] {
    if left.isEmpty { return [] }
    let names = left
    left = []
    followers.removeAll { follower in names.contains { $0.exact == follower.name.exact } }
    return names
  }
}
