// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Watches the conditions under which only previews of animated artwork may be shown. Before `start` and after `stop`
/// there is no connection, match, call or wake-up for this purpose.
///
/// Several services may know one condition: the first in the list that answers decides. A condition that no service
/// answers does not hold.
final class VideoRestrictions: ConnectionUser, LoopBound {
  /// Called in a turn in which `reasons` have changed.
  var changed: () -> Void = {}
  private let portals = WatchedService.portals()
  private let system: SystemServices
  private let autoplay: Autoplay
  /// All questions. Of two about one condition, the earlier decides.
  private let queries: [ServiceQuery]
  /// The app's connection to the session bus.
  private var connection: Connection?
  private(set) var isWatching = false
  private var isAutoplayOff = false
  /// The time until which the services may give their first answers.
  private var answersUntil = Instant.max
  /// The time that the services have for their first answers.
  static let patience: Microseconds = .milliseconds(500)
  /// The reasons at the last call of `changed`.
  private var reported: PreviewOnly = []

  /// Reads the environment, so it is called in the host's thread, when an app is made.
  convenience init(_ reactor: Reactor, _ errors: BusErrors) {
    self.init(reactor, system: BusAddress.system.map { .address($0) }, Autoplay(), errors)
  }

  init(_ reactor: Reactor, system source: BusSource?, _ autoplay: Autoplay, _ errors: BusErrors) {
    system = SystemServices(reactor, source, errors)
    self.autoplay = autoplay
    queries = portals.queries + system.services.flatMap { $0.queries }
  }

  /// The conditions that hold now, as far as they are known; none while nothing is watched.
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

  /// Whether `reasons` can be used: all services have answered, or the time for their answers is over.
  var areKnown: Bool {
    isWatching && (portals.isSettled && system.isSettled || Instant.now >= answersUntil)
  }

  // MARK: Watching

  /// Begins to watch. The answers come in later turns.
  func start() {
    if isWatching { return }
    isWatching = true
    isAutoplayOff = autoplay.isOff
    answersUntil = Instant.now + Self.patience
    system.start()
    if let connection { portals.watch(on: connection) }
  }

  /// Stops watching. May not be called from `changed`.
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

  /// Handles messages of the system bus. Called after the endpoint has handled those of the session bus. Returns
  /// whether more messages may wait than one turn handles.
  ///
  /// - isInformed: whether `Reactor.wait` was called just before.
  func turn(isInformed: Bool) -> Bool {
    let hasMore = system.turn(isInformed: isInformed)
    let reasons = self.reasons
    if reasons != reported {
      reported = reasons
      changed()
    }
    return hasMore
  }

  /// Watches the socket. To be called at the end of a turn.
  func listen() { system.listen() }

  /// The time of the next turn.
  var nextTime: Instant {
    if reasons != reported { return .min }
    return isWatching && !areKnown ? min(system.nextTime, answersUntil) : system.nextTime
  }
}
