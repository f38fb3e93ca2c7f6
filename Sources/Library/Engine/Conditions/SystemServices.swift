// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The services on the system bus, and a connection that exists while they are watched.
final class SystemServices: BusClient, LoopBound {
  let services: [WatchedService] = [.powerProfiles(), .hadessPowerProfiles(), .networkManager()]
  private let reactor: Reactor
  private let source: BusSource?
  private let errors: BusErrors
  /// The connection's reconnector; nil while nothing is watched.
  private var reconnector: Reconnector?

  init(_ reactor: Reactor, _ source: BusSource?, _ errors: BusErrors) {
    self.reactor = reactor
    self.source = source
    self.errors = errors
  }

  /// Begins to connect; the connection is made in the next turn.
  func start() {
    guard reconnector == nil else { return }
    let reconnector = Reconnector(reactor, source, errors)
    reconnector.client = self
    self.reconnector = reconnector
  }

  /// Whether the services have answered, or cannot be reached.
  var isSettled: Bool { reconnector?.hasTried ?? true && services.allSatisfy { $0.isSettled } }

  /// Closes the connection. Nothing is queued on it.
  func stop() {
    for service in services { service.stop() }
    reconnector?.stop(drains: false)
    reconnector = nil
  }

  /// Handles the messages that have come. Returns whether more messages may wait than one turn handles.
  ///
  /// - isInformed: whether `Reactor.wait` was called just before.
  func turn(isInformed: Bool) -> Bool { reconnector?.turn(isInformed: isInformed) ?? false }

  func listen() { reconnector?.listen() }

  var nextTime: Instant { reconnector?.nextTime ?? .max }

  // MARK: The connection

  func attached(_ connection: Connection) {
    for service in services { service.watch(on: connection) }
  }

  func greeted() {}

  func detached(wasReady: Bool) {
    for service in services { service.stop() }
  }

  /// Nothing is logged: sandboxes and containers have no system bus.
  func failed(_ reason: String, isHopeless: Bool) {}
}
