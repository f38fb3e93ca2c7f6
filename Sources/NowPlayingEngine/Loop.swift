// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// What an app does when it is awake. Everything here and below it runs in one thread at a time.
final class Loop {
  unowned(unsafe) let app: App
  private let publisher: Publisher
  private let systemPrimary: SystemPrimary
  private let source: BusSource?
  private let faults: BusFaults
  private lazy var link = Reconnector(app.reactor, source, faults, self)
  /// Nil until the first attempt to connect has ended.
  private var toldBusState: BusState?
  /// Requests whose answers are being delivered.
  private var answered: [Request] = []

  init(_ app: App, _ source: BusSource?) {
    self.app = app
    self.source = source
    faults = BusFaults { [unowned(unsafe) app] in app.libraryBug($0) }
    publisher = Publisher(app)
    systemPrimary = SystemPrimary(app, publisher)
  }

  /// Says what is about to be done, before anything can go wrong.
  func introduce() {
    switch source {
    case .address(let address)?: app.log(.debug, "Looks for the bus at " + address)
    case .socket?: app.log(.debug, "Uses the bus of a socket that it was given")
    case nil: app.log(.info, "NOWPLAYING_BUS is none: this program stays off the bus")
    }
    if app.loopMode == .descriptor { app.log(.debug, "Waits for the host to dispatch") }
    if !app.identity.isNameLegal {
      app.log(.warning, "The application id makes no good name on the bus: players see " + app.identity.busName)
    }
  }

  /// The library's own thread.
  func run() {
    app.monitor.locked { app.dispatcher = np_thread_self() }
    while turn(block: true) {}
    tearDown()
  }

  /// One turn in the host's thread.
  func dispatch() -> Failure? {
    let app = self.app
    let (mayEnter, isWoken, isNested) = app.monitor.locked {
      guard app.dispatcher == 0, !app.isClosing else { return (false, false, app.isInLoop) }
      app.dispatcher = np_thread_self()
      return (true, app.wakePending && app.operations.isEmpty, false)
    }
    if isNested { app.reactor.pause() }
    guard mayEnter else { return .busy }
    // Usually for a commit, which need not wait until we have asked the system what else there is.
    if isWoken { publisher.flush() }
    if turn(block: false) {
      app.monitor.locked {
        app.dispatcher = 0
        app.monitor.broadcast()
      }
    } else {
      tearDown()
    }
    return nil
  }

  /// Waits for something and does it. Returns whether the app goes on.
  private func turn(block: Bool) -> Bool {
    let ready = app.reactor.wait(block: block)
    let operations = app.monitor.locked {
      app.wakePending = false
      app.isCoalescing = false
      let operations = app.operations
      if !operations.isEmpty { app.operations = [] }
      return operations
    }
    // What was committed goes out before what clients sent is read.
    if block, operations.isEmpty, !ready.isDisjoint(with: [.wake, .timer]) { publisher.flush() }
    // The bus first: what hosts ask for may need it.
    var hasMore = link.turn(ready)
    for operation in operations { perform(operation) }
    systemPrimary.turn()
    app.noticeUnshownContent()
    deliver()
    publisher.flush()
    tellBusState()
    if app.reactor.isPaused {
      app.reactor.resume()
      hasMore = true
    }
    link.listen()
    // A host that waits for edges of the descriptor hears of what is left by the timer.
    let next = hasMore ? 0 : min(link.nextTime, publisher.nextTime, systemPrimary.nextTime)
    let (time, goesOn) = app.monitor.locked {
      app.isCoalescing = publisher.isCoalescing
      // A commit of this thread did not wake the loop, because it is awake; it may have come after the flush.
      let time = publisher.hasNewsLocked ? 0 : min(next, app.nextTimeLocked)
      return (time, !app.isClosing)
    }
    app.reactor.arm(at: time)
    return goesOn
  }

  private func perform(_ operation: App.Operation) {
    switch operation {
    case .becomeApplicationPrimary(let session):
      publisher.show(session)
      app.tell(session) { $0.primaryResult(.application, nil) }
    case .becomeSystemPrimary(let session):
      publisher.show(session)
      systemPrimary.take(for: session)
    case .resignSystemPrimary(let session): systemPrimary.resign(session)
    case .ended(let session):
      systemPrimary.resign(session)
      publisher.forget(session)
    }
  }

  /// Brings answers to those who asked, until there are no more, and the lines that are there to the log: a callback
  /// that makes a new one each time would keep the host here for ever.
  private func deliver() {
    let lines = app.monitor.locked { app.takeLogLinesLocked() }
    for (level, line) in lines { app.call { $0.log(level, line) } }
    while true {
      app.monitor.locked {
        app.expireRequestsLocked()
        // Two lists that change places, so that neither is allocated anew for each request.
        swap(&answered, &app.answeredRequests)
      }
      if answered.isEmpty { return }
      for request in answered { deliver(request) }
      answered.removeAll(keepingCapacity: true)
    }
  }

  private func deliver(_ request: Request) {
    publisher.note(request)
    request.deliver()
    // A picture may well take longer, from a slow network.
    if !request.kind.isArtwork, request.state == .timedOut {
      app.clientBug(request.kind.callback.description + ": the request was not answered within ten seconds")
    }
    if request.isCancelled, let session = request.session { app.tell(session) { $0.cancelled(request) } }
  }

  private func tellBusState() {
    let state: BusState = !link.isReady ? .none : publisher.isNamed ? .published : .connected
    guard state != toldBusState, state != .none || link.hasTried else { return }
    toldBusState = state
    app.monitor.locked { app.busState = state }
    app.call { $0.busChanged(state) }
  }

  /// Ends everything, in order: answers, names, what is queued, the connection, files; then the hosts are told.
  func tearDown() {
    let app = self.app
    let lastAnswers = app.monitor.locked {
      app.dispatcher = np_thread_self()
      for request in app.pendingRequests { request.endLocked() }
      let requests = app.answeredRequests + app.pendingRequests
      (app.answeredRequests, app.pendingRequests) = ([], [])
      return requests
    }
    // Whoever asked is told before the connection goes: the answer to Quit is often the app's last act.
    for request in lastAnswers { request.deliver() }
    systemPrimary.stop()
    publisher.stop()
    link.stop()
    app.artwork.removeAll()
    let sessions = app.monitor.locked {
      let sessions = app.sessions
      for session in sessions { session.end() }
      // Ending them may have made new work, which keeps the app alive.
      app.operations = []
      (app.answeredRequests, app.pendingRequests) = ([], [])
      return sessions
    }
    for session in sessions { session.handler.finish() }
    app.handler.finish()
    app.monitor.locked {
      app.isClosed = true
      app.dispatcher = 0
      app.monitor.broadcast()
    }
  }
}

// MARK: - The connection

extension Loop: BusClient {
  func attached(_ connection: Connection) {
    app.log(.debug, "Connects to the bus")
    publisher.attach(connection)
    systemPrimary.attach(connection)
  }

  func greeted() {
    app.log(.debug, "The bus has greeted this program")
    publisher.greeted()
    systemPrimary.connected()
  }

  func willHandleMessage() { publisher.refresh() }

  func detached(wasReady: Bool) {
    if wasReady { app.log(.info, "The connection to the bus is lost") }
    publisher.detach()
    systemPrimary.detach()
  }

  func failed(_ reason: String, isHopeless: Bool) {
    if isHopeless {
      app.log(.error, "The address of the bus is malformed, so the desktop cannot see this program")
    } else {
      app.log(.info, "There is no session bus yet: " + reason)
    }
  }
}

// MARK: - Work that waits, with the lock held

extension App {
  /// When the loop must turn again for work that is here already; it did not wake while we were awake.
  fileprivate var nextTimeLocked: Int64 {
    if !operations.isEmpty || !answeredRequests.isEmpty || !logLines.isEmpty { return 0 }
    var time = Int64.max
    for request in pendingRequests { time = min(time, request.deadline) }
    return min(time, unshownUntil)
  }

  /// Content that nobody sees is nearly always a call that was forgotten.
  fileprivate func noticeUnshownContent() {
    let isDue = monitor.locked {
      guard unshownUntil != .max, primaryWasAsked || np_now_us() >= unshownUntil else { return false }
      unshownUntil = .max
      defer { primaryWasAsked = true }
      return !primaryWasAsked && sessions.contains { $0.committed.state.content != nil }
    }
    if isDue {
      clientBug(
        "a session has content, but no session of this app has asked to be the application primary, so nothing is shown"
      )
    }
  }

  /// Gives up on hosts that have not answered in time.
  fileprivate func expireRequestsLocked() {
    if pendingRequests.isEmpty { return }
    let now = np_now_us()
    pendingRequests.removeAll { request in
      guard request.deadline <= now else { return false }
      request.cancelLocked(.timedOut)
      answeredRequests.append(request)
      return true
    }
  }
}

// MARK: - Calling the host

extension App {
  /// Calls the session's host. Returns false when the session has ended.
  @discardableResult
  func tell(_ session: Session, _ body: (any SessionHandler) -> Void) -> Bool {
    let alive = monitor.locked {
      guard !session.isFreed, !isClosing else { return false }
      calling = session
      isCallingHost = true
      return true
    }
    guard alive else { return false }
    body(session.handler)
    leaveHost()
    return true
  }

  /// Calls the app's host. Returns false when the app has ended.
  @discardableResult
  func call(_ body: (any AppHandler) -> Void) -> Bool {
    let alive = monitor.locked {
      guard !isClosing else { return false }
      isCallingHost = true
      return true
    }
    guard alive else { return false }
    body(handler)
    leaveHost()
    return true
  }

  private func leaveHost() {
    monitor.lock()
    isCallingHost = false
    if calling != nil {
      calling = nil
      monitor.broadcast()
    }
    let actions = afterCallback
    if !actions.isEmpty { afterCallback = [] }
    monitor.unlock()
    for action in actions { action() }
  }
}
