// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// The callbacks of a reconnector to the user of its connection. Called in the loop.
public protocol BusClient: AnyObject {
  /// A connection has been started; the bus has not answered Hello yet.
  func attached(_ connection: Connection)
  /// The bus has answered Hello, so the connection can be used.
  func greeted()
  /// The connection is gone, or could not be made; `wasReady` tells whether the bus had answered Hello.
  func detached(wasReady: Bool)
  /// No bus could be reached. Called once, until a bus has been reached again.
  func failed(_ reason: String, isHopeless: Bool)
}

/// Keeps a program connected to a bus. Without a bus it tries again by itself.
public final class Reconnector {
  private let reactor: Reactor
  private let errors: BusErrors
  private let passesDescriptors: Bool
  /// The user of the connection, which outlives the reconnector.
  public unowned(unsafe) var client: (any BusClient)?
  /// The addresses of the bus. Empty without a bus, and once a socket was used.
  private var sources: [BusSource]
  private var attempts: BusAttempts
  private var connection: Connection?
  /// The reactor's source for the socket of the connection.
  private var socket: Reactor.Source?
  private var descriptor: Int32?
  /// The watches for sockets that do not exist yet.
  private var watches: [PathWatch] = []
  /// The kind of messages that the last turn handled.
  public private(set) var handled = Handled.nothing

  /// The messages of a turn.
  public enum Handled {
    case nothing
    /// Calls of the object whose calls are watched, all answered: the connection is as it was before.
    case calls
    /// Another message, or a call that is not answered yet.
    case other
  }

  /// The longest that the end of a loop waits for a bus that reads nothing, and for one that reads slowly.
  static let timeout: Microseconds = .milliseconds(500)
  static let longestEnd: Microseconds = .seconds(3)
  /// The messages that one turn handles at most, so that a flood does not block the host's own loop.
  static let messagesPerTurn = 32

  /// - descriptors: whether messages may carry descriptors.
  public init(_ reactor: Reactor, _ source: BusSource?, _ errors: BusErrors, descriptors: Bool = false) {
    self.reactor = reactor
    self.errors = errors
    passesDescriptors = descriptors
    sources =
      switch source {
      case .address(let list)?: BusAddress.parts(list).map { .address($0) }
      case .socket(let descriptor)?: [.socket(descriptor)]
      case nil: []
      }
    attempts = BusAttempts(addresses: sources.count)
  }

  public var isReady: Bool { attempts.isReady && connection != nil }

  /// Whether the first attempt has ended, with or without success.
  public var hasTried: Bool { attempts.hasTried }

  /// The time of the next turn.
  public var nextTime: Instant { min(attempts.nextTime, connection?.timeout ?? .max) }

  /// Connects, and handles the messages that have come. Returns whether more messages may wait than one turn handles.
  ///
  /// - isInformed: whether `Reactor.wait` was called just before, so that `isReady` of the socket is right.
  public func turn(isInformed: Bool = true) -> Bool {
    handled = .nothing
    if connection == nil {
      if watches.contains(where: { $0.hasAppeared() }) { tryAgain() }
      if Instant.now >= attempts.nextTime { connect() }
    }
    guard let connection else { return false }
    if isInformed, hasNothing(connection) { return false }
    var count = 0
    var wakesAt = Instant.min
    let callsSeen = connection.callsSeen
    connection.backlog.begin()
    while count < Self.messagesPerTurn {
      if connection.backlog.isFull, !connection.canWrite { break }
      let result = connection.process()
      if result.isFailure {
        lost()
        return false
      }
      connection.backlog.settle()
      var hasMore = result != 0
      // This check is cheaper than an attempt of sd-bus to read.
      if hasMore, attempts.isReady, !np_socket_holds_data(descriptor ?? connection.descriptor) {
        wakesAt = connection.timeout
        hasMore = wakesAt <= Instant(0)
      }
      connection.backlog.note(hasMore: hasMore)
      if result != 0 { count += 1 }
      if !hasMore { break }
    }
    if count != 0 {
      let isCallsAlone = connection.callsSeen &- callsSeen == count
      handled = isCallsAlone && wakesAt == .max && connection.backlog.isAtRest ? .calls : .other
    }
    if !attempts.isReady, connection.isReady {
      attempts.greet(Instant.now)
      client?.greeted()
    }
    guard count == Self.messagesPerTurn else { return false }
    connection.backlog.isFlooded()
    return true
  }

  /// Whether sd-bus has nothing to do: it would only try to read.
  private func hasNothing(_ connection: Connection) -> Bool {
    guard attempts.isReady, let socket else { return false }
    return !socket.isReady && connection.hasNothingDue
  }

  /// Watches the socket. To be called at the end of a turn, after everything has been sent.
  public func listen() {
    guard let connection else { return }
    if socket == nil {
      socket = reactor.add(connection.descriptor)
      descriptor = socket?.descriptor
    }
    if let socket { reactor.listen(to: socket, connection.events) }
  }

  /// Connects to the next source that accepts a connection.
  private func connect() {
    var reason = ""
    while let next = attempts.takeNext() {
      let source = sources[next]
      do throws(BusError) {
        if case .socket = source { useUp() }
        let connection = try Connection.start(source, errors, descriptors: passesDescriptors)
        self.connection = connection
        connection.lives(in: reactor)
        // While connected nobody reads the watches, and they would wake the loop for ever.
        watches = []
        client?.attached(connection)
        return
      } catch {
        attempts.meet(np_is_malformed(error.code) ? .malformed : np_is_missing(error.code) ? .noSocket : .passing)
        reason = String(cString: np_strerror(error.code))
      }
    }
    tell(attempts.fail(Instant.now), reason)
  }

  private func useUp() {
    sources = []
    attempts.use()
  }

  /// Reports that no address has a bus for this program, and watches for one.
  private func tell(_ failure: BusAttempts.Failure, _ reason: String) {
    if failure.isNews { client?.failed(reason, isHopeless: failure.isHopeless) }
    if failure.watches { attempts.watched(all: watchAll()) }
  }

  private func lost() {
    let wasReady = attempts.isReady
    close()
    if let failure = attempts.lose(Instant.now) {
      tell(failure, "it ends the connection, as the bus of another user does")
    }
    client?.detached(wasReady: wasReady)
  }

  /// Sends what is queued, without waiting long for a bus that does not read, and closes; without `drains` it closes at
  /// once. Called once, at the end.
  public func stop(drains: Bool = true) {
    if drains, isReady { connection?.drain(timeout: Self.timeout, until: Instant.now + Self.longestEnd) }
    close()
    for case .socket(let descriptor) in sources { np_close(descriptor) }
    watches = []
    attempts.end()
  }

  /// Watches the path of each address for its first missing part, which may be another than before. Returns whether all
  /// addresses have a path that is watched, and nothing has appeared meanwhile.
  private func watchAll() -> Bool {
    let before = watches
    var made: [PathWatch] = []
    for case .address(let address) in sources {
      guard let path = BusAddress.socketPath(address), let watch = PathWatch.make(reactor, for: path) else { continue }
      made.append(watch)
    }
    // Where fewer watches could be made than before, for lack of descriptors, the earlier ones stay.
    watches = made.count < before.count ? before : made
    // Only the earlier watches see a socket that appeared since the failed attempt.
    if before.contains(where: { $0.drain() }) { tryAgain() }
    return watches.count == sources.count
  }

  private func tryAgain() {
    watches = []
    attempts.appear(Instant.now)
  }

  private func close() {
    forgetSocket()
    connection = nil
  }

  /// Stops watching the socket. To be called before it is closed.
  private func forgetSocket() {
    if let socket { reactor.remove(socket) }
    (socket, descriptor) = (nil, nil)
  }
}
