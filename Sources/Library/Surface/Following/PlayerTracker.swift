// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Finds the players on a bus, and follows them.
final class PlayerTracker: LoopBound {
  let sessionList: SessionList
  private let name: String
  private let listed: () -> Void
  private var connection: Connection?
  private var processes: Processes?
  private var players: [Player] = []
  /// Counts the players that have appeared.
  private var appeared = UInt64.zero
  /// The subscription to changes of the owners of MPRIS names.
  private var subscription: Subscription?
  private var question: Subscription?
  /// The names whose owners are being asked for.
  private var owners: [(name: String, question: Subscription)] = []
  /// The names whose owners are asked for next, the last one first.
  private var unasked: [String] = []
  /// Whether there were more players, or more names of a player, than are followed.
  private var isIncomplete = false
  /// The time at which the names were asked for last.
  private var listedAt = Instant.min
  /// The time at which to ask for the names again; `.max` for none.
  private var listsAt = Instant.max
  private var isListed = false
  /// Whether playerctld is on the bus; nil until the bus has told its names.
  private var hasDaemon: Bool?
  /// The question for the order of a playerctld that was there before; nil while there is none.
  private var orderQuestion: Subscription?
  /// Whether the players' names have changed since the last `takeNames`.
  private(set) var hasNewNames = false
  private var ratios: AspectRatios = []
  private var common = CommonAllowance()
  private var crowd = OverflowDetector(asked: .min)
  /// The allowances of players that have left, so that they do not get new ones if they come again.
  private var former: [(unique: String, allowance: Allowance)] = []

  /// The interval between two questions for all names. Where there are more players than are followed, each
  /// player that leaves makes room for another.
  private static let listInterval: Microseconds = .seconds(1)
  /// The time that a daemon may take to tell its order. It answers from memory.
  private static let orderTimeout: Microseconds = .seconds(1)
  /// The most MPRIS names of one connection.
  private static let maxNames = 16
  /// The most names whose owners are asked for at a time, and after one question for all names.
  private static let maxAsked = SurfaceLimits.players * 2
  private static let maxListed = SurfaceLimits.players * 32
  /// The most players whose allowances are kept after they have left.
  private static let maxFormer = 64

  /// - name: the name of the surface, for the logs of players.
  /// - listed: called once for each bus, when all players that were there have answered.
  init(_ sessionList: SessionList, name: String, listed: @escaping () -> Void) {
    self.sessionList = sessionList
    self.name = name
    self.listed = listed
  }

  /// The player with a unique name; nil when it has left.
  func player(_ unique: String) -> Player? { players.first { $0.state.unique.exact == unique.exact } }

  /// Has all players read the properties that have come. While too much memory is used, the player that uses most drops
  /// some of it.
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
      guard size > SurfaceLimits.bytes, let largest, largest.dropOldest() else { return }
    }
  }

  // MARK: The bus

  /// Begins to follow the players of a bus, which has greeted this connection.
  func start(_ connection: Connection) {
    self.connection = connection
    processes = Processes(connection)
    (common, crowd, former) = (CommonAllowance(), OverflowDetector(asked: Instant.now), [])
    subscription = connection.subscribe(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
        + "arg0namespace='org.mpris.MediaPlayer2'"
    ) { [unowned(unsafe) self] in ownerChanged($0) }
    list()
  }

  /// Removes all players, because the bus is gone.
  func stop() {
    for player in players { player.leave() }
    players = []
    owners = []
    unasked = []
    question = nil
    orderQuestion = nil
    sessionList.take(order: [])
    subscription = nil
    processes = nil
    connection = nil
    (isIncomplete, isListed, hasDaemon, hasNewNames) = (false, false, nil, true)
    listsAt = .max
  }

  private func askBus(_ member: StaticString, _ name: String?, _ answer: @escaping (Message) -> Void) -> Subscription? {
    connection?.ask(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member,
      { message in name.map { message.append($0) } ?? .zero }, answer)
  }

  /// Asks questions that are due.
  ///
  /// - work: the time that the loop has just spent reading messages.
  /// - isFull: whether more messages came than one turn handles.
  func turn(work: Microseconds, isFull: Bool, now: Instant) {
    if crowd.passes(work, isFull: isFull, now) {
      // The bus keeps a limited number of messages for each connection, and may have dropped some.
      listAnew()
      for player in players { player.askAnew() }
    }
    if now < nextTime { return }
    for player in players {
      if player.turn(now) { listAnew() }
    }
    if question == nil, now >= listsAt { list() }
  }

  /// The time of the next `turn`.
  var nextTime: Instant {
    var time = min(question == nil ? listsAt : .max, crowd.nextTime)
    for player in players { time = min(time, player.nextTime) }
    return time
  }

  /// Asks for the names on the bus. Signals announce later ones.
  private func list() {
    isIncomplete = false
    listsAt = .max
    listedAt = Instant.now
    question = askBus("ListNames", nil) { [unowned(unsafe) self] reply in
      question = nil
      let names = reply.isError ? nil : reply.readArray(of: "s") { reply.readString() }
      // Sorted, so that each surface has the same order, whatever the bus answers.
      let found = (names ?? []).filter { MPRISPlayer.isName($0) }
      let isFirst = hasDaemon == nil
      hasDaemon = names?.contains { $0.exact == MPRISPlayer.daemon.exact } ?? hasDaemon ?? false
      if isFirst, hasDaemon == true { askOrder(isOurs: true) }
      let order = Order.indices(found.count) { Order.precedes(found[$0], found[$1], ignoringCase: false) }
      let present = order.map { found[$0] }
      if names != nil { removeAll { name, _ in !Self.isOne(name, of: present) } }
      if present.count > Self.maxListed { isIncomplete = true }
      unasked = present.prefix(Self.maxListed).reversed()
      noticeListed()
    }
  }

  /// Asks the daemon that was there before this surface, `nowplaying daemon` or playerctld, for the order in which it
  /// has the players: it has seen which of them began last.
  ///
  /// - isOurs: whether it is asked for the order that only ours has, which is that of a surface, whatever a user has
  ///   chosen with Shift.
  private func askOrder(isOurs: Bool) {
    let interface: StaticString = isOurs ? "org.nowplaying.Daemon1" : "com.github.altdesktop.playerctld"
    let property: StaticString = isOurs ? "Order" : "PlayerNames"
    orderQuestion = connection?.ask(
      MPRISPlayer.daemon, MPRISPlayer.object, "org.freedesktop.DBus.Properties", "Get",
      { $0.append(interface).then($0.append(property)) }, timeout: Self.orderTimeout
    ) { [unowned(unsafe) self] reply in
      let names = reply.isError ? nil : reply.readVariant("as") { reply.readArray(of: "s") { reply.readString() } }
      if names == nil, isOurs { return askOrder(isOurs: false) }
      orderQuestion = nil
      sessionList.take(order: Array((names ?? []).prefix(SurfaceLimits.players)))
      noticeListed()
    }
  }

  /// Plans to ask for the names, because there may be room for players that were left out.
  private func listAgain() {
    if isIncomplete, listsAt == .max { listsAt = listedAt + Self.listInterval }
  }

  /// Plans to ask for the names, because signals may have been lost.
  private func listAnew() {
    isIncomplete = true
    listAgain()
  }

  private func askOwner(_ name: String) {
    if owners.contains(where: { $0.name.exact == name.exact }) { return }
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
    while owners.count < Self.maxAsked, let name = unasked.popLast() { askOwner(name) }
    guard hasDaemon != nil, owners.isEmpty else { return }
    hasNewNames = true
    guard !isListed, orderQuestion == nil, players.allSatisfy({ $0.isAnswered }) else { return }
    isListed = true
    listed()
  }

  /// Returns the names of each player, and at last playerctld's; nil while they are unknown.
  func takeNames() -> [[String]]? {
    hasNewNames = false
    guard let hasDaemon else { return nil }
    return players.map { $0.state.names } + (hasDaemon ? [[MPRISPlayer.daemon]] : [])
  }

  // MARK: Players

  private func ownerChanged(_ message: Message) {
    guard message.isFromBus, let name = message.readString(), let old = message.readString(),
      let new = message.readString()
    else { return }
    if name.exact == MPRISPlayer.daemon.exact {
      // An open first question for the names is answered later.
      if hasDaemon != nil { hasDaemon = !new.isEmpty }
      return noticeListed()
    }
    guard MPRISPlayer.isName(name) else { return }
    // The signal is newer than the answer to the open question.
    owners.removeAll { $0.name.exact == name.exact }
    if !old.isEmpty { remove(old, name) }
    if !new.isEmpty { add(new, name, wasThere: false) }
    noticeListed()
  }

  /// - wasThere: whether the player may have been on the bus before this surface.
  private func add(_ unique: String, _ name: String, wasThere: Bool) {
    guard let connection, let processes else { return }
    if let player = player(unique) {
      if player.state.names.contains(where: { $0.exact == name.exact }) { return }
      guard player.state.names.count < Self.maxNames else {
        // The name that is left out may later be the only one that the player keeps.
        isIncomplete = true
        return
      }
      player.state.names.append(name)
      player.changeNames()
      return
    }
    guard players.count < SurfaceLimits.players else {
      isIncomplete = true
      return
    }
    let now = Instant.now
    var allowance = former.first { $0.unique.exact == unique.exact }?.allowance ?? Allowance()
    former.removeAll { $0.unique.exact == unique.exact }
    guard allowance.spend(Allowance.appearance, now) else {
      remember(unique, allowance)
      return listAnew()
    }
    appeared.advance()
    let state = PlayerState(unique, name, appeared: appeared, wasThere: wasThere)
    let signals = PlayerSignals(unique, connection, Quota(common, allowance, now))
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

  /// Whether a sorted list has a name.
  private static func isOne(_ name: String, of names: [String]) -> Bool {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if Order.precedes(names[middle], name, ignoringCase: false) { low = middle + 1 } else { high = middle }
    }
    return low < names.count && names[low].exact == name.exact
  }

  /// Removes names, whose end may not have been signalled.
  private func removeAll(where isGone: (_ name: String, _ owner: String) -> Bool) {
    for player in players {
      for name in player.state.names where isGone(name, player.state.unique) { remove(player.state.unique, name) }
    }
  }

  /// Registers the aspect ratios in which this surface shows animated artwork with all players.
  func show(_ ratios: AspectRatios) {
    self.ratios = ratios
    for player in players { player.register(ratios, name: name) }
  }
}
