// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import Foundation
internal import NowPlayingBus
internal import NowPlayingCore
internal import NowPlayingEngine
internal import NowPlayingPush

/// Serves an extension: owns its name on the bus, and decides when the process ends. Belongs to a thread of its own, so
/// that a slow model delays nothing. The extension's own code runs on the main actor.
final class ExtensionServer: ExtensionProcess, @unchecked Sendable {
  private(set) var life = ExtensionLife.beginning
  private let name: String
  private let thread: BusThread
  private let memory: Memory
  private let registrations: PushRegistrations
  private let sessions: SessionStore
  /// Lazy, because this object and the one below get a reference to the server, which is their process.
  private lazy var calls = CallServer(thread, host, executable, sessions, registrations, self)
  private lazy var pushes = PushReceiver(thread, host, memory, executable, sessions, registrations, self)
  private let host: any ExtensionHost
  private let executable: Executable
  private var connection: Connection?
  private var object: RemoteObject?
  private var idle: BusThread.Timer?
  /// How long the process is now waiting for work; nil while it has work.
  private var idlingFor: Microseconds?
  private var noBus: BusThread.Timer?

  private let idleTimeout = Environment.milliseconds("NOWPLAYING_EXTENSION_IDLE_MS", 10_000)
  private let busTimeout = Environment.milliseconds("NOWPLAYING_BUS_WAIT_MS", 30_000)
  /// How long a registration without an endpoint may keep the process alive.
  private static let registrationTimeout: Microseconds = .seconds(60)

  init(_ name: String, _ thread: BusThread, _ host: any ExtensionHost, _ memory: Memory, _ executable: Executable) {
    self.name = name
    self.thread = thread
    self.host = host
    self.memory = memory
    self.executable = executable
    registrations = PushRegistrations(memory)
    sessions = SessionStore(thread, host, memory, registrations)
  }

  /// Starts to serve. Returns false when the system has no threads left.
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

  /// Ends the process, unless work has come earlier in this turn: a registration that was not sent yet would wait for
  /// the next process, which nobody starts.
  private func idleTimeIsOver(_ pause: Microseconds) {
    if idlePause == pause { leave() } else { touched() }
  }

  /// The number of calls and pushes that are not answered yet.
  private var open: Int { calls.openCalls + pushes.openPushes }

  private func followFiles() {
    pushes.acknowledgeSaved()
    sessions.planSaving()
  }

  /// How long the process may now wait for work; nil while it has work, or while some state could not be stored.
  private var idlePause: Microseconds? {
    guard life == .serving, sessions.works.isEmpty, open == 0, memory.unsaved.isEmpty else { return nil }
    return registrations.isWaiting ? max(idleTimeout, Self.registrationTimeout) : idleTimeout
  }

  /// Restarts the time of waiting at the end of the turn, unless the turn brings work.
  func touched() {
    idle?.cancel()
    idlingFor = nil
  }

  /// Gives the name back, and ends when the bus has delivered all earlier messages. The name is never requested again,
  /// because systemd stops a service that has lost its name.
  func leave() {
    guard life == .serving, let connection else { return }
    life = .leaving
    takePlayersAway()
    pushes.handOnUnacknowledged()
    connection.releaseName(name) { [self] in life = .left }
  }

  /// Passes pushes that are not stored to the next process, and has the bus start it if it is needed: when a session is
  /// stored or such a push exists.
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

  /// Ends the process, at the end of the login or because somebody wants it: the players are removed, and stored state
  /// stays. While the name is being given up the signal is ignored, because systemd sends it to a service that has lost
  /// its name.
  func terminate() {
    if life.isAtItsEnd { return }
    if life == .serving { takePlayersAway() }
    thread.stop { exit(0) }
  }

  /// Records that all sessions were shown until now, and removes the players. This is done while the name is still
  /// owned: the bus starts the next process as soon as the name is free, and that process does not wait long for the
  /// lock of the files, without which it would remember nothing.
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
  /// Exports everything before the name is requested, because the bus delivers the messages that it has held back
  /// together with the name.
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
  /// Returns the time that an environment variable gives in milliseconds, or else a default, also in
  /// milliseconds.
  static func milliseconds(_ name: String, _ otherwise: Int64) -> Microseconds {
    Microseconds(clamping: (value(name).flatMap(Double.init) ?? Double(otherwise)) * 1000)
  }
}
