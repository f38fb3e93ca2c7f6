// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform

/// Keeps the app connected: no bus is a normal state, from which it recovers by itself.
final class Link {
  private unowned(unsafe) let app: App
  /// Nil when there is none, or when it was a socket and is used up.
  private var source: BusSource?
  private var connection: Connection?
  /// When to try again; `.max` while connected or hopeless.
  private var retryAt: Int64 = 0
  private var pause = Link.firstPause
  private var wasReady = false
  private var saidThatThereIsNone = false

  /// Between attempts, in µs. A bus must be found within a second of its return; where the appearance of its socket
  /// can be watched, attempts in between are only a net below that.
  private static let firstPause: Int64 = 20_000
  private static let longestPause: Int64 = 640_000
  private static let watchedPause: Int64 = 30_000_000
  /// How long the end of an app may wait for the bus, in µs.
  private static let patience: Int64 = 500_000
  /// Messages that are handled in one turn, so that a flood does not keep the host's own loop waiting.
  private static let messagesPerTurn = 32

  init(_ app: App, _ source: BusSource?) {
    self.app = app
    self.source = source
  }

  var isReady: Bool { wasReady && connection != nil }

  /// When to be woken.
  var nextTime: Int64 { min(retryAt, connection?.timeout ?? .max) }

  func turn(_ ready: Reactor.Ready, _ publisher: Publisher, _ primary: SystemPrimary) {
    if connection == nil {
      let now = np_now_us()
      if ready.contains(.watch) {
        pause = Self.firstPause
        retryAt = now
      }
      if let source, now >= retryAt { connect(source, publisher, primary) }
    }
    guard let connection else { return }
    // No look at what is ready: sd-bus knows of queued messages and of time-outs too, and asking it is cheap.
    var handled = 0
    while handled < Self.messagesPerTurn {
      publisher.refresh()
      let result = connection.process()
      if result < 0 { return lost(publisher, primary) }
      if result == 0 { break }
      handled += 1
    }
    if !wasReady, connection.isReady {
      wasReady = true
      saidThatThereIsNone = false
      pause = Self.firstPause
      app.reactor.stopWatching()
      primary.connected()
    }
  }

  /// Waits for the socket. To be called at the end of a turn, after everything has been sent.
  func listen() {
    if let connection { app.reactor.listen(to: connection.descriptor, events: connection.events) }
  }

  private func connect(_ source: BusSource, _ publisher: Publisher, _ primary: SystemPrimary) {
    do throws(BusError) {
      retryAt = .max
      if case .socket = source { self.source = nil }
      let connection = try Connection.start(source)
      self.connection = connection
      publisher.attach(connection)
      primary.attach(connection)
    } catch {
      if !saidThatThereIsNone {
        saidThatThereIsNone = true
        app.log(.info, "There is no session bus yet: " + String(cString: np_strerror(error.code)))
      }
      schedule()
    }
  }

  private func schedule() {
    guard case .address(let address)? = source else { return }
    retryAt = np_now_us() + pause
    if pause < Self.longestPause {
      pause *= 2
    } else if let directory = BusAddress.socketDirectory(address), app.reactor.watch(directory: directory) {
      // This attempt is still near, because the socket may have appeared just before it was watched for.
      pause = Self.watchedPause
    }
  }

  private func lost(_ publisher: Publisher, _ primary: SystemPrimary) {
    app.log(.info, "The connection to the bus is lost")
    close()
    publisher.detach()
    primary.detach()
    wasReady = false
    schedule()
  }

  /// Sends what is queued and closes, without waiting long for a bus that does not read.
  func stop() {
    if isReady { connection?.drain(for: Self.patience) }
    close()
    if case .socket(let descriptor)? = source { np_close(descriptor) }
    source = nil
  }

  private func close() {
    app.reactor.forgetBus()
    connection = nil
  }
}
