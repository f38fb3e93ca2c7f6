// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// One connection to a bus, one name on it, and what is published there. An app has one for the session that it shows;
/// whatever else wants a name of its own on the desktop brings another. Belongs to the loop.
final class BusEndpoint: BusClient {
  private let core: AppCore
  let identity: Identity
  let name: BusName
  private let source: BusSource?
  private let errors: BusErrors
  private let reconnector: Reconnector
  private var publications: [any Publication] = []
  /// Others that use the connection.
  private var users: [any ConnectionUser] = []
  /// When the publications have something to emit.
  private var flushesAt = Int64.max
  private(set) var isWithdrawn = false
  private var connection: Connection?
  /// Whether the bus has been asked for a last answer, and whether that has come.
  private var isAsked = false
  private var isAnswered = false
  /// When something may be said again of a limit that a client has met, and how often, in µs.
  private var nextLimitLine = Int64.min
  private static let limitInterval: Int64 = 60_000_000

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

  /// For a second instance. No process id: in a Flatpak all are the same (rule 3).
  private static func alternative(to name: String) -> String {
    name + ".instance" + Escape.hexadecimal(np_random()).part(to: 8)
  }

  // MARK: Turns

  /// Handles what has come from the bus. Returns whether more may be there than one turn handles.
  ///
  /// - isInformed: whether the reactor was asked just before what is ready.
  func turn(isInformed: Bool) -> Bool { reconnector.turn(isInformed: isInformed) }

  /// The messages that the last turn has handled.
  var handled: Reconnector.Handled { reconnector.handled }

  /// Waits for the socket. To be called at the end of a turn, after everything has been sent.
  func listen() { reconnector.listen() }

  /// Has all publications emit what clients do not know yet. Once the endpoint is withdrawn nothing is emitted; the
  /// connection stays for replies.
  @_optimize(speed)
  func flush(_ changes: UInt) {
    if isWithdrawn { return }
    name.turn()
    flushesAt = .max
    for index in publications.indices { flushesAt = min(flushesAt, publications[index].flush(changes)) }
  }

  /// When to be woken; to be asked after `flush`.
  @_optimize(speed)
  var nextTime: Int64 {
    isWithdrawn ? reconnector.nextTime : min(min(reconnector.nextTime, name.nextTime), flushesAt)
  }

  /// Whether hosts have committed something that was not taken over yet.
  func hasNews(_ held: Held) -> Bool { !isWithdrawn && publications.contains { $0.hasNews(held) } }

  /// The host has said something of the app itself, or of its playlists.
  func refreshApp() {
    for publication in publications { publication.refreshApp() }
  }

  /// Whether clients can reach it; nil until the first attempt to connect has ended.
  var busState: BusState? {
    if !reconnector.isReady { return reconnector.hasTried ? BusState.none : nil }
    return name.isOwned ? .published : .connected
  }

  func remove(_ session: Session) {
    for publication in publications { publication.remove(session) }
  }

  /// Takes back what is published, and the name; the connection stays.
  func withdraw() {
    if isWithdrawn { return }
    isWithdrawn = true
    for publication in publications { publication.stop() }
  }

  /// Whether the bus has read all that was sent; to be asked after `withdraw`, in each turn, until it is so.
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

  /// The app ends: gives the name back, sends what is queued, and closes the connection.
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

  /// Says that a client has met a limit: seldom, because it may do so thousands of times.
  private func note(limit sentence: String) {
    let now = np_now_us()
    guard now >= nextLimitLine else { return }
    nextLimitLine = Clamp.sum(now, Self.limitInterval)
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

  /// Says what is about to be done, before anything can go wrong.
  func introduce() {
    switch source {
    case .address(let address)?: core.log(.debug, "Looks for the bus at " + address)
    case .socket?: core.log(.debug, "Uses the bus of a socket that it was given")
    case nil: core.log(.info, "NOWPLAYING_BUS is none: this program stays off the bus")
    }
    if !identity.isNameLegal {
      core.log(.warning, "The application id makes no good name on the bus: players see " + identity.busName)
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
