// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CNowPlayingPlatform
package import NowPlayingBus
package import NowPlayingCore

/// A connector of UnifiedPush: registers owners of pushes at the user's distributor, and receives the pushes that the
/// distributor delivers.
///
/// Belongs to the control thread. It lives as long as its connection does. A new connection needs a new connector, to
/// which all registrations are restored. A connector sends nothing before its first turn, so that the service's name
/// can be requested before that.
package final class PushConnector {
  private let connection: Connection
  /// The service's name on the bus, to which distributors send their calls.
  private let service: String
  /// The key with which the app's server identifies itself.
  private let vapidKey: String?
  private weak var client: (any PushClient)?
  private let now: () -> Instant
  private let firstPause: Microseconds
  private let watch: DistributorWatch
  private let unregistrations: Unregistrations
  /// The distributor at which registrations are made; nil while there is none.
  private var distributor: Distributor?
  private var held: [HeldRegistration] = []
  private var object: ConnectorObject?
  /// Whether a registration was added or ended since the last turn.
  private var isAwaited = false
  private var hasBegun = false
  /// Reasons of failures that were logged already, so that each is logged once.
  private var warned: Set<String> = []

  /// - service: the name that the connection will own.
  /// - vapidKey: the server's key, if the program sets it; otherwise the environment is asked.
  package convenience init(
    _ connection: Connection, service: String, vapidKey: String?, environment: [String: String],
    client: any PushClient
  ) {
    self.init(
      connection, service: service, vapidKey: vapidKey, environment: environment, client: client, now: { .now })
  }

  init(
    _ connection: Connection, service: String, vapidKey: String?, environment: [String: String],
    client: any PushClient, now: @escaping () -> Instant
  ) {
    self.connection = connection
    self.service = service
    self.client = client
    self.now = now
    let key = vapidKey ?? environment["NOWPLAYING_VAPID_PUBLIC_KEY"] ?? ""
    self.vapidKey = ConnectorText.isServerKey(key) ? key : nil
    let pause = environment["NOWPLAYING_PUSH_RETRY_MS"].flatMap(Int64.init(_:)).map(Microseconds.milliseconds)
    firstPause = min(max(pause ?? .seconds(60), .milliseconds(1)), HeldRegistration.longestPause)
    watch = DistributorWatch(connection, DistributorChoice(environment: environment), now: now)
    unregistrations = Unregistrations(connection)
    unregistrations.log = { [weak self] in self?.log($0, $1) }
    watch.log = { [weak self] in self?.log($0, $1) }
    watch.appeared = { [weak self] in self?.appeared($0) }
    watch.vanished = { [weak self] in self?.vanished($0) }
    watch.decided = { [weak self] in self?.decided() }
    if !key.isEmpty, self.vapidKey == nil {
      log(.error, "The VAPID public key is not 65 bytes that begin with 4, in base64url: none is used")
    }
  }

  private func log(_ level: LogLevel, _ line: String) { client?.log(level, line) }

  // MARK: Calls of the client

  /// Exports the interfaces of both versions of UnifiedPush. To be called before the name is owned.
  package func export() {
    object = ConnectorObject(connection) { [weak self] in self?.handle($0) }
  }

  /// Takes over a stored registration of an owner, and registers it again with the same token.
  package func restore(_ registration: Registration, for owner: PushOwner, description: String) {
    guard holding(owner) == nil else { return }
    watch.remember(registration.distributor)
    hold(owner, description, registration)
  }

  /// Registers an owner, unless it is registered already or no keys can be made. Returns false when the keys cannot be
  /// stored; then the call can be repeated.
  @discardableResult package func register(_ owner: PushOwner, description: String) -> Bool {
    guard holding(owner) == nil, let client, let keys = client.makeKeys() else { return true }
    // The distributor's name is empty until one is found. The registration is stored at once all the same.
    let registration = Registration(
      distributor: "", version: 2, token: ConnectorText.newToken(), endpoint: nil, vapidKey: vapidKey, keys: keys)
    guard client.store(registration, for: owner) else {
      // Without stored keys, the next process would have other keys than the server.
      client.store(nil, for: owner)
      log(.warning, "No push comes for \(description): its keys cannot be stored")
      return false
    }
    hold(owner, description, registration)
    return true
  }

  /// Ends the registration of an owner, which is not stored any more.
  package func unregister(_ owner: PushOwner) {
    guard let index = held.firstIndex(where: { $0.belongs(to: owner) }) else { return }
    let ended = held.remove(at: index)
    // A registration that has never been made at a distributor needs no end there.
    if !ended.hasEnded || ended.registration.endpoint != nil { unregistrations.append(ended.registration) }
    isAwaited = true
  }

  /// Whether an owner still waits for its first endpoint, and may get it.
  package var hasOpenRegistrations: Bool {
    guard isAwaited || watch.isLooking || watch.nextTime != .max || distributor != nil else { return false }
    return held.contains { $0.registration.endpoint == nil && !$0.hasEnded }
  }

  /// The time at which `turn` is to be called again, on the monotonic clock.
  package var nextTime: Instant {
    if isAwaited { return .min }
    return held.reduce(watch.nextTime) { min($0, $1.nextTime) }
  }

  /// Does the work that is due. To be called in each turn of the loop.
  package func turn() {
    if isAwaited {
      (isAwaited, hasBegun) = (false, true)
      watch.begin()
    }
    guard hasBegun else { return }
    watch.turn()
    for registration in held { registration.turn(now()) }
    advance()
  }

  private func hold(_ owner: PushOwner, _ description: String, _ registration: Registration) {
    held.append(HeldRegistration(owner, description, registration))
    isAwaited = true
  }

  private func holding(_ owner: PushOwner) -> HeldRegistration? { held.first { $0.belongs(to: owner) } }

  // MARK: Distributors

  private func appeared(_ name: String) {
    guard name.exact == distributor?.name.exact else { return }
    distributor?.reset()
    for registration in held { registration.becomeDue() }
    advance()
  }

  private func vanished(_ name: String) {
    guard name.exact == distributor?.name.exact else { return }
    distributor?.reset()
    for registration in held where registration.lose() { fail(registration, "the distributor is gone") }
  }

  private func decided() {
    guard watch.chosen?.exact != distributor?.name.exact else { return advance() }
    distributor = watch.chosen.map { Distributor(connection, $0) }
    if let distributor {
      log(.info, "Pushes come by " + distributor.name)
      for registration in held { registration.becomeDue() }
    }
    advance()
  }

  /// Makes the registrations that are due, as far as that is possible.
  private func advance() {
    unregistrations.send { [watch] in watch.isThere($0) }
    guard let distributor, held.contains(where: \.isDue) else { return }
    guard watch.isRunning(distributor.name) else {
      return distributor.start { [weak self] error in
        guard let self else { return }
        for registration in held where registration.isDue { fail(registration, "it does not start: " + error) }
      }
    }
    guard let version = distributor.version else {
      return distributor.findVersion { [weak self] in self?.advance() }
    }
    for registration in held where registration.isDue { register(registration, distributor, version) }
  }

  private func register(_ held: HeldRegistration, _ distributor: Distributor, _ version: Int) {
    var registration = held.registration
    let isMoved = registration.distributor.exact != distributor.name.exact
    if !registration.distributor.isEmpty, isMoved || registration.vapidKey != vapidKey {
      // An endpoint belongs to one distributor and one key of the server, so that after a change of either the
      // registration is made anew, with another token.
      unregistrations.append(registration)
      unregistrations.send { [watch] in watch.isThere($0) }
      (registration.token, registration.endpoint) = (ConnectorText.newToken(), nil)
    }
    (registration.distributor, registration.version, registration.vapidKey) = (distributor.name, version, vapidKey)
    keep(registration, held)
    let isTried = distributor.isTried
    let answer = distributor.register(registration, service: service, description: held.description) {
      [weak self, weak held] answer in
      if let self, let held { meet(answer, held, isTried) }
    }
    if let answer { held.ask(answer) } else { fail(held, "Register cannot be sent") }
  }

  /// Stores what has changed of a registration, and tells the client when its token has changed.
  private func keep(_ registration: Registration, _ held: HeldRegistration) {
    let before = held.registration
    guard registration != before else { return }
    held.registration = registration
    client?.store(registration, for: held.owner)
    let token = registration.pushToken
    if token != before.pushToken { client?.tokenChanged(token, for: held.owner) }
  }

  /// Handles the answer to Register.
  ///
  /// - isTried: whether the distributor's version was only a guess.
  private func meet(_ answer: RegisterAnswer, _ held: HeldRegistration, _ isTried: Bool) {
    switch answer {
    case .succeeded: held.succeed()
    case .failed(let reason) where held.hasAnswer:
      log(.debug, "The distributor has given an endpoint, and answers: " + ConnectorText.printable(reason))
      held.succeed()
    case .error(let name) where held.hasAnswer:
      log(.debug, "The distributor has given an endpoint, and answers " + name)
      held.succeed()
    case .failed(let reason):
      if ["ACTION_REQUIRED", "VAPID_REQUIRED", "UNAUTHORIZED"].contains(reason) {
        held.end()
        if warned.insert(reason).inserted {
          log(.warning, "The distributor registers nothing before its user has changed something: " + reason)
        }
      } else {
        fail(held, ConnectorText.printable(reason))
      }
    case .error("org.freedesktop.DBus.Error.UnknownMethod") where isTried,
      .error("org.freedesktop.DBus.Error.UnknownInterface") where isTried:
      distributor?.isOfVersion1()
      held.becomeDue()
      advance()
    case .error(let name):
      fail(held, name)
      // Afterwards the versions that the distributor understands are read again.
      distributor?.reset()
    }
  }

  private func fail(_ held: HeldRegistration, _ reason: String) {
    let pause = held.fail(now(), firstPause: firstPause)
    log(.info, "Registering has failed, and is tried again after \(pause) ms: " + reason)
  }

  // MARK: What distributors call

  private func handle(_ call: ConnectorCall) {
    let found = held.first { $0.registration.token.exact == call.token.exact }
    switch (call.content, found) {
    case (.message(let bytes), let found?):
      if let client { client.receive(bytes, for: found.owner, acknowledge: call.answer) }
      return
    case (.endpoint(let endpoint), let found?): meet(endpoint: endpoint, found)
    case (.unregistered, let found?): revoke(found)
    // The distributor confirms the call of Unregister of this program.
    case (.unregistered, nil): break
    case (.message, nil), (.endpoint, nil): refuse(call)
    }
    call.answer()
  }

  private func meet(endpoint: String, _ held: HeldRegistration) {
    if let fault = endpoint.isEmpty ? nil : ConnectorText.fault(ofEndpoint: endpoint) {
      return log(.warning, "push refused [endpoint]: " + fault)
    }
    var registration = held.registration
    // An empty endpoint means that the user has changed the push server, and another endpoint will come.
    registration.endpoint = endpoint.isEmpty ? nil : endpoint
    if !endpoint.isEmpty { held.meetEndpoint() }
    keep(registration, held)
  }

  /// Handles that the distributor has ended a registration, perhaps because the user wanted it. A new token and new
  /// keys are stored, with which the next process registers again.
  private func revoke(_ held: HeldRegistration) {
    log(.info, "The distributor has ended a registration")
    held.end()
    var registration = held.registration
    (registration.token, registration.endpoint) = (ConnectorText.newToken(), nil)
    registration.keys = client?.makeKeys() ?? registration.keys
    keep(registration, held)
  }

  /// Refuses a call with a token that no owner has, and unregisters the token, because the distributor would call again
  /// for ever.
  private func refuse(_ call: ConnectorCall) {
    if call.token.isEmpty { return }
    if case .endpoint = call.content, unregistrations.hasEnded(call.token) {
      // This is not an error: the session may have ended before its registration was complete.
      log(.debug, "An endpoint has come for a registration that has ended")
    } else {
      log(.warning, "push refused [unknown-token]: nobody holds the token that " + (call.sender ?? "") + " calls")
    }
    unregistrations.end(call)
  }
}
