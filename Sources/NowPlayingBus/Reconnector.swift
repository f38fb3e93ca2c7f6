// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingCore

/// What a reconnector tells whoever uses its connection. Called in the loop.
public protocol BusClient: AnyObject {
  /// There is a connection; the bus has not greeted us yet.
  func attached(_ connection: Connection)
  /// The bus has greeted us.
  func greeted()
  /// The connection is gone, or was never made; `wasReady` tells whether the bus had greeted us.
  func detached(wasReady: Bool)
  /// An attempt to connect has failed. Told once until there is a bus again.
  func failed(_ reason: String, isHopeless: Bool)
}

/// Keeps a program connected: no bus is a normal state, from which it recovers by itself.
public final class Reconnector {
  private let reactor: Reactor
  private let faults: BusFaults
  /// Outlives the reconnector.
  public unowned(unsafe) var client: (any BusClient)?
  /// Nil when there is none, or when it was a socket and is used up.
  private var source: BusSource?
  private var connection: Connection?
  /// Its socket.
  private var socket: Reactor.Source?
  /// Where its socket will appear.
  private var watch: PathWatch?
  /// When to try again; `.max` while connected or hopeless.
  private var retryAt: Int64
  private var pause = Reconnector.firstPause
  /// When the bus greeted us; nil while it has not.
  private var readySince: Int64?
  private var saidThatThereIsNone = false
  /// Whether the first attempt has ended, well or not.
  public private(set) var hasTried: Bool

  /// Between attempts, in µs. A bus must be found within a second of its return; where the appearance of its socket
  /// can be watched, attempts are only a net below that. Where it cannot, they become rare: each is a wakeup.
  static let firstPause: Int64 = 20_000
  static let watchFrom: Int64 = 640_000
  static let longestPause: Int64 = 10_240_000
  static let watchedPause: Int64 = 30_000_000
  /// A bus that closed the connection sooner than this will do so again, in µs.
  static let stableAfter: Int64 = 2_000_000
  /// How long the end of an app may wait for the bus, in µs.
  static let patience: Int64 = 500_000
  /// Messages that are handled in one turn, so that a flood does not keep the host's own loop waiting.
  static let messagesPerTurn = 32

  public init(_ reactor: Reactor, _ source: BusSource?, _ faults: BusFaults) {
    self.reactor = reactor
    self.source = source
    self.faults = faults
    retryAt = source == nil ? .max : .min
    hasTried = source == nil
  }

  public var isReady: Bool { readySince != nil && connection != nil }

  /// When to be woken.
  public var nextTime: Int64 { min(retryAt, connection?.timeout ?? .max) }

  /// Connects, and handles what has come. Returns whether more may be there than one turn handles.
  public func turn() -> Bool {
    if connection == nil {
      if watch?.hasAppeared() ?? false { tryAgain() }
      if let source, np_now_us() >= retryAt { connect(source) }
    }
    guard let connection else { return false }
    // No look at what is ready: sd-bus knows of queued messages and of time-outs too, and asking it is cheap.
    var handled = 0
    while handled < Self.messagesPerTurn {
      let result = connection.process()
      if result.isFailure {
        lost()
        return false
      }
      if result == 0 { break }
      handled += 1
    }
    if readySince == nil, connection.isReady {
      readySince = np_now_us()
      saidThatThereIsNone = false
      hasTried = true
      client?.greeted()
    }
    return handled == Self.messagesPerTurn
  }

  /// Waits for the socket. To be called at the end of a turn, after everything has been sent.
  public func listen() {
    guard let connection else { return }
    // Of several addresses each has a socket of its own.
    let descriptor = connection.descriptor
    if let socket, socket.descriptor != descriptor { forgetSocket() }
    let socket = self.socket ?? reactor.add(descriptor)
    self.socket = socket
    reactor.listen(to: socket, connection.events)
  }

  private func connect(_ source: BusSource) {
    do throws(BusError) {
      retryAt = .max
      if case .socket = source { self.source = nil }
      let connection = try Connection.start(source, faults)
      self.connection = connection
      // What it says while there is a connection would be heard by nobody, and wake the loop for ever.
      watch = nil
      client?.attached(connection)
    } catch {
      hasTried = true
      // A malformed address does not become better by itself.
      let isHopeless = error.code == NP_INVALID
      if !saidThatThereIsNone {
        saidThatThereIsNone = true
        client?.failed(String(cString: np_strerror(error.code)), isHopeless: isHopeless)
      }
      if !isHopeless { schedule(isThere: false) }
    }
  }

  /// Plans the next attempt. A socket that is there may be that of a bus which closes each connection: that it stays is
  /// no sign, so that attempts go on; a new one in its place is seen.
  private func schedule(isThere: Bool) {
    guard case .address(let address)? = source else { return }
    retryAt = Clamp.sum(np_now_us(), pause)
    if pause < Self.watchFrom {
      pause *= 2
    } else if let path = BusAddress.socketPath(address), startWatch(path), !isThere {
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
    hasTried = true
    readySince = nil
    client?.detached(wasReady: wasReady)
    schedule(isThere: true)
  }

  /// Sends what is queued and closes, without waiting long for a bus that does not read.
  public func stop() {
    if isReady { connection?.drain(for: Self.patience) }
    close()
    if case .socket(let descriptor)? = source { np_close(descriptor) }
    source = nil
    watch = nil
    retryAt = .max
  }

  /// Watches for what is missing of the path now, which may be another part than before.
  private func startWatch(_ path: String) -> Bool {
    let before = watch
    watch = PathWatch.make(reactor, for: path) ?? before
    // What has come since the attempt that failed is seen by the one before alone.
    if before?.drain() ?? false { tryAgain() }
    return watch != nil
  }

  private func tryAgain() {
    watch = nil
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
    socket = nil
  }
}
