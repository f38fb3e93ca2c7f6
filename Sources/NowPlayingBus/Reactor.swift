// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform

/// One epoll descriptor for everything that can wake the loop.
public final class Reactor {
  /// What became ready.
  public struct Ready: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let wake = Ready(rawValue: 1 << 0)
    public static let timer = Ready(rawValue: 1 << 1)
    public static let bus = Ready(rawValue: 1 << 2)
    public static let watch = Ready(rawValue: 1 << 3)
  }

  private enum Key {
    static let wake: UInt32 = 0
    static let timer: UInt32 = 1
    static let bus: UInt32 = 2
    static let watch: UInt32 = 3
  }

  public private(set) var descriptor: Int32
  private var wakeDescriptor: Int32
  private var timer: Int32
  private var armedAt = Int64.max
  private var bus: (descriptor: Int32, events: UInt32) = (-1, 0)
  private var watch: Int32 = -1
  /// The name of the entry that is watched for.
  private var watched: UnsafeMutablePointer<CChar>?

  private init() {
    descriptor = np_epoll_new()
    wakeDescriptor = np_eventfd_new()
    timer = np_timerfd_new()
  }

  /// Nil when the system refuses a descriptor. Not a failable initialiser: see `Connection.start`.
  public static func make() -> Reactor? {
    let reactor = Reactor()
    guard reactor.descriptor >= 0, reactor.wakeDescriptor >= 0, reactor.timer >= 0,
      // Edge-triggered: a wake needs no read to be forgotten.
      np_epoll_set(reactor.descriptor, reactor.wakeDescriptor, 0, NP_POLL_IN | NP_POLL_EDGE, Key.wake) == 0,
      np_epoll_set(reactor.descriptor, reactor.timer, 0, NP_POLL_IN, Key.timer) == 0
    else { return nil }
    return reactor
  }

  deinit { close() }

  /// In a forked child: closes what it shares with its parent, also the bus's socket, which sd-bus leaves open there.
  /// With it the bus would not see the parent's end.
  public func closeInherited() {
    np_close(bus.descriptor)
    bus = (-1, 0)
    close()
    (timer, wakeDescriptor, descriptor) = (-1, -1, -1)
  }

  private func close() {
    stopWatching()
    np_close(timer)
    np_close(wakeDescriptor)
    np_close(descriptor)
  }

  /// Makes the loop turn. From any thread.
  public func wake() { np_eventfd_signal(wakeDescriptor) }

  /// Waits until something is ready, or `block` is false.
  public func wait(block: Bool) -> Ready {
    let ready = Ready(rawValue: np_epoll_wait(descriptor, block ? -1 : 0))
    if ready.contains(.timer) {
      np_timerfd_drain(timer)
      armedAt = .max
    }
    // Other entries of a directory come and go, and mean nothing.
    if ready.contains(.watch), np_watch_drain(watch, watched) == 0 { return ready.subtracting(.watch) }
    if ready.contains(.watch) { stopWatching() }
    return ready
  }

  /// Wakes the loop at a time.
  public func arm(at time: Int64) {
    if time == armedAt { return }
    armedAt = time
    np_timerfd_set(timer, time)
  }

  /// Waits for a bus's socket; `events` as sd-bus wants them, none to forget it.
  func listen(to descriptor: Int32, events: UInt32) {
    if bus.descriptor == descriptor, bus.events == events { return }
    if bus.descriptor != descriptor, bus.descriptor >= 0 { forgetBus() }
    _ = np_epoll_set(self.descriptor, descriptor, bus.events, events, Key.bus)
    bus = (descriptor, events)
  }

  /// To be called before the socket is closed.
  func forgetBus() {
    if bus.descriptor >= 0, bus.events != 0 { _ = np_epoll_set(descriptor, bus.descriptor, bus.events, 0, Key.bus) }
    bus = (-1, 0)
  }

  // MARK: A host that waits inside a callback

  public private(set) var isPaused = false

  /// Makes the descriptor unreadable until `resume`: a host that runs its main loop inside a callback, for a dialog,
  /// would find it readable for ever, because nothing can be done before the callback returns. In the loop's thread.
  public func pause() {
    isPaused = true
    forgetBus()
    arm(at: .max)
    if watch >= 0 { _ = np_epoll_set(descriptor, watch, NP_POLL_IN, 0, Key.watch) }
    // A wake is reported once, and this takes the report.
    _ = np_epoll_wait(descriptor, 0)
  }

  /// The bus's socket and the timer are set at the end of each turn anyway.
  public func resume() {
    isPaused = false
    if watch >= 0 { _ = np_epoll_set(descriptor, watch, 0, NP_POLL_IN, Key.watch) }
  }

  // MARK: A bus that is not there

  /// Wakes the loop, once, when a path may have appeared: it, or the first of its parents that is missing now.
  /// Returns whether that can be watched.
  func watch(for path: String) -> Bool {
    stopWatching()
    var name: UnsafeMutablePointer<CChar>?
    watch = np_watch_new(path, &name)
    watched = name
    guard watch >= 0 else { return false }
    if np_epoll_set(descriptor, watch, 0, NP_POLL_IN, Key.watch) < 0 { stopWatching() }
    return watch >= 0
  }

  func stopWatching() {
    np_close(watch)
    watch = -1
    np_free(watched)
    watched = nil
  }
}
