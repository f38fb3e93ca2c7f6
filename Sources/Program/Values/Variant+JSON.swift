// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingSystemd
import NowPlayingBus
import NowPlayingCore

// Values in JSON, as `busctl --json` writes them.
extension JSON {
  /// Writes a value of D-Bus. A dictionary with text keys is an object, any other container an array, and a variant an
  /// object with its type. Secrets in URLs are left out.
  mutating func variant(_ value: Variant) {
    switch value {
    case .bool(let value): truth(nil, value)
    case .byte(let value): integer(nil, unsigned: UInt64(truncatingIfNeeded: value))
    case .int16(let value): integer(nil, Int64(truncatingIfNeeded: value))
    case .uint16(let value): integer(nil, unsigned: UInt64(truncatingIfNeeded: value))
    case .int32(let value): integer(nil, Int64(truncatingIfNeeded: value))
    case .uint32(let value): integer(nil, unsigned: UInt64(truncatingIfNeeded: value))
    case .int64(let value): integer(nil, value)
    case .uint64(let value): integer(nil, unsigned: value)
    case .double(let value): if value.isFinite { number(nil, value) } else { null() }
    case .string(let text), .signature(let text): whole(nil, Secret.redacted(text))
    case .path(let text): whole(nil, Self.redacted(path: text))
    case .handle, .tooMuch: null()
    case .array(let element, let values) where element.starts(with: "{s"):
      object {
        for case .entry(.string(let name), let value) in values {
          $0.key(Secret.redacted(name))
          $0.variant(value)
        }
      }
    case .array(_, let values), .structure(let values): variants(values)
    case .entry(let key, let value): variants([key, value])
    case .variant(let value):
      object {
        $0.whole("type", value.type)
        $0.key("data")
        $0.variant(value)
      }
    }
  }

  /// Returns an object path without the secrets of URLs in it. Characters other than letters and digits are escaped
  /// there, as `_3a`.
  private static func redacted(path: String) -> String {
    let elements = path.parts(47, all: true).map { element in
      let address = String(decoding: Escape.unescaped(Array(element.utf8)[...], mark: UInt8(ascii: "_")), as: UTF8.self)
      let redacted = Secret.redacted(address)
      return redacted.exact == address.exact ? element : Escape.pathElement(redacted)
    }
    return elements.joined(separator: "/")
  }

  private mutating func variants(_ values: [Variant]) { array { for value in values { $0.variant(value) } } }

  /// Writes the values of a message with their types: `{"type":"sx","data":["one",2]}`.
  mutating func body(_ key: StaticString, _ values: [Variant]) {
    object(key) {
      $0.whole("type", values.map { $0.type }.joined())
      $0.key("data")
      $0.variants(values)
    }
  }
}

extension Variant {
  /// The deepest nesting, as D-Bus limits it: the bus would disconnect a sender of more.
  private static let mostDepth = 64

  /// Reads the values of a message, `{"type":"sx","data":["one",2]}`; nil for any other JSON.
  static func body(_ json: ParsedJSON) -> [Variant]? {
    guard let type = json["type"]?.text, let values = json["data"]?.elements else { return nil }
    return list(values, Array(type.utf8)[...], depth: 0)
  }

  /// Reads values by a list of types; nil when they do not match.
  private static func list(_ values: [ParsedJSON], _ types: ArraySlice<UInt8>, depth: Int) -> [Variant]? {
    var rest = types
    var read: [Variant] = []
    for value in values {
      guard let type = firstType(&rest), let value = Variant(value, type, depth: depth) else { return nil }
      read.append(value)
    }
    return rest.isEmpty ? read : nil
  }

  /// Takes the first complete type off a signature; nil when there is none.
  private static func firstType(_ types: inout ArraySlice<UInt8>, depth: Int = 0) -> ArraySlice<UInt8>? {
    let start = types
    guard depth < mostDepth, let code = types.popFirst() else { return nil }
    switch code {
    case UInt8(ascii: "a"): guard firstType(&types, depth: depth + 1) != nil else { return nil }
    case UInt8(ascii: "("), UInt8(ascii: "{"):
      let end = code == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
      // A structure has at least one member.
      repeat {
        guard firstType(&types, depth: depth + 1) != nil else { return nil }
      } while types.first != end && !types.isEmpty
      guard types.popFirst() != nil else { return nil }
    default: guard "bynqiuxtdsogvh".utf8.contains(code) else { return nil }
    }
    return start.dropLast(types.count)
  }

  /// Reads a value of a type; fails when the JSON does not match the type.
  private init?(_ json: ParsedJSON, _ type: ArraySlice<UInt8>, depth: Int) {
    guard depth < Self.mostDepth, let code = type.first else { return nil }
    let inner = type.dropFirst()
    switch (code, json) {
    case (UInt8(ascii: "b"), .truth(let value)): self = .bool(value)
    case (UInt8(ascii: "d"), .number(let text)): self = .double(Number.only(text) ?? 0)
    case (UInt8(ascii: "d"), .null): self = .double(.nan)
    case (UInt8(ascii: "s"), .text(let text)): self = .string(text)
    case (UInt8(ascii: "o"), .text(let text)): self = .path(text)
    case (UInt8(ascii: "g"), .text(let text)): self = .signature(text)
    case (UInt8(ascii: "h"), _): self = .handle
    case (UInt8(ascii: "v"), .object):
      guard let text = json["type"]?.text, let data = json["data"],
        let values = Self.list([data], Array(text.utf8)[...], depth: depth + 1), let value = values.first
      else { return nil }
      self = .variant(value)
    case (UInt8(ascii: "a"), .object(let members)) where inner.first == UInt8(ascii: "{"):
      let pairs = members.map { ParsedJSON.array([.text($0.key), $0.value]) }
      guard let array = Variant(.array(pairs), type, depth: depth) else { return nil }
      self = array
    case (UInt8(ascii: "a"), .array(let values)):
      let elements = values.compactMap { Variant($0, inner, depth: depth + 1) }
      guard elements.count == values.count else { return nil }
      self = .array(String(decoding: inner, as: UTF8.self), elements)
    case (UInt8(ascii: "("), .array(let values)):
      guard let members = Self.list(values, inner.dropLast(), depth: depth + 1) else { return nil }
      self = .structure(members)
    case (UInt8(ascii: "{"), .array(let values)):
      guard let pair = Self.list(values, inner.dropLast(), depth: depth + 1), pair.count == 2 else { return nil }
      self = .entry(pair[0], pair[1])
    default:
      guard let integer = json.integer, let value = Self.integer(integer.isNegative, integer.magnitude, code) else {
        return nil
      }
      self = value
    }
  }

  /// Returns an integer of a type; nil when it is out of the type's range.
  private static func integer(_ isNegative: Bool, _ magnitude: UInt64, _ code: UInt8) -> Variant? {
    if isNegative {
      guard magnitude <= 1 << 63 else { return nil }
      let value = Int64(truncatingIfNeeded: 0 &- magnitude)
      switch code {
      case UInt8(ascii: "n"): return Int16(exactly: value).map { .int16($0) }
      case UInt8(ascii: "i"): return Int32(exactly: value).map { .int32($0) }
      case UInt8(ascii: "x"): return .int64(value)
      default: return nil
      }
    }
    switch code {
    case UInt8(ascii: "y"): return UInt8(exactly: magnitude).map { .byte($0) }
    case UInt8(ascii: "n"): return Int16(exactly: magnitude).map { .int16($0) }
    case UInt8(ascii: "q"): return UInt16(exactly: magnitude).map { .uint16($0) }
    case UInt8(ascii: "i"): return Int32(exactly: magnitude).map { .int32($0) }
    case UInt8(ascii: "u"): return UInt32(exactly: magnitude).map { .uint32($0) }
    case UInt8(ascii: "x"): return Int64(exactly: magnitude).map { .int64($0) }
    case UInt8(ascii: "t"): return .uint64(magnitude)
    default: return nil
    }
  }
}

extension Message {
  /// Appends a value of any type. Returns a negative errno on failure. A descriptor always fails, except that a
  /// dictionary entry with a descriptor is left out.
  func append(_ value: Variant) -> Int32 {
    func basic(_ value: some BitwiseCopyable, _ type: String) -> Int32 {
      var value = value
      return sd_bus_message_append_basic(raw, CChar(bitPattern: type.utf8.first ?? 0), &value)
    }
    func container(_ code: UInt8, _ contents: String, _ values: [Variant]) -> Int32 {
      contents.withCString { sd_bus_message_open_container(raw, CChar(bitPattern: code), $0) }
        .then(append(each: values) { append($0) }).then(sd_bus_message_close_container(raw))
    }
    switch value {
    case .bool(let truth): return append(truth)
    case .byte(let number): return basic(number, value.type)
    case .int16(let number): return basic(number, value.type)
    case .uint16(let number): return basic(number, value.type)
    case .int32(let number): return basic(number, value.type)
    case .uint32(let number): return basic(number, value.type)
    case .int64(let number): return basic(number, value.type)
    case .uint64(let number): return basic(number, value.type)
    case .double(let number): return basic(number, value.type)
    case .string(let text): return append(text)
    case .path(let text): return append(path: text)
    case .signature(let text):
      return text.withCString { sd_bus_message_append_basic(raw, CChar(bitPattern: UInt8(ascii: "g")), $0) }
    case .array(let element, let values): return container(UInt8(ascii: "a"), element, values)
    case .structure(let members):
      return container(UInt8(ascii: "r"), members.map { $0.type }.joined(), members)
    case .entry(_, .variant(.handle)): return 0
    case .entry(let key, let inner): return container(UInt8(ascii: "e"), key.type + inner.type, [key, inner])
    case .variant(let inner): return container(UInt8(ascii: "v"), inner.type, [inner])
    case .handle, .tooMuch: return -1
    }
  }
}
