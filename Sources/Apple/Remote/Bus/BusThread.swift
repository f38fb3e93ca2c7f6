// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import CNowPlayingPlatform
package import NowPlayingBus
package import NowPlayingCore

/// A thread with its own connection to the session bus, to which other threads give work.
///
/// `@unchecked Sendable`: other threads use only `post` and the properties that are `Locked`.
package final class BusThread: @unchecked Sendable {
  /// A piece of work that is done when its time comes, unless it is cancelled before.
  package final class Timer {
    fileprivate let time: Instant
    fileprivate var body: (() -> Void)?

    fileprivate init(_ time: Instant, _ body: @escaping () -> Void) {
      self.time = time
      self.body = body
    }

    package func cancel() { body = nil }
  }

  /// Another object that has work to do at certain times.
  package struct Clock {
    package let nextTime: () -> Instant
    package let turn: () -> Void

    package init(nextTime: @escaping () -> Instant, turn: @escaping () -> Void) {
      self.nextTime = nextTime
      self.turn = turn
    }
  }

  private let reactor: Reactor
  private let reconnector: Reconnector
  private let posted = Locked<[() -> Void]>([])
  private var timers: [Timer] = []
  package var clocks: [Clock] = []
  /// Called at the end of each turn, before the thread waits.
  package var atEnd: () -> Void = {}
  private var isStopped = false
  /// The user of the connection. It is held here, because the reconnector does not hold it.
  private var client: (any BusClient)?
  private var ended: () -> Void = {}

  /// Whether an address is known at which a bus may be.
  package let hasBus: Bool

  private init(_ reactor: Reactor, _ source: BusSource?, _ errors: BusErrors) {
    hasBus = source != nil
    self.reactor = reactor
    reconnector = Reconnector(reactor, source, errors)
  }

  /// Makes a thread that does not run yet; nil when the system has no descriptors left.
  ///
  /// - address: the address of the bus; "" for the session bus.
  package static func make(_ address: String, _ errors: BusErrors) -> BusThread? {
    let source = BusSource.chosen(address: address)
    return Reactor.make().map { BusThread($0, source, errors) }
  }

  /// Starts the thread. Returns false when the system has no threads left.
  package func start(_ client: any BusClient) -> Bool {
    self.client = client
    reconnector.client = client
    reactor.wake()
    let started = startThread { [self] in run() }
    guard started.error == 0 else { return false }
    np_thread_detach(started.thread)
    return true
  }

  /// Has the thread do something, after all that was posted before. May be called on any thread.
  package func post(_ body: @escaping @Sendable () -> Void) {
    posted.withLock { $0.append(body) }
    reactor.wake()
  }

  // MARK: Called in the thread

  package static var now: Instant { Instant.now }

  /// Does something after a pause.
  @discardableResult
  package func after(_ pause: Microseconds, _ body: @escaping () -> Void) -> Timer {
    let timer = Timer(Instant.now + pause, body)
    timers.append(timer)
    return timer
  }

  /// Ends the thread when the present turn is over: sends what is queued, closes the connection and calls `ended`.
  package func stop(then ended: @escaping () -> Void = {}) {
    isStopped = true
    self.ended = ended
  }

  private func run() {
    while !isStopped { turn() }
    reconnector.stop()
    ended()
  }

  private func turn() {
    _ = reactor.wait(block: true)
    var hasMore = reconnector.turn()
    for body in posted.withLock({ drain(&$0) }) { body() }
    let now = Instant.now
    for timer in timers where timer.time <= now {
      let body = timer.body
      timer.body = nil
      body?()
    }
    timers.removeAll { $0.body == nil }
    for clock in clocks { clock.turn() }
    atEnd()
    reconnector.listen()
    // The thread has posted work to itself, so that it must not wait.
    if !posted.withLock({ $0.isEmpty }) { hasMore = true }
    var next = min(reconnector.nextTime, timers.map(\.time).min() ?? .max)
    for clock in clocks { next = min(next, clock.nextTime()) }
    reactor.arm(at: hasMore ? .min : next)
  }

  private func drain(_ list: inout [() -> Void]) -> [() -> Void] {
    defer { list = [] }
    return list
  }
}
