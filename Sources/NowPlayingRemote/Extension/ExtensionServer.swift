// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import NowPlayingBus
internal import NowPlayingCore
internal import NowPlayingEngine
internal import NowPlayingHost
internal import NowPlayingPush

/// Serves an extension: its name on the bus, its control interface, its sessions, its pushes, its life. Belongs to a
/// thread of its own, so that a slow model delays nothing; the extension's own code runs on the main actor.
final class ExtensionServer: @unchecked Sendable {
  enum Life {
    case beginning, serving
    /// There was a bus, and there is none.
    case waitingForBus
    /// The name is being given back. What comes now is for the next process.
    case leaving
    /// The bus has handed over all that was for this process.
    case left
    /// The next process takes what this one has left.
    case handingOver

    /// Whether the name has been given back, or is about to be.
    var isAtItsEnd: Bool { self == .leaving || self == .left || self == .handingOver }
  }

  let name: String
  let thread: BusThread
  let host: any ExtensionHost
  let memory: Memory
  let executable: Executable
  private(set) var life = Life.beginning
  private(set) var connection: Connection?
  private(set) var connector: PushConnector?
  private var object: RemoteObject?
  /// The id of the bus.
  private(set) var bus = ""
  /// In the order in which they were started.
  private(set) var works: [SessionWork] = []
  /// Calls and pushes that are not answered yet.
  var openCalls = 0
  /// Pushes for the next process: it understands them, or has a disk that is not full.
  var handedOn: [ReceivedPush] = []
  /// Pushes that were applied and are not on file, the oldest first.
  var unacknowledged: [ReceivedPush] = []
  /// More of them are left to be repeated.
  static let mostUnacknowledged = 64
  /// Tries again to write what is not on file. In µs.
  var saving: BusThread.Timer?
  var savingPause = ExtensionServer.firstSavingPause
  static let firstSavingPause: Int64 = 5_000_000
  static let longestSavingPause: Int64 = 300_000_000
  /// Whether the registration for pushes that start sessions is wanted, and could not be put on file.
  var needsStartToken = false
  /// Ids of sessions whose models want a push token and have no registration yet.
  var wantingTokens: Set<Data> = []
  /// The token for pushes that start sessions; "" while there is none. Looked at in each turn, and seldom another.
  var startToken: String
  var hasSaidThatThereIsNoLibcrypto = false
  private var hasRestored = false
  private var idle: BusThread.Timer?
  /// How long it waits for something to do; nil while there is.
  private var idlingFor: Int64?
  private var noBus: BusThread.Timer?

  private let idlePatience = Environment.milliseconds("NOWPLAYING_EXTENSION_IDLE_MS", 10_000)
  private let busPatience = Environment.milliseconds("NOWPLAYING_BUS_WAIT_MS", 30_000)
  /// How long a registration without an endpoint may keep the process, in µs.
  private static let registrationPatience: Int64 = 60_000_000

  init(_ name: String, _ thread: BusThread, _ host: any ExtensionHost, _ memory: Memory, _ executable: Executable) {
    self.name = name
    self.thread = thread
    self.host = host
    self.memory = memory
    self.executable = executable
    startToken = Self.startToken(of: memory)
  }

  /// Begins to serve. Returns false when the system has no threads left.
  @MainActor func start() -> Bool {
    SessionTokens.shared.register = { [self] id in thread.post { self.wantToken(id) } }
    thread.atEnd = { [self] in turnEnds() }
    return thread.start(self)
  }

  static var now: Double { Date().timeIntervalSince1970 }

  func say(_ level: LogLevel, _ line: String) { ProgramApp.shared.log(level, line) }

  // MARK: Sessions

  /// The work for an id that has some.
  func work(for id: String) -> SessionWork? { works.first { $0.id.exact == id.exact } }

  /// The work for an id; nil when there are too many.
  func newWork(for id: String) -> SessionWork? {
    if let work = work(for: id) { return work }
    guard works.count < RemoteInterface.mostSessions else { return nil }
    let work = SessionWork(id, thread, host, self)
    works.append(work)
    return work
  }

  var lines: [RemoteSessionLine] { works.compactMap(\.line) }

  func forget(_ work: SessionWork) { works.removeAll { $0 === work } }

  // MARK: Life

  private func turnEnds() {
    object?.tell()
    followFiles()
    if life == .left, openCalls == handedOn.count { return handOver() }
    let pause = idlePause
    if pause == idlingFor { return }
    idle?.cancel()
    idlingFor = pause
    idle = pause.map { pause in thread.after(pause) { [self] in leave() } }
  }

  /// How long there may be nothing to do from now on; nil while there is, or something is known here alone.
  private var idlePause: Int64? {
    guard life == .serving, works.isEmpty, openCalls == 0, memory.unsaved.isEmpty else { return nil }
    return connector?.hasOpenRegistrations == true ? max(idlePatience, Self.registrationPatience) : idlePatience
  }

  /// Somebody looks: that is as good as a call. Waiting begins anew at the end of the turn, unless something has come
  /// to do in the same turn.
  func touched() {
    idle?.cancel()
    idlingFor = nil
  }

  /// Gives the name back, and ends when the bus has handed over what came before. The name is never taken back: systemd
  /// stops the unit of a service that has lost it.
  func leave() {
    guard life == .serving, let connection else { return }
    life = .leaving
    takePlayersAway()
    handedOn += unacknowledged
    unacknowledged = []
    connection.releaseName(name) { [self] in life = .left }
  }

  /// The last act. If a session is on file, it needs a process; and so does a push.
  private func handOver() {
    life = .handingOver
    let isNeeded = memory.isKept && !memory.sessions.isEmpty
    memory.close()
    guard let connection, !handedOn.isEmpty else {
      if isNeeded { startNext() }
      return thread.stop { exit(0) }
    }
    for push in handedOn {
      connection.hand(push, to: name) { [self] isAcknowledged in
        if isAcknowledged { push.acknowledge() } else { push.drop() }
        if openCalls == 0 { thread.stop { exit(0) } }
      }
    }
  }

  private func startNext() {
    connection?.callBus("StartServiceByName") { [name] message in
      message.append(name).then(message.append(UInt32.zero))
    } answer: { _ in
    }
  }

  /// The user's login ends, or somebody wants it: players go, what is on file stays. Who is leaving goes on with that:
  /// systemd ends a service that has given its name back.
  func terminate() {
    if life.isAtItsEnd { return }
    if life == .serving { takePlayersAway() }
    thread.stop { exit(0) }
  }

  /// Until now all were shown. While the name is still owned: the next process, which the bus starts as soon as it is
  /// free, does not wait long for the lock, and without it would remember nothing.
  private func takePlayersAway() {
    memory.storeAsShown(now: Self.now)
    followFiles()
    ProgramApp.shared.close()
  }

  private func fail(_ reason: String) {
    say(.error, reason)
    thread.stop { exit(1) }
  }
}

// MARK: - The connection

extension ExtensionServer: BusClient {
  /// Everything is there before the name is asked for: the bus delivers what it held back together with the name.
  func attached(_ connection: Connection) {
    self.connection = connection
    object = RemoteObject(connection, path: RemoteInterface.path(of: name), self)
    let connector = PushConnector(
      connection, service: name, vapidKey: ProgramApp.shared.vapidKey,
      environment: ProcessInfo.processInfo.environment, client: self)
    connector.export()
    self.connector = connector
  }

  func greeted() {
    noBus?.cancel()
    connection?.callBus("GetId") { _ in
      .zero
    } answer: { [self] reply in
      bus = reply?.readString() ?? ""
      restoreRegistrations()
      if !hasRestored { restoreSessions() }
      hasRestored = true
      askForName()
    }
  }

  private func askForName() {
    connection?.requestName(name, flags: NameFlag.doNotQueue) { [self] reply in
      switch reply {
      case .owner:
        life = .serving
        say(.info, "Serves as \(name)")
      case .taken, .queued: sayWhoServes()
      case .refused(let error): fail("The bus does not let this program own \(name): \(error)")
      case .unknown: fail("The bus has not said whether this program owns \(name)")
      }
    }
    guard let connector else { return }
    thread.clocks = [BusThread.Clock(nextTime: { connector.nextTime }, turn: { connector.turn() })]
  }

  private func sayWhoServes() {
    connection?.callBus("GetConnectionUnixProcessID") {
      $0.append(name)
    } answer: { [self] reply in
      fail("\(name) is served by process \(reply?.readUInt32().map { "\($0)" } ?? "?")")
    }
  }

  func detached(wasReady: Bool) {
    thread.clocks = []
    (connection, connector, object) = (nil, nil, nil)
    // The distributor that called is told by the bus that no answer comes.
    for push in unacknowledged { push.drop() }
    unacknowledged = []
    guard wasReady else { return }
    if life.isAtItsEnd { return thread.stop { exit(0) } }
    if life == .serving { memory.storeAsShown(now: Self.now) }
    life = .waitingForBus
    noBus?.cancel()
    noBus = thread.after(busPatience) { [self] in terminate() }
  }

  func failed(_ reason: String, isHopeless: Bool) {
    if life == .beginning { fail("There is no session bus: \(reason)") }
  }
}

extension Connection {
  /// Gives a push to whoever has a name now, as a distributor would; the bus starts it.
  ///
  /// - done: is told whether it was acknowledged.
  fileprivate func hand(_ push: ReceivedPush, to name: String, done: @escaping (Bool) -> Void) {
    let fill = { (message: Message) -> Int32 in
      message.container(.array, "{sv}") {
        message.append(entry: "token", "s") { message.append(push.token) }
          .then(message.append(entry: "message", "ay") { message.append(bytes: push.bytes) })
      }
    }
    call(
      name, "/org/unifiedpush/Connector", "org.unifiedpush.Connector2", "Message", fill, patience: 10_000_000
    ) { reply in done(reply?.isError == false) }
  }
}

extension Environment {
  /// A time of so many milliseconds, in µs.
  static func milliseconds(_ name: String, _ otherwise: Int64) -> Int64 {
    Clamp.microseconds((value(name).flatMap(Double.init) ?? Double(otherwise)) * 1000)
  }
}
