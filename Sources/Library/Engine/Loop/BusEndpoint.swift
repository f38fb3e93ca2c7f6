// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// A connection to a bus, a name on it, and the publications there. An app has one for its own sessions, and one for
/// each session that has a name of its own on the desktop.
final class BusEndpoint: BusClient, LoopBound {
  private let core: AppCore
  let identity: Identity
  let name: BusName
  private let source: BusSource?
  private let errors: BusErrors
  private let reconnector: Reconnector
  private var publications: [any Publication] = []
  /// The other users of the connection.
  private var users: [any ConnectionUser] = []
  /// The time at which a publication has something to emit.
  private var flushesAt = Instant.max
  private(set) var isWithdrawn = false
  private var connection: Connection?
  /// Whether the bus was sent the call whose answer shows that it has read everything, and whether it has answered.
  private var isAsked = false
  private var isAnswered = false
  /// The time from which the next line about a client's limit may be logged, and the interval of such lines.
  private var nextLimitLine = Instant.min
  private static let limitInterval: Microseconds = .seconds(60)

  init(_ core: AppCore, _ source: BusSource?, _ identity: Identity) {
    self.core = core
    self.source = source
    self.identity = identity
    errors = BusErrors { [unowned(unsafe) core] in core.log.libraryBug($0) }
    reconnector = Reconnector(core.control.reactor, source, errors, descriptors: true)
    name = BusName(identity.busName, alternative: { Self.alternative(to: identity.busName) }) {
      [unowned(unsafe) core] in Self.log($0, $1, core.log)
    }
    reconnector.client = self
    errors.limited = { [unowned(unsafe) self] in note(limit: $0) }
  }

  func add(_ publication: any Publication) { publications.append(publication) }
  func add(_ user: any ConnectionUser) { users.append(user) }

  /// The name for a second instance. Panels and scrobblers take ".instance" and digits off. A process id would not do:
  /// in Flatpaks all have the same (rule 3 in Rules.md).
  private static func alternative(to name: String) -> String {
    // Nine digits: a longer number may have more than 32 bits.
    name + ".instance" + Escape.decimal(Int64(truncatingIfNeeded: np_random() % 900_000_000 + 100_000_000))
  }

  // MARK: Turns

  /// Handles the messages that have come. Returns whether more messages may wait than one turn handles.
  ///
  /// - isInformed: whether `Reactor.wait` was called just before.
  func turn(isInformed: Bool) -> Bool { reconnector.turn(isInformed: isInformed) }

  /// The kind of messages that the last turn handled.
  var handled: Reconnector.Handled { reconnector.handled }

  /// Watches the socket. To be called at the end of a turn, after everything has been sent.
  func listen() { reconnector.listen() }

  /// Has all publications emit their changes. A withdrawn endpoint emits nothing; its connection stays for replies.
  @_optimize(speed)
  func flush(_ changes: UInt) {
    if isWithdrawn { return }
    name.turn()
    flushesAt = .max
    for index in publications.indices { flushesAt = min(flushesAt, publications[index].flush(changes)) }
  }

  /// The time of the next turn. To be asked after `flush`.
  @_optimize(speed)
  var nextTime: Instant {
    isWithdrawn ? reconnector.nextTime : min(min(reconnector.nextTime, name.nextTime), flushesAt)
  }

  /// Whether a publication has not taken over a commit yet.
  func hasNews(_ held: Held) -> Bool { !isWithdrawn && publications.contains { $0.hasNews(held) } }

  /// Tells the publications that the app's properties or playlists have changed.
  func refreshApp() {
    for publication in publications { publication.refreshApp() }
  }

  /// Whether clients can reach the app; nil until the first attempt to connect has ended.
  var busState: BusState? {
    if !reconnector.isReady { return reconnector.hasTried ? BusState.none : nil }
    return name.isOwned ? .published : .connected
  }

  func remove(_ session: Session) {
    for publication in publications { publication.remove(session) }
  }

  /// Withdraws everything that is published, and the name. The connection stays.
  func withdraw() {
    if isWithdrawn { return }
    isWithdrawn = true
    for publication in publications { publication.stop() }
  }

  /// Whether the bus has read everything that was sent. To be asked in each turn after `withdraw`, until it is true.
  func isRead() -> Bool {
    guard let connection else { return true }
    if !isAsked {
      isAsked = true
      connection.callBus("NameHasOwner") {
        $0.append(identity.busName)
      } answer: { [unowned(unsafe) self] _ in
        isAnswered = true
      }
    }
    return isAnswered
  }

  /// Closes the connection without waiting for the bus.
  func close() {
    name.attach(nil)
    reconnector.stop(drains: false)
    connection = nil
  }

  /// Withdraws everything, sends what is queued, and closes the connection. Called when the app ends.
  func stop() {
    withdraw()
    name.attach(nil)
    reconnector.stop()
    connection = nil
  }

  // MARK: The connection

  func attached(_ connection: Connection) {
    core.log(.debug, "Connects to the bus")
    self.connection = connection
    if isWithdrawn { return }
    name.attach(connection)
    for publication in publications { publication.attach(connection) }
    for user in users { user.attach(connection) }
  }

  /// Logs that a client has met a limit, at most once in an interval: a client may do so thousands of times.
  private func note(limit sentence: String) {
    let now = Instant.now
    guard now >= nextLimitLine else { return }
    nextLimitLine = now + Self.limitInterval
    core.log(.warning, sentence)
  }

  func greeted() {
    core.log(.debug, "The bus has greeted this program")
    for publication in publications { publication.greeted() }
    for user in users { user.greeted() }
  }

  func detached(wasReady: Bool) {
    if wasReady { core.log(.info, "The connection to the bus is lost") }
    connection = nil
    name.attach(nil)
    for publication in publications { publication.detach() }
    for user in users { user.detach() }
  }

  func failed(_ reason: String, isHopeless: Bool) {
    if isHopeless {
      core.log(.error, "The address of the bus is malformed, so the desktop cannot see this program")
    } else {
      core.log(.info, "There is no session bus yet: " + reason)
    }
  }

  /// Logs the bus that will be used, before anything can fail.
  func introduce() {
    switch source {
    case .address(let address)?: core.log(.debug, "Looks for the bus at " + address)
    case .socket?: core.log(.debug, "Uses the bus of a socket that it was given")
    case nil: core.log(.info, "NOWPLAYING_BUS is none: this program stays off the bus")
    }
    if !identity.isNameLegal {
      core.log(.warning, "The application id is changed for its name on the bus: " + identity.busName)
    }
  }

  private static func log(_ event: BusName.Event, _ name: String, _ log: Log) {
    switch event {
    case .asked: log(.debug, "Asks the bus for the name " + name)
    case .owned: log(.info, "The desktop sees this program as " + name)
    case .released: log(.debug, "Nothing is to be shown: " + name + " is released")
    case .taken: log(.info, "Another process owns " + name)
    case .unknown: log(.info, "The bus has not said whether this program owns " + name + "; asking once more")
    case .refused(let error):
      log(.error, "The bus does not let this program own " + name + ", so the desktop cannot see it: " + error)
    case .lost: log(.warning, "The bus took " + name + " away; asking for it again")
    }
  }
}
