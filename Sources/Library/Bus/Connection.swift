// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

/// Where a bus is.
public enum BusSource {
  case address(String)
  /// A connected socket, given once.
  case socket(Int32)
}

/// One private connection to a bus. Lives in the loop.
public final class Connection {
  let raw: OpaquePointer
  let errors: BusErrors
  let backlog: Backlog
  private var madeWatch: MessageWatch?
  /// Whether the call that is being handled had come before the answer to the last one of the same client.
  public var isAhead: Bool { backlog.findIsAhead() }

  private let forkGeneration = np_fork_generation()

  private init(_ raw: OpaquePointer, _ errors: BusErrors) {
    self.raw = raw
    self.errors = errors
    backlog = Backlog(raw, errors)
  }

  /// Starts to connect, without waiting; takes a socket over in any case. Fails with a negative errno.
  ///
  /// - descriptors: whether messages may bring some. Each is kept as long as its message: who needs none takes none.
  ///
  /// Not an initialiser, because Embedded Swift does not give back the memory of an object whose initialiser throws.
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

  /// In a forked child the reactor has closed the socket, and its number may be that of another file: sd-bus would
  /// close that, or end the process because there is none.
  deinit {
    guard np_fork_generation() == forkGeneration else { return }
    // As sd_bus_close_unref(), which basu does not have.
    sd_bus_close(raw)
    sd_bus_unref(raw)
  }

  public var descriptor: Int32 { sd_bus_get_fd(raw) }
  /// Whether the bus has greeted us.
  public var isReady: Bool { sd_bus_is_ready(raw) > 0 }

  /// Whether it can still send: not once the bus has gone.
  public var isOpen: Bool { sd_bus_is_open(raw) > 0 }

  /// The events to wait for on the descriptor.
  var events: UInt32 {
    if backlog.isFull { return NP_POLL_OUT }
    let events = sd_bus_get_events(raw)
    return events.isFailure ? NP_POLL_IN : UInt32(bitPattern: events)
  }

  /// When to process although nothing happened on the descriptor.
  var timeout: Int64 {
    if backlog.isFull { return .max }
    var time: UInt64 = .max
    return sd_bus_get_timeout(raw, &time).isFailure ? .max : Int64(clamping: time)
  }

  /// Whether sd-bus waits for nothing but the descriptor: no message is queued, and no answer is overdue. Not so once
  /// the connection is closed.
  var hasNothingDue: Bool {
    var time: UInt64 = .max
    return !sd_bus_get_timeout(raw, &time).isFailure && (time == .max || time > UInt64(clamping: np_now_us()))
  }

  /// Handles one message. 0: nothing to do; negative: the connection is lost.
  public func process() -> Int32 { sd_bus_process(raw, nil) }

  /// Whether its socket takes something, or has failed.
  var canWrite: Bool { np_socket_takes_data(descriptor) }

  /// Whether messages wait to be written, because the bus is behind with reading what we send.
  public var isCongested: Bool {
    var queued = UInt64.zero
    return !sd_bus_get_n_queued_write(raw, &queued).isFailure && queued != 0
  }

  /// Sends what is queued, and lets the bus read it before the socket closes. Gives up a bus that has read nothing for
  /// as long as `timeout`, and any bus at `end`.
  func drain(timeout: Int64, until end: Int64) {
    while isCongested {
      if np_now_us() >= end || process().isFailure { return }
      if isCongested, !np_socket_await(descriptor, NP_POLL_OUT, timeout, end) { return }
    }
    // A socket that is closed with something unread in it takes away what the other end has not read yet.
    np_socket_finish(descriptor, timeout, end)
  }

  // MARK: Sending

  /// Sends a signal.
  public func emit(path: String, interface: StaticString, member: StaticString, _ fill: (Message) -> Int32) {
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

  /// Sends a signal whose names are not ours. Not called `emit`: that would be chosen for names that are literals.
  public func emitForeign(path: String, interface: String, member: String, _ fill: (Message) -> Int32) {
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

  /// Calls the bus itself. `answer` gets the reply, or an error, also when the connection closes before the bus has
  /// answered; and nil, at once, when the call could not be sent.
  @inline(never)
  public func callBus(_ member: StaticString, _ fill: (Message) -> Int32, answer: @escaping (Message?) -> Void) {
    call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, fill, answer)
  }

  /// Calls a method of a peer.
  ///
  /// - timeout: how long the peer may take, in µs; 0 for as long as sd-bus has it.
  @inline(never)
  public func call(
    _ destination: String, _ path: String, _ interface: StaticString, _ member: StaticString,
    _ fill: (Message) -> Int32, timeout: UInt64 = 0, _ answer: @escaping (Message?) -> Void
  ) {
    let callback = MessageCallback(errors, answer)
    if let slot = send(destination, path, interface, member, fill, callback, timeout) {
      callback.belongs(to: slot)
    } else {
      answer(nil)
    }
  }

  /// Calls a method of a peer, and waits for the answer until the object ends: after that none is read, and none can
  /// wake the loop. `answer` gets the reply, or an error, also when the connection closes before. Nil when the call
  /// could not be sent.
  ///
  /// - timeout: in µs, after which the answer is an error; `.max` for none, 0 for that of sd-bus.
  public func ask(
    _ destination: String, _ path: String, _ interface: StaticString, _ member: StaticString,
    _ fill: (Message) -> Int32, timeout: UInt64 = 0, _ answer: @escaping (Message) -> Void
  ) -> Subscription? {
    let callback = MessageCallback(errors, answer)
    return send(destination, path, interface, member, fill, callback, timeout)
      .map { Subscription(slot: $0, callback: callback) }
  }

  /// Calls a method of a peer that shall not answer.
  public func tell(
    _ destination: String, _ path: String, _ interface: StaticString, _ member: StaticString,
    _ fill: (Message) -> Int32
  ) {
    var message: OpaquePointer?
    var result = makeCall(&message, destination, path, interface, member, fill)
    // sd_bus_send without a cookie sets NO_REPLY_EXPECTED.
    if let message, !result.isFailure { result = sd_bus_send(raw, message, nil) }
    sd_bus_message_unref(message)
    errors.check(result, member)
  }

  /// Sends a call, and returns what waits for its answer.
  private func send(
    _ destination: String, _ path: String, _ interface: StaticString, _ member: StaticString,
    _ fill: (Message) -> Int32, _ callback: MessageCallback, _ timeout: UInt64 = 0
  ) -> OpaquePointer? {
    var message: OpaquePointer?
    var slot: OpaquePointer?
    var result = makeCall(&message, destination, path, interface, member, fill)
    if let message, !result.isFailure {
      result = sd_bus_call_async(raw, &slot, message, MessageCallback.trampoline, callback.context, timeout)
    }
    sd_bus_message_unref(message)
    return errors.check(result, member) ? slot : nil
  }

  /// Makes a call that has its arguments. The message is the caller's also when it fails.
  private func makeCall(
    _ message: inout OpaquePointer?, _ destination: String, _ path: String, _ interface: StaticString,
    _ member: StaticString, _ fill: (Message) -> Int32
  ) -> Int32 {
    let result = destination.withCString { peer in
      path.withCString { object in
        sd_bus_message_new_method_call(raw, &message, peer, object, interface.cString, member.cString)
      }
    }
    guard let message, !result.isFailure else { return result }
    return fill(Message(raw: message, errors: errors))
  }

  /// Asks for a name.
  @inline(never)
  public func requestName(_ name: String, flags: UInt32, answer: @escaping (NameReply) -> Void) {
    callBus("RequestName") { message in
      message.append(name).then(message.append(flags))
    } answer: {
      answer(NameReply($0))
    }
  }

  /// Gives a name back. `answer` is called when the bus has answered, which is after it has said that the name is lost;
  /// or when it never will.
  @inline(never)
  public func releaseName(_ name: String, answer: @escaping () -> Void = {}) {
    callBus("ReleaseName") {
      $0.append(name)
    } answer: { _ in
      answer()
    }
  }

  /// The filter for all who watch, made for the first of them; each has it tried again where sd-bus refused it.
  private var watch: MessageWatch {
    let watch = madeWatch ?? MessageWatch(errors)
    madeWatch = watch
    watch.open(raw)
    return watch
  }

  /// Whether the closures below are called: sd-bus took the filter.
  public var canWatch: Bool { watch.isOpen }

  /// Sees every signal that comes before anybody else, until the connection closes.
  public func watchSignals(_ body: @escaping (Message) -> Void) { watch.signals.append(body) }

  /// How many calls to the object at a path were seen as below.
  var callsSeen: Int { madeWatch?.callsSeen ?? 0 }

  /// Sees every call to the object at a path before its interfaces do, until the connection closes; of one path. The
  /// body returns whether it has taken the call.
  public func watchCalls(at path: StaticString, _ body: @escaping (Message) -> Bool) {
    (watch.callsAtPath, watch.callsAt) = (path.cString, body)
  }

  /// Sees every call to the object at a path, or to one below it, before anybody else, until the connection closes; of
  /// one path.
  public func watchCalls(atOrBelow path: StaticString, _ body: @escaping (Message) -> Void) {
    (watch.callsBelowPath, watch.callsBelow) = (path.cString, body)
  }

  /// Subscribes to a signal of a peer, until the object or the connection ends.
  public func subscribe(_ match: String, _ body: @escaping (Message) -> Void) -> Subscription? {
    let callback = MessageCallback(errors, body)
    var slot: OpaquePointer?
    let result = match.withCString {
      sd_bus_add_match_async(raw, &slot, $0, MessageCallback.trampoline, MessageCallback.subscribed, callback.context)
    }
    guard errors.check(result, "sd_bus_add_match_async"), let slot else { return nil }
    return Subscription(slot: slot, callback: callback)
  }
}

/// Why a connection could not be made.
public struct BusError: Error {
  public let code: Int32
}
