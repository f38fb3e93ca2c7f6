// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

// Functions for threads that may wait. The thread of a loop never calls them.
extension Connection {
  /// The outcome of waiting for an answer.
  public enum Answer<Read> {
    case value(Read)
    /// The answer is an error, or has another type.
    case other
    /// No answer came in time.
    case silence
  }

  /// The unique name of this connection; nil before the bus has answered Hello.
  public var uniqueName: String? {
    var name: UnsafePointer<CChar>?
    guard !sd_bus_get_unique_name(raw, &name).isFailure, let name else { return nil }
    return String(cString: name)
  }

  /// Waits until the bus has answered Hello, until `deadline` at the latest.
  public func waitUntilReady(until deadline: Instant) -> Answer<Void> {
    while !isReady {
      var result = process()
      let left = deadline - Instant.now
      if left <= .zero { return .silence }
      if result == 0 { result = sd_bus_wait(raw, left.ofBus) }
      if result.isFailure { return .other }
    }
    return .value(())
  }

  /// The outcome of `turnAtOnce`.
  public enum Turn {
    case done
    /// There was nothing to handle; the next turn is due when the descriptor is readable, and at this time.
    case idle(until: Instant)
    /// The connection is lost.
    case lost
  }

  /// Handles one message without waiting.
  public func turnAtOnce() -> Turn {
    // process() also ends a call whose answer is late, and returns 0 then, as when it did nothing.
    let isDue = timeout <= Instant.now
    let result = process()
    if result.isFailure { return .lost }
    return result != 0 || isDue ? .done : .idle(until: timeout)
  }

  /// Handles one message, or waits for one until `deadline` at the latest; `.max` is no
  /// limit. Returns false when the connection is lost.
  public func turn(until deadline: Instant = .max) -> Bool {
    switch turnAtOnce() {
    case .lost: return false
    case .done: return true
    case .idle: break
    }
    let left = deadline == .max ? Microseconds.max : deadline - Instant.now
    return !sd_bus_wait(raw, left.ofBus).isFailure
  }

  /// Calls a method of a peer and waits for the answer until `deadline`.
  public func answer<Read>(
    of destination: String, _ path: StaticString, _ interface: StaticString, _ member: StaticString,
    until deadline: Instant, _ fill: (Message) -> Int32 = { _ in .zero }, _ read: (Message) -> Read?
  ) -> Answer<Read> {
    let left = deadline - Instant.now
    guard left > .zero else { return .silence }
    var call: OpaquePointer?
    var reply: OpaquePointer?
    var result = destination.withCString {
      sd_bus_message_new_method_call(raw, &call, $0, path.cString, interface.cString, member.cString)
    }
    if let call, !result.isFailure { result = fill(Message(raw: call, errors: errors)) }
    if errors.check(result, member), let call {
      result = sd_bus_call(raw, call, left.ofBus, nil, &reply)
    }
    defer {
      sd_bus_message_unref(call)
      sd_bus_message_unref(reply)
    }
    if np_is_timeout(result) { return .silence }
    guard !result.isFailure, let reply, let value = Message(raw: reply, errors: errors).reading(read) else {
      return .other
    }
    return .value(value)
  }
}
