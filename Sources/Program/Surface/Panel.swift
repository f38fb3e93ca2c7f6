// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// The program's surface. Its loop runs only while the program waits for something.
struct Panel {
  let surface: OpaquePointer
  let descriptor: Int32
  let events: UnsafeMutablePointer<Events>

  /// Events that the callbacks have noted.
  struct Events {
    var bus: Int32?
    var wasConnected = false
    var isListed = false
    /// Whether changes are collected.
    var follows = false
    var changes: [Change] = []
    /// Whether an entry appeared, left or changed, or the order did, since the last call of `takeNews`.
    var hasNews = false
  }

  /// A change of an entry. The session is referenced until the change is released.
  struct Change {
    let word: StaticString
    let session: OpaquePointer
    /// Whether the item has ended and begins again.
    let isRepetition: Bool
  }

  /// Connects to the bus. A process has one surface, which exists until the process ends.
  ///
  /// - twins: whether a playback that has two names has two sessions, because the user may ask for either name.
  init(follows: Bool = false, twins: Bool = true) throws(Failure) {
    events = .allocate(capacity: 1)
    events.initialize(to: Events(follows: follows))
    var options = nowplaying_surface_options()
    options.struct_size = MemoryLayout<nowplaying_surface_options>.size
    options.bus_fd = -1
    options.loop = NOWPLAYING_LOOP_FD
    options.twins = twins ? 1 : 0
    var made: OpaquePointer?
    var fd: Int32 = -1
    var callbacks = Self.callbacks(events)
    let status = "nowplaying".withCString { name in
      options.name = name
      let status = nowplaying_surface_new(&options, &callbacks, &made)
      return status < 0 ? status : nowplaying_surface_get_fd(made, &fd)
    }
    guard status == NOWPLAYING_OK, let made else {
      throw Failure(text: "Cannot follow players: " + String(cString: nowplaying_surface_last_error()))
    }
    surface = made
    descriptor = fd
  }

  private static func callbacks(_ events: UnsafeMutablePointer<Events>) -> nowplaying_surface_callbacks {
    var callbacks = nowplaying_surface_callbacks()
    callbacks.struct_size = MemoryLayout<nowplaying_surface_callbacks>.size
    callbacks.user_data = UnsafeMutableRawPointer(events)
    callbacks.bus_state = { _, state, data in
      guard let events = data?.assumingMemoryBound(to: Events.self) else { return }
      events.pointee.bus = state
      if state == NOWPLAYING_BUS_NONE { events.pointee.isListed = false } else { events.pointee.wasConnected = true }
    }
    callbacks.listed = { _, data in data?.assumingMemoryBound(to: Events.self).pointee.isListed = true }
    callbacks.added = { _, session, data in Panel.note("added", session, data) }
    callbacks.changed = { Panel.note("changed", $1, $3, $2) }
    callbacks.removed = { _, session, data in Panel.note("removed", session, data) }
    callbacks.ordered = { _, data in data?.assumingMemoryBound(to: Events.self).pointee.hasNews = true }
    return callbacks
  }

  private static func note(
    _ word: StaticString, _ session: OpaquePointer?, _ data: UnsafeMutableRawPointer?,
    _ changes: nowplaying_surface_changes = 0
  ) {
    guard let events = data?.assumingMemoryBound(to: Events.self) else { return }
    events.pointee.hasNews = true
    guard events.pointee.follows, let kept = nowplaying_surface_session_ref(session) else { return }
    events.pointee.changes.append(
      Change(word: word, session: kept, isRepetition: changes & NOWPLAYING_SURFACE_CHANGED_BEGAN_AGAIN != 0))
  }

  /// Handles pending events; without any, waits for one, at most until a time of the monotonic clock.
  func turn(until deadline: Instant = .max) {
    _ = np_poll_one(descriptor, NP_POLL_IN, deadline.count)
    dispatch()
  }

  /// Handles pending events, without waiting.
  func dispatch() { _ = nowplaying_surface_dispatch(surface) }

  /// Handles pending events; without any, waits for one, at most until a time of the monotonic clock. Returns
  /// false when a descriptor that the program writes to has no reader any more.
  ///
  /// - naming: if given, a change of its order of players also ends the wait.
  func turn(whileRead output: Int32, until deadline: Instant = .max, _ naming: Naming? = nil) -> Bool {
    let isRead = tool_await(descriptor, naming?.descriptor ?? -1, output, deadline.count)
    dispatch()
    return isRead
  }

  /// Waits until every player has answered with its item, or a condition holds. Returns whether all have answered in
  /// time.
  ///
  /// - timeout: the longest time to wait.
  func list(
    timeout: Microseconds = .seconds(3), orUntil condition: () -> Bool = { false }
  ) throws(Failure) -> Bool {
    let deadline = Instant.now + timeout
    while !events.pointee.isListed {
      if events.pointee.bus == NOWPLAYING_BUS_NONE { throw Failure.noBus }
      if Instant.now >= deadline || condition() { return false }
      turn(until: deadline)
    }
    return true
  }

  /// Returns the changes since the last call.
  func takeChanges() throws(Failure) -> [Change] {
    let changes = events.pointee.changes
    events.pointee.changes = []
    if changes.isEmpty, events.pointee.bus == NOWPLAYING_BUS_NONE {
      throw events.pointee.wasConnected ? Failure.busHasGone : Failure.noBus
    }
    return changes
  }

  /// Whether every player that was on the bus at the start has answered, or has let its time pass.
  var isListed: Bool { events.pointee.isListed }

  /// Returns whether an entry appeared, left or changed, or the order did, since the last call.
  func takeNews() -> Bool {
    defer { events.pointee.hasNews = false }
    return events.pointee.hasNews
  }

  /// All sessions, the most important first.
  var sessions: [OpaquePointer] {
    var count = 0
    guard nowplaying_surface_get_sessions(surface, nil, 0, &count) == NOWPLAYING_OK, count > 0 else { return [] }
    var found = [OpaquePointer?](repeating: nil, count: count)
    guard nowplaying_surface_get_sessions(surface, &found, count, &count) == NOWPLAYING_OK else { return [] }
    return found.compactMap { $0 }
  }

  /// The MPRIS names of each player, and playerctld's; nil while they are not known.
  var players: [[String]]? {
    var size = 0
    guard nowplaying_surface_get_names(surface, nil, 0, &size) == NOWPLAYING_OK else { return nil }
    var text = [CChar](repeating: 0, count: size)
    guard nowplaying_surface_get_names(surface, &text, size, &size) == NOWPLAYING_OK else { return nil }
    return text.withUnsafeBufferPointer { text in
      text.baseAddress.map { String(cString: $0) }?.parts(10).map { $0.parts(32) }
    }
  }

  /// Calls a function with all sessions, the most important first, and unreferences them when it returns.
  func withSessions<Result, Fault: Error>(_ body: ([Session]) throws(Fault) -> Result) throws(Fault) -> Result {
    let handles = sessions
    defer { for handle in handles { nowplaying_surface_session_unref(handle) } }
    return try body(handles.map { Session($0) })
  }
}
