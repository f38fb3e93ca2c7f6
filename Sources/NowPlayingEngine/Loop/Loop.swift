// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// The work of an app while it is awake. Everything here and below it runs in one thread at a time.
final class Loop {
  private let core: AppCore
  private let control: LoopControl
  private let mode: LoopMode
  private let options: AppOptions
  private let identity: Identity
  private let surfaces: Surfaces
  /// When videos may not be shown.
  private let conditions: Conditions
  /// The player published under the app's own bus name.
  private let own: DesktopPlayer
  /// One for each session that plays on other devices.
  private var others: [DesktopPlayer] = []
  private let wakeupThread: WakeupThread?
  /// Nil until the first attempt to connect has ended.
  private var toldBusState: BusState?
  /// Requests whose answers are being delivered.
  private var answered: [Request] = []
  /// The changes that there were when the last answers had been delivered.
  private var seen = UInt64.zero

  init(_ core: AppCore, _ options: AppOptions, _ identity: Identity, _ wakeupThread: WakeupThread?) {
    self.core = core
    self.wakeupThread = wakeupThread
    control = core.control
    mode = options.loop
    self.options = options
    self.identity = identity
    conditions = Conditions(core.control.reactor, BusFaults { [unowned(unsafe) core] in core.log.libraryBug($0) })
    surfaces = Surfaces(core, conditions)
    own = DesktopPlayer(core, options.busSource, identity, surfaces)
    own.station.add(conditions)
  }

  /// Says what is about to be done, before anything can go wrong.
  func introduce() {
    own.station.introduce()
    if mode != .thread { core.log(.debug, "Waits for the host to dispatch") }
  }

  /// The library's own thread.
  func run() {
    core.locked { control.dispatcher[$0] = np_thread_self() }
    while awake() {}
    tearDown()
  }

  /// Waits for something and does it. Returns whether the app goes on.
  private func awake() -> Bool {
    let ready = control.reactor.wait(block: true)
    let work = core.locked { takeWork($0) }
    // Commits go out before the messages of clients are read.
    if work.operations.isEmpty, !ready.isEmpty { flush() }
    return turn(work)
  }

  /// One turn in the host's thread.
  @_optimize(speed)
  func dispatch() -> Failure? {
    let (work, isWoken, isNested) = core.locked { held -> (Work?, Bool, Bool) in
      guard control.dispatcher[held] == 0, !control.isClosing[held] else {
        return (nil, false, control.isInLoop(held))
      }
      control.dispatcher[held] = np_thread_self()
      let isWoken = control.wakePending[held]
      return (takeWork(held), isWoken, false)
    }
    if isNested { control.reactor.pause() }
    guard let work else { return .busy }
    // Usually for a commit, which need not wait until we have asked the system what else there is.
    let isForCommit = isWoken && work.operations.isEmpty
    if isForCommit { flush() }
    // Otherwise usually for a call, and when there is one the system need not be asked at all. When there is none it
    // must be: a wake that is not taken leaves the descriptor readable.
    var hasMore: Bool?
    if !isWoken, control.reactor.awaitsOnlyWakes { hasMore = own.station.turn(isInformed: false) }
    let isInformed = hasMore == nil || !own.station.hasHandled
    let ready = isInformed ? control.reactor.wait(block: false) : []
    // Usually there is nothing else, and the rest of a turn would only find that out.
    if isForCommit, ready == .wake, !work.mayBeUnshown, leaveAtRest() {
      wakeupThread?.dispatched()
    } else if turn(work, ownTurn: hasMore, isInformed: isInformed, leaves: true) {
      wakeupThread?.dispatched()
    } else {
      tearDown()
    }
    return nil
  }

  private func leave(_ held: Held) {
    control.dispatcher[held] = 0
    control.monitor.broadcast(held)
  }

  /// The work with which a turn begins.
  private struct Work {
    let operations: [AppCore.Operation]
    let mayBeUnshown: Bool
  }

  private func takeWork(_ held: Held) -> Work {
    control.wakePending[held] = false
    return Work(operations: takeOperations(held), mayBeUnshown: core.unshownUntil[held] != .max)
  }

  /// Does what is there to be done. Returns whether the app goes on.
  ///
  /// - ownTurn: what the turn of the app's own station has returned, if that was made already.
  /// - isInformed: whether the reactor was asked what is ready.
  /// - leaves: whether the thread leaves the loop, if the app goes on.
  @_optimize(speed)
  @inline(never)
  private func turn(_ work: Work, ownTurn: Bool? = nil, isInformed: Bool = true, leaves: Bool = false) -> Bool {
    let reactor = control.reactor
    // The bus first: what hosts ask for may need it.
    var hasMore = ownTurn ?? own.station.turn(isInformed: isInformed)
    for player in others where player.station.turn(isInformed: isInformed) { hasMore = true }
    if conditions.turn(isInformed: isInformed) { hasMore = true }
    for operation in work.operations { perform(operation) }
    forEachPlayer { $0.systemPrimary.turn() }
    if work.mayBeUnshown { core.noticeUnshownContent() }
    // A request made in a callback belongs to the commit made there: surfaces are told of both at once.
    for operation in deliver() { perform(operation) }
    // After the answers, which need the connection.
    removeEnded()
    flush()
    tellBusState()
    if !others.isEmpty { for player in others { player.tellPlace() } }
    if reactor.isPaused { reactor.resume() }
    conditions.listen()
    // A host that waits for edges of the descriptor hears of what is left by the timer.
    var next = hasMore ? Int64.min : conditions.nextTime
    forEachPlayer { player in
      player.station.listen()
      next = min(next, player.nextTime)
    }
    let (time, goesOn, hasLeft) = plan(next, leaves: leaves)
    if hasLeft { return true }
    reactor.arm(at: time)
    if leaves, goesOn { core.locked { leave($0) } }
    return goesOn
  }

  /// Leaves the loop if nothing at all is to be done before something wakes it. Returns whether it has.
  @_optimize(speed)
  private func leaveAtRest() -> Bool {
    guard others.isEmpty, !control.reactor.isPaused, own.station.busState == toldBusState else { return false }
    own.station.listen()
    return plan(min(own.nextTime, conditions.nextTime), leaves: true).hasLeft
  }

  /// When the loop must turn again, whether the app goes on, and whether the thread has left the loop: usually the
  /// timer stays as it is, and the lock is taken once.
  ///
  /// - next: the time because of what the loop knows; what hosts have done meanwhile may be earlier.
  @_optimize(speed)
  @inline(never)
  private func plan(_ next: Int64, leaves: Bool) -> (time: Int64, goesOn: Bool, hasLeft: Bool) {
    core.locked { held in
      control.isCoalescing[held] = own.isCoalescing && others.allSatisfy { $0.isCoalescing }
      // A commit of this thread did not wake the loop, because it is awake; it may have come after the flush.
      let isNews = core.changes[held] != seen && (own.hasNews(held) || others.contains { $0.hasNews(held) })
      // A wake that came after the work was taken may have been seen by the reactor, who does not tell of it again; the
      // next one is not sent before this one is known.
      let isWoken = leaves && control.wakePending[held]
      let time = isNews || isWoken ? .min : min(next, nextTime(held))
      let goesOn = !control.isClosing[held]
      let hasLeft = leaves && goesOn && control.reactor.isArmed(at: time)
      if hasLeft { leave(held) }
      return (time, goesOn, hasLeft)
    }
  }

  private func takeOperations(_ held: Held) -> [AppCore.Operation] {
    let operations = core.operations[held]
    if !operations.isEmpty { core.operations[held] = [] }
    return operations
  }

  /// Tells clients what they do not know yet, now or when it is time.
  @_optimize(speed)
  private func flush() {
    forEachPlayer { $0.flush() }
  }

  /// All players on the desktop, for what is done seldom.
  private var players: [DesktopPlayer] { [own] + others }

  /// The same for each turn: there nearly always are no others.
  @inline(__always)
  private func forEachPlayer(_ body: (DesktopPlayer) -> Void) {
    body(own)
    if others.isEmpty { return }
    for player in others { body(player) }
  }

  /// When the loop must turn again for work that is here already: the loop was not woken for it while it was awake.
  @_optimize(speed)
  private func nextTime(_ held: Held) -> Int64 {
    if !core.operations[held].isEmpty || core.log.isWaiting(held) { return .min }
    return min(core.requests.nextTime(held), core.unshownUntil[held])
  }

  @inline(never)
  private func perform(_ operation: AppCore.Operation) {
    switch operation {
    case .becomeApplicationPrimary(let session):
      player(of: session)?.applicationPrimary.take(for: session)
      session.tell { $0.primaryResult(.application, nil) }
    case .becomeSystemPrimary(let session):
      guard let player = player(of: session) else { break }
      player.applicationPrimary.take(for: session)
      player.systemPrimary.take(for: session)
    case .resignSystemPrimary(let session): player(of: session)?.systemPrimary.resign(session)
    case .madeRemote(let session, let told): add(session, told)
    case .ended(let session):
      for player in players { player.forget(session) }
    case .appChanged:
      for player in players { player.refreshApp() }
    }
  }

  /// Where a session is shown; nil when it has ended.
  private func player(of session: Session) -> DesktopPlayer? {
    session.isRemote ? others.first { $0.session === session } : own
  }

  /// Gives a session that plays on other devices a place of its own on the desktop.
  private func add(_ session: Session, _ told: ((String?) -> Void)?) {
    if core.locked({ session.isFreed[$0] }) {
      told?(nil)
      return
    }
    let player = DesktopPlayer(core, options.remoteBusSource, identity.remote(session.id), surfaces, session, told)
    player.station.introduce()
    others.append(player)
    player.applicationPrimary.take(for: session)
  }

  /// Takes leave of those whose session has ended, when all that was asked of it is answered.
  @inline(never)
  private func removeEnded() {
    guard !others.isEmpty, others.contains(where: { $0.isEnded }) else { return }
    others.removeAll { player in
      guard player.isEnded, let session = player.session, !player.isAwaited,
        !core.locked({ core.requests.isAny(for: session, $0) }), player.station.isRead()
      else { return false }
      player.close()
      return true
    }
  }

  /// Brings answers to those who asked, until there are no more, and the lines that are there to the log: a callback
  /// that makes a new one each time would keep the host here for ever. Returns what hosts have asked for.
  @_optimize(speed)
  private func deliver() -> [AppCore.Operation] {
    var (lines, operations) = core.locked { (core.log.take($0), takeAnswers($0)) }
    for (level, line) in lines { core.tell { $0.log(level, line) } }
    while !answered.isEmpty {
      for request in answered { request.deliver() }
      answered.removeAll(keepingCapacity: true)
      operations = core.locked { takeAnswers($0) }
    }
    return operations
  }

  /// Takes the answers that are there; when there are none, what hosts have asked for.
  @_optimize(speed)
  private func takeAnswers(_ held: Held) -> [AppCore.Operation] {
    core.requests.expire(held)
    // Two lists that change places, so that neither is allocated anew for each request.
    swap(&answered, &core.requests.answered[held])
    for request in answered { request.takeAnswer(held) }
    guard answered.isEmpty else { return [] }
    seen = core.changes[held]
    return takeOperations(held)
  }

  @inline(never)
  private func tellBusState() {
    guard let state = own.station.busState ?? toldBusState, state != toldBusState else { return }
    toldBusState = state
    core.locked { held in
      core.busState[held] = state
      core.busName[held] = state == .published ? own.station.name.name : ""
    }
    core.tell { $0.busChanged(state) }
  }

  /// Ends everything, in order: answers, names, what is queued, the connection, files; then the hosts are told.
  func tearDown() {
    // The host is told nothing more, not that it should dispatch either.
    wakeupThread?.stop()
    let lastAnswers = core.locked { core.requests.endAll($0) }
    // Callers are answered before the connection goes: the answer to Quit is often the app's last act.
    for request in lastAnswers { request.deliver() }
    conditions.stop()
    conditions.detach()
    for player in players { player.stop() }
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
