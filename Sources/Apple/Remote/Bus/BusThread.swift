// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import CNowPlayingPlatform
package import NowPlayingBus
internal import NowPlayingCore

/// A thread with a connection to the session bus of its own, which other threads give work to.
///
/// Checked by hand to be safe across threads: only `post` and what is `Locked` is used by others.
package final class BusThread: @unchecked Sendable {
  /// Something that is to be done at a time, unless it is cancelled before.
  package final class Timer {
    fileprivate let time: Int64
    fileprivate var body: (() -> Void)?

    fileprivate init(_ time: Int64, _ body: @escaping () -> Void) {
      self.time = time
      self.body = body
    }

    package func cancel() { body = nil }
  }

  /// Something else that is woken at times.
  package struct Clock {
    package let nextTime: () -> Int64
    package let turn: () -> Void

    package init(nextTime: @escaping () -> Int64, turn: @escaping () -> Void) {
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
  /// The user of the connection; the reconnector does not hold it.
  private var client: (any BusClient)?
  private var ended: () -> Void = {}

  /// Whether there is an address where a bus may be.
  package let hasBus: Bool

  private init(_ reactor: Reactor, _ source: BusSource?, _ errors: BusErrors) {
    hasBus = source != nil
    self.reactor = reactor
    reconnector = Reconnector(reactor, source, errors)
  }

  /// Makes one that does not run yet; nil when the system has no descriptors left.
  ///
  /// - address: of the bus; "" for that of the session.
  package static func make(_ address: String, _ errors: BusErrors) -> BusThread? {
    let source = BusSource.chosen(address: address)
    return Reactor.make().map { BusThread($0, source, errors) }
  }

  /// Begins to run. Returns false when the system has no threads left.
  package func start(_ client: any BusClient) -> Bool {
    self.client = client
    reconnector.client = client
    reactor.wake()
    let started = startThread { [self] in run() }
    guard started.error == 0 else { return false }
    np_thread_detach(started.thread)
    return true
  }

  /// Has something done by the thread, after all that was given to it before. From any thread.
  package func post(_ body: @escaping @Sendable () -> Void) {
    posted.withLock { $0.append(body) }
    reactor.wake()
  }

  // MARK: In the thread

  package static var now: Int64 { np_now_us() }

  /// Does something later. In µs.
  @discardableResult
  package func after(_ pause: Int64, _ body: @escaping () -> Void) -> Timer {
    let timer = Timer(Clamp.sum(np_now_us(), pause), body)
    timers.append(timer)
    return timer
  }

  /// When this turn is over, sends what is queued, closes the connection, does something and ends.
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
    let now = np_now_us()
    for timer in timers where timer.time <= now {
      let body = timer.body
      timer.body = nil
      body?()
    }
    timers.removeAll { $0.body == nil }
    for clock in clocks { clock.turn() }
    atEnd()
    reconnector.listen()
    // Work that this thread gave to itself.
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
