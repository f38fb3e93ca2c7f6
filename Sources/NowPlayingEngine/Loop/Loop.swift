// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// What an app does when it is awake. Everything here and below it runs in one thread at a time.
final class Loop {
  private let core: AppCore
  private let control: LoopControl
  private let mode: LoopMode
  /// The station whose name is the app's.
  private let own: Station
  /// All of them.
  private var stations: [Station]
  private let root: RootPublication
  private let wakeupThread: WakeupThread?
  private let applicationPrimary: ApplicationPrimary
  private let systemPrimary: SystemPrimary
  /// Nil until the first attempt to connect has ended.
  private var toldBusState: BusState?
  /// Requests whose answers are being delivered.
  private var answered: [Request] = []

  init(_ core: AppCore, _ options: AppOptions, _ identity: Identity, _ wakeupThread: WakeupThread?) {
    self.core = core
    self.wakeupThread = wakeupThread
    control = core.control
    mode = options.loop
    own = Station(core, options.busSource, identity)
    stations = [own]
    let player = PlayerPublication(core, identity, own.name)
    root = player.root
    applicationPrimary = ApplicationPrimary(core, player)
    systemPrimary = SystemPrimary(core, player)
    own.add(player)
    own.add(systemPrimary)
  }

  /// Takes up another station: one more name on the desktop. In the loop, or before it runs.
  func add(_ station: Station) { stations.append(station) }

  /// Says what is about to be done, before anything can go wrong.
  func introduce() {
    own.introduce()
    if mode != .thread { core.log(.debug, "Waits for the host to dispatch") }
  }

  /// The library's own thread.
  func run() {
    core.locked { control.dispatcher[$0] = np_thread_self() }
    while turn(block: true) {}
    tearDown()
  }

  /// One turn in the host's thread.
  func dispatch() -> Failure? {
    let (mayEnter, isWoken, isNested) = core.locked { held in
      guard control.dispatcher[held] == 0, !control.isClosing[held] else {
        return (false, false, control.isInLoop(held))
      }
      control.dispatcher[held] = np_thread_self()
      return (true, control.wakePending[held] && core.operations[held].isEmpty, false)
    }
    if isNested { control.reactor.pause() }
    guard mayEnter else { return .busy }
    // Usually for a commit, which need not wait until we have asked the system what else there is.
    if isWoken { flush() }
    if turn(block: false) {
      core.locked { held in
        control.dispatcher[held] = 0
        control.monitor.broadcast(held)
      }
      wakeupThread?.dispatched()
    } else {
      tearDown()
    }
    return nil
  }

  /// Waits for something and does it. Returns whether the app goes on.
  private func turn(block: Bool) -> Bool {
    let reactor = control.reactor
    let ready = reactor.wait(block: block)
    let (operations, mayBeUnshown) = core.locked { held in
      control.wakePending[held] = false
      let operations = core.operations[held]
      if !operations.isEmpty { core.operations[held] = [] }
      return (operations, core.unshownUntil[held] != .max)
    }
    // What was committed goes out before what clients sent is read.
    if block, operations.isEmpty, !ready.isEmpty { flush() }
    // The bus first: what hosts ask for may need it.
    var hasMore = false
    for station in stations where station.turn() { hasMore = true }
    for operation in operations { perform(operation) }
    systemPrimary.turn()
    if mayBeUnshown { core.noticeUnshownContent() }
    deliver()
    flush()
    tellBusState()
    if reactor.isPaused { reactor.resume() }
    for station in stations { station.listen() }
    // A host that waits for edges of the descriptor hears of what is left by the timer.
    var next = hasMore ? .min : systemPrimary.nextTime
    for station in stations { next = min(next, station.nextTime) }
    let (time, goesOn) = core.locked { held in
      control.isCoalescing[held] = stations.allSatisfy { $0.isCoalescing }
      // A commit of this thread did not wake the loop, because it is awake; it may have come after the flush.
      let time = stations.contains { $0.hasNews(held) } ? .min : min(next, nextTime(held))
      return (time, !control.isClosing[held])
    }
    reactor.arm(at: time)
    return goesOn
  }

  /// Tells clients what they do not know yet, now or when it is time.
  private func flush() {
    for station in stations { station.flush() }
  }

  /// When the loop must turn again for work that is here already: the loop was not woken for it while it was awake.
  private func nextTime(_ held: Held) -> Int64 {
    if !core.operations[held].isEmpty || core.log.isWaiting(held) { return .min }
    return min(core.requests.nextTime(held), core.unshownUntil[held])
  }

  private func perform(_ operation: AppCore.Operation) {
    switch operation {
    case .becomeApplicationPrimary(let session):
      applicationPrimary.take(for: session)
      session.tell { $0.primaryResult(.application, nil) }
    case .becomeSystemPrimary(let session):
      applicationPrimary.take(for: session)
      systemPrimary.take(for: session)
    case .resignSystemPrimary(let session): systemPrimary.resign(session)
    case .ended(let session):
      systemPrimary.resign(session)
      for station in stations { station.forget(session) }
    case .rootChanged: root.refresh()
    }
  }

  /// Brings answers to those who asked, until there are no more, and the lines that are there to the log: a callback
  /// that makes a new one each time would keep the host here for ever.
  private func deliver() {
    let lines = core.locked { held in
      takeAnswers(held)
      return core.log.take(held)
    }
    for (level, line) in lines { core.tell { $0.log(level, line) } }
    while !answered.isEmpty {
      for request in answered { request.deliver() }
      answered.removeAll(keepingCapacity: true)
      core.locked { takeAnswers($0) }
    }
  }

  private func takeAnswers(_ held: Held) {
    core.requests.expire(held)
    // Two lists that change places, so that neither is allocated anew for each request.
    swap(&answered, &core.requests.answered[held])
  }

  private func tellBusState() {
    guard let state = own.busState ?? toldBusState, state != toldBusState else { return }
    toldBusState = state
    core.locked { held in
      core.busState[held] = state
      core.busName[held] = state == .published ? own.name.name : ""
    }
    core.tell { $0.busChanged(state) }
  }

  /// Ends everything, in order: answers, names, what is queued, the connection, files; then the hosts are told.
  func tearDown() {
    // The host is told nothing more, not that it should dispatch either.
    wakeupThread?.stop()
    let lastAnswers = core.locked { held in
      control.dispatcher[held] = np_thread_self()
      return core.requests.endAll(held)
    }
    // Whoever asked is told before the connection goes: the answer to Quit is often the app's last act.
    for request in lastAnswers { request.deliver() }
    systemPrimary.stop()
    for station in stations { station.stop() }
    core.requests.artwork.removeAll()
    let sessions = core.locked { held in
      let sessions = core.sessions[held]
      for session in sessions { session.end(held) }
      // Ending them may have made new work, which keeps the app alive.
      core.operations[held] = []
      _ = core.requests.endAll(held)
      return sessions
    }
    for session in sessions { session.handler.finish() }
    core.handler.finish()
    core.locked { held in
      control.isClosed[held] = true
      control.dispatcher[held] = 0
      control.monitor.broadcast(held)
    }
  }
}
