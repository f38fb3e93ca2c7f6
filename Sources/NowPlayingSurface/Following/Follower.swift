// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// Finds the players on a bus, and brings what they say to them. Belongs to the loop.
final class Follower {
  let board: Board
  private let name: String
  private let listed: () -> Void
  private var connection: Connection?
  private var players: [Player] = []
  /// A count that goes up with each player.
  private var appeared: UInt64 = 0
  private var subscriptions: [Subscription] = []
  private var question: Subscription?
  /// Names whose owners are asked for.
  private var owners: [(name: String, question: Subscription)] = []
  /// Whether there were more players than are followed, or more names of one.
  private var isIncomplete = false
  /// When the names were asked for last.
  private var listedAt = Int64.min
  /// When they are to be asked for again; `.max` while they are not.
  private var listsAt = Int64.max
  private var hasNames = false
  private var isListed = false
  private var ratios: AspectRatios = []

  private static let maxPlayers = 256
  /// Between two questions for all names, in µs: where there are more players than are followed, each that leaves may
  /// make room for another.
  private static let listInterval: Int64 = 1_000_000
  /// MPRIS names of one connection.
  private static let maxNames = 16

  /// - name: of the surface, for the logs of players.
  /// - listed: called once for each bus, when all that were there have answered.
  init(_ board: Board, name: String, listed: @escaping () -> Void) {
    self.board = board
    self.name = name
    self.listed = listed
  }

  /// The player that a session is of; nil when it has left.
  func player(_ unique: String) -> Player? { players.first { $0.state.unique.exact == unique.exact } }

  // MARK: The bus

  /// The bus has greeted us.
  func start(_ connection: Connection) {
    self.connection = connection
    subscribe(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
        + "arg0namespace='org.mpris.MediaPlayer2'"
    ) { $0.ownerChanged($1) }
    subscribe("type='signal',path_namespace='/org/nowplaying'") { $0.published($1) }
    subscribe(
      "type='signal',path='/org/mpris/MediaPlayer2',interface='org.freedesktop.DBus.Properties',"
        + "member='PropertiesChanged'"
    ) { $0.foreignChanged($1) }
    subscribe("type='signal',path='/org/mpris/MediaPlayer2',interface='org.mpris.MediaPlayer2.Player',member='Seeked'")
    { $0.seeked($1) }
    list()
  }

  /// The bus has gone, and with it everybody.
  func stop() {
    for player in players { player.leave() }
    players = []
    owners = []
    question = nil
    subscriptions = []
    connection = nil
    (isIncomplete, hasNames, isListed) = (false, false, false)
    listsAt = .max
  }

  private func subscribe(_ match: String, _ body: @escaping (Follower, Message) -> Void) {
    let subscription = connection?.subscribe(match) { [unowned(unsafe) self] in body(self, $0) }
    if let subscription { subscriptions.append(subscription) }
  }

  private func askBus(_ member: StaticString, _ name: String?, _ answer: @escaping (Message) -> Void) -> Subscription? {
    connection?.ask(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member,
      { message in name.map { message.append($0) } ?? .zero }, answer)
  }

  /// Asks for the names once more, and players for what they could not answer, if it is time.
  func turn() {
    if listTime != .max, np_now_us() >= listTime { list() }
    for player in players { player.turn() }
  }

  /// When to be asked again.
  var nextTime: Int64 {
    var time = listTime
    for player in players { time = min(time, player.nextTime) }
    return time
  }

  private var listTime: Int64 { question == nil ? listsAt : .max }

  /// Asks for the names that there are. Signals announce those that come from now on.
  private func list() {
    isIncomplete = false
    listsAt = .max
    listedAt = np_now_us()
    question = askBus("ListNames", nil) { [unowned(unsafe) self] reply in
      question = nil
      let names = reply.isError ? nil : reply.readArray(of: "s") { reply.readString() }
      // In an order that is the same for every surface, whatever the bus answers.
      let players = (names ?? []).filter { MPRISPlayer.isName($0) }
      let order = Order.indices(players.count) { Order.precedes(players[$0], players[$1], ignoringCase: false) }
      for place in order { askOwner(players[place]) }
      hasNames = true
      noticeListed()
    }
  }

  /// There may be room for players that were left out.
  private func listAgain() {
    if isIncomplete, listsAt == .max { listsAt = Clamp.sum(listedAt, Self.listInterval) }
  }

  private func askOwner(_ name: String) {
    guard owners.count < Self.maxPlayers * 2, !owners.contains(where: { $0.name.exact == name.exact }) else {
      isIncomplete = true
      return
    }
    let question = askBus("GetNameOwner", name) { [unowned(unsafe) self] reply in
      owners.removeAll { $0.name.exact == name.exact }
      if !reply.isError, let owner = reply.readString() { add(owner, name, wasThere: true) }
      noticeListed()
    }
    if let question { owners.append((name, question)) }
  }

  private func noticeListed() {
    guard hasNames, !isListed, owners.isEmpty, players.allSatisfy({ $0.isAnswered }) else { return }
    isListed = true
    listed()
  }

  // MARK: Players

  private func ownerChanged(_ message: Message) {
    guard message.isFromBus, let name = message.readString(), MPRISPlayer.isName(name), let old = message.readString(),
      let new = message.readString()
    else { return }
    // The bus's signal is newer than the answer that is under way.
    owners.removeAll { $0.name.exact == name.exact }
    if !old.isEmpty { remove(old, name) }
    if !new.isEmpty { add(new, name, wasThere: false) }
    noticeListed()
  }

  /// - wasThere: whether the player may have been on the bus before this surface was.
  private func add(_ unique: String, _ name: String, wasThere: Bool) {
    guard let connection else { return }
    if let player = player(unique) {
      if player.state.names.contains(where: { $0.exact == name.exact }) { return }
      guard player.state.names.count < Self.maxNames else {
        // It may be the one that the player keeps.
        isIncomplete = true
        return
      }
      player.state.names.append(name)
      player.changeAll()
      return
    }
    guard players.count < Self.maxPlayers else {
      isIncomplete = true
      return
    }
    appeared += 1
    let state = PlayerState(unique, name, appeared: appeared, wasThere: wasThere)
    let player = Player(state, connection, board) { [unowned(unsafe) self] in noticeListed() }
    players.append(player)
    player.register(ratios, name: self.name)
    player.ask()
  }

  private func remove(_ unique: String, _ name: String) {
    guard let player = player(unique) else { return }
    player.state.names.removeAll { $0.exact == name.exact }
    if !player.state.names.isEmpty { return player.changeAll() }
    player.leave()
    players.removeAll { $0 === player }
    listAgain()
  }

  /// Says in which aspect ratios this surface shows animated artwork.
  func show(_ ratios: AspectRatios) {
    self.ratios = ratios
    for player in players { player.register(ratios, name: name) }
  }

  // MARK: Signals of players

  /// A signal at an object of org.nowplaying.
  private func published(_ message: Message) {
    guard let player = message.sender.flatMap({ player($0) }), player.state.isWhole, let path = message.path else {
      return
    }
    if message.isSignal("org.freedesktop.DBus.Properties", "PropertiesChanged"), message.hasSignature("sa{sv}as") {
      guard let change = message.readChange() else { return }
      player.wholeChanged(path, change.interface, change.properties)
    } else if path.exact != "/org/nowplaying" {
      return
    } else if message.isSignal("org.freedesktop.DBus.ObjectManager", "InterfacesAdded"),
      message.hasSignature("oa{sa{sv}}")
    {
      let added = message.reading { message -> DecodedObject? in
        var budget = DecodingBudget()
        guard let path = message.readString(.path), let interfaces = message.decodeInterfaces(&budget) else {
          return nil
        }
        return DecodedObject(path: path, interfaces: interfaces)
      }
      if let added { player.add(added) }
    } else if message.isSignal("org.freedesktop.DBus.ObjectManager", "InterfacesRemoved"), message.hasSignature("oas") {
      var budget = DecodingBudget()
      guard let path = message.readString(.path), let interfaces = message.decodeStrings(&budget) else { return }
      player.remove(path, interfaces)
    }
  }

  private func foreignChanged(_ message: Message) {
    guard let player = message.sender.flatMap({ player($0) }), message.hasSignature("sa{sv}as"),
      let change = message.readChange()
    else { return }
    player.foreignChanged(change.interface, change.properties, isPartial: change.isPartial)
  }

  private func seeked(_ message: Message) {
    guard let player = message.sender.flatMap({ player($0) }), let position = message.readInt64() else { return }
    player.seeked(to: position)
  }
}

extension Message {
  /// The contents of PropertiesChanged, and whether other properties are no longer what they were, too; also of one
  /// that cannot be read.
  fileprivate func readChange() -> (interface: String, properties: [Decoded.Entry], isPartial: Bool)? {
    let change = reading { message -> (String, [Decoded.Entry], Bool)? in
      var budget = DecodingBudget()
      guard let interface = message.readString(), let properties = message.decodeMap(&budget) else { return nil }
      return (interface, properties, !(message.decodeStrings(&budget) ?? []).isEmpty)
    }
    if let change { return change }
    rewind()
    return readString().map { ($0, Decoded.unreadable, true) }
  }
}
