// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// An epoll descriptor for everything that can wake the loop: sockets, a timer, and other threads.
public final class Reactor {
  /// The events that have become ready.
  public struct Ready: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let wake = Ready(rawValue: 1)
    public static let timer = Ready(rawValue: 2)
    /// A source is ready: its `isReady` is true.
    public static let source = Ready(rawValue: 4)
  }

  /// A descriptor that epoll watches. The owner of the descriptor removes the source before it closes the descriptor.
  final class Source {
    /// The descriptor; -1 after it was closed in a forked child.
    fileprivate(set) var descriptor: Int32
    fileprivate let key: UInt32
    fileprivate let isWatch: Bool
    fileprivate var events: UInt32 = 0
    /// Whether the descriptor was ready at the last `wait`.
    fileprivate(set) var isReady = false

    fileprivate init(_ descriptor: Int32, _ key: UInt32, _ isWatch: Bool) {
      self.descriptor = descriptor
      self.key = key
      self.isWatch = isWatch
    }
  }

  private enum Key {
    static let wake: UInt32 = 0
    static let timer: UInt32 = 1
  }

  public private(set) var descriptor: Int32
  private var wakeDescriptor: Int32
  private var timer: Int32
  private var armedAt = Instant.max
  private var sources: [Source] = []
  /// The key of the source that was added last.
  private var lastKey = Key.timer
  /// The buffer for the keys of the sources that are ready. Sources that do not fit are reported by the next `wait`.
  private let keys = UnsafeMutablePointer<UInt32>.allocate(capacity: Int(clamping: NP_MOST_READY))

  #if DEBUG
    /// The control of the loop, which knows the thread in it. Nil where no other thread could use the reactor.
    weak var control: LoopControl?
  #endif

  private init() {
    descriptor = np_epoll_new()
    wakeDescriptor = np_eventfd_new()
    timer = np_timerfd_new()
  }

  /// Returns nil when the system has no descriptor left. Not a failable initialiser: see `Connection.start`.
  public static func make() -> Reactor? {
    let reactor = Reactor()
    guard !reactor.descriptor.isFailure, !reactor.wakeDescriptor.isFailure, !reactor.timer.isFailure,
      // Edge-triggered: the event is reported once, and need not be read from the descriptor.
      np_epoll_set(reactor.descriptor, reactor.wakeDescriptor, 0, NP_POLL_IN | NP_POLL_EDGE, Key.wake) == 0,
      np_epoll_set(reactor.descriptor, reactor.timer, 0, NP_POLL_IN, Key.timer) == 0
    else { return nil }
    return reactor
  }

  deinit {
    close()
    keys.deallocate()
  }

  /// Closes, in a forked child, all descriptors that it shares with its parent. sd-bus leaves the sockets of buses open
  /// there; the bus would not notice the parent's end while they are.
  public func closeInherited() {
    for source in sources {
      np_close(source.descriptor)
      source.descriptor = NP_NONE
    }
    sources = []
    close()
    (timer, wakeDescriptor, descriptor) = (NP_NONE, NP_NONE, NP_NONE)
  }

  private func close() {
    np_close(timer)
    np_close(wakeDescriptor)
    np_close(descriptor)
  }

  /// Wakes the loop. Safe to call from any thread.
  public func wake() { np_eventfd_signal(wakeDescriptor) }

  /// Returns what is ready; with `block` waits until something is.
  public func wait(block: Bool) -> Ready {
    expectLoop()
    for source in sources { source.isReady = false }
    let count = np_epoll_wait(descriptor, block, keys)
    var ready: Ready = []
    for index in 0..<Int(truncatingIfNeeded: count) {
      switch keys[index] {
      case Key.wake: ready.insert(.wake)
      case Key.timer: ready.insert(.timer)
      case let key:
        ready.insert(.source)
        for source in sources where source.key == key { source.isReady = true }
      }
    }
    if ready.contains(.timer) {
      np_timerfd_drain(timer)
      armedAt = .max
    }
    return ready
  }

  /// Whether `wait` can report nothing but wakes: the timer is off, and no file is watched. Sockets of buses do not
  /// count, because sd-bus is asked about them in each turn.
  public var awaitsOnlyWakes: Bool { armedAt == .max && !sources.contains { $0.isWatch } }

  /// Whether the timer is set to a time.
  public func isArmed(at time: Instant) -> Bool { time == armedAt }

  /// Sets the timer to a time: `.min` is at once, and `.max` never.
  public func arm(at time: Instant) {
    expectLoop()
    if isArmed(at: time) { return }
    armedAt = time
    np_timerfd_set(timer, time.count)
  }

  // MARK: Sources

  /// Adds a source for a descriptor, which is not watched before `listen`.
  ///
  /// - isWatch: whether its owner reads `isReady`, and so `awaitsOnlyWakes` must be false.
  func add(_ descriptor: Int32, isWatch: Bool = false) -> Source {
    lastKey.advance()
    let source = Source(descriptor, lastKey, isWatch)
    sources.append(source)
    return source
  }

  /// Watches a source for events; with 0 no longer. Returns whether the system can.
  @discardableResult
  func listen(to source: Source, _ events: UInt32) -> Bool {
    expectLoop()
    if source.events == events { return true }
    let result = np_epoll_set(descriptor, source.descriptor, source.events, events, source.key)
    source.events = events
    return !result.isFailure
  }

  /// Waits until `wait` has something to report, and leaves the report to `wait`. Safe to call from any thread.
  public func waitUntilReadable() { _ = np_poll_one(descriptor, NP_POLL_IN, .max) }

  /// Removes a source. To be called before its descriptor is closed.
  func remove(_ source: Source) {
    listen(to: source, 0)
    source.isReady = false
    sources.removeAll { $0 === source }
  }

  // MARK: A host that waits inside a callback

  public private(set) var isPaused = false

  /// Makes the descriptor unreadable until `resume`. A host that runs its main loop inside a callback, for a dialog,
  /// would find it readable for ever, because nothing can be done before the callback returns. Called in the loop's
  /// thread.
  public func pause() {
    if isPaused { return }
    isPaused = true
    arm(at: .max)
    for source in sources where source.events != 0 {
      _ = np_epoll_set(descriptor, source.descriptor, source.events, 0, source.key)
    }
    // A wake is reported once: this call takes its report.
    _ = np_epoll_wait(descriptor, false, keys)
  }

  /// Ends the pause. Wakes the loop, because `pause` may have taken a wake. The end of the turn sets the timer again.
  public func resume() {
    isPaused = false
    for source in sources where source.events != 0 {
      _ = np_epoll_set(descriptor, source.descriptor, 0, source.events, source.key)
    }
    wake()
  }
}
