// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

// The daemon's part in the coming, going and changing of players.
extension Daemon {
  /// Reads the sessions and players that the surface knows now.
  func look() {
    isDue = false
    panel.withSessions { look(naming.meant($0)) }
  }

  private func look(_ sessions: [Session]) {
    var order: [String] = []
    standings = []
    for session in sessions {
      let name = Session.text(session.info.bus_name)
      if session.isPlaying, !played.has(name) { played.append(name) }
      if order.has(name) { continue }
      order.append(name)
      standings.append(Choice.PlayerFacts(name: name, isActive: session.isPlaying, hasItem: session.hasItem))
    }
    played.removeAll { !order.has($0) }
    let before = queue.names
    queue.adopt(order, standings.first)
    silent.removeAll { !order.has($0) }
    follow(before)
    if options.pausesOthers { interrupt(sessions) }
    starter?.look(sessions, connection)
    services.look(sessions)
    showHeadset(sessions)
  }

  /// The time at which interruptions must be checked again; never while the bus is not connected.
  var interruptionTime: Instant {
    if connection == nil { return .max }
    return requests.hasAnswers ? .min : min(interruptions.nextTime, focus?.nextTime ?? .max)
  }

  private func interrupt(_ sessions: [Session]) {
    if connection == nil { return }
    let spared = pausing.map { $0.meant(sessions) } ?? []
    let states = sessions.map { session in
      Interruptions.State(
        key: session.key, isActive: session.isPlaying, hasItem: session.hasItem, playback: Playback(session),
        mayPause: !spared.contains { $0.handle == session.handle })
    }
    let now = Instant.now
    focus?.keepOnly(states.map { $0.key })
    for key in focus?.late(now) ?? [] where states.contains(where: { $0.key.exact == key.exact && $0.isActive }) {
      send(NOWPLAYING_COMMAND_PAUSE, to: key, sessions)
    }
    for key in requests.takeAnswers() { interruptions.answered(key, now: now) }
    for turn in interruptions.look(states, now: now) {
      switch turn {
      case .pause(let key):
        let process = sessions.first { $0.key.exact == key.exact }?.info.process_id ?? 0
        if focus?.begin(key, process: UInt32(clamping: process), now: now) ?? false {
          requests.noteAnswer(of: key)
        } else {
          send(NOWPLAYING_COMMAND_PAUSE, to: key, sessions)
        }
      case .resume(let key):
        if focus?.end(key) ?? false {
          requests.noteAnswer(of: key)
        } else {
          send(NOWPLAYING_COMMAND_PLAY, to: key, sessions)
        }
      }
    }
  }

  /// The players that have paused for another one, as `list` names them, each with that one.
  var pausedPlayers: [(name: String, cause: String)] {
    panel.withSessions { sessions in
      func name(_ key: String) -> String { Self.label(of: key, sessions) ?? "another player" }
      return interruptions.paused.map { (name($0.key), name($0.cause)) }
    }
  }

  /// The players that keep the machine awake, as `list` names them.
  var awakePlayers: [String] {
    panel.withSessions { sessions in services.awake.map { Self.label(of: $0.key, sessions) ?? $0.name } }
  }

  /// Returns the name of a session, which tells two instances of a program apart; nil when the session has gone.
  private static func label(of key: String, _ sessions: [Session]) -> String? {
    sessions.first { $0.key.exact == key.exact }?.label(among: sessions)
  }

  func send(_ kind: nowplaying_command_kind, to key: String, _ sessions: [Session]) {
    guard let session = sessions.first(where: { $0.key.exact == key.exact }) else { return }
    requests.send(kind, to: session, of: panel)
  }

  /// Stands for the first player, and emits to clients what has changed.
  func follow(_ before: [String]) {
    let first = queue.names.first
    if [String].areSame(before, queue.names), (first == nil) == (active == nil) { return }
    guard let connection else { return }
    if first?.exact == active?.name.exact {
      if let active, active.isReady, name == .owned { DaemonObject.announce(queue.names, on: connection) }
      return
    }
    guard let first else {
      active = nil
      let canPlay = starter?.canPlay ?? false
      if name == .owned { DaemonObject.announceNobody(canPlay: canPlay, &told, on: connection) }
      return
    }
    active = ActivePlayer(first, connection) { [unowned(unsafe) self] signal in
      guard name == .owned, DaemonObject.isRelayed(signal) else { return }
      connection.relay(signal: signal)
    } ready: { [unowned(unsafe) self] player in
      silent.removeAll { $0.exact == player.name.exact }
      if player.isSilent { silent.append(player.name) }
      if isPassedOver(player) { return }
      if name == .owned {
        DaemonObject.announce(player, queue.names, &told, on: connection)
      } else {
        // Nothing is emitted yet: clients read these properties once the daemon owns its name.
        _ = told.replace(MPRIS.player, by: player.player)
        _ = told.replace(MPRIS.root, by: player.root)
      }
    }
  }

  /// Whether another player takes the place of an active one that does not answer. When no player answers the active
  /// one stays, or else they would replace each other for ever.
  private func isPassedOver(_ player: ActivePlayer) -> Bool {
    player.isReady && player.isSilent && queue.names.contains { !silent.has($0) }
  }

  /// Puts an active player that does not answer behind the others.
  func passOver() {
    guard let active, isPassedOver(active) else { return }
    let before = queue.names
    queue.shift(.silence)
    follow(before)
    isDue = true
  }

  /// The reason why the daemon stands for the first player.
  var choice: Choice {
    queue.choice ?? .ofOrder(standings, hasPlayed: queue.names.first.map { played.has($0) } ?? false)
  }

  /// Logs which player the daemon stands for, and why, and everything else that it does, when that has changed.
  func log() {
    let facts = facts
    let name = queue.names.first.flatMap { PlayerNames.instance($0) }
    let standing = name.map { "stands for " + $0 + ": " + choice.sentence } ?? "stands for no player"
    let deeds = DaemonDeeds.sentences(
      { name in facts.first { ExactText($0.name) == ExactText(name) }?.texts ?? [] }, headsets: nil)
    // Faults of the file were logged when it was read.
    let lines = [standing] + deeds.filter { !faults.has($0) }
    for line in logged.dropFirst() where !lines.has(line) { Console.log("daemon", .info, "no more: " + line) }
    for line in lines where !logged.has(line) { Console.log("daemon", .info, line) }
    logged = lines
  }
}
