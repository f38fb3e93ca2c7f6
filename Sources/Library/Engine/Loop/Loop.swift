// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The work of an app while it is awake. Everything here and below it runs in one thread at a time.
final class Loop {
  private let core: AppCore
  private let control: LoopControl
  private let requests: RequestQueue
  private let reactor: Reactor
  private let mode: LoopMode
  private let options: AppOptions
  private let identity: Identity
  private let surfaces: Surfaces
  /// When videos may not be shown.
  private let conditions: VideoRestrictions
  /// The player published under the app's own bus name, and its endpoint.
  private let own: DesktopPlayer
  private let endpoint: BusEndpoint
  /// One for each session that plays on other devices.
  private var others: [DesktopPlayer] = []
  private let wakeupThread: WakeupThread?
  /// Nil until the first attempt to connect has ended.
  private var reportedBusState: BusState?
  /// Requests whose answers are being delivered.
  private var answered: [Request] = []
  /// The changes of hosts that there were when work or answers were taken last.
  private var seen = UInt.zero

  init(_ core: AppCore, _ options: AppOptions, _ identity: Identity, _ wakeupThread: WakeupThread?) {
    self.core = core
    self.wakeupThread = wakeupThread
    control = core.control
    requests = core.requests
    reactor = control.reactor
    mode = options.loop
    self.options = options
    self.identity = identity
    conditions = VideoRestrictions(
      core.control.reactor, BusErrors { [unowned(unsafe) core] in core.log.libraryBug($0) })
    surfaces = Surfaces(core, conditions)
    own = DesktopPlayer(core, options.busSource, identity, surfaces)
    endpoint = own.endpoint
    endpoint.add(conditions)
  }

  /// Says what is about to be done, before anything can go wrong.
  func introduce() {
    endpoint.introduce()
    if mode != .thread { core.log(.debug, "Waits for the host to dispatch") }
  }

  /// The library's own thread.
  func run() {
    core.locked { control.dispatcher[$0] = np_thread_self() }
    while awake() {}
    tearDown()
  }

  /// The work with which a turn begins.
  private struct Work {
    let operations: [AppCore.Operation]
    let mayBeUnshown: Bool
    let isWoken: Bool
    /// Whether the loop was woken usually for a commit.
    var isForCommit: Bool { isWoken && operations.isEmpty }
  }

  private func takeWork(_ held: Held) -> Work {
    let isWoken = control.wakePending[held]
    control.wakePending[held] = false
    seen = core.changes.value
    core.turn.advance()
    return Work(
      operations: takeOperations(held), mayBeUnshown: core.unshownUntil[held] != .max, isWoken: isWoken)
  }

  /// The beginning and the end of a turn.
  private enum Turn: Equatable {
    /// In the library's own thread, which stays in the loop.
    case thread
    /// In a dispatch, which leaves the loop if the app goes on.
    case dispatch
    /// The same, when a message was handled before the system was asked what is ready. With `hasMore` more may be there
    /// than one turn handles.
    case message(hasMore: Bool)
  }

  /// Waits for something and does it. Returns whether the app goes on.
  private func awake() -> Bool {
    let ready = reactor.wait(block: true)
    let work = core.locked { takeWork($0) }
    // Commits go out before the messages of clients are read.
    if work.operations.isEmpty, !ready.isEmpty { flush() }
    return turn(work, .thread)
  }

  /// One turn in the host's thread.
  @_optimize(speed)
  func dispatch() -> Failure? {
    enum Entry {
      case work(Work)
      case busy
      /// The host dispatches inside a callback.
      case nested
    }
    let entry = core.locked { held -> Entry in
      guard control.enter(held) else { return control.isInLoop(held) ? .nested : .busy }
      return .work(takeWork(held))
    }
    guard case .work(let work) = entry else {
      if case .nested = entry { reactor.pause() }
      return .busy
    }
    if dispatch(work) { wakeupThread?.dispatched() } else { tearDown() }
    return nil
  }

  /// Returns whether the app goes on.
  private func dispatch(_ work: Work) -> Bool {
    if work.isForCommit {
      // It need not wait until the system was asked what else there is.
      flush()
    } else if !work.isWoken, reactor.awaitsOnlyWakes {
      // Usually for a call, and when there is one the system need not be asked at all. When there is none it must be: a
      // wake that is not taken leaves the descriptor readable.
      let hasMore = endpoint.turn(isInformed: false)
      if endpoint.handled == .calls, !hasMore, !work.mayBeUnshown, leaveUnchanged() { return true }
      if endpoint.handled != .nothing { return turn(work, .message(hasMore: hasMore)) }
    }
    let ready = reactor.wait(block: false)
    // Usually there is nothing else, and the rest of a turn would only find that out.
    if work.isForCommit, ready == .wake, !work.mayBeUnshown, leaveAtRest() { return true }
    return turn(work, .dispatch)
  }

  /// Does what is there to be done. Returns whether the app goes on.
  private func turn(_ work: Work, _ turn: Turn) -> Bool {
    // The bus first: what hosts ask for may need it.
    var hasMore: Bool
    if case .message(let more) = turn {
      hasMore = turnOthers(isInformed: false) || more
    } else {
      hasMore = endpoint.turn(isInformed: true)
      hasMore = turnOthers(isInformed: true) || hasMore
    }
    for operation in work.operations { perform(operation) }
    forEachPlayer { $0.systemPrimary.turn() }
    if work.mayBeUnshown { core.noticeUnshownContent() }
    // A request made in a callback belongs to the commit made there: surfaces get both at once.
    for operation in deliver() { perform(operation) }
    // After the answers, which need the connection.
    if !others.isEmpty { removeEnded() }
    flush()
    if endpoint.busState != reportedBusState { reportBusState() }
    if !others.isEmpty { for player in others { player.reportName() } }
    if reactor.isPaused { reactor.resume() }
    conditions.listen()
    // A host that waits for edges of the descriptor hears of what is left by the timer.
    var next = hasMore ? Int64.min : conditions.nextTime
    forEachPlayer { player in
      player.endpoint.listen()
      next = min(next, player.nextTime)
    }
    switch plan(next, leaves: turn != .thread) {
    case .ended: return false
    case .left: return true
    case .waits(let time):
      reactor.arm(at: time)
      if turn != .thread { core.locked { control.leave($0) } }
      return true
    }
  }

  /// Handles what has come from the other buses. Returns whether more may be there than one turn handles.
  private func turnOthers(isInformed: Bool) -> Bool {
    var hasMore = false
    for player in others where player.endpoint.turn(isInformed: isInformed) { hasMore = true }
    return conditions.turn(isInformed: isInformed) || hasMore
  }

  /// Leaves the loop if nothing at all is to be done before something wakes it. Returns whether it has.
  private func leaveAtRest() -> Bool {
    guard others.isEmpty, !reactor.isPaused, endpoint.busState == reportedBusState else { return false }
    endpoint.listen()
    return plan(min(own.nextTime, conditions.nextTime), leaves: true) == .left
  }

  /// The same when nothing was to be done at any time, and since then clients have only called the player: a turn would
  /// find nothing unless a host has said something meanwhile.
  private func leaveUnchanged() -> Bool {
    guard others.isEmpty, !conditions.isWatching, !reactor.isPaused, core.changes.value == seen else { return false }
    return plan(.max, leaves: true) == .left
  }

  /// The state of the loop after a turn.
  private enum Rest: Equatable {
    case ended
    /// The next turn is at a time. The thread is still in the loop.
    case waits(until: Int64)
    /// The thread has left the loop, and the timer stays as it is.
    case left
  }

  /// Plans the next turn. Usually the timer stays as it is; a thread that leaves the loop has then left it, so that the
  /// lock is taken once.
  ///
  /// - next: the time because of what the loop knows; what hosts have done meanwhile may be earlier.
  @_optimize(speed)
  private func plan(_ next: Int64, leaves: Bool) -> Rest {
    core.locked { held in
      if control.isClosing[held] { return .ended }
      control.isCoalescing[held] = own.isCoalescing && others.allSatisfy { $0.isCoalescing }
      var time = min(next, nextTime(held))
      // A commit of this thread did not wake the loop, because it is awake; it may have come after the flush.
      if core.changes.value != seen, hasNews(held) { time = .min }
      // A wake that came after the work was taken may have been seen by the reactor, who does not tell of it again; the
      // next one is not sent before this one is known.
      if leaves, control.wakePending[held] { time = .min }
      guard leaves, reactor.isArmed(at: time) else { return .waits(until: time) }
      control.leave(held)
      return .left
    }
  }

  /// Whether hosts have committed something that was not taken over yet.
  private func hasNews(_ held: Held) -> Bool { players.contains { $0.endpoint.hasNews(held) } }

  private func takeOperations(_ held: Held) -> [AppCore.Operation] {
    let operations = core.operations[held]
    if !operations.isEmpty { core.operations[held] = [] }
    return operations
  }

  /// Tells clients what they do not know yet, now or when it is time.
  private func flush() {
    forEachPlayer { $0.flush(seen) }
  }

  /// All players on the desktop, for what is done seldom.
  private var players: [DesktopPlayer] { [own] + others }

  /// The same for each turn: there nearly always are no others.
  private func forEachPlayer(_ body: (DesktopPlayer) -> Void) {
    body(own)
    for player in others { body(player) }
  }

  /// When the loop must turn again for work that is here already: the loop was not woken for it while it was awake.
  private func nextTime(_ held: Held) -> Int64 {
    if !core.operations[held].isEmpty || core.log.isWaiting(held) { return .min }
    return min(requests.nextTime(held), core.unshownUntil[held])
  }

  private func perform(_ operation: AppCore.Operation) {
    switch operation {
    case .becomeApplicationPrimary(let session):
      player(of: session)?.applicationPrimary.claim(for: session)
      session.tell { $0.primaryResult(.application, nil) }
    case .becomeSystemPrimary(let session):
      guard let player = player(of: session) else { break }
      player.applicationPrimary.claim(for: session)
      player.systemPrimary.claim(for: session)
    case .resignSystemPrimary(let session): player(of: session)?.systemPrimary.resign(session)
    case .madeRemote(let session, let report): add(session, report)
    case .ended(let session):
      for player in players { player.remove(session) }
    case .appChanged:
      for player in players { player.endpoint.refreshApp() }
    }
  }

  /// Where a session is shown; nil when it has ended.
  private func player(of session: Session) -> DesktopPlayer? {
    session.isRemote ? others.first { $0.session === session } : own
  }

  /// Gives a session that plays on other devices a place of its own on the desktop.
  private func add(_ session: Session, _ report: ((String?) -> Void)?) {
    if core.locked({ session.isFreed[$0] }) {
      report?(nil)
      return
    }
    let player = DesktopPlayer(core, options.remoteBusSource, identity.remote(session.id), surfaces, session, report)
    player.endpoint.introduce()
    others.append(player)
    player.applicationPrimary.claim(for: session)
  }

  /// Removes the players whose session has ended, once all that was asked of it is answered.
  private func removeEnded() {
    guard others.contains(where: { $0.isEnded }) else { return }
    others.removeAll { player in
      guard player.isEnded, let session = player.session, !player.isAwaited,
        !core.locked({ requests.isAny(for: session, $0) }), player.endpoint.isRead()
      else { return false }
      player.close()
      return true
    }
  }

  /// Brings answers to those who asked, until there are no more, and the lines that are there to the log: a callback
  /// that makes a new one each time would keep the host here for ever. Returns what hosts have asked for.
  private func deliver() -> [AppCore.Operation] {
    // Nearly always there is nothing.
    if core.locked({ isAtRest($0) }) { return [] }
    var (lines, operations) = core.locked { (core.log.drain($0), takeAnswers($0)) }
    for (level, line) in lines { core.tell { $0.log(level, line) } }
    while !answered.isEmpty {
      for request in answered { request.deliver() }
      answered.removeAll(keepingCapacity: true)
      operations = core.locked { takeAnswers($0) }
    }
    return operations
  }

  /// Whether hosts have said and asked for nothing, and are asked nothing.
  private func isAtRest(_ held: Held) -> Bool {
    guard requests.isAtRest(held), core.operations[held].isEmpty, !core.log.isWaiting(held) else { return false }
    seen = core.changes.value
    return true
  }

  /// Takes the answers that are there; when there are none, what hosts have asked for.
  private func takeAnswers(_ held: Held) -> [AppCore.Operation] {
    requests.expire(held)
    if requests.answered[held].isEmpty {
      seen = core.changes.value
      return takeOperations(held)
    }
    // Two lists that change places, so that neither is allocated anew for each request.
    swap(&answered, &requests.answered[held])
    for request in answered { request.takeAnswer(held) }
    return []
  }

  private func reportBusState() {
    guard let state = endpoint.busState, state != reportedBusState else { return }
    reportedBusState = state
    core.locked { held in
      core.busState[held] = state
      core.busName[held] = state == .published ? endpoint.name.name : ""
    }
    core.tell { $0.busChanged(state) }
  }

  /// Ends everything, in order: answers, names, what is queued, the connection, files; then the hosts are called.
  func tearDown() {
    // The host is not called any more, not even to dispatch.
    wakeupThread?.stop()
    let lastAnswers = core.locked { requests.endAll($0) }
    // Callers are answered before the connection goes: the answer to Quit is often the app's last act.
    for request in lastAnswers { request.deliver() }
    conditions.stop()
    conditions.detach()
    for player in players { player.stop() }
    requests.artwork.removeAll()
    let sessions = core.locked { held in
      let sessions = core.sessions[held]
      for session in sessions { session.end(held) }
      // Ending them may have made new work, which keeps the app alive.
      core.operations[held] = []
      _ = requests.endAll(held)
      return sessions
    }
    for session in sessions { session.handler.finish() }
    core.handler.finish()
    control.end()
  }
}
