// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import Foundation
internal import NowPlayingBus
internal import NowPlayingCore
internal import NowPlayingEngine
internal import NowPlayingPush

/// Serves an extension: its name on the bus, and its life. Belongs to a thread of its own, so that a slow model delays
/// nothing; the extension's own code runs on the main actor.
final class ExtensionServer: ExtensionProcess, @unchecked Sendable {
  private(set) var life = ExtensionLife.beginning
  private let name: String
  private let thread: BusThread
  private let memory: Memory
  private let registrations: PushRegistrations
  private let sessions: SessionStore
  /// Made with a reference to this object, which is their process.
  private lazy var calls = CallServer(thread, host, executable, sessions, registrations, self)
  private lazy var pushes = PushReceiver(thread, host, memory, executable, sessions, registrations, self)
  private let host: any ExtensionHost
  private let executable: Executable
  private var connection: Connection?
  private var object: RemoteObject?
  private var idle: BusThread.Timer?
  /// How long it waits for something to do; nil while there is.
  private var idlingFor: Int64?
  private var noBus: BusThread.Timer?

  private let idleTimeout = Environment.milliseconds("NOWPLAYING_EXTENSION_IDLE_MS", 10_000)
  private let busTimeout = Environment.milliseconds("NOWPLAYING_BUS_WAIT_MS", 30_000)
  /// How long a registration without an endpoint may keep the process, in µs.
  private static let registrationTimeout: Int64 = 60_000_000

  init(_ name: String, _ thread: BusThread, _ host: any ExtensionHost, _ memory: Memory, _ executable: Executable) {
    self.name = name
    self.thread = thread
    self.host = host
    self.memory = memory
    self.executable = executable
    registrations = PushRegistrations(memory)
    sessions = SessionStore(thread, host, memory, registrations)
  }

  /// Begins to serve. Returns false when the system has no threads left.
  @MainActor func start() -> Bool {
    registrations.onMessage = { [pushes] in pushes.receive($0, for: $1, acknowledge: $2) }
    SessionTokens.shared.register = { [thread, sessions] id in thread.post { sessions.wantToken(id) } }
    thread.atEnd = { [self] in turnEnds() }
    return thread.start(self)
  }

  private func say(_ level: LogLevel, _ line: String) { SharedApp.shared.log(level, line) }

  // MARK: Life

  private func turnEnds() {
    object?.tell()
    followFiles()
    if life == .left, open == pushes.handedOn.count { return handOver() }
    let pause = idlePause
    if pause == idlingFor { return }
    idle?.cancel()
    idlingFor = pause
    idle = pause.map { pause in thread.after(pause) { [self] in idleTimeIsOver(pause) } }
  }

  /// Leaves, unless something has come to do earlier in this turn: a registration that is not sent yet would wait for
  /// the next process, which nobody starts.
  private func idleTimeIsOver(_ pause: Int64) {
    if idlePause == pause { leave() } else { touched() }
  }

  /// Calls and pushes that are not answered yet.
  private var open: Int { calls.openCalls + pushes.openPushes }

  private func followFiles() {
    pushes.acknowledgeSaved()
    sessions.planSaving()
  }

  /// How long there may be nothing to do from now on; nil while there is, or something is known here alone.
  private var idlePause: Int64? {
    guard life == .serving, sessions.works.isEmpty, open == 0, memory.unsaved.isEmpty else { return nil }
    return registrations.isWaiting ? max(idleTimeout, Self.registrationTimeout) : idleTimeout
  }

  /// Waiting begins anew at the end of the turn, unless something has come to do in the same turn.
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
    pushes.handOnUnacknowledged()
    connection.releaseName(name) { [self] in life = .left }
  }

  /// The last act. If a session is stored, it needs a process; and so does a push.
  private func handOver() {
    life = .handingOver
    let isNeeded = memory.isKept && !memory.sessions.isEmpty
    memory.close()
    guard let connection, !pushes.handedOn.isEmpty else {
      if isNeeded { startNext() }
      return thread.stop { exit(0) }
    }
    pushes.handOver(connection, to: name) { [self] in
      if open == 0 { thread.stop { exit(0) } }
    }
  }

  private func startNext() {
    connection?.callBus("StartServiceByName") { [name] message in
      message.append(name).then(message.append(UInt32.zero))
    } answer: { _ in
    }
  }

  /// The user's login ends, or somebody wants it: players go, what is stored stays. A process that is leaving
  /// goes on with that: systemd ends a service that has given its name back.
  func terminate() {
    if life.isAtItsEnd { return }
    if life == .serving { takePlayersAway() }
    thread.stop { exit(0) }
  }

  /// Until now all were shown. While the name is still owned: the next process, which the bus starts as soon as it is
  /// free, does not wait long for the lock, and without it would remember nothing.
  private func takePlayersAway() {
    memory.storeAsShown(now: SessionStore.now)
    followFiles()
    SharedApp.shared.close()
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
    object = RemoteObject(connection, path: RemoteInterface.path(of: name), calls)
    registrations.use(
      PushConnector(
        connection, service: name, vapidKey: SharedApp.shared.vapidKey,
        environment: ProcessInfo.processInfo.environment, client: registrations))
  }

  func greeted() {
    noBus?.cancel()
    connection?.callBus("GetId") { _ in
      .zero
    } answer: { [self] reply in
      sessions.restore(on: reply?.readString() ?? "")
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
    registrations.join(thread)
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
    (connection, object) = (nil, nil)
    registrations.use(nil)
    pushes.dropUnacknowledged()
    guard wasReady else { return }
    if life.isAtItsEnd { return thread.stop { exit(0) } }
    if life == .serving { memory.storeAsShown(now: SessionStore.now) }
    life = .waitingForBus
    noBus?.cancel()
    noBus = thread.after(busTimeout) { [self] in terminate() }
  }

  func failed(_ reason: String, isHopeless: Bool) {
    if life == .beginning { fail("There is no session bus: \(reason)") }
  }
}

extension Environment {
  /// A time of so many milliseconds, in µs.
  static func milliseconds(_ name: String, _ otherwise: Int64) -> Int64 {
    Clamp.microseconds((value(name).flatMap(Double.init) ?? Double(otherwise)) * 1000)
  }
}
