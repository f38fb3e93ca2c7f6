// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The commands of playerctl, which behave as playerctl's do.
enum Playerctl {
  /// `-l`: prints the names of the players.
  static func list(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let bus = try SessionBus.open()
    let known = MPRIS.instances(bus)
    arguments.players = try Naming.players(arguments, known)
    let instances = PlayerNames.sorted(known) { PlayerNames.isAfter($0, $1, arguments.players) }
    let selected = instances.filter { PlayerNames.isSelected($0, arguments) }
    for instance in selected { console.write(instance + "\n") }
    // An empty list counts as success, as in playerctl, and the message is only informative.
    if selected.isEmpty {
      let nobody = Failure.noPlayers(arguments, among: known, asPlayerctl: true)
      throw Failure(text: nobody.text, next: nobody.next, code: 0, isStatus: true)
    }
  }

  /// Runs a command of `PlayerCommand`.
  ///
  /// - most: the words that it takes.
  static func run(
    _ name: String, _ command: PlayerCommand, takes most: Int, _ arguments: Arguments, _ console: Console
  ) throws(Failure) {
    if arguments.format != nil, !command.takesFormat {
      throw refused("format strings are not supported on command: " + name)
    }
    if arguments.follow, command.followed == nil { throw refused("follow is not supported on command: " + name) }
    let template: Template?
    do throws(Failure) {
      template = if let format = arguments.format { try Template(format, console) } else { nil }
    } catch { throw refused(error.text) }
    let request = PlayerCommand.Request(
      words: Array(arguments.words.dropFirst()), template: template, console: console)
    let bus = try SessionBus.open()
    let known = MPRIS.instances(bus)
    // With a template, "metadata" takes no keys.
    let ignored = request.words.dropFirst(template != nil && most == .max ? 0 : most)
    if !arguments.isQuiet { mention(ignored, ignoredBy: name, known) }
    arguments.players = try Naming.players(arguments, known)
    if arguments.follow {
      try PlayerFollower(bus, command, request, arguments, console).run()
    } else {
      try once(bus, known, command, request, arguments, console)
    }
  }

  /// Mentions the words that a command ignores, as playerctl does. A script is told only of those that name a player:
  /// it means that player, and drives the first one.
  private static func mention(_ words: ArraySlice<String>, ignoredBy name: String, _ known: [String]) {
    for word in words {
      let text = name + " ignores '" + word + "', as playerctl does"
      if known.contains(where: { PlayerNames.matches(word, $0) }) {
        Console.warn(text + "; '-p " + word + "' names that player")
      } else {
        Console.mention(CleanText.line(text))
      }
    }
  }

  /// Returns the error of a command that was not carried out.
  ///
  /// - next: advice for terminals; empty where the player has given the reason.
  static func refused(_ text: String, next: String = "'nowplaying help' tells what each command takes.") -> Failure {
    Failure(text: "Could not execute command: " + text, next: next)
  }

  /// Returns the error for a failure of a command; without advice when the player itself answered with an error.
  static func refused(_ failure: Failure) -> Failure {
    failure.text.starts(with: "GDBus.Error:") ? refused(failure.text, next: "") : refused(failure.text)
  }

  /// Returns the players on the bus that the command line means, in the order in which they are asked.
  static func selected(_ known: [String], _ arguments: Arguments) -> [String] {
    var instances = PlayerNames.sorted(known) { PlayerNames.isAfter($0, $1, arguments.players) }
    let isNamed = { (list: [String]) in list.has(PlayerNames.daemon) }
    // When the user names playerctld, calls make the bus start it.
    if isNamed(arguments.players), !isNamed(instances) {
      instances = PlayerNames.sorted(instances + [PlayerNames.daemon]) {
        PlayerNames.isAfter($0, $1, arguments.players)
      }
    }
    return instances.filter { PlayerNames.isSelected($0, arguments) }
  }

  /// Puts the player that comes next in playerctld's order in the place of playerctld where the command line names that
  /// and leaves players out: playerctld itself would pass the command on to one that is left out.
  ///
  /// - names: what `-p` names; the names in `arguments` may be those of the order before.
  static func passOver(_ known: [String], _ arguments: Arguments, names: [String]? = nil, _ bus: SessionBus) {
    let names = names ?? arguments.players
    arguments.players = names
    guard names.has(PlayerNames.daemon), !arguments.ignored.isEmpty, bus.owner(of: MPRIS.daemon) != nil else { return }
    let next = known.first { instance in !arguments.ignored.contains { PlayerNames.matches($0, instance) } }
    // A name that no player has, so that an empty list does not mean all players.
    arguments.players = names.map { $0.exact == PlayerNames.daemon.exact ? next ?? "" : $0 }
  }

  /// Returns whether `nowplaying daemon` has seen that a player lost its item just now: a key that is pressed twice is
  /// not for another player. Only where the command line names no players.
  private static func isBetweenItems(_ player: Player, _ arguments: Arguments, _ bus: SessionBus) -> Bool {
    guard arguments.players.isEmpty, !arguments.allPlayers, bus.owner(of: MPRIS.daemon) != nil else { return false }
    let choice = bus.properties(of: MPRIS.daemon, PlayerNames.choiceInterface)
    guard case .string(let name) = choice["Player"], case .string(let reason) = choice["Reason"] else { return false }
    return name.exact == player.busName.exact && reason.exact == Choice.between.rawValue.exact
  }

  private static func once(
    _ bus: SessionBus, _ known: [String], _ command: PlayerCommand, _ request: PlayerCommand.Request,
    _ arguments: Arguments, _ console: Console
  ) throws(Failure) {
    passOver(known, arguments, bus)
    let players = selected(known, arguments).map { Player($0, bus) }
    if players.isEmpty { throw Failure.noPlayers(arguments, among: known, asPlayerctl: true) }
    var isDone = false
    var silent: [String] = []
    for (index, player) in players.enumerated() {
      // Players behind one that does not answer are asked together, so that they cost one timeout together.
      if arguments.allPlayers || !silent.isEmpty { for other in players[index...] { other.ask() } }
      player.listen()
      do throws(Failure) {
        if player.isSilent { throw Failure.unanswered([player.instance]) }
        guard case .done(let text) = try command.execute(player, request) else {
          if index == 0, isBetweenItems(player, arguments, bus) { break }
          continue
        }
        isDone = true
        if let text { console.writeForeign(text) }
      } catch {
        if error.silent.isEmpty { throw refused(error) }
        silent += error.silent
        // A player that was told to act and did not reply may have acted, so no other player gets the command.
        if !player.isSilent, !arguments.allPlayers { break }
        if arguments.allPlayers { bus.patience = SessionBus.shortPatience }
        continue
      }
      if !arguments.allPlayers { return }
    }
    if !silent.isEmpty { throw Failure.unanswered(silent) }
    if !isDone {
      throw Failure(
        text: "No player could handle this command",
        next: "'nowplaying show' names the commands that a player takes.", isStatus: true)
    }
  }
}
