// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// A service that is asked while it is there, as it comes, goes and restarts. Belongs to the loop.
///
/// The owner of its name is called by the unique name, so the bus never starts a service for us. For the portals that
/// would do harm: one that runs before the desktop has given the bus its display is of no use until it is restarted
/// (xdg-desktop-portal#2028, lxqt-session#496). The desktop or another program starts them, and then we see them.
final class WatchedService {
  let queries: [ServiceQuery]
  private let name: StaticString
  private var connection: Connection?
  /// The unique name of who owns the name; "" while nobody does.
  private var owner = ""
  private var owners: Subscription?
  private var call: Subscription?

  init(_ name: StaticString, _ queries: [ServiceQuery]) {
    self.name = name
    self.queries = queries
  }

  func watch(on connection: Connection) {
    self.connection = connection
    let bus = "org.freedesktop.DBus"
    let match = "type='signal',sender='" + bus + "',member='NameOwnerChanged',arg0='" + name.string + "'"
    owners = connection.subscribe(match) { [unowned(unsafe) self] message in
      if message.readString() != nil, message.readString() != nil, let new = message.readString() { follow(new) }
    }
    // Sent after the match, so that what becomes of the name after this answer is heard.
    call = connection.ask(bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner") {
      $0.append(name)
    } _: { [unowned(unsafe) self] reply in
      call = nil
      if !reply.isError, let owner = reply.readString() { follow(owner) }
    }
  }

  func stop() {
    owners = nil
    call = nil
    owner = ""
    for query in queries { query.stop() }
    connection = nil
  }

  private func follow(_ owner: String) {
    guard let connection, owner.exact != self.owner.exact else { return }
    self.owner = owner
    for query in queries {
      if owner.isEmpty { query.stop() } else { query.ask(owner, on: connection) }
    }
  }
}
