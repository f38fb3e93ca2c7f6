// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// `nowplaying daemon`: stands for the most important player under the name of playerctld, for clients that drive only
/// one player.
final class Daemon: BusClient {
  /// A descriptor that is readable when a signal asks the process to end, or to read its options.
  private let signals: Int32
  let panel: Panel
  private let reactor: Reactor
  private let reconnector: Reconnector
  private let errors: BusErrors
  /// The command line, and the options that it has together with the file.
  private let given: Arguments
  private(set) var options: Arguments
  /// A sentence for each wrong line of the file of options.
  private(set) var faults: [String] = []
  /// Leaves out the players that `-p` and `-i` exclude.
  private(set) var naming: Naming
  /// Leaves out the players that pause when another begins; nil when all do.
  private(set) var pausing: Naming?
  private(set) var starter: Starter?
  let services: SystemServices
  var interruptions: Interruptions
  var focus: AudioFocus?
  /// Released after `panel`, because its declaration is behind that of `panel`.
  let requests = TurnRequests()
  var queue = PlayerQueue()
  var active: ActivePlayer?
  var told = ToldProperties()
  /// The players in the order of the surface, and those that were seen to play.
  var standings: [Choice.PlayerFacts] = []
  var played: [String] = []
  let logs = Console.logs(.info)
  /// The last lines that were written to the log, so that none is repeated: which player, and all else.
  var logged: [String] = []
  /// The players that did not answer when they became the active one.
  var silent: [String] = []
  var connection: Connection?
  private var object: ObjectHandler?
  var name = NameState.none
  /// Whether the daemon has owned its name at any time.
  private var hasOwned = false
  /// The number of calls relayed to the active player that it has not answered.
  var relayed = 0
  /// Whether the sessions must be looked at although none has changed.
  var isDue = false
  /// The error that ends the daemon.
  private var failure: Failure?

  /// The time at which the daemon requests its name even if a player has not answered yet.
  private var nameTime = Instant.max
  /// The time for which the daemon waits with its name for the players' answers.
  private static let nameTimeout: Microseconds = .seconds(1)

  enum NameState { case none, asked, owned }

  /// The timeout of a relayed call: less than the patience of this program's own playerctl commands.
  static let relayTimeout = SessionBus.patience - .milliseconds(500)
  /// The most calls that may wait for the active player. A call beyond them gets an error at once.
  static let maxRelayed = 1024

  init(_ arguments: Arguments) throws(Failure) {
    guard let reactor = Reactor.make(), let address = BusAddress.session else { throw Failure.noBus }
    let read = try Self.options(arguments)
    // Blocks the signals before any thread exists, so that none of the threads gets them.
    signals = tool_catch_end()
    panel = try Panel()
    self.reactor = reactor
    (given, options) = (arguments, read.all)
    naming = Naming(read.all, panel, keepsTwins: true)
    interruptions = Interruptions(resumes: read.all.resumes)
    errors = BusErrors { _ in }
    reconnector = Reconnector(reactor, .address(address), errors)
    services = SystemServices(reactor, errors)
    reconnector.client = self
    services.press = { [unowned(unsafe) self] in press($0) }
    take(read.all, read.faults)
  }

  /// Runs the loop until a signal or an error ends it. Returns the signal.
  func serve() throws(Failure) -> Int32 {
    defer { starter?.write(atEnd: true) }
    while true {
      _ = reactor.wait(block: false)
      var hasMore = reconnector.turn()
      if services.turn() { hasMore = true }
      panel.dispatch()
      if panel.takeNews() || isDue || Instant.now >= min(interruptionTime, services.lookTime) { look() }
      passOver()
      acquireName()
      if logs { log() }
      if let failure { throw failure }
      reconnector.listen()
      services.listen()
      starter?.write()
      let next = min(
        reconnector.nextTime, services.nextTime, interruptionTime, nameTime, starter?.nextTime ?? .max)
      reactor.arm(at: hasMore || isDue ? .min : next)
      if tool_await_either(reactor.descriptor, panel.descriptor, signals) { continue }
      let signal = tool_take_signal(signals)
      if signal != 0 { return signal }
      readOptions()
    }
  }

  // MARK: Options

  /// Reads the file of options once more. All that the daemon does by the same options as before goes on.
  private func readOptions() {
    do throws(Failure) {
      let read = try Self.options(given)
      take(read.all, read.faults)
    } catch { Console.log("daemon", .warning, "the options stay as they are: " + error.text) }
  }

  private func take(_ options: Arguments, _ faults: [String]) {
    (self.options, self.faults) = (options, faults)
    for fault in faults { Console.log("daemon", .warning, fault) }
    naming = Naming(options, panel, keepsTwins: true)
    pausing = options.pausedAlone.isEmpty ? nil : Naming(allBut: options.pausedAlone, panel)
    interruptions.resumes = options.resumes
    if !options.pausesOthers {
      interruptions = Interruptions(resumes: options.resumes)
      focus?.endAll()
      focus = nil
    } else if focus == nil, reconnector.isReady {
      focus = connection.map { AudioFocus($0) }
    }
    if options.startsLast != (starter != nil) {
      starter?.write(atEnd: true)
      starter = options.startsLast ? Starter() : nil
      if let connection, name == .owned, active == nil {
        DaemonObject.announceNobody(canPlay: starter?.canPlay ?? false, &told, on: connection)
      }
    }
    services.take(options)
    isDue = true
  }

  // MARK: The bus

  func attached(_ connection: Connection) {
    self.connection = connection
    object = ObjectHandler(connection, path: MPRIS.path) { [unowned(unsafe) self] in answer($0) }
  }

  func greeted() {
    nameTime = Instant.now + Self.nameTimeout
    if options.pausesOthers { focus = connection.map { AudioFocus($0) } }
    services.attach(session: connection)
    follow([])
  }

  func detached(wasReady: Bool) {
    (connection, object, active, name, told) = (nil, nil, nil, .none, ToldProperties())
    focus = nil
    services.attach(session: nil)
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
    guard isComplete || Instant.now >= nameTime else { return }
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
}
