// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingBus
import NowPlayingCore

/// `--follow`: prints the output of a command again whenever it changes. It follows the player that changed last, or
/// with playerctld the first in its list, as commands do.
final class PlayerFollower {
  private let bus: SessionBus
  private let command: PlayerCommand
  private let request: PlayerCommand.Request
  private let arguments: Arguments
  /// The names of `-p`.
  private let names: [String]
  private let console: Console
  /// The properties whose change may change the output.
  private let followed: [String]
  /// Whether the output contains the position.
  private var followsPosition: Bool { followed.has("Position") }
  /// The players, in the order in which they are asked.
  private var players: [(player: Player, owner: String)] = []
  /// The connection of playerctld, and the players that it names; nil without it.
  private var order: (daemon: String, names: [String])?
  private var lastText: String?
  /// The time at which another player is printed in the place of one that has no metadata; `.max` for none.
  private var gapEnd = Instant.max
  /// Whether the last line stayed in such a time. It is printed again after that, as where another one came between.
  private var isHeld = false
  /// Received events. They are handled after the loop's turn, because callbacks of the bus must not make blocking
  /// calls.
  private var events: [Event] = []

  private enum Event {
    case changed(sender: String, [Variant.Property])
    case seeked(sender: String, Int64)
    case ordered(sender: String, [Variant.Property])
    case owner(of: String, old: String, new: String)
  }

  init(
    _ bus: SessionBus, _ command: PlayerCommand, _ request: PlayerCommand.Request, _ arguments: Arguments,
    _ console: Console
  ) {
    (self.bus, self.command, self.request) = (bus, command, request)
    (self.arguments, self.console, names) = (arguments, console, arguments.players)
    var followed: [String] = []
    let variables: [(StaticString, StaticString)] = [
      ("position", "Position"), ("volume", "Volume"), ("status", "PlaybackStatus"), ("loop", "LoopStatus"),
      ("shuffle", "Shuffle"),
    ]
    for (variable, property) in variables where request.template?.uses(variable.description) ?? false {
      followed.append(property.description)
    }
    if let property = command.followed { followed.append(property) }
    self.followed = followed
  }

  /// Runs until the process is killed, or the bus is gone.
  func run() throws(Failure) {
    let subscriptions = subscribe()
    follow(daemon: bus.owner(of: MPRIS.daemon))
    try print()
    // A moving position causes no signals, so it is printed every second.
    let ticks = request.template?.uses("position") ?? false
    try withExtendedLifetime(subscriptions) { () throws(Failure) in
      var next = Instant.now + .seconds(1)
      repeat {
        if ticks, Instant.now >= next {
          next += .seconds(1)
          for (player, _) in players { player.look(.now) }
          try print()
        }
        // Handling an event calls players, during which more events may come.
        while !events.isEmpty {
          if handle(events.removeFirst()) { try print() }
        }
        if askAnew() || Instant.now >= gapEnd { try print() }
      } while try turn(until: min(ticks ? next : .max, askingTime, gapEnd))
    }
    throw Failure.busHasGone
  }

  /// Handles one message, or waits until there is one, or until a time. Returns false when the connection is lost.
  private func turn(until deadline: Instant) throws(Failure) -> Bool {
    switch bus.connection.turnAtOnce() {
    case .lost: return false
    case .done: return true
    case .idle(let next):
      // Nothing may ever change, and then nothing would be written by which the end of the reader could be seen.
      guard tool_await(bus.connection.descriptor, -1, 1, min(deadline, next).count) else { throw Failure.unread }
      return true
    }
  }

  private func subscribe() -> [Subscription?] {
    let object = "type='signal',path='" + MPRIS.path + "',interface="
    let connection = bus.connection
    return [
      connection.subscribe(object + "'org.freedesktop.DBus.Properties',member='PropertiesChanged'") {
        [unowned(unsafe) self] message in
        guard let sender = message.sender, let signal = message.readChange() else { return }
        hear(sender)
        if signal.interface.exact == ExactText(MPRIS.player) {
          events.append(.changed(sender: sender, signal.changed))
        } else if signal.interface.exact == ExactText(PlayerNames.daemonInterface) {
          events.append(.ordered(sender: sender, signal.changed))
        }
      },
      connection.subscribe(object + "'org.mpris.MediaPlayer2.Player',member='Seeked'") {
        [unowned(unsafe) self] message in
        guard let sender = message.sender, let position = message.readNumber() else { return }
        hear(sender)
        events.append(.seeked(sender: sender, position))
      },
      connection.subscribe(
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0namespace='org.mpris.MediaPlayer2'"
      ) { [unowned(unsafe) self] message in
        guard let name = message.readString(), let old = message.readString(), let new = message.readString() else {
          return
        }
        events.append(.owner(of: name, old: old, new: new))
      },
    ]
  }

  // MARK: Players

  /// The time at which a player that has not answered must be asked again; `.max` while there is none.
  private var askingTime: Instant { players.map { $0.player.nextTime }.min() ?? .max }

  /// Asks those players anew that have not answered and whose time to be asked has come. Returns whether one of them
  /// has answered now.
  private func askAnew() -> Bool {
    let now = Instant.now
    return players.reduce(false) { $1.player.turn(now) || $0 }
  }

  /// Notes that a player has sent a signal.
  private func hear(_ sender: String) { if let place = place(of: sender) { players[place].player.hear() } }

  /// Uses the order of playerctld from now on, or without it the order of changes.
  private func follow(daemon: String?) {
    order = daemon.map { ($0, MPRIS.order(bus) ?? []) }
    manageAll(order?.names ?? MPRIS.instances(bus))
  }

  /// Follows the players of a list that the command line means, beside those that are followed already. With playerctld
  /// only players of the list are followed, in its order.
  private func manageAll(_ instances: [String]) {
    Playerctl.passOver(instances, arguments, names: names, bus)
    let wanted = Playerctl.selected(instances, arguments)
    let new = wanted.filter { instance in !players.contains { $0.player.instance.exact == instance.exact } }
    manage(new.map { Player($0, bus) })
    if order == nil { return }
    let known = players
    players = wanted.compactMap { instance in known.first { $0.player.instance.exact == instance.exact } }
  }

  private func manage(_ new: [Player]) {
    // Asks all new players at once, so that those that do not answer cost one timeout together.
    for player in new { player.ask() }
    for player in new {
      player.listen()
      // The player may have left already, or have been followed before under this name.
      guard let owner = bus.owner(of: player.busName),
        !players.contains(where: { $0.player.instance.exact == player.instance.exact })
      else { continue }
      insert((player, owner))
    }
  }

  /// Inserts a player first, or behind those that the command line puts before it.
  private func insert(_ entry: (player: Player, owner: String)) {
    if arguments.players.isEmpty || arguments.allPlayers {
      players.insert(entry, at: 0)
    } else {
      let place = players.firstIndex { !PlayerNames.isAfter(entry.player.name, $0.player.name, arguments.players) }
      players.insert(entry, at: place ?? players.count)
    }
  }

  /// Handles an event. Returns whether the output may have changed.
  private func handle(_ event: Event) -> Bool {
    switch event {
    case .owner(let name, _, let new) where name.exact == MPRIS.daemon.exact:
      players.removeAll { $0.player.instance.exact == PlayerNames.daemon.exact }
      follow(daemon: new.isEmpty ? nil : new)
      return true
    case .ordered(let sender, let changes):
      guard let daemon = order?.daemon, daemon.exact == sender.exact,
        let names = changes["PlayerNames"]?.strings?.compactMap({ PlayerNames.instance($0) })
      else { return false }
      order = (daemon, names)
      manageAll(names)
      return true
    case .owner(let name, let old, let new):
      guard let instance = PlayerNames.instance(name), PlayerNames.isSelected(instance, arguments) else { return false }
      if !old.isEmpty { players.removeAll { $0.player.instance.exact == instance.exact } }
      if !new.isEmpty, order?.names.has(instance) ?? true { manage([Player(instance, bus)]) }
      return true
    case .changed(let sender, let changes):
      guard let place = place(of: sender) else { return false }
      let player = players[place].player
      let names = player.apply(changes)
      let isOther = names.has("Metadata") || names.has("PlaybackStatus")
      if isOther { player.lookAgain() }
      if isOther, followsPosition || !player.can("CanPlay") { player.askUntold() }
      return names.contains { name in followed.has(name) } && moveToTop(place)
    case .seeked(let sender, let position):
      guard let place = place(of: sender) else { return false }
      players[place].player.seeked(to: Microseconds(position))
      return followed.has("Position") && moveToTop(place)
    }
  }

  private func place(of sender: String) -> Int? { players.firstIndex { $0.owner.exact == sender.exact } }

  private func moveToTop(_ place: Int) -> Bool {
    if order == nil { insert(players.remove(at: place)) }
    return true
  }

  // MARK: Printing

  private func print() throws(Failure) {
    let now = Instant.now
    gapEnd = .max
    for (player, _) in players {
      do throws(Failure) {
        guard case .done(let text) = try command.execute(player, request) else {
          if player.gapEnd > now { gapEnd = min(gapEnd, player.gapEnd) }
          continue
        }
        // A browser has no metadata between two songs, and is not to be replaced by another player meanwhile.
        if gapEnd != .max, lastText != nil {
          isHeld = true
          return
        }
        if let text { try show(text) }
        return
      } catch  where error.silent.isEmpty { throw Playerctl.refused(error) } catch { continue }
    }
    // An empty line tells the reader that there is nothing to show any more.
    if lastText != nil { try show("\n") }
  }

  private func show(_ text: String) throws(Failure) {
    if lastText?.exact == text.exact, !isHeld { return }
    isHeld = false
    lastText = text
    console.writeForeign(text)
    try console.flush()
  }
}
