// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

extension Session {
  /// Whether the session plays, or is buffering in order to play.
  fileprivate var isActive: Bool {
    playback.state == NOWPLAYING_STATE_PLAYING || playback.state == NOWPLAYING_STATE_BUFFERING
  }
}

/// `nowplaying daemon`: stands for the most important player under the name of playerctld, for clients that drive only
/// one player.
final class Daemon: BusClient {
  /// A descriptor that is readable when a signal asks the process to end.
  private let end: Int32
  private let panel: Panel
  private let reactor: Reactor
  private let reconnector: Reconnector
  private let errors: BusErrors
  private let pausesOthers: Bool
  /// Leaves out the players that `-p` and `-i` exclude.
  private let naming: Naming
  private var starter: Starter?
  private var interruptions: Interruptions
  private var focus: AudioFocus?
  /// Released after `panel`, because its declaration is behind that of `panel`.
  private let requests = TurnRequests()
  private var queue = PlayerQueue()
  private var active: ActivePlayer?
  private var told = ToldProperties()
  /// The players in the order of the surface, and those that were seen to play.
  private var standings: [Choice.Standing] = []
  private var played: [String] = []
  private let logs = Console.logs(.info)
  /// The last line that was written to the log, so that none is repeated.
  private var logged = ""
  /// The players that did not answer when they became the active one.
  private var silent: [String] = []
  private var connection: Connection?
  private var object: ObjectHandler?
  private var name = NameState.none
  /// Whether the daemon has owned its name at any time.
  private var hasOwned = false
  /// The number of calls relayed to the active player that it has not answered.
  private var relayed = 0
  /// The error that ends the daemon.
  private var failure: Failure?

  /// The time at which the daemon requests its name even if a player has not answered yet.
  private var nameTime = Int64.max
  /// The time for which the daemon waits with its name for the players' answers, in µs.
  private static let nameTimeout: Int64 = 1_000_000

  private enum NameState { case none, asked, owned }

  static var busName: String { PlayerNames.prefix.description + PlayerNames.daemon }
  /// The timeout of a relayed call, in µs: less than the patience of this program's own playerctl commands.
  private static let relayTimeout = SessionBus.patience - 500_000
  /// The most calls that may wait for the active player. A call beyond them gets an error at once.
  private static let maxRelayed = 1024

  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let words = arguments.words.dropFirst()
    guard let word = words.first else {
      try arguments.refuse(allBut: [.ignore, .pauseOthers, .noResume, .startLast], beside: "daemon")
      if !arguments.resumes, !arguments.pausesOthers { throw Failure(text: "--no-resume needs --pause-others") }
      let daemon = try Daemon(arguments)
      try daemon.serve()
      return tool_end(daemon.end)
    }
    if word.equals("status") { return try DaemonStatus.run(arguments, console) }
    guard word.equals("shift") || word.equals("unshift") else {
      throw Failure(text: "daemon takes no '" + word + "'", next: "It takes shift, unshift and status.")
    }
    try arguments.refuse(allBut: [], beside: "daemon " + word)
    let member: StaticString = word.equals("shift") ? "Shift" : "Unshift"
    let bus = try openBus()
    if case .error(_, let text) = bus.call(busName, MPRIS.path, DaemonObject.interface, member) {
      throw Failure(text: "Cannot " + word + ": " + text)
    }
  }

  /// Opens the bus on which a daemon runs. A method call would have the bus start one that may be another daemon.
  static func openBus() throws(Failure) -> SessionBus {
    let bus = try SessionBus.open()
    if bus.owner(of: busName) == nil { throw Failure(text: "No daemon runs: start 'nowplaying daemon'") }
    return bus
  }

  private init(_ arguments: Arguments) throws(Failure) {
    guard let reactor = Reactor.make(), let address = BusAddress.session else { throw Failure.noBus }
    // Blocks the signals before any thread exists, so that none of the threads gets them.
    end = tool_catch_end()
    panel = try Panel()
    self.reactor = reactor
    naming = Naming(arguments, panel, keepsTwins: true)
    pausesOthers = arguments.pausesOthers
    interruptions = Interruptions(resumes: arguments.resumes)
    errors = BusErrors { _ in }
    reconnector = Reconnector(reactor, .address(address), errors)
    if arguments.startsLast { starter = Starter() }
    reconnector.client = self
  }

  /// Runs the loop until a signal or an error ends it.
  private func serve() throws(Failure) {
    defer { starter?.write(atEnd: true) }
    repeat {
      _ = reactor.wait(block: false)
      let hasMore = reconnector.turn()
      panel.dispatch()
      if panel.takeNews() || np_now_us() >= interruptionTime { look() }
      passOver()
      acquireName()
      if logs { log() }
      if let failure { throw failure }
      reconnector.listen()
      starter?.write()
      let next = min(reconnector.nextTime, interruptionTime, nameTime, starter?.nextTime ?? .max)
      reactor.arm(at: hasMore ? .min : next)
    } while tool_await_either(reactor.descriptor, panel.descriptor, end)
  }

  // MARK: Players

  /// Reads the sessions and players that the surface knows now.
  private func look() {
    let handles = panel.sessions
    defer { for handle in handles { nowplaying_surface_session_unref(handle) } }
    let sessions = naming.meant(handles.map { Session($0) })
    var order: [String] = []
    standings = []
    for session in sessions {
      let name = Session.text(session.info.bus_name)
      if session.isActive, !played.has(name) { played.append(name) }
      if order.has(name) { continue }
      order.append(name)
      standings.append(Choice.Standing(name: name, isActive: session.isActive, hasItem: session.hasItem))
    }
    played.removeAll { !order.has($0) }
    let before = queue.names
    queue.adopt(order, standings.first)
    silent.removeAll { !order.has($0) }
    follow(before)
    if pausesOthers { interrupt(sessions) }
    starter?.look(sessions, connection)
  }

  /// The time at which interruptions must be checked again; never while the bus is not connected.
  private var interruptionTime: Int64 {
    if connection == nil { return .max }
    return requests.hasAnswers ? .min : min(interruptions.nextTime, focus?.nextTime ?? .max)
  }

  private func interrupt(_ sessions: [Session]) {
    if connection == nil { return }
    let states = sessions.map { session in
      Interruptions.State(
        key: session.key, isActive: session.isActive, hasItem: session.hasItem, playback: Playback(session))
    }
    let now = np_now_us()
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

  private func send(_ kind: nowplaying_command_kind, to key: String, _ sessions: [Session]) {
    guard let session = sessions.first(where: { $0.key.exact == key.exact }) else { return }
    requests.send(kind, to: session, of: panel)
  }

  /// Stands for the first player, and emits to clients what has changed.
  private func follow(_ before: [String]) {
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
  private func passOver() {
    guard let active, isPassedOver(active) else { return }
    let before = queue.names
    queue.shift(.silence)
    follow(before)
  }

  /// The reason why the daemon stands for the first player.
  private var choice: Choice {
    queue.choice ?? .ofOrder(standings, hasPlayed: queue.names.first.map { played.has($0) } ?? false)
  }

  /// Logs which player the daemon stands for, and why, when that has changed.
  private func log() {
    let name = queue.names.first.flatMap { PlayerNames.instance($0) }
    let line = name.map { "stands for " + $0 + ": " + choice.sentence } ?? "stands for no player"
    if line.exact == logged.exact { return }
    logged = line
    Console.log("daemon", .info, line)
  }

  // MARK: The bus

  func attached(_ connection: Connection) {
    self.connection = connection
    object = ObjectHandler(connection, path: MPRIS.path) { [unowned(unsafe) self] in answer($0) }
  }

  func greeted() {
    nameTime = Clamp.sum(np_now_us(), Self.nameTimeout)
    if pausesOthers { focus = connection.map { AudioFocus($0) } }
    follow([])
  }

  func detached(wasReady: Bool) {
    (connection, object, active, name, told) = (nil, nil, nil, .none, ToldProperties())
    focus = nil
    nameTime = .max
    // A daemon that the bus has started ends with its bus: the next bus starts another.
    if Environment.value("DBUS_STARTER_ADDRESS") != nil { failure = .noBus }
  }

  func failed(_ reason: String, isHopeless: Bool) {
    // A failure before the name was ever owned is final. Later the daemon waits for the bus to come back.
    if !hasOwned { failure = .noBus }
  }

  /// Requests the name once the daemon can answer each call that may follow: perhaps the bus has started it for a
  /// client's call.
  private func acquireName() {
    guard name == .none, let connection, reconnector.isReady else { return }
    let isComplete = panel.isListed && active?.isReady ?? queue.names.isEmpty
    guard isComplete || np_now_us() >= nameTime else { return }
    (name, nameTime) = (.asked, .max)
    connection.requestName(Self.busName, flags: NameFlag.doNotQueue) { [unowned(unsafe) self] reply in
      switch reply {
      case .owner: (name, hasOwned) = (.owned, true)
      // The bus is gone, which `detached` handles.
      case .unknown where !(self.connection?.isOpen ?? false): break
      case .refused(let error): failure = Failure(text: "The bus gives no name: " + error)
      case .taken, .queued, .unknown: giveUp()
      }
    }
  }

  /// Ends because another daemon owns the name.
  private func giveUp() {
    connection?.callBus("GetConnectionUnixProcessID") {
      $0.append(Self.busName)
    } answer: { [unowned(unsafe) self] reply in
      let owner = reply?.readUInt32().flatMap { ProcessFacts($0) }
      failure = Failure(
        text: (owner?.name ?? "Another daemon") + " is running: the name of playerctld is taken",
        next: "End it: pkill -x playerctld, or systemctl --user stop nowplaying-daemon")
    }
  }

  // MARK: Calls

  /// Answers a call to MPRIS's object. Returns whether it has answered.
  private func answer(_ call: Message) -> Bool {
    guard let interface = call.interface else { return false }
    if interface.equals("org.freedesktop.DBus.Introspectable") {
      guard call.isCall("org.freedesktop.DBus.Introspectable", "Introspect") else { return false }
      call.reply { $0.append(DaemonObject.description) }
    } else if interface.exact == ExactText(DaemonObject.interface) {
      return rotate(call)
    } else if interface.exact == ExactText(MPRIS.properties) {
      let subject = call.readString() ?? ""
      if subject.exact == ExactText(DaemonObject.interface) {
        tell(call)
      } else if subject.exact == ExactText(PlayerNames.choiceInterface) {
        tellChoice(call)
      } else if DaemonObject.isRelayed(subject) {
        relay(call, subject)
      } else {
        call.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", "No such interface “" + subject + "”")
      }
    } else if DaemonObject.isRelayed(interface) {
      relay(call, interface)
    } else {
      return false
    }
    return true
  }

  private func rotate(_ call: Message) -> Bool {
    let before = queue.names
    switch call.member?.exact {
    case "Shift": queue.shift()
    case "Unshift": queue.unshift()
    default: return false
    }
    guard let first = queue.names.first else {
      call.reply(error: DaemonObject.noPlayer, DaemonObject.noPlayerText)
      return true
    }
    call.reply { $0.append(first) }
    follow(before)
    return true
  }

  /// Answers a call that reads properties of playerctld's interface.
  private func tell(_ call: Message) {
    let names = queue.names
    switch call.member?.exact {
    case "GetAll": call.reply { DaemonObject.append(names, to: $0) }
    case "Get" where call.readString()?.equals("PlayerNames") ?? false:
      call.reply { reply in reply.container(.variant, "as") { reply.append(names) } }
    case "Set": call.reply(error: "org.freedesktop.DBus.Error.PropertyReadOnly", "The property cannot be set")
    default: call.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", "No such property")
    }
  }

  /// Answers a call that reads which player the daemon stands for, and why.
  private func tellChoice(_ call: Message) {
    let name = queue.names.first
    switch call.member?.exact {
    case "GetAll":
      call.reply { reply in
        reply.container(.array, "{sv}") {
          reply.append(entry: "Player", "s") { reply.append(name ?? "") }
            .then(reply.append(entry: "Reason", "s") { reply.append(name == nil ? "" : choice.rawValue) })
        }
      }
    case "Get":
      let property = call.readString() ?? ""
      guard property.equals("Player") || property.equals("Reason") else { fallthrough }
      let value = property.equals("Player") ? name ?? "" : name == nil ? "" : choice.rawValue
      call.reply { reply in reply.container(.variant, "s") { reply.append(value) } }
    default: call.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", "No such property")
    }
  }

  private func relay(_ call: Message, _ interface: String) {
    guard let connection else { return }
    guard let player = queue.names.first else {
      if starter?.startPlayer(for: call, connection) ?? false { return }
      if AbsentPlayer.answer(call, interface, canPlay: starter?.canPlay ?? false) { return }
      return call.reply(error: DaemonObject.noPlayer, DaemonObject.noPlayerText)
    }
    if relayed >= Self.maxRelayed {
      return call.reply(error: Message.limitsExceeded, "Too many calls wait for the player")
    }
    told.read(interface)
    let silence = Failure.silence(of: [PlayerNames.instance(player) ?? player])
    let isWaiting = connection.relay(call, to: player, timeout: Self.relayTimeout, silence: silence) {
      [unowned(unsafe) self] in relayed -= 1
    }
    if isWaiting { relayed += 1 }
  }
}
