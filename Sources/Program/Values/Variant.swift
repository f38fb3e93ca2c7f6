// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingBus
import NowPlayingCore

/// A value of D-Bus of any type, as a player sent it: the doctor shows it also when its type is wrong. The comment of
/// `Value` says why the library has another type for values.
indirect enum Variant {
  case bool(Bool)
  case byte(UInt8)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case path(String)
  case signature(String)
  /// A file descriptor, which the program does not take.
  case handle
  /// An array, with the type of its elements.
  case array(String, [Variant])
  case structure([Variant])
  case entry(Variant, Variant)
  case variant(Variant)
  /// A value of any type that exceeds the limits of `DecodingBudget`.
  case tooMuch

  struct Property {
    let key: String
    let value: Variant
  }

  /// The type, as D-Bus writes it.
  var type: String {
    switch self {
    case .bool: "b"
    case .byte: "y"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .path: "o"
    case .signature: "g"
    case .handle: "h"
    case .array(let element, _): "a" + element
    case .structure(let members): "(" + members.map { $0.type }.joined() + ")"
    case .entry(let key, let value): "{" + key.type + value.type + "}"
    case .variant: "v"
    case .tooMuch: ""
    }
  }

  /// The entries of an `a{sv}`; nil for another type.
  var properties: [Property]? {
    guard case .array(let element, let entries) = self, element.equals("{sv}") else { return nil }
    return entries.compactMap {
      guard case .entry(.string(let key), .variant(let value)) = $0 else { return nil }
      return Property(key: key, value: value)
    }
  }

  /// The texts of a list; nil for another type.
  var strings: [String]? {
    guard case .array(let element, let values) = self, element.equals("s") else { return nil }
    return values.compactMap {
      if case .string(let text) = $0 { return text }
      return nil
    }
  }

  /// The values in a container; nil when the value is not a container.
  var children: [Variant]? {
    switch self {
    case .array(_, let values), .structure(let values): values
    case .entry(let key, let value): [key, value]
    case .variant(let value): [value]
    default: nil
    }
  }
}

extension [Variant.Property] {
  /// The value of a key; nil when there is none.
  subscript(key: String) -> Variant? {
    get { first { $0.key.exact == key.exact }?.value }
  }
}

extension DecodingBudget {
  /// The budget for one message of a peer.
  static var whole: DecodingBudget { DecodingBudget(bytes: bytes, values: values) }
  /// The most bytes of all texts, and the most values, that are kept; no real player sends as many.
  static let bytes = 8 << 20
  static let values = 1 << 18
  /// The most entries of a dictionary that are kept.
  static let entries = 4096
}

extension Message {
  /// Whether the message has so many values that skipping them would block the program for seconds.
  var isTooMuch: Bool {
    var budget = DecodingBudget.whole
    while pass(&budget) {}
    rewind()
    return budget.isGivenUp
  }

  /// Returns the contents of PropertiesChanged; nil for another signal.
  func readChange() -> (interface: String, changed: [Variant.Property], invalidated: [String])? {
    reading { message in
      var budget = DecodingBudget.whole
      guard let interface = message.decodeString(.string, &budget),
        let changed = message.readValue(&budget)?.properties
      else { return nil }
      return (interface, changed, message.readValue(&budget)?.strings ?? [])
    }
  }

  /// Returns the next value, if it is a number of any type.
  func readNumber() -> Int64? {
    var budget = DecodingBudget.whole
    return readValue(&budget)?.anyInteger
  }

  /// Returns the next value, of any type. Returns nil at the end of the message or container, when the message breaks
  /// the rules of D-Bus, and when the message has so many values that it is given up.
  ///
  /// A value that exceeds the budget is returned as `tooMuch`, and so is the array, structure or variant that contains
  /// it. Only a dictionary is returned as itself: without the entries that exceed the budget, and without those beyond
  /// the limit `DecodingBudget.entries`.
  func readValue(_ budget: inout DecodingBudget) -> Variant? {
    var code: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard !budget.isGivenUp, sd_bus_message_peek_type(raw, &code, &contents) > 0 else { return nil }
    guard budget.spend(values: 1) else { return pass(&budget) ? .tooMuch : nil }
    func number<Value: Numeric & BitwiseCopyable>(_ place: Value) -> Value? {
      var place = place
      return sd_bus_message_read_basic(raw, code, &place) > 0 ? place : nil
    }
    switch UInt8(bitPattern: code) {
    case UInt8(ascii: "b"): return readBool().map { .bool($0) }
    case UInt8(ascii: "y"): return number(UInt8.zero).map { .byte($0) }
    case UInt8(ascii: "n"): return number(Int16.zero).map { .int16($0) }
    case UInt8(ascii: "q"): return number(UInt16.zero).map { .uint16($0) }
    case UInt8(ascii: "i"): return number(Int32.zero).map { .int32($0) }
    case UInt8(ascii: "u"): return number(UInt32.zero).map { .uint32($0) }
    case UInt8(ascii: "x"): return number(Int64.zero).map { .int64($0) }
    case UInt8(ascii: "t"): return number(UInt64.zero).map { .uint64($0) }
    case UInt8(ascii: "d"): return number(Double.zero).map { .double($0) }
    case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"): return readText(code, &budget)
    case UInt8(ascii: "h"): return sd_bus_message_skip(raw, "h") < 0 ? nil : .handle
    default: return readContainer(code, contents, &budget)
    }
  }

  private func readText(_ code: CChar, _ budget: inout DecodingBudget) -> Variant? {
    var pointer: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(raw, code, &pointer) > 0, let pointer else { return nil }
    let size = np_text_length(pointer, .max)
    guard budget.spend(bytes: size) else { return budget.pass(size) ? .tooMuch : nil }
    let text = String(cString: pointer)
    switch UInt8(bitPattern: code) {
    case UInt8(ascii: "s"): return .string(text)
    case UInt8(ascii: "o"): return .path(text)
    default: return .signature(text)
    }
  }

  private func readContainer(
    _ code: CChar, _ contents: UnsafePointer<CChar>?, _ budget: inout DecodingBudget
  ) -> Variant? {
    guard let contents, sd_bus_message_enter_container(raw, code, contents) > 0 else { return nil }
    let type = String(cString: contents)
    let isDictionary = code == BusType.array.rawValue && type.utf8.first == UInt8(ascii: "{")
    let before = budget
    var values: [Variant] = []
    var isKept = true
    while sd_bus_message_at_end(raw, 0) == 0 {
      let isRead = isKept && !(isDictionary && values.count == DecodingBudget.entries)
      switch isRead ? readValue(&budget) : pass(&budget) ? .tooMuch : nil {
      // The entries before the end of the budget are complete, so that they are kept.
      case nil: return isDictionary && budget.isGivenUp ? .array(type, values) : nil
      case .tooMuch: isKept = isDictionary
      case let value?: values.append(value)
      }
    }
    guard sd_bus_message_exit_container(raw) >= 0 else { return nil }
    if !isKept {
      budget.giveBack(since: before)
      return .tooMuch
    }
    switch UInt8(bitPattern: code) {
    case UInt8(ascii: "a"): return .array(type, values)
    case UInt8(ascii: "e"): return values.count == 2 ? .entry(values[0], values[1]) : nil
    case UInt8(ascii: "v"): return values.first.map { .variant($0) }
    default: return .structure(values)
    }
  }
}
