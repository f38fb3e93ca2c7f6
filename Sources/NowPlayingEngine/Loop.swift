// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingCore

/// What an app does when it is awake. Everything here and below it runs in one thread at a time.
final class Loop {
  unowned(unsafe) let app: App
  private let link: Link
  private let publisher: Publisher
  private let systemPrimary: SystemPrimary
  private var toldBusState = BusState.none
  /// Requests whose answers are being delivered.
  private var answered: [Request] = []

  init(_ app: App, _ source: BusSource?) {
    self.app = app
    link = Link(app, source)
    publisher = Publisher(app)
    systemPrimary = SystemPrimary(app, publisher)
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
    let (mayEnter, isWoken) = app.monitor.locked {
      guard app.dispatcher == 0, !app.isClosing else { return (false, false) }
      app.dispatcher = np_thread_self()
      return (true, app.wakePending && app.operations.isEmpty)
    }
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
    link.turn(ready, publisher, systemPrimary)
    for operation in operations { perform(operation) }
    systemPrimary.turn()
    deliver()
    publisher.flush()
    tellBusState()
    link.listen()
    let next = min(link.nextTime, publisher.nextTime, systemPrimary.nextTime)
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

  /// Brings answers to those who asked, and lines to the log, until there are no more.
  private func deliver() {
    while true {
      let lines = app.monitor.locked {
        app.expireRequestsLocked()
        // Two lists that change places, so that neither is allocated anew for each request.
        swap(&answered, &app.answeredRequests)
        return app.takeLogLinesLocked()
      }
      if answered.isEmpty, lines.isEmpty { return }
      for request in answered {
        request.deliver()
        if request.isCancelled, let session = request.session { app.tell(session) { $0.cancelled(request) } }
      }
      answered.removeAll(keepingCapacity: true)
      for (level, line) in lines { app.call { $0.log(level, line) } }
    }
  }

  private func tellBusState() {
    let state: BusState = !link.isReady ? .none : publisher.isNamed ? .published : .connected
    guard state != toldBusState else { return }
    toldBusState = state
    app.monitor.locked { app.busState = state }
    app.call { $0.busChanged(state) }
  }

  /// Ends everything, in order: answers, names, what is queued, the connection, files; then the hosts are told.
  func tearDown() {
    let app = self.app
    let lastAnswers = app.monitor.locked {
      app.dispatcher = np_thread_self()
      for request in app.pendingRequests { request.cancelLocked(.cancelled) }
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

// MARK: - Work that waits, with the lock held

extension App {
  /// When the loop must turn again for work that is here already; it did not wake while we were awake.
  fileprivate var nextTimeLocked: Int64 {
    if !operations.isEmpty || !answeredRequests.isEmpty || !logLines.isEmpty { return 0 }
    var time = Int64.max
    for request in pendingRequests { time = min(time, request.deadline) }
    return time
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
  /// Calls the session's host, unless the session has ended.
  func tell(_ session: Session, _ body: (any SessionHandler) -> Void) {
    let alive = monitor.locked {
      guard !session.isFreed, !isClosing else { return false }
      calling = session
      isCallingHost = true
      return true
    }
    guard alive else { return }
    body(session.handler)
    leaveHost()
  }

  /// Calls the app's host.
  func call(_ body: (any AppHandler) -> Void) {
    let alive = monitor.locked {
      guard !isClosing else { return false }
      isCallingHost = true
      return true
    }
    guard alive else { return }
    body(handler)
    leaveHost()
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
