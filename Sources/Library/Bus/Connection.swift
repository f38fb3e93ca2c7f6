// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

/// Where a bus is.
public enum BusSource {
  case address(String)
  /// A connected socket. It can be used for one connection only.
  case socket(Int32)
}

/// One private connection to a bus. Lives in the loop.
public final class Connection {
  let raw: OpaquePointer
  let errors: BusErrors
  let backlog: Backlog
  private var madeWatch: MessageWatch?
  /// Whether the client has sent the call that is being handled without waiting for the answer to its previous call.
  public var isAhead: Bool { backlog.findIsAhead() }

  private let forkGeneration = np_fork_generation()
  #if DEBUG
    /// The reactor of the loop that handles this connection; nil for a connection that no loop handles.
    weak var reactor: Reactor?
  #endif

  private init(_ raw: OpaquePointer, _ errors: BusErrors) {
    self.raw = raw
    self.errors = errors
    backlog = Backlog(raw, errors)
  }

  /// Starts to connect, without waiting. Throws a negative errno on failure. Takes ownership of a socket even then.
  ///
  /// - descriptors: whether peers may send descriptors. Each stays open as long as its message, so leave it off where
  ///   none is needed.
  ///
  /// This is no initialiser, because Embedded Swift leaks an object whose initialiser throws.
  public static func start(
    _ source: BusSource, _ errors: BusErrors, descriptors: Bool = false
  ) throws(BusError) -> Connection {
    var bus: OpaquePointer?
    var result = sd_bus_new(&bus)
    guard let bus, !result.isFailure else { throw BusError(code: result) }
    switch source {
    case .address(let address): result = address.withCString { sd_bus_set_address(bus, $0) }
    case .socket(let descriptor):
      result = sd_bus_set_fd(bus, descriptor, descriptor)
      if result.isFailure { np_close(descriptor) }
    }
    if !result.isFailure { result = sd_bus_set_bus_client(bus, true.asInt32) }
    if !result.isFailure { result = sd_bus_negotiate_fds(bus, descriptors.asInt32) }
    if !result.isFailure { result = sd_bus_start(bus) }
    if result.isFailure {
      sd_bus_unref(bus)
      throw BusError(code: result)
    }
    return Connection(bus, errors)
  }

  /// Closes the connection, but not in a forked child. There the reactor has closed the socket: its number may be that
  /// of another file, which sd-bus would close, or of no file, and then sd-bus would end the process.
  deinit {
    guard np_fork_generation() == forkGeneration else { return }
    // These two calls are sd_bus_close_unref(), which basu does not have.
    sd_bus_close(raw)
    sd_bus_unref(raw)
  }

  public var descriptor: Int32 { sd_bus_get_fd(raw) }
  /// Whether the bus has greeted this connection: it has answered Hello, the first call.
  public var isReady: Bool { sd_bus_is_ready(raw) > 0 }

  /// Whether the connection can still send: false once the bus has closed it.
  public var isOpen: Bool { sd_bus_is_open(raw) > 0 }

  /// The events of poll that the descriptor is to be watched for.
  var events: UInt32 {
    if backlog.isFull { return NP_POLL_OUT }
    let events = sd_bus_get_events(raw)
    return events.isFailure ? NP_POLL_IN : UInt32(bitPattern: events)
  }

  /// The time at which to call `process` although the descriptor is not ready. At once when sd-bus has closed the
  /// connection: its descriptor reports nothing any more, and its number may be that of another file already.
  var timeout: Instant {
    if backlog.isFull, isOpen { return .max }
    var time: UInt64 = .max
    return sd_bus_get_timeout(raw, &time).isFailure ? .min : Instant(Int64(clamping: time))
  }

  /// Whether sd-bus waits only for the descriptor: no message is queued, and no answer is overdue. False once the
  /// connection is closed.
  var hasNothingDue: Bool {
    var time: UInt64 = .max
    return !sd_bus_get_timeout(raw, &time).isFailure && (time == .max || time > UInt64(clamping: Instant.now.count))
  }

  /// Handles one message. Returns 0 when there was none, and a negative errno when the connection is lost.
  public func process() -> Int32 {
    expectLoop()
    return sd_bus_process(raw, nil)
  }

  /// Whether the connection's socket can be written to, has failed or is closed.
  var canWrite: Bool { !isOpen || np_socket_takes_data(descriptor) }

  /// Whether messages wait to be written, because the bus reads them more slowly than they are sent.
  public var isCongested: Bool {
    var queued = UInt64.zero
    return !sd_bus_get_n_queued_write(raw, &queued).isFailure && queued != 0
  }

  /// Sends what is queued, and waits until the bus has read it. Gives up a bus that has read nothing for `timeout`, and
  /// any bus at the time `end`.
  func drain(timeout: Microseconds, until end: Instant) {
    while isCongested {
      if Instant.now >= end || process().isFailure { return }
      if isCongested, !np_socket_await(descriptor, NP_POLL_OUT, timeout.count, end.count) { return }
    }
    // When a socket is closed with unread data in it, the system also drops what the other end has not read yet.
    np_socket_finish(descriptor, timeout.count, end.count)
  }

  // MARK: Sending

  /// Sends a signal.
  public func emit(path: String, interface: StaticString, member: StaticString, _ fill: (Message) -> Int32) {
    expectLoop()
    var message: OpaquePointer?
    var result = path.withCString {
      sd_bus_message_new_signal(raw, &message, $0, interface.cString, member.cString)
    }
    if let message {
      if !result.isFailure { result = fill(Message(raw: message, errors: errors)) }
      if !result.isFailure { result = sd_bus_send(raw, message, nil) }
      sd_bus_message_unref(message)
    }
    errors.check(result, member)
  }

  /// Sends a signal with names that are known at run time alone. It has a name of its own, because Swift would prefer
  /// an `emit` with String for literals, too.
  public func emitForeign(path: String, interface: String, member: String, _ fill: (Message) -> Int32) {
    expectLoop()
    var message: OpaquePointer?
    var result = path.withCString { path in
      interface.withCString { interface in
        member.withCString { sd_bus_message_new_signal(raw, &message, path, interface, $0) }
      }
    }
    if let message, !result.isFailure { result = fill(Message(raw: message, errors: errors)) }
    if let message, !result.isFailure { result = sd_bus_send(raw, message, nil) }
    sd_bus_message_unref(message)
    errors.check(result, "a signal")
  }

  /// Calls a method of the bus itself. `answer` gets the reply or an error, also when the connection closes first; nil,
  /// at once, when the call could not be sent.
  @inline(never)
  public func callBus(_ member: StaticString, _ fill: (Message) -> Int32, answer: @escaping (Message?) -> Void) {
    call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, fill, answer)
  }

  /// Calls a method of a peer. `answer` is as that of `callBus`.
  ///
  /// - timeout: how long the peer may take; 0 for the default of sd-bus.
  /// - starts: whether the bus starts the peer if nobody owns its name.
  @inline(never)
  public func call(
    _ destination: String, _ path: String, _ interface: StaticString, _ member: StaticString,
    _ fill: (Message) -> Int32, timeout: Microseconds = .zero, starts: Bool = false,
    _ answer: @escaping (Message?) -> Void
  ) {
    let callback = MessageCallback(errors, answer)
    if let slot = send(destination, path, interface, member, fill, callback, timeout, starts) {
      callback.belongs(to: slot)
    } else {
      answer(nil)
    }
  }

  /// Calls a method of a peer. The answer is awaited until the returned object ends: after that it is not read, and
  /// does not wake the loop. `answer` gets the reply or an error, also when the connection closes first. Returns nil
  /// when the call could not be sent.
  ///
  /// - timeout: after which `answer` gets an error; `.max` for no limit, 0 for the default of sd-bus.
  /// - starts: as that of `call`.
  public func ask(
    _ destination: String, _ path: String, _ interface: StaticString, _ member: StaticString,
    _ fill: (Message) -> Int32, timeout: Microseconds = .zero, starts: Bool = false,
    _ answer: @escaping (Message) -> Void
  ) -> Subscription? {
    let callback = MessageCallback(errors, answer)
    return send(destination, path, interface, member, fill, callback, timeout, starts)
      .map { Subscription(slot: $0, callback: callback) }
  }

  /// Calls a method of a peer and asks for no answer.
  ///
  /// - starts: as that of `call`.
  public func tell(
    _ destination: String, _ path: String, _ interface: StaticString, _ member: StaticString, starts: Bool = false,
    _ fill: (Message) -> Int32
  ) {
    expectLoop()
    var message: OpaquePointer?
    var result = makeCall(&message, destination, path, interface, member, fill, starts)
    // sd_bus_send() sets NO_REPLY_EXPECTED where no cookie is asked for.
    if let message, !result.isFailure { result = sd_bus_send(raw, message, nil) }
    sd_bus_message_unref(message)
    errors.check(result, member)
  }

  /// Sends a call. Returns the slot that waits for its answer; nil when it could not be sent.
  private func send(
    _ destination: String, _ path: String, _ interface: StaticString, _ member: StaticString,
    _ fill: (Message) -> Int32, _ callback: MessageCallback, _ timeout: Microseconds, _ starts: Bool
  ) -> OpaquePointer? {
    expectLoop()
    var message: OpaquePointer?
    var slot: OpaquePointer?
    var result = makeCall(&message, destination, path, interface, member, fill, starts)
    if let message, !result.isFailure {
      result = sd_bus_call_async(raw, &slot, message, MessageCallback.trampoline, callback.context, timeout.ofBus)
    }
    sd_bus_message_unref(message)
    return errors.check(result, member) ? slot : nil
  }

  /// Makes a call with its arguments. The caller owns `message`, also when this fails.
  ///
  /// A question to a program that has just ended must not start it, or another one that can have its name, as
  /// playerctld has that of the daemon.
  private func makeCall(
    _ message: inout OpaquePointer?, _ destination: String, _ path: String, _ interface: StaticString,
    _ member: StaticString, _ fill: (Message) -> Int32, _ starts: Bool
  ) -> Int32 {
    var result = destination.withCString { peer in
      path.withCString { object in
        sd_bus_message_new_method_call(raw, &message, peer, object, interface.cString, member.cString)
      }
    }
    if !starts, let message, !result.isFailure { result = sd_bus_message_set_auto_start(message, false.asInt32) }
    guard let message, !result.isFailure else { return result }
    return fill(Message(raw: message, errors: errors))
  }

  /// Requests a name from the bus.
  @inline(never)
  public func requestName(_ name: String, flags: UInt32, answer: @escaping (NameReply) -> Void) {
    callBus("RequestName") { message in
      message.append(name).then(message.append(flags))
    } answer: {
      answer(NameReply($0))
    }
  }

  /// Releases a name. `answer` is called when the bus has answered, which is after its NameLost, or when no answer can
  /// come any more.
  @inline(never)
  public func releaseName(_ name: String, answer: @escaping () -> Void = {}) {
    callBus("ReleaseName") {
      $0.append(name)
    } answer: { _ in
      answer()
    }
  }

  /// The filter that all watchers share. Each watcher adds it again where sd-bus refused it before.
  private var watch: MessageWatch {
    let watch = madeWatch ?? MessageWatch(errors)
    madeWatch = watch
    watch.open(raw)
    return watch
  }

  /// Whether sd-bus took the filter, so that the closures below are called.
  public var canWatch: Bool { watch.isOpen }

  /// Calls a closure with every signal before any handler sees it, until the connection closes.
  public func watchSignals(_ body: @escaping (Message) -> Void) { watch.signals.append(body) }

  /// The number of calls that the closure of `watchCalls(at:)` was given.
  var callsSeen: Int { madeWatch?.callsSeen ?? 0 }

  /// Calls a closure with every call of the object at a path before its interfaces see it, until the connection closes.
  /// The closure returns whether it has answered the call. A later path takes the place of the one before.
  public func watchCalls(at path: StaticString, _ body: @escaping (Message) -> Bool) {
    (watch.callsAtPath, watch.callsAt) = (path.cString, body)
  }

  /// Calls a closure with every call of the object at a path, and of the objects below it, before any handler sees it,
  /// until the connection closes. A later path takes the place of the one before.
  public func watchCalls(atOrBelow path: StaticString, _ body: @escaping (Message) -> Void) {
    (watch.callsBelowPath, watch.callsBelow) = (path.cString, body)
  }

  /// Subscribes to a signal by a match rule, until the returned object or the connection ends.
  public func subscribe(_ match: String, _ body: @escaping (Message) -> Void) -> Subscription? {
    expectLoop()
    let callback = MessageCallback(errors, body)
    var slot: OpaquePointer?
    let result = match.withCString {
      sd_bus_add_match_async(raw, &slot, $0, MessageCallback.trampoline, MessageCallback.subscribed, callback.context)
    }
    guard errors.check(result, "sd_bus_add_match_async"), let slot else { return nil }
    return Subscription(slot: slot, callback: callback)
  }
}

/// The negative errno of a connection that could not be made.
public struct BusError: Error {
  public let code: Int32
}
