// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Finds the sessions that `-p` and `-i` name, so that a name means the same player in every command.
///
/// A name is compared with MPRIS names as playerctl does, in playerctl's order, and if no MPRIS name fits, with the
/// names of sessions.
final class Naming {
  /// An MPRIS name without its prefix, and the name by which the player that owns it is known: the first of its names.
  typealias Instance = (name: String, owner: String)

  private let panel: Panel
  private let names: [String]
  private let ignored: [String]
  private let keepsTwins: Bool
  private var instances: [Instance] = []
  /// A connection for calls to playerctld; nil while nothing depends on its order.
  private var bus: SessionBus?
  /// A subscription to changes of playerctld's order, which the surface does not report.
  private var order: Subscription?

  /// A descriptor that is readable when playerctld's order has changed; -1 where the order does not matter.
  var descriptor: Int32 { order == nil ? -1 : bus?.connection.descriptor ?? -1 }

  /// - keepsTwins: whether, without `-p`, a session is kept although a better one shows the same playback.
  init(_ arguments: Arguments, _ panel: Panel, keepsTwins: Bool = false) {
    (self.panel, names, ignored) = (panel, arguments.players, arguments.ignored)
    self.keepsTwins = keepsTwins
  }

  /// Leaves out the players of a list.
  init(allBut left: [String], _ panel: Panel) { (self.panel, names, ignored, keepsTwins) = (panel, [], left, true) }

  /// Reads the names that are on the bus now. Returns whether they are known.
  private func takeNames() -> Bool {
    guard let players = panel.players else { return false }
    let known = players.flatMap { names in
      names.map { (name: PlayerNames.instance($0) ?? $0, owner: PlayerNames.instance(names[0]) ?? names[0]) }
    }
    let sorted = PlayerNames.sorted(known.map { $0.name }) { Order.precedes($1, $0, ignoringCase: false) }
    instances = sorted.compactMap { name in known.first { $0.name.exact == name.exact } }
    let (count, isNamed) = (instances.count, names.has(PlayerNames.daemon))
    instances.removeAll { $0.name.exact == PlayerNames.daemon.exact }
    guard instances.count < count, isNamed || names.contains(where: { owners($0).count > 1 }) else { return true }
    if bus == nil {
      do throws(Failure) { bus = try SessionBus.open() } catch {}
    }
    guard let bus else { return true }
    if isNamed, order == nil {
      order = bus.connection.subscribe(
        "type='signal',sender='" + MPRIS.daemon + "',interface='org.freedesktop.DBus.Properties',arg0='"
          + PlayerNames.daemonInterface.description + "'"
      ) { _ in }
    }
    let present = instances
    instances = MPRIS.order(bus)?.compactMap { name in present.first { $0.name.exact == name.exact } } ?? present
    // playerctld forwards calls to the first player of its list.
    let first = instances.first { instance in !ignored.contains { PlayerNames.matches($0, instance.name) } }
    if let first { instances.append((PlayerNames.daemon, first.owner)) }
    return true
  }

  /// Returns the players whose MPRIS names fit a name, in playerctl's order; none for "%any".
  private func owners(_ name: String) -> [String] {
    var found: [String] = []
    for (instance, owner) in instances where !name.equals("%any") && PlayerNames.matches(name, instance) {
      if !found.has(owner) { found.append(owner) }
    }
    return found
  }

  /// Returns the player of a session; "" when its name has left the bus.
  private func owner(_ session: Session) -> String {
    let player = session.player.exact
    return instances.first { $0.name.exact == player }?.owner ?? ""
  }

  private func isOf(_ session: Session, _ owners: [String]) -> Bool {
    let owner = owner(session).exact
    return owners.contains { $0.exact == owner }
  }

  // MARK: Sessions

  /// Returns the sessions that the command line names, in the order of the names; all sessions without `-p`.
  func meant(_ sessions: [Session]) -> [Session] {
    if !names.isEmpty || !ignored.isEmpty { _ = takeNames() }
    let left = sessions.filter { session in
      !ignored.contains { $0.equals("%any") || isOf(session, owners($0)) || session.isCalled($0) }
    }
    if names.isEmpty { return keepsTwins ? left : left.filter { session in !left.contains { session.isTwin(of: $0) } } }
    let groups = names.map { named($0, left) }
    var found: [Session] = []
    func add(_ session: Session) {
      if !found.contains(where: { $0.handle == session.handle }) { found.append(session) }
    }
    for (name, group) in zip(names, groups) {
      for session in group { add(session) }
      guard name.equals("%any") else { continue }
      for session in left where !groups.contains(where: { $0.contains { $0.handle == session.handle } }) {
        add(session)
      }
    }
    return found
  }

  /// Returns all sessions, those without an item where `nowplaying daemon` has their players: it has seen whether they
  /// had one a moment ago, as a browser between two songs, and a command that has just begun has not.
  func asDaemonPlaces(_ sessions: [Session]) -> [Session] {
    guard names.isEmpty, sessions.contains(where: { $0.hasItem }), sessions.contains(where: { !$0.hasItem }),
      let order = daemonOrder
    else { return sessions }
    func place(_ session: Session) -> Int? {
      session.isShownByMPRIS ? order.firstIndex { $0.exact == session.player.exact } : nil
    }
    var placed = sessions.filter { $0.hasItem }
    for session in sessions where !session.hasItem {
      let own = place(session)
      let next = placed.firstIndex { other in
        if let own, let its = place(other) { its > own } else { false }
      }
      placed.insert(session, at: next ?? placed.count)
    }
    return placed
  }

  /// The players in the order of `nowplaying daemon`; nil when none runs. playerctld's order is another one.
  private var daemonOrder: [String]? {
    guard panel.players?.contains(where: { $0.has(MPRIS.daemon) }) ?? false, let bus = bus ?? (try? SessionBus.open()),
      !bus.properties(of: MPRIS.daemon, PlayerNames.choiceInterface).isEmpty
    else { return nil }
    return MPRIS.order(bus)
  }

  /// Returns the sessions of the players with a name, or else the sessions with that name. Of each player the session
  /// that MPRIS shows is first.
  private func named(_ name: String, _ sessions: [Session]) -> [Session] {
    let owners = owners(name)
    if owners.isEmpty { return Self.sorted(sessions.filter { $0.isCalled(name) }) }
    return owners.flatMap { owner in Self.sorted(sessions.filter { isOf($0, [owner]) }) }
  }

  private static func sorted(_ sessions: [Session]) -> [Session] {
    sessions.filter { $0.isShownByMPRIS } + sessions.filter { !$0.isShownByMPRIS }
  }

  /// Returns the names of `-p` for playerctl's commands, with names of sessions replaced by those of their players.
  static func players(_ arguments: Arguments, _ instances: [String]) throws(Failure) -> [String] {
    let isKnown = { (name: String) in
      name.exact == PlayerNames.daemon.exact || name.equals("%any")
        || instances.contains { PlayerNames.matches(name, $0) }
    }
    if arguments.players.allSatisfy(isKnown) { return arguments.players }
    let panel = try Panel()
    _ = try panel.list(timeout: .seconds(1))
    var found: [String] = []
    for name in arguments.players {
      let sessions = isKnown(name) ? [] : sorted(panel.present.filter { $0.isCalled(name) })
      if let first = sessions.first, !first.isShownByMPRIS {
        throw Failure(
          text: name + " is a session that its player does not show by MPRIS",
          next: "'nowplaying -p " + name + " send' drives it, and 'show' shows it.")
      }
      found += sessions.isEmpty ? [name] : sessions.filter { $0.isShownByMPRIS }.map { $0.player }
    }
    return found
  }

  // MARK: Answers

  /// Returns whether enough players have answered to know which sessions `-p` means.
  ///
  /// - all: whether every session is needed; else the first alone.
  func haveAnswered(_ sessions: () -> [Session], all: Bool) -> Bool {
    guard let first = names.first, takeNames() else { return false }
    let groups = (all ? names : [first]).map { owners($0.before(47)) }
    // A name that no player has may be the name of a session of any player: then every player must answer.
    if groups.contains(where: { $0.isEmpty }) { return false }
    let known = sessions()
    return (all ? groups.flatMap { $0 } : [groups[0][0]]).allSatisfy { owner in
      known.contains { isOf($0, [owner]) }
    }
  }

  /// Returns the error that names the players without an answer, those of `-p` first; nil when all have answered.
  func missing(_ sessions: [Session]) -> Failure? {
    _ = takeNames()
    var owners = sessions.map { owner($0) }
    var silent: [String] = []
    let isMeant = { (name: String) in self.names.isEmpty || self.names.contains { PlayerNames.matches($0, name) } }
    for wantsMeant in [true, false] where silent.isEmpty {
      for (name, owner) in instances where isMeant(name) == wantsMeant && name.exact != PlayerNames.daemon.exact {
        if owners.has(owner) { continue }
        owners.append(owner)
        silent.append(name)
      }
    }
    return silent.isEmpty ? nil : Failure.unanswered(silent)
  }
}
