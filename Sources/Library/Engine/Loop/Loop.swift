// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The work of an app in its turns. Everything in it and below it runs in one thread at a time.
final class Loop {
  private let core: AppCore
  private let control: LoopControl
  private let requests: RequestQueue
  private let reactor: Reactor
  private let mode: LoopMode
  private let options: AppOptions
  private let identity: Identity
  private let surfaces: Surfaces
  /// The conditions under which videos may not be shown.
  private let conditions: VideoRestrictions
  /// The player of the app's own sessions, and its endpoint.
  private let own: DesktopPlayer
  private let endpoint: BusEndpoint
  /// The players of sessions that play on other devices.
  private var others: [DesktopPlayer] = []
  private let wakeupThread: WakeupThread?
  /// The bus state that the host was told; nil until the first attempt to connect has ended.
  private var reportedBusState: BusState?
  /// The requests whose answers are being delivered.
  private var answered: [Request] = []
  /// The core's count of changes when work or answers were taken last.
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

  /// Logs what will be done, before anything can fail.
  func introduce() {
    endpoint.introduce()
    if mode != .thread { core.log(.debug, "Waits for the host to dispatch") }
  }

  /// Runs the loop on the library's own thread.
  func run() {
    core.locked { control.dispatcher[$0] = np_thread_self() }
    while awake() {}
    tearDown()
  }

  /// The work that was waiting at the start of a turn.
  private struct Work {
    let operations: [AppCore.Operation]
    let mayBeUnshown: Bool
    let isWoken: Bool
    /// Whether the loop was probably woken for a commit.
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

  /// The kind of a turn: the thread, and what was done already.
  private enum Turn: Equatable {
    /// A turn of the library's own thread, which stays in the loop.
    case thread
    /// A turn in a dispatch of the host, which leaves the loop at the end.
    case dispatch
    /// A turn in a dispatch, in which a message was handled before the reactor was asked. With `hasMore`, more messages
    /// may wait.
    case message(hasMore: Bool)
  }

  /// Waits for something to do, and does it. Returns false when the app ends.
  private func awake() -> Bool {
    let ready = reactor.wait(block: true)
    let work = core.locked { takeWork($0) }
    // Commits are emitted before the messages of clients are read.
    if work.operations.isEmpty, !ready.isEmpty { flush() }
    return turn(work, .thread)
  }

  /// Runs one turn in the host's thread.
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

  /// Runs a turn in the host's thread. Returns false when the app ends.
  private func dispatch(_ work: Work) -> Bool {
    if work.isForCommit {
      // A commit is emitted at once, before the reactor is asked for more.
      flush()
    } else if !work.isWoken, reactor.awaitsOnlyWakes {
      // Usually a client's call has come, and then the reactor need not be asked. Otherwise it must be: a wake that is
      // not taken leaves the descriptor readable.
      let hasMore = endpoint.turn(isInformed: false)
      if endpoint.handled == .calls, !hasMore, !work.mayBeUnshown, leaveUnchanged() { return true }
      if endpoint.handled != .nothing { return turn(work, .message(hasMore: hasMore)) }
    }
    let ready = reactor.wait(block: false)
    // Usually there was only the commit, and the rest of a turn would do nothing.
    if work.isForCommit, ready == .wake, !work.mayBeUnshown, leaveAtRest() { return true }
    return turn(work, .dispatch)
  }

  /// Does the work of a turn. Returns false when the app ends.
  private func turn(_ work: Work, _ turn: Turn) -> Bool {
    // The endpoints take their turns first: they connect to the bus, which operations of hosts may need.
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
    // An operation that was requested in a callback is done with the commit of that callback, so that surfaces get both
    // at once.
    for operation in deliver() { perform(operation) }
    // Ended players are removed after the answers, which need their connections.
    if !others.isEmpty { removeEnded() }
    flush()
    if endpoint.busState != reportedBusState { reportBusState() }
    if !others.isEmpty { for player in others { player.reportName() } }
    if reactor.isPaused { reactor.resume() }
    conditions.listen()
    // The timer is set for work that is left, because a host that polls the descriptor edge-triggered would not be told
    // that it still is readable.
    var next = hasMore ? Instant.min : conditions.nextTime
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

  /// Handles messages of the other buses. Returns whether more messages may wait than one turn handles.
  private func turnOthers(isInformed: Bool) -> Bool {
    var hasMore = false
    for player in others where player.endpoint.turn(isInformed: isInformed) { hasMore = true }
    return conditions.turn(isInformed: isInformed) || hasMore
  }

  /// Leaves the loop if nothing is to be done before the next wake. Returns whether the loop was left.
  private func leaveAtRest() -> Bool {
    guard others.isEmpty, !reactor.isPaused, endpoint.busState == reportedBusState else { return false }
    endpoint.listen()
    return plan(min(own.nextTime, conditions.nextTime), leaves: true) == .left
  }

  /// Leaves the loop after a turn in which clients have only called the player and nothing was planned before: unless a
  /// host has changed something, there is nothing to do. Returns whether the loop was left.
  private func leaveUnchanged() -> Bool {
    guard others.isEmpty, !conditions.isWatching, !reactor.isPaused, core.changes.value == seen else { return false }
    return plan(own.publication.unmetTime, leaves: true) == .left
  }

  /// The state of the loop at the end of a turn.
  private enum Rest: Equatable {
    case ended
    /// The next turn is at a time; the thread is still in the loop.
    case waits(until: Instant)
    /// The thread has left the loop, and the timer did not have to change.
    case left
  }

  /// Plans the next turn. If the timer need not change, a thread that is to leave the loop does so here, so that the
  /// lock is taken once.
  ///
  /// - next: the time that the loop knows of. Work that hosts have added meanwhile may be earlier.
  @_optimize(speed)
  private func plan(_ next: Instant, leaves: Bool) -> Rest {
    core.locked { held in
      if control.isClosing[held] { return .ended }
      control.isCoalescing[held] = own.isCoalescing && others.allSatisfy { $0.isCoalescing }
      var time = min(next, nextTime(held))
      // A commit of this thread does not wake the loop. It may have come after the flush.
      if core.changes.value != seen, hasNews(held) { time = .min }
      // A wake may have come after the work was taken. The reactor may have reported it already, and will not again;
      // and while it is pending no other wake is sent.
      if leaves, control.wakePending[held] { time = .min }
      guard leaves, reactor.isArmed(at: time) else { return .waits(until: time) }
      control.leave(held)
      return .left
    }
  }

  /// Whether a commit was not taken over yet.
  private func hasNews(_ held: Held) -> Bool { players.contains { $0.endpoint.hasNews(held) } }

  private func takeOperations(_ held: Held) -> [AppCore.Operation] {
    let operations = core.operations[held]
    if !operations.isEmpty { core.operations[held] = [] }
    return operations
  }

  /// Emits the changes of all players, now or when it is time.
  private func flush() {
    forEachPlayer { $0.flush(seen) }
  }

  /// All players on the desktop.
  private var players: [DesktopPlayer] { [own] + others }

  /// Calls a closure with each player. It makes no list, because it runs in each turn and there nearly always is one
  /// player.
  private func forEachPlayer(_ body: (DesktopPlayer) -> Void) {
    body(own)
    for player in others { body(player) }
  }

  /// The time at which the loop must turn for work that came while it was awake, and so did not wake it.
  private func nextTime(_ held: Held) -> Instant {
    if !core.operations[held].isEmpty || core.log.isWaiting(held) { return .min }
    return min(requests.open[held].nextTime, core.unshownUntil[held])
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

  /// The player that shows a session; nil when it has ended.
  private func player(of session: Session) -> DesktopPlayer? {
    session.isRemote ? others.first { $0.session === session } : own
  }

  /// Adds a player for a session that plays on other devices.
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

  /// Removes the players whose session has ended, once all requests to it are answered.
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

  /// Delivers answers until there are no more, and those log lines that wait now: a callback that logs a new line each
  /// time would otherwise never end. Returns the operations that hosts have requested.
  private func deliver() -> [AppCore.Operation] {
    // Nearly always there is nothing to deliver.
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

  /// Whether there are no requests, answers, operations and log lines.
  private func isAtRest(_ held: Held) -> Bool {
    guard requests.open[held].isEmpty, core.operations[held].isEmpty, !core.log.isWaiting(held) else { return false }
    seen = core.changes.value
    return true
  }

  /// Takes the answers that wait. When there are none, takes the operations that hosts have requested.
  private func takeAnswers(_ held: Held) -> [AppCore.Operation] {
    requests.expire(held)
    if requests.open[held].answered.isEmpty {
      seen = core.changes.value
      return takeOperations(held)
    }
    // Two lists are exchanged, so that no memory is allocated for each request.
    swap(&answered, &requests.open[held].answered)
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

  /// Ends everything in order: answers, names, queued messages, connections, files; then calls the hosts a last time.
  func tearDown() {
    // The wake-up thread does not call the host any more.
    wakeupThread?.stop()
    let lastAnswers = core.locked { requests.endAll($0) }
    // Answers are sent before the connection closes: the answer to Quit is often the app's last act.
    for request in lastAnswers { request.deliver() }
    conditions.stop()
    conditions.detach()
    for player in players { player.stop() }
    requests.artwork.removeAll()
    let sessions = core.locked { held in
      let sessions = core.sessions[held]
      for session in sessions { session.end(held) }
      // The ends of sessions have added operations, which would keep the app alive.
      core.operations[held] = []
      _ = requests.endAll(held)
      return sessions
    }
    for session in sessions { session.handler.finish() }
    core.handler.finish()
    control.end()
  }
}
