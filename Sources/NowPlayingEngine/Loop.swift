// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingCore

/// What an app does when it is awake. Everything here and below it runs in one thread at a time.
final class Loop {
  unowned(unsafe) let app: App
  var source: BusSource?
  private lazy var link = Link(app)
  private lazy var publisher = Publisher(app)
  private lazy var systemPrimary = SystemPrimary(app, publisher)
  private var toldBusState = BusState.none

  init(_ app: App) { self.app = app }

  /// The library's own thread.
  func run() {
    app.monitor.locked { app.dispatcher = np_thread_self() }
    while turn(block: true) {}
    tearDown()
  }

  /// One turn in the host's thread.
  func dispatch() -> Failure? {
    let app = self.app
    let mayEnter = app.monitor.locked {
      guard app.dispatcher == 0, !app.isClosing else { return false }
      app.dispatcher = np_thread_self()
      return true
    }
    guard mayEnter else { return .busy }
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
      let operations = app.operations
      if !operations.isEmpty { app.operations = [] }
      return operations
    }
    for operation in operations { perform(operation) }
    link.turn(ready, source, publisher, systemPrimary)
    systemPrimary.turn()
    expireRequests()
    deliverAnswers()
    publisher.flush()
    tellBusState()
    deliverLog()
    link.listen()
    app.reactor.arm(at: nextTime())
    return !app.monitor.locked { app.isClosing }
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

  private func nextTime() -> Int64 {
    var time = min(link.nextTime, publisher.nextTime, systemPrimary.nextTime)
    app.monitor.locked {
      for request in app.pendingRequests { time = min(time, request.deadline) }
      // Work that came up during this turn; it did not wake, because we were awake.
      if !app.operations.isEmpty || !app.answeredRequests.isEmpty || !app.logLines.isEmpty { time = 0 }
    }
    return time
  }

  private func expireRequests() {
    guard app.monitor.locked({ !app.pendingRequests.isEmpty }) else { return }
    let now = np_now_us()
    app.monitor.locked {
      app.pendingRequests.removeAll { request in
        guard request.deadline <= now else { return false }
        request.cancelLocked(.timedOut)
        app.answeredRequests.append(request)
        return true
      }
    }
  }

  private func deliverAnswers() {
    while true {
      let answered = app.monitor.locked {
        let answered = app.answeredRequests
        if !answered.isEmpty { app.answeredRequests = [] }
        return answered
      }
      if answered.isEmpty { return }
      for request in answered {
        request.deliver()
        if request.isCancelled, let session = request.session { app.tell(session) { $0.cancelled(request) } }
      }
    }
  }

  private func tellBusState() {
    let state: BusState = !link.isReady ? .none : publisher.isNamed ? .published : .connected
    guard state != toldBusState else { return }
    toldBusState = state
    app.monitor.locked { app.busState = state }
    app.call { $0.busChanged(state) }
  }

  private func deliverLog() {
    while true {
      let lines = app.monitor.locked {
        let lines = app.logLines
        if !lines.isEmpty { app.logLines = [] }
        return lines
      }
      if lines.isEmpty { return }
      for (level, line) in lines { app.call { $0.log(level, line) } }
    }
  }

  /// Ends everything, in order: names, what is queued, the connection, files; then the hosts are told.
  func tearDown() {
    let app = self.app
    app.monitor.locked { app.dispatcher = np_thread_self() }
    systemPrimary.stop()
    publisher.stop()
    link.stop()
    app.artwork.removeAll()
    let sessions = app.monitor.locked {
      let sessions = app.sessions + app.freedInCallback
      app.freedInCallback = []
      for session in app.sessions { session.end() }
      app.operations = []
      return sessions
    }
    // The sessions' requests are answered to nobody: the connection is gone.
    app.monitor.locked {
      for request in app.pendingRequests { request.cancelLocked(.cancelled) }
      app.pendingRequests = []
      app.answeredRequests = []
      app.applicationPrimary = nil
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
    let freed = freedInCallback
    if !freed.isEmpty { freedInCallback = [] }
    monitor.unlock()
    for session in freed { session.handler.finish() }
  }
}
