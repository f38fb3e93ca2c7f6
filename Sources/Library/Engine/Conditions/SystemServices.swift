// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus

/// The queries of services on the system bus, by a connection that is there while they are watched. Belongs to the
/// loop.
final class SystemServices: BusClient {
  let services: [WatchedService] = [.powerProfiles(), .hadessPowerProfiles(), .networkManager()]
  private let reactor: Reactor
  private let source: BusSource?
  private let errors: BusErrors
  /// Nil while nothing is watched.
  private var reconnector: Reconnector?

  init(_ reactor: Reactor, _ source: BusSource?, _ errors: BusErrors) {
    self.reactor = reactor
    self.source = source
    self.errors = errors
  }

  /// Connects in the next turn.
  func start() {
    guard reconnector == nil else { return }
    let reconnector = Reconnector(reactor, source, errors)
    reconnector.client = self
    self.reconnector = reconnector
  }

  /// Closes the connection, on which nothing waits to be said.
  func stop() {
    for service in services { service.stop() }
    reconnector?.stop(drains: false)
    reconnector = nil
  }

  /// Handles what has come. Returns whether more may be there than one turn handles.
  ///
  /// - isInformed: whether the reactor was asked just before what is ready.
  func turn(isInformed: Bool) -> Bool { reconnector?.turn(isInformed: isInformed) ?? false }

  func listen() { reconnector?.listen() }

  var nextTime: Int64 { reconnector?.nextTime ?? .max }

  // MARK: The connection

  func attached(_ connection: Connection) {
    for service in services { service.watch(on: connection) }
  }

  func greeted() {}

  func detached(wasReady: Bool) {
    for service in services { service.stop() }
  }

  /// Sandboxes and containers have none.
  func failed(_ reason: String, isHopeless: Bool) {}
}
