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
  private var owner: NameOwner?

  init(_ name: StaticString, _ queries: [ServiceQuery]) {
    self.name = name
    self.queries = queries
  }

  func watch(on connection: Connection) {
    self.connection = connection
    owner = NameOwner(of: name, on: connection) { [unowned(unsafe) self] in follow() }
  }

  /// Whether nothing is being asked: the service has answered each question, or is not there.
  var isSettled: Bool { (owner?.isKnown ?? true) && queries.allSatisfy { $0.isSettled } }

  func stop() {
    owner = nil
    for query in queries { query.stop() }
    connection = nil
  }

  private func follow() {
    guard let connection, let owner else { return }
    for query in queries {
      if let name = owner.name { query.ask(name, on: connection) } else { query.stop() }
    }
  }
}
