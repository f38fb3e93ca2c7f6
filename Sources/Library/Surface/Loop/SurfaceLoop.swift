// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The work of a surface in its turns. Runs in one thread at a time.
final class SurfaceLoop: BusClient, SessionListObserver {
  private let core: SurfaceCore
  private let control: LoopControl
  private let wakeupThread: WakeupThread?
  private let reconnector: Reconnector
  private let tracker: PlayerTracker
  private let actions: ActionQueue
  private var connection: Connection?
  /// The bus state that the host was told; nil until the first attempt to connect has ended.
  private var reportedBusState: BusState?
  /// Whether the host is to be told that all players are listed.
  private var isListed = false

  init(_ core: SurfaceCore, _ options: SurfaceOptions, _ wakeupThread: WakeupThread?) {
    self.core = core
    self.wakeupThread = wakeupThread
    control = core.control
    let errors = BusErrors { [unowned(unsafe) core] fault in
      core.tell { $0.log(.error, "library bug: " + fault) }
    }
    reconnector = Reconnector(core.control.reactor, options.busSource, errors, descriptors: true)
    let news = ListedNews()
    tracker = PlayerTracker(SessionList(givesTwins: options.givesTwins), name: options.name) { news.isListed = true }
    actions = ActionQueue(tracker) { [core] in _ = core.perform(.endReading($0)) }
    self.errors = errors
    self.news = news
    reconnector.client = self
  }

  /// The reporter of failures, which outlives every connection.
  private let errors: BusErrors
  private let news: ListedNews

  private final class ListedNews {
    var isListed = false
  }

  /// Runs the loop on the library's own thread.
  func run() {
    core.locked { control.dispatcher[$0] = np_thread_self() }
    while turn(block: true) {}
    tearDown()
  }

  /// Runs one turn in the host's thread.
  func dispatch() -> Failure? {
    let (mayEnter, isNested) = core.locked { held in
      let mayEnter = control.enter(held)
      return (mayEnter, !mayEnter && control.isInLoop(held))
    }
    if isNested { control.reactor.pause() }
    guard mayEnter else { return .busy }
    if turn(block: false) {
      core.locked { control.leave($0) }
      wakeupThread?.dispatched()
    } else {
      tearDown()
    }
    return nil
  }

  /// Waits for something to do, and does it. Returns false when the surface ends.
  private func turn(block: Bool) -> Bool {
    let reactor = control.reactor
    _ = reactor.wait(block: block)
    let start = Instant.now
    let hasMore = reconnector.turn()
    let end = Instant.now
    tracker.turn(work: end - start, isFull: hasMore, now: end)
    tracker.settle()
    let operations = core.locked { held in
      control.wakePending[held] = false
      return core.takeOperations(held)
    }
    if tracker.hasNewNames { core.set(tracker.takeNames()) }
    reportBusState()
    // Changes are reported before actions end, so that a host sees the result of its action when `done` is called.
    tracker.sessionList.flush(to: self)
    if news.isListed {
      news.isListed = false
      core.tell { $0.everybodyListed() }
    }
    actions.settle()
    for operation in operations { perform(operation) }
    actions.cancelOrphans()
    let endOfReading = actions.expire(now: Instant.now)
    for (action, outcome) in actions.takeEnded() { core.tell(action, outcome) }
    if reactor.isPaused { reactor.resume() }
    reconnector.listen()
    let (time, goesOn) = core.locked { held in
      (
        hasMore || actions.isToSettle || core.hasOperations(held)
          ? Instant.min : min(reconnector.nextTime, tracker.nextTime, tracker.sessionList.nextTime, endOfReading),
        !control.isClosing[held]
      )
    }
    reactor.arm(at: time)
    return goesOn
  }

  private func perform(_ operation: SurfaceCore.Operation) {
    switch operation {
    case .start(let action): actions.start(action)
    case .cancel(let id): actions.cancel(id)
    case .endReading(let action): actions.endReading(action)
    case .show(let ratios): tracker.show(ratios)
    }
  }

  private func reportBusState() {
    guard reconnector.hasTried else { return }
    let state = reconnector.isReady ? BusState.connected : .none
    guard state != reportedBusState else { return }
    // The end of the sessions is reported before the end of the bus.
    tracker.sessionList.flush(to: self)
    reportedBusState = state
    core.set(state)
    core.tell { $0.busChanged(state) }
  }

  /// Ends everything and tells the host. Called by the thread in the loop.
  func tearDown() {
    wakeupThread?.stop()
    let operations = core.locked { core.takeOperations($0) }
    for case .start(let action) in operations { actions.end(action, .failed(.cancelled, "The surface has ended")) }
    actions.cancelAll("The surface has ended")
    for (action, outcome) in actions.takeEnded() { core.tell(action, outcome) }
    actions.connection = nil
    tracker.stop()
    connection = nil
    reconnector.stop()
    core.set([] as [SessionSnapshot])
    core.handler.finish()
    control.end()
  }

  // MARK: The bus

  func attached(_ connection: Connection) { self.connection = connection }

  func greeted() {
    guard let connection else { return }
    actions.connection = connection
    tracker.start(connection)
  }

  func detached(wasReady: Bool) {
    if wasReady { core.tell { $0.log(.info, "The connection to the bus is lost") } }
    actions.connection = nil
    actions.cancelOrphans()
    tracker.stop()
    connection = nil
  }

  func failed(_ reason: String, isHopeless: Bool) {
    core.tell {
      if isHopeless {
        $0.log(.error, "The address of the bus is malformed")
      } else {
        $0.log(.info, "There is no session bus yet: " + reason)
      }
    }
  }

  // MARK: The host

  func listed(_ sessions: [SessionSnapshot]) { core.set(sessions) }
  func added(_ session: SessionSnapshot) { core.tell { $0.added(session) } }
  func changed(_ session: SessionSnapshot, _ changes: SessionModel.Changes) {
    core.tell { $0.changed(session, changes) }
  }
  func removed(_ session: SessionSnapshot) { core.tell { $0.removed(session) } }
  func ordered() { core.tell { $0.ordered() } }
}
