// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The conditions under which only previews of animated artwork may be shown. They are watched between `start` and
/// `stop`, and there is no connection, match, call or wakeup before and after. Belongs to the loop.
///
/// Services are asked, and asked again when they say that something has changed. Of those that know the same thing the
/// first that answers decides. A service that is not there, or says nothing that is understood, means "not so".
final class VideoRestrictions: ConnectionUser {
  /// Called in a turn in which `reasons` are others than before.
  var changed: () -> Void = {}
  private let portals = WatchedService.portals()
  private let system: SystemServices
  private let autoplay: Autoplay
  /// All of them; of those with a common subject the earlier decides.
  private let queries: [ServiceQuery]
  /// The app's.
  private var connection: Connection?
  private(set) var isWatching = false
  private var isAutoplayOff = false
  /// The reasons at the last call of `changed`.
  private var reported: PreviewOnly = []

  /// To be made in the host's thread, when an app is made: it reads the environment.
  convenience init(_ reactor: Reactor, _ errors: BusErrors) {
    self.init(reactor, system: BusAddress.system.map { .address($0) }, Autoplay(), errors)
  }

  init(_ reactor: Reactor, system source: BusSource?, _ autoplay: Autoplay, _ errors: BusErrors) {
    system = SystemServices(reactor, source, errors)
    self.autoplay = autoplay
    queries = portals.queries + system.services.flatMap { $0.queries }
  }

  /// The restrictions that hold now, as far as is known; none while nothing is watched.
  var reasons: PreviewOnly {
    guard isWatching else { return [] }
    var reasons: PreviewOnly = isAutoplayOff ? .autoplayOff : []
    var decided: PreviewOnly = []
    for query in queries {
      guard let answer = query.answer else { continue }
      reasons.formUnion(answer.subtracting(decided))
      decided.formUnion(query.subject)
    }
    return reasons
  }

  // MARK: Watching

  /// Begins to watch; answers come in later turns.
  func start() {
    if isWatching { return }
    isWatching = true
    isAutoplayOff = autoplay.isOff
    system.start()
    if let connection { portals.watch(on: connection) }
  }

  /// Watches nothing any more. Not to be called from `changed`.
  func stop() {
    isWatching = false
    system.stop()
    portals.stop()
  }

  // MARK: The app's connection

  func attach(_ connection: Connection) {
    self.connection = connection
    if isWatching { portals.watch(on: connection) }
  }

  func greeted() {}

  func detach() {
    portals.stop()
    connection = nil
  }

  // MARK: Turns

  /// Handles what has come from the system bus; to be called after the turn of the endpoint whose connection it uses.
  /// Returns whether more may be there than one turn handles.
  ///
  /// - isInformed: whether the reactor was asked just before what is ready.
  func turn(isInformed: Bool) -> Bool {
    let hasMore = system.turn(isInformed: isInformed)
    let reasons = self.reasons
    if reasons != reported {
      reported = reasons
      changed()
    }
    return hasMore
  }

  /// Waits for the socket. To be called at the end of a turn.
  func listen() { system.listen() }

  /// When to be woken.
  var nextTime: Int64 { reasons == reported ? system.nextTime : .min }
}
