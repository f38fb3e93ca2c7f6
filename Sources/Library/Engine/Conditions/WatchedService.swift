// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// A service that is asked its questions while it is on the bus, also after a restart.
///
/// Calls go to the unique name of the service's owner, so the bus never starts the service for them. Starting the
/// portals would do harm: a portal that starts before the desktop has told the bus its display is useless until it is
/// restarted (xdg-desktop-portal#2028, lxqt-session#496). The desktop or another program starts the service, and only
/// then the service is asked.
final class WatchedService: LoopBound {
  let queries: [ServiceQuery]
  private let name: StaticString
  private var connection: Connection?
  /// The unique name of the service's owner; "" while there is none.
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
    // Sent after the match was added, so that no change after this answer is missed.
    call = connection.ask(bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner") {
      $0.append(name)
    } _: { [unowned(unsafe) self] reply in
      call = nil
      if !reply.isError, let owner = reply.readString() { follow(owner) }
    }
  }

  /// Whether nothing is being asked: the service has answered each question, or is not there.
  var isSettled: Bool { call == nil && queries.allSatisfy { $0.isSettled } }

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
