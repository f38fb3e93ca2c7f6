// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import CSystemd
import NowPlayingCore

// What clients and the bus send is foreign: a value that is not there, or of another type, is nil.
extension Message {

  public var isError: Bool { sd_bus_message_is_method_error(raw, nil) > 0 }

  /// The name of the error that it is; nil when it is none.
  public var errorName: String? {
    guard let error = sd_bus_message_get_error(raw), let name = error.pointee.name else { return nil }
    return String(cString: name)
  }

  public func isSignal(_ interface: StaticString, _ member: StaticString) -> Bool {
    sd_bus_message_is_signal(raw, interface.cString, member.cString) > 0
  }

  /// Whether the bus itself sent it: anybody can send a signal that only looks so.
  public var isFromBus: Bool {
    guard let sender = sd_bus_message_get_sender(raw) else { return false }
    return String(cString: sender).exact == "org.freedesktop.DBus"
  }

  public func hasSignature(_ signature: StaticString) -> Bool {
    sd_bus_message_has_signature(raw, signature.cString) > 0
  }

  public func isCall(_ interface: StaticString, _ member: StaticString) -> Bool {
    sd_bus_message_is_method_call(raw, interface.cString, member.cString) > 0
  }

  /// The next value, if it is an `s` or `o`.
  public func readString(_ type: BusType = .string) -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(raw, type.rawValue, &text) > 0, let text else { return nil }
    return String(cString: text)
  }

  public func readInt64() -> Int64? {
    var value: Int64 = 0
    return sd_bus_message_read_basic(raw, BusType.int64.rawValue, &value) > 0 ? value : nil
  }

  public func readUInt32() -> UInt32? {
    var value: UInt32 = 0
    return sd_bus_message_read_basic(raw, BusType.uint32.rawValue, &value) > 0 ? value : nil
  }

  public func readDouble() -> Double? {
    var value = 0.0
    return sd_bus_message_read_basic(raw, BusType.double.rawValue, &value) > 0 ? value : nil
  }

  public func readBool() -> Bool? {
    var value: Int32 = 0
    return sd_bus_message_read_basic(raw, BusType.bool.rawValue, &value) > 0 ? value != 0 : nil
  }

  /// Enters a variant of exactly this type.
  public func enterVariant(_ type: StaticString) -> Bool {
    sd_bus_message_enter_container(raw, BusType.variant.rawValue, type.cString) > 0
  }
}
