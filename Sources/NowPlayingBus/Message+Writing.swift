// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import CSystemd

// Each returns a negative errno on failure, as sd-bus does.
extension Message {

  public func append(_ text: String) -> Int32 {
    text.withCString { sd_bus_message_append_basic(raw, BusType.string.rawValue, $0) }
  }

  public func append(path: String) -> Int32 {
    path.withCString { sd_bus_message_append_basic(raw, BusType.path.rawValue, $0) }
  }

  public func append(_ text: StaticString) -> Int32 {
    sd_bus_message_append_basic(raw, BusType.string.rawValue, text.utf8Start)
  }

  public func append(_ value: Bool) -> Int32 {
    var value: Int32 = value ? 1 : 0
    return sd_bus_message_append_basic(raw, BusType.bool.rawValue, &value)
  }

  public func append(_ value: Int32) -> Int32 {
    var value = value
    return sd_bus_message_append_basic(raw, BusType.int32.rawValue, &value)
  }

  public func append(_ value: Int64) -> Int32 {
    var value = value
    return sd_bus_message_append_basic(raw, BusType.int64.rawValue, &value)
  }

  public func append(_ value: Double) -> Int32 {
    var value = value
    return sd_bus_message_append_basic(raw, BusType.double.rawValue, &value)
  }

  public func append(_ values: [String]) -> Int32 {
    container(.array, "s") {
      for value in values {
        let result = append(value)
        if result < 0 { return result }
      }
      return 0
    }
  }

  public func container(_ type: BusType, _ contents: StaticString, _ body: () -> Int32) -> Int32 {
    let opened = sd_bus_message_open_container(raw, type.rawValue, contents.cString)
    if opened < 0 { return opened }
    let filled = body()
    if filled < 0 { return filled }
    return sd_bus_message_close_container(raw)
  }

  /// The flags of a bus call: an unsigned number of 32 bits.
  func append(flags: UInt32) -> Int32 {
    var flags = flags
    return sd_bus_message_append_basic(raw, BusType.uint32.rawValue, &flags)
  }

  // MARK: Replies

  /// Answers a call that returns nothing.
  public func reply() {
    if faults.check(np_reply(raw), "a reply") { return }
    // Whoever called waits for an answer, and must have one.
    faults.check(np_reply_error(raw, "org.freedesktop.DBus.Error.Failed", "The answer cannot be sent"), "an error")
  }

  /// Answers a call by an error.
  public func reply(error name: StaticString, _ text: String) {
    if faults.check(np_reply_error(raw, name.cString, text), "the text of an error") { return }
    // Whoever called waits for an answer, and must have one.
    faults.check(np_reply_error(raw, name.cString, "The player's own words cannot be sent"), "an error")
  }
}

/// A message that outlives its handler.
public final class KeptMessage {
  public let message: Message

  public init(_ message: Message) {
    self.message = message
    sd_bus_message_ref(message.raw)
  }

  deinit { sd_bus_message_unref(message.raw) }
}
