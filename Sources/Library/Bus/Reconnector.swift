// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// The callbacks of a reconnector to the user of its connection. Called in the loop.
public protocol BusClient: AnyObject {
  /// There is a connection; the bus has not greeted us yet.
  func attached(_ connection: Connection)
  /// The bus has greeted us.
  func greeted()
  /// The connection is gone, or was never made; `wasReady` tells whether the bus had greeted us.
  func detached(wasReady: Bool)
  /// An attempt to connect has failed. Called once until there is a bus again.
  func failed(_ reason: String, isHopeless: Bool)
}

/// Keeps a program connected: no bus is a normal state, from which it recovers by itself.
public final class Reconnector {
  private let reactor: Reactor
  private let errors: BusErrors
  private let passesDescriptors: Bool
  /// Outlives the reconnector.
  public unowned(unsafe) var client: (any BusClient)?
  /// Where the bus may be, in the order in which it is looked for. Each address of a list is one by itself: to sd-bus
  /// the first that takes a connection is the bus, also if it never answers. Empty without a bus, and when a socket,
  /// which is given once, is used up.
  private var sources: [BusSource]
  /// The index of the source that is tried next.
  private var next = 0
  /// The worst that stood in the way since the first was tried.
  private var obstacle = Obstacle.malformed
  private var connection: Connection?
  /// Its socket.
  private var socket: Reactor.Source?
  private var descriptor: Int32?
  /// Where sockets will appear.
  private var watches: [PathWatch] = []
  /// When to try again; `.max` while connected or hopeless.
  private var retryAt: Int64
  private var pause = Reconnector.firstPause
  /// When the bus greeted us; nil while it has not.
  private var readySince: Int64?
  private var saidThatThereIsNone = false
  /// Whether the first attempt has ended, well or not.
  public private(set) var hasTried: Bool
  /// The messages that the last turn has handled.
  public private(set) var handled = Handled.nothing

  /// The messages of a turn.
  public enum Handled {
    case nothing
    /// Calls of the object whose calls are watched, which are all answered: the connection waits for the next message
    /// as before.
    case calls
    /// Another message, or what is not finished with.
    case other
  }

  /// The obstacle to a connection. The greater counts: it needs the sooner attempt.
  private enum Obstacle: Comparable {
    /// An address that does not become better by itself.
    case malformed
    /// There is no socket, and that there is one can be seen.
    case noSocket
    /// All else, as a bus that does not listen yet or has too much to do, or no descriptor for us.
    case passing
  }

  /// Between attempts, in µs. A bus must be found within a second of its return; where the appearance of its socket
  /// can be watched, attempts are only a net below that. Where it cannot, they become rare: each is a wakeup.
  static let firstPause: Int64 = 20_000
  static let watchFrom: Int64 = 640_000
  static let longestPause: Int64 = 10_240_000
  static let watchedPause: Int64 = 30_000_000
  /// A bus that closed the connection sooner than this will do so again, in µs.
  static let stableAfter: Int64 = 2_000_000
  /// How long the end of a loop may wait for a bus that reads nothing, and for one that reads slowly, in µs.
  static let timeout: Int64 = 500_000
  static let longestEnd: Int64 = 3_000_000
  /// Messages that are handled in one turn, so that a flood does not keep the host's own loop waiting.
  static let messagesPerTurn = 32

  /// - descriptors: whether messages may carry some.
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
    retryAt = source == nil ? .max : .min
    hasTried = source == nil
  }

  public var isReady: Bool { readySince != nil && connection != nil }

  /// When to be woken.
  public var nextTime: Int64 { min(retryAt, connection?.timeout ?? .max) }

  /// Connects, and handles what has come. Returns whether more may be there than one turn handles.
  ///
  /// - isInformed: whether the reactor was asked just before what is ready.
  public func turn(isInformed: Bool = true) -> Bool {
    handled = .nothing
    if connection == nil {
      if watches.contains(where: { $0.hasAppeared() }) { tryAgain() }
      if np_now_us() >= retryAt { connect() }
    }
    guard let connection else { return false }
    if isInformed, hasNothing(connection) { return false }
    var count = 0
    var wakesAt = Int64.min
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
      // Cheaper than to have sd-bus read until there is nothing.
      if hasMore, readySince != nil, !np_socket_holds_data(descriptor ?? connection.descriptor) {
        wakesAt = connection.timeout
        hasMore = wakesAt <= 0
      }
      connection.backlog.note(hasMore: hasMore)
      if result != 0 { count += 1 }
      if !hasMore { break }
    }
    if count != 0 {
      let isCallsAlone = connection.callsSeen &- callsSeen == count
      handled = isCallsAlone && wakesAt == .max && connection.backlog.isAtRest ? .calls : .other
    }
    if readySince == nil, connection.isReady {
      readySince = np_now_us()
      saidThatThereIsNone = false
      hasTried = true
      client?.greeted()
    }
    guard count == Self.messagesPerTurn else { return false }
    connection.backlog.isFlooded()
    return true
  }

  /// Whether there is nothing to do: sd-bus would only look whether there is something to read.
  private func hasNothing(_ connection: Connection) -> Bool {
    guard readySince != nil, let socket else { return false }
    return !socket.isReady && connection.hasNothingDue
  }

  /// Waits for the socket. To be called at the end of a turn, after everything has been sent.
  public func listen() {
    guard let connection else { return }
    if socket == nil {
      socket = reactor.add(connection.descriptor)
      descriptor = socket?.descriptor
    }
    if let socket { reactor.listen(to: socket, connection.events) }
  }

  /// Connects to the next address that takes a connection.
  private func connect() {
    retryAt = .max
    var reason = ""
    while next < sources.count {
      let source = sources[next]
      next += 1
      do throws(BusError) {
        if case .socket = source { sources = [] }
        let connection = try Connection.start(source, errors, descriptors: passesDescriptors)
        self.connection = connection
        // Watches while there is a connection would be heard by nobody, and wake the loop for ever.
        watches = []
        client?.attached(connection)
        return
      } catch {
        meet(np_is_malformed(error.code) ? .malformed : np_is_missing(error.code) ? .noSocket : .passing)
        reason = String(cString: np_strerror(error.code))
      }
    }
    giveUp(reason)
  }

  /// No address has a bus for this program, at present.
  private func giveUp(_ reason: String) {
    if !saidThatThereIsNone {
      saidThatThereIsNone = true
      client?.failed(reason, isHopeless: obstacle == .malformed)
    }
    beginAnew()
  }

  private func meet(_ met: Obstacle) {
    obstacle = max(obstacle, met)
  }

  /// All addresses were tried, or the bus is lost: plans when to try the first again. A socket that is there may be
  /// that of a bus which closes each connection, or of one that crashed: attempts go on, and a new one is seen.
  private func beginAnew() {
    let obstacle = self.obstacle
    (next, self.obstacle, hasTried) = (0, .malformed, true)
    if sources.isEmpty || obstacle == .malformed { return }
    // An attempt planned while there was no socket is too late where there is one.
    if obstacle == .passing, pause == Self.watchedPause { pause = Self.firstPause }
    retryAt = Clamp.sum(np_now_us(), pause)
    if pause < Self.watchFrom {
      pause *= 2
    } else if watchAll(), obstacle == .noSocket {
      // The attempt that is due in a moment remains: the socket may have appeared just before it was watched for.
      pause = Self.watchedPause
    } else {
      pause = min(pause * 2, Self.longestPause)
    }
  }

  private func lost() {
    let wasReady = readySince != nil
    if let readySince, np_now_us() - readySince >= Self.stableAfter { pause = Self.firstPause }
    close()
    readySince = nil
    meet(.passing)
    if wasReady {
      beginAnew()
    } else if next < sources.count {
      retryAt = .min
    } else {
      giveUp("it ends the connection, as the bus of another user does")
    }
    client?.detached(wasReady: wasReady)
  }

  /// Sends what is queued and closes, without waiting long for a bus that does not read; without `drains` it drops what
  /// is queued and does not wait. Once, at the end.
  public func stop(drains: Bool = true) {
    if drains, isReady { connection?.drain(timeout: Self.timeout, until: Clamp.sum(np_now_us(), Self.longestEnd)) }
    close()
    for case .socket(let descriptor) in sources { np_close(descriptor) }
    watches = []
    retryAt = .max
  }

  /// Watches for what is missing now of the path of each address, which may be another part than before. Returns
  /// whether all have a path that is watched, and nothing has come meanwhile.
  private func watchAll() -> Bool {
    let before = watches
    var made: [PathWatch] = []
    for case .address(let address) in sources {
      guard let path = BusAddress.socketPath(address), let watch = PathWatch.make(reactor, for: path) else { continue }
      made.append(watch)
    }
    // There may be no descriptors for more.
    watches = made.count < before.count ? before : made
    // Only the watches from before see an event that has come since the attempt that failed.
    if before.contains(where: { $0.drain() }) { tryAgain() }
    return watches.count == sources.count
  }

  private func tryAgain() {
    watches = []
    pause = Self.firstPause
    retryAt = np_now_us()
  }

  private func close() {
    forgetSocket()
    connection = nil
  }

  /// To be called before the socket is closed.
  private func forgetSocket() {
    if let socket { reactor.remove(socket) }
    (socket, descriptor) = (nil, nil)
  }
}
