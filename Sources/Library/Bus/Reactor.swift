// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// One epoll descriptor for everything that can wake the loop: any number of sockets, a timer, other threads.
public final class Reactor {
  /// The events that have become ready.
  public struct Ready: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let wake = Ready(rawValue: 1)
    public static let timer = Ready(rawValue: 2)
    /// One of the sources, which knows it itself.
    public static let source = Ready(rawValue: 4)
  }

  /// A descriptor that is waited for. Who owns the descriptor removes the source before it closes it.
  final class Source {
    /// -1 once it was closed in a forked child.
    fileprivate(set) var descriptor: Int32
    fileprivate let key: UInt32
    fileprivate let isWatch: Bool
    fileprivate var events: UInt32 = 0
    /// Whether it was ready when the loop was woken last.
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
  private var armedAt = Int64.max
  private var sources: [Source] = []
  /// The key of the last source.
  private var lastKey = Key.timer
  /// Where the system writes what is ready; what is beyond that is seen in the next turn.
  private let keys = UnsafeMutablePointer<UInt32>.allocate(capacity: Int(clamping: NP_MOST_READY))

  private init() {
    descriptor = np_epoll_new()
    wakeDescriptor = np_eventfd_new()
    timer = np_timerfd_new()
  }

  /// Nil when the system refuses a descriptor. Not a failable initialiser: see `Connection.start`.
  public static func make() -> Reactor? {
    let reactor = Reactor()
    guard !reactor.descriptor.isFailure, !reactor.wakeDescriptor.isFailure, !reactor.timer.isFailure,
      // Edge-triggered: a wake needs no read to be forgotten.
      np_epoll_set(reactor.descriptor, reactor.wakeDescriptor, 0, NP_POLL_IN | NP_POLL_EDGE, Key.wake) == 0,
      np_epoll_set(reactor.descriptor, reactor.timer, 0, NP_POLL_IN, Key.timer) == 0
    else { return nil }
    return reactor
  }

  deinit {
    close()
    keys.deallocate()
  }

  /// In a forked child: closes what it shares with its parent, also the sockets of buses, which sd-bus leaves open
  /// there. With them the bus would not see the parent's end.
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

  /// Makes the loop turn. From any thread.
  public func wake() { np_eventfd_signal(wakeDescriptor) }

  /// Waits until something is ready, or `block` is false.
  public func wait(block: Bool) -> Ready {
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

  /// Whether `wait` has nothing to tell but of wakes: there is no timer, and no file is watched. Sockets of buses count
  /// as no news, for sd-bus is asked in each turn.
  public var awaitsOnlyWakes: Bool { armedAt == .max && !sources.contains { $0.isWatch } }

  /// Whether the loop is woken at a time already.
  public func isArmed(at time: Int64) -> Bool { time == armedAt }

  /// Wakes the loop at a time: `.min` is at once, and `.max` never.
  public func arm(at time: Int64) {
    if isArmed(at: time) { return }
    armedAt = time
    np_timerfd_set(timer, time)
  }

  // MARK: Sources

  /// A source for a descriptor, which is not waited for yet.
  ///
  /// - isWatch: whether somebody asks it whether it is ready.
  func add(_ descriptor: Int32, isWatch: Bool = false) -> Source {
    lastKey.advance()
    let source = Source(descriptor, lastKey, isWatch)
    sources.append(source)
    return source
  }

  /// Waits for these events; for none, if they are 0. Returns whether the system can.
  @discardableResult
  func listen(to source: Source, _ events: UInt32) -> Bool {
    if source.events == events { return true }
    let result = np_epoll_set(descriptor, source.descriptor, source.events, events, source.key)
    source.events = events
    return !result.isFailure
  }

  /// Waits until `wait` would have something to report, and takes nothing of it. In any thread.
  public func waitUntilReadable() { _ = np_poll_one(descriptor, NP_POLL_IN, .max) }

  /// To be called before the descriptor is closed.
  func remove(_ source: Source) {
    listen(to: source, 0)
    source.isReady = false
    sources.removeAll { $0 === source }
  }

  // MARK: A host that waits inside a callback

  public private(set) var isPaused = false

  /// Makes the descriptor unreadable until `resume`: a host that runs its main loop inside a callback, for a dialog,
  /// would find it readable for ever, because nothing can be done before the callback returns. In the loop's thread.
  public func pause() {
    if isPaused { return }
    isPaused = true
    arm(at: .max)
    for source in sources where source.events != 0 {
      _ = np_epoll_set(descriptor, source.descriptor, source.events, 0, source.key)
    }
    // A wake is reported once, and this takes the report.
    _ = np_epoll_wait(descriptor, false, keys)
  }

  /// Wakes the loop, because the pause may have taken a wake. The timer is set at the end of each turn anyway.
  public func resume() {
    isPaused = false
    for source in sources where source.events != 0 {
      _ = np_epoll_set(descriptor, source.descriptor, 0, source.events, source.key)
    }
    wake()
  }
}
