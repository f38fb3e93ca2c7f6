// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import CNowPlayingSystemd
import NowPlayingBus
import NowPlayingCore

/// A connection that sees the messages of others, and sends none.
final class BusMonitor {
  private let raw: OpaquePointer
  private let errors = BusErrors { _ in }

  /// - rules: the messages that it sees, in the words of a match rule.
  static func open(_ rules: [String]) throws(Failure) -> BusMonitor {
    var bus: OpaquePointer?
    var result = sd_bus_new(&bus)
    guard let bus, !result.isFailure, let address = BusAddress.session else { throw .noBus }
    let monitor = BusMonitor(bus)
    // Without the flag of a monitor, sd-bus would answer the calls that it sees.
    result = sd_bus_set_monitor(bus, 1).then(address.withCString { sd_bus_set_address(bus, $0) })
      .then(sd_bus_set_bus_client(bus, 1)).then(sd_bus_start(bus))
    if result.isFailure { throw .noBus }
    var call: OpaquePointer?
    result = sd_bus_message_new_method_call(
      bus, &call, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring", "BecomeMonitor")
    defer { sd_bus_message_unref(call) }
    if let call, !result.isFailure {
      let message = Message(raw: call, errors: monitor.errors)
      result = message.append(rules).then(message.append(UInt32.zero)).then(sd_bus_call(bus, call, 0, nil, nil))
    }
    if result.isFailure {
      throw Failure(
        text: "The bus does not let this program see the messages of others: " + String(cString: np_strerror(result)))
    }
    return monitor
  }

  private init(_ raw: OpaquePointer) { self.raw = raw }

  deinit {
    sd_bus_close(raw)
    sd_bus_unref(raw)
  }

  /// The reason why waiting has ended.
  enum Event {
    case message(RecordedMessage)
    /// The deadline has passed.
    case time
    /// The output has no reader any more.
    case unread
  }

  /// Waits for the next message, at most until a time of the monotonic clock.
  func next(until time: Instant, _ output: Int32) throws(Failure) -> Event {
    while true {
      var message: OpaquePointer?
      let result = sd_bus_process(raw, &message)
      defer { sd_bus_message_unref(message) }
      if result.isFailure { throw .busHasGone }
      if let message { return .message(RecordedMessage(Message(raw: message, errors: errors))) }
      if result > 0 { continue }
      if Instant.now >= time { return .time }
      if !tool_await(sd_bus_get_fd(raw), -1, output, time.count) { return .unread }
    }
  }
}
