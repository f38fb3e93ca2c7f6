// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Finds the players on a bus, and brings what they say to them. Belongs to the loop.
final class PlayerTracker {
  let sessionList: SessionList
  private let name: String
  private let listed: () -> Void
  private var connection: Connection?
  private var processes: Processes?
  private var players: [Player] = []
  /// A count that goes up with each player.
  private var appeared: UInt64 = 0
  /// To the owners of MPRIS names.
  private var subscription: Subscription?
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
  /// Whether playerctld is on the bus.
  private var hasDaemon = false
  /// Whether the names of players are others than takeNames() has returned last.
  private(set) var hasNewNames = false
  private var ratios: AspectRatios = []
  private var common = CommonAllowance()
  private var crowd = Crowd(asked: 0)
  /// Players that have left, and may be back soon: what each has spent is not forgotten by that.
  private var former: [(unique: String, allowance: Allowance)] = []

  private static let maxPlayers = 256
  /// Between two questions for all names, in µs: where there are more players than are followed, each that leaves may
  /// make room for another.
  private static let listInterval: Int64 = 1_000_000
  /// MPRIS names of one connection.
  private static let maxNames = 16
  /// Players of which it is known what they had spent when they left.
  private static let maxFormer = 64
  /// NOWPLAYING_SURFACE_MAX_BYTES.
  private static let maxBytes = 32 << 20

  /// - name: of the surface, for the logs of players.
  /// - listed: called once for each bus, when all that were there have answered.
  init(_ sessionList: SessionList, name: String, listed: @escaping () -> Void) {
    self.sessionList = sessionList
    self.name = name
    self.listed = listed
  }

  /// The player that a session is of; nil when it has left.
  func player(_ unique: String) -> Player? { players.first { $0.state.unique.exact == unique.exact } }

  /// Reads what has come, once a turn, and forgets what is too much: of the player of which most is kept.
  func settle() {
    var hasSettled = false
    for player in players where player.settle() { hasSettled = true }
    guard hasSettled else { return }
    while true {
      var (size, largest): (Int, Player?) = (0, nil)
      for player in players {
        size += player.size
        if player.size > largest?.size ?? 0 { largest = player }
      }
      guard size > Self.maxBytes, let largest, largest.dropOldest() else { return }
    }
  }

  // MARK: The bus

  /// The bus has greeted us.
  func start(_ connection: Connection) {
    self.connection = connection
    processes = Processes(connection)
    (common, crowd, former) = (CommonAllowance(), Crowd(asked: np_now_us()), [])
    subscription = connection.subscribe(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
        + "arg0namespace='org.mpris.MediaPlayer2'"
    ) { [unowned(unsafe) self] in ownerChanged($0) }
    list()
  }

  /// The bus has gone, and with it everybody.
  func stop() {
    for player in players { player.leave() }
    players = []
    owners = []
    question = nil
    subscription = nil
    processes = nil
    connection = nil
    (isIncomplete, hasNames, isListed, hasDaemon, hasNewNames) = (false, false, false, false, true)
    listsAt = .max
  }

  private func askBus(_ member: StaticString, _ name: String?, _ answer: @escaping (Message) -> Void) -> Subscription? {
    connection?.ask(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member,
      { message in name.map { message.append($0) } ?? .zero }, answer)
  }

  /// Asks once more for what it is time for.
  ///
  /// - work: for how long the loop has read what came on the bus, in µs.
  /// - isFull: whether more has come than one turn handles.
  func turn(work: Int64, isFull: Bool, now: Int64) {
    if crowd.passes(work, isFull: isFull, now) {
      // The bus may have had more for us than it keeps, and thrown away what anybody said.
      listAnew()
      for player in players { player.askAnew() }
    }
    if now < nextTime { return }
    for player in players {
      if player.turn(now) { listAnew() }
    }
    if question == nil, now >= listsAt { list() }
  }

  /// When to be asked again.
  var nextTime: Int64 {
    var time = min(question == nil ? listsAt : .max, crowd.nextTime)
    for player in players { time = min(time, player.nextTime) }
    return time
  }

  /// Asks for the names that there are. Signals announce those that come from now on.
  private func list() {
    isIncomplete = false
    listsAt = .max
    listedAt = np_now_us()
    question = askBus("ListNames", nil) { [unowned(unsafe) self] reply in
      question = nil
      let names = reply.isError ? nil : reply.readArray(of: "s") { reply.readString() }
      // In an order that is the same for every surface, whatever the bus answers.
      let found = (names ?? []).filter { MPRISPlayer.isName($0) }
      if let names { hasDaemon = names.contains { $0.exact == MPRISPlayer.daemon.exact } }
      let order = Order.indices(found.count) { Order.precedes(found[$0], found[$1], ignoringCase: false) }
      let present = order.map { found[$0] }
      if names != nil { removeAll { name, _ in !Self.isOne(name, of: present) } }
      for name in present { askOwner(name) }
      hasNames = true
      noticeListed()
    }
  }

  /// There may be room for players that were left out.
  private func listAgain() {
    if isIncomplete, listsAt == .max { listsAt = Clamp.sum(listedAt, Self.listInterval) }
  }

  /// Names may be others than the bus has told.
  private func listAnew() {
    isIncomplete = true
    listAgain()
  }

  private func askOwner(_ name: String) {
    guard owners.count < Self.maxPlayers * 2, !owners.contains(where: { $0.name.exact == name.exact }) else {
      isIncomplete = true
      return
    }
    let question = askBus("GetNameOwner", name) { [unowned(unsafe) self] reply in
      owners.removeAll { $0.name.exact == name.exact }
      if !reply.isError, let owner = reply.readString() {
        removeAll { $0.exact == name.exact && $1.exact != owner.exact }
        add(owner, name, wasThere: true)
      }
      noticeListed()
    }
    if let question { owners.append((name, question)) }
  }

  private func noticeListed() {
    guard hasNames, owners.isEmpty else { return }
    hasNewNames = true
    guard !isListed, players.allSatisfy({ $0.isAnswered }) else { return }
    isListed = true
    listed()
  }

  /// Returns the names of each player, and playerctld's last; nil while they are not known.
  func takeNames() -> [[String]]? {
    hasNewNames = false
    guard hasNames else { return nil }
    return players.map { $0.state.names } + (hasDaemon ? [[MPRISPlayer.daemon]] : [])
  }

  // MARK: Players

  private func ownerChanged(_ message: Message) {
    guard message.isFromBus, let name = message.readString(), let old = message.readString(),
      let new = message.readString()
    else { return }
    if name.exact == MPRISPlayer.daemon.exact {
      hasDaemon = !new.isEmpty
      return noticeListed()
    }
    guard MPRISPlayer.isName(name) else { return }
    // The bus's signal is newer than the answer that is under way.
    owners.removeAll { $0.name.exact == name.exact }
    if !old.isEmpty { remove(old, name) }
    if !new.isEmpty { add(new, name, wasThere: false) }
    noticeListed()
  }

  /// - wasThere: whether the player may have been on the bus before this surface was.
  private func add(_ unique: String, _ name: String, wasThere: Bool) {
    guard let connection, let processes else { return }
    if let player = player(unique) {
      if player.state.names.contains(where: { $0.exact == name.exact }) { return }
      guard player.state.names.count < Self.maxNames else {
        // It may be the one that the player keeps.
        isIncomplete = true
        return
      }
      player.state.names.append(name)
      player.changeNames()
      return
    }
    guard players.count < Self.maxPlayers else {
      isIncomplete = true
      return
    }
    let now = np_now_us()
    var allowance = former.first { $0.unique.exact == unique.exact }?.allowance ?? Allowance()
    former.removeAll { $0.unique.exact == unique.exact }
    guard allowance.spend(Allowance.appearance, now) else {
      remember(unique, allowance)
      return listAnew()
    }
    appeared += 1
    let state = PlayerState(unique, name, appeared: appeared, wasThere: wasThere)
    let signals = PlayerSignals(unique, connection, common, allowance)
    let player = Player(state, connection, sessionList, signals, processes) { [unowned(unsafe) self] in noticeListed() }
    players.append(player)
    common.players = players.count
    player.register(ratios, name: self.name)
    player.start()
  }

  private func remove(_ unique: String, _ name: String) {
    guard let player = player(unique) else { return }
    player.state.names.removeAll { $0.exact == name.exact }
    if !player.state.names.isEmpty { return player.changeNames() }
    player.leave()
    remember(unique, player.signals.allowance)
    players.removeAll { $0 === player }
    common.players = players.count
    listAgain()
  }

  private func remember(_ unique: String, _ allowance: Allowance) {
    if former.count == Self.maxFormer { former.removeFirst() }
    former.append((unique, allowance))
  }

  /// Whether a name is in a list that is in order.
  private static func isOne(_ name: String, of names: [String]) -> Bool {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if Order.precedes(names[middle], name, ignoringCase: false) { low = middle + 1 } else { high = middle }
    }
    return low < names.count && names[low].exact == name.exact
  }

  /// Removes names whose end the bus has not told.
  private func removeAll(where isGone: (_ name: String, _ owner: String) -> Bool) {
    for player in players {
      for name in player.state.names where isGone(name, player.state.unique) { remove(player.state.unique, name) }
    }
  }

  /// Says in which aspect ratios this surface shows animated artwork.
  func show(_ ratios: AspectRatios) {
    self.ratios = ratios
    for player in players { player.register(ratios, name: name) }
  }
}
