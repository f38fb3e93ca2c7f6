// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import CSystemd
import NowPlayingCore

/// A D-Bus message. Borrowed: whoever made it owns it.
struct Message {
  let raw: OpaquePointer
  /// Lives as long as the app, and so longer than any message.
  unowned(unsafe) let faults: BusFaults

  // MARK: Reading

  var isError: Bool { sd_bus_message_is_method_error(raw, nil) > 0 }

  /// The name of the error that it is; nil when it is none.
  var errorName: String? {
    guard let error = sd_bus_message_get_error(raw), let name = error.pointee.name else { return nil }
    return String(cString: name)
  }

  func isSignal(_ interface: StaticString, _ member: StaticString) -> Bool {
    sd_bus_message_is_signal(raw, interface.cString, member.cString) > 0
  }

  /// Whether the bus itself sent it: anybody can send a signal that only looks so.
  var isFromBus: Bool {
    guard let sender = sd_bus_message_get_sender(raw) else { return false }
    return String(cString: sender).exact == "org.freedesktop.DBus"
  }

  /// Whether it is a PropertiesChanged that says that a player does not play any more.
  var saysNotPlaying: Bool {
    guard readString()?.exact == ExactText(PlayerObject.interface),
      sd_bus_message_enter_container(raw, BusType.array.rawValue, "{sv}") > 0
    else { return false }
    while sd_bus_message_enter_container(raw, BusType.entry.rawValue, "sv") > 0 {
      guard let name = readString() else { return false }
      if name.exact == "PlaybackStatus" { return enterVariant("s") && readString()?.exact != "Playing" }
      if sd_bus_message_skip(raw, "v") < 0 || sd_bus_message_exit_container(raw) < 0 { return false }
    }
    return false
  }

  func hasSignature(_ signature: StaticString) -> Bool {
    sd_bus_message_has_signature(raw, signature.cString) > 0
  }

  func isCall(_ interface: StaticString, _ member: StaticString) -> Bool {
    sd_bus_message_is_method_call(raw, interface.cString, member.cString) > 0
  }

  /// The next value, if it is an `s` or `o`.
  func readString(_ type: BusType = .string) -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(raw, type.rawValue, &text) > 0, let text else { return nil }
    return String(cString: text)
  }

  func readInt64() -> Int64? {
    var value: Int64 = 0
    return sd_bus_message_read_basic(raw, BusType.int64.rawValue, &value) > 0 ? value : nil
  }

  func readUInt32() -> UInt32? {
    var value: UInt32 = 0
    return sd_bus_message_read_basic(raw, BusType.uint32.rawValue, &value) > 0 ? value : nil
  }

  func readDouble() -> Double? {
    var value = 0.0
    return sd_bus_message_read_basic(raw, BusType.double.rawValue, &value) > 0 ? value : nil
  }

  func readBool() -> Bool? {
    var value: Int32 = 0
    return sd_bus_message_read_basic(raw, BusType.bool.rawValue, &value) > 0 ? value != 0 : nil
  }

  /// Enters a variant of exactly this type.
  func enterVariant(_ type: StaticString) -> Bool {
    sd_bus_message_enter_container(raw, BusType.variant.rawValue, type.cString) > 0
  }

  // MARK: Writing. Each returns a negative errno on failure, as sd-bus does.

  func append(_ text: String) -> Int32 {
    text.withCString { sd_bus_message_append_basic(raw, BusType.string.rawValue, $0) }
  }

  func append(path: String) -> Int32 {
    path.withCString { sd_bus_message_append_basic(raw, BusType.path.rawValue, $0) }
  }

  func append(_ text: StaticString) -> Int32 {
    sd_bus_message_append_basic(raw, BusType.string.rawValue, text.utf8Start)
  }

  func append(_ value: Bool) -> Int32 {
    var value: Int32 = value ? 1 : 0
    return sd_bus_message_append_basic(raw, BusType.bool.rawValue, &value)
  }

  func append(_ value: Int32) -> Int32 {
    var value = value
    return sd_bus_message_append_basic(raw, BusType.int32.rawValue, &value)
  }

  func append(_ value: Int64) -> Int32 {
    var value = value
    return sd_bus_message_append_basic(raw, BusType.int64.rawValue, &value)
  }

  func append(_ value: Double) -> Int32 {
    var value = value
    return sd_bus_message_append_basic(raw, BusType.double.rawValue, &value)
  }

  func append(_ values: [String]) -> Int32 {
    container(.array, "s") {
      for value in values {
        let result = append(value)
        if result < 0 { return result }
      }
      return 0
    }
  }

  func container(_ type: BusType, _ contents: StaticString, _ body: () -> Int32) -> Int32 {
    let opened = sd_bus_message_open_container(raw, type.rawValue, contents.cString)
    if opened < 0 { return opened }
    let filled = body()
    if filled < 0 { return filled }
    return sd_bus_message_close_container(raw)
  }

  func append(_ value: PropertyValue) -> Int32 {
    switch value {
    case .bool(let value): append(value)
    case .double(let value): append(value)
    case .word(let word): append(word.text)
    case .metadata(let metadata): append(metadata)
    }
  }

  func append(_ metadata: Metadata) -> Int32 {
    container(.array, "{sv}") {
      for entry in metadata.entries {
        let result = container(.entry, "sv") {
          let key = append(entry.key.name)
          return key < 0 ? key : append(entry.value)
        }
        if result < 0 { return result }
      }
      return 0
    }
  }

  private func append(_ value: MetadataValue) -> Int32 {
    switch value {
    case .path(let path): container(.variant, "o") { append(path: path) }
    case .string(let text): container(.variant, "s") { append(text) }
    case .strings(let texts): container(.variant, "as") { append(texts) }
    case .int32(let number): container(.variant, "i") { append(number) }
    case .int64(let number): container(.variant, "x") { append(number) }
    case .double(let number): container(.variant, "d") { append(number) }
    }
  }
}

/// The type codes of D-Bus.
enum BusType: CChar {
  case string = 115  // s
  case path = 111  // o
  case bool = 98  // b
  case int32 = 105  // i
  case int64 = 120  // x
  case uint32 = 117  // u
  case double = 100  // d
  case variant = 118  // v
  case array = 97  // a
  case entry = 101  // e
}

extension StaticString {
  /// The text for C; a static string ends in NUL.
  var cString: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}
