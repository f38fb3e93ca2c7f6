// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The daemon's connection to the bus of the system, as long as an option needs it. It comes back with the bus.
final class SystemBus: BusClient {
  private let reconnector: Reconnector
  /// Called with the connection when it can be used, and with nil when it is gone.
  private let changed: (Connection?) -> Void
  private var connection: Connection?
  /// Whether the last attempt to connect has failed.
  private(set) var isMissing = false

  init?(_ reactor: Reactor, _ errors: BusErrors, changed: @escaping (Connection?) -> Void) {
    guard let address = BusAddress.system else { return nil }
    self.changed = changed
    // The lock of logind is a descriptor.
    reconnector = Reconnector(reactor, .address(address), errors, descriptors: true)
    reconnector.client = self
  }

  deinit { reconnector.stop() }

  var nextTime: Instant { reconnector.nextTime }
  func turn() -> Bool { reconnector.turn() }
  func listen() { reconnector.listen() }

  func attached(_ connection: Connection) { self.connection = connection }
  func greeted() {
    isMissing = false
    changed(connection)
  }
  func detached(wasReady: Bool) {
    connection = nil
    if wasReady { changed(nil) }
  }
  func failed(_ reason: String, isHopeless: Bool) {
    isMissing = true
    if Console.logs(.warning) { Console.log("daemon", .warning, "no bus of the system: " + reason) }
  }
}
