// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

/// A value that a peer sent, of any type. `Value`, which this library sends, has other types.
public enum Decoded {
  case bool(Bool)
  /// Also `y`, `n` and `q`.
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case path(String)
  /// Also `av`, whose elements of other types are left out.
  case strings([String])
  case int64s([Int64])
  case doubles([Double])
  /// `a{sv}`.
  case map([Entry])
  /// `aa{sv}`.
  case maps([[Entry]])
  /// `a{ss}`, whose values are strings.
  case words([Entry])
  /// `(dd)`.
  case range(low: Double, high: Double)
  /// `(xx)`.
  case span(Int64, Int64)
  /// `a(xss)`.
  case timed([Timed])
  /// A value of a type that is not decoded, or one beyond the budget.
  case other

  /// Two texts that belong to a point in time, as a line of lyrics.
  public struct Timed {
    public let time: Int64
    public let first: String
    public let second: String
  }

  /// An entry of a map.
  public struct Entry {
    public let key: String
    public let value: Decoded

    public init(_ key: String, _ value: Decoded) {
      self.key = key
      self.value = value
    }
  }
}

/// An object that a peer has announced, with its interfaces.
public struct DecodedObject {
  public let path: String
  public let interfaces: [Interface]

  public struct Interface {
    public let name: String
    public let properties: [Decoded.Entry]

    public init(_ name: String, _ properties: [Decoded.Entry]) {
      self.name = name
      self.properties = properties
    }
  }

  public init(path: String, interfaces: [Interface]) {
    self.path = path
    self.interfaces = interfaces
  }
}

/// The limits on what is kept of a message. A value beyond them is skipped; a message with too many skipped values is
/// given up.
public struct DecodingBudget {
  /// The bytes of texts, and the number of values, that may still be kept.
  var bytes: Int
  var values: Int
  /// The values that may still be skipped. Each takes sd-bus time.
  var passes = DecodingBudget.passed
  /// The work that was done: bytes of texts, and `valueCost` for each value.
  public private(set) var cost = 0

  /// The bytes of a text that are kept; a longer text is cut.
  static let text = 65536
  /// The bytes of a "data:" URI that are kept, as "data:image/png;base64,…", which has a picture in itself.
  public static let embedded = 1 << 20
  /// The most elements of a list, entries of a map, and interfaces of an object.
  static let elements = 256
  /// The most elements of an `a(xss)`.
  static let timed = 1024
  /// The most objects of one message.
  static let objects = 1024
  /// The most values that are skipped.
  static let passed = 1 << 19
  /// The cost of a value beside its texts.
  static let valueCost = 16

  public init(bytes: Int = 8 << 20, values: Int = 65536) {
    self.bytes = bytes
    self.values = values
  }

  /// Sets how much may be kept from now on.
  public mutating func keep(bytes: Int, values: Int) { (self.bytes, self.values) = (bytes, values) }

  /// Counts a value, and the bytes of its text.
  mutating func count(_ bytes: Int = 0) { cost &+= bytes &+ Self.valueCost }

  /// Reserves room for a value that is kept whole or not at all. Returns whether there is room.
  public mutating func spend(values: Int = 0, bytes: Int = 0) -> Bool {
    guard values <= self.values, bytes <= self.bytes else { return false }
    self.values -= values
    self.bytes -= bytes
    return true
  }

  /// Returns the room that was reserved since `before` by a value that is not kept after all, and counts that value as
  /// skipped.
  public mutating func giveBack(since before: DecodingBudget) {
    passes -= before.values - values
    (bytes, values) = (before.bytes, before.values)
  }

  /// Whether a value of the message was skipped.
  public var hasPassed: Bool { passes < Self.passed }

  /// Whether the message had too many values to skip, and was given up.
  public var isGivenUp: Bool { passes < 0 }

  /// Counts a value that is skipped. Returns false when there were too many.
  public mutating func pass(_ bytes: Int = 0) -> Bool {
    count(bytes)
    passes -= 1
    return passes >= 0
  }
}

// Each function returns nil for a message that cannot be read to its end: it breaks the rules of D-Bus, or is given up.
extension Message {

  /// The text of the error; empty for a message that is no error, or has no text.
  public var errorText: String {
    guard let error = sd_bus_message_get_error(raw), let text = error.pointee.message else { return "" }
    return bounded(text)
  }

  /// The next value, if it is an `s` or `o`.
  public func decodeString(_ type: BusType, _ budget: inout DecodingBudget) -> String? { text(type, &budget) }

  /// The next value, if it is not a container.
  public func decodeBasic(_ budget: inout DecodingBudget) -> Decoded? {
    var type: CChar = 0
    return sd_bus_message_peek_type(raw, &type, nil) > 0 ? decodeBasic(type, &budget) : nil
  }

  /// The content of the next value, if it is a variant.
  public func decodeVariant(_ budget: inout DecodingBudget) -> Decoded? {
    guard let contents = contents(.variant) else { return nil }
    // A variant whose type is not decoded, or for which the budget has no room, is skipped.
    guard let kind = Kind(contents), budget.values > 0 else { return pass(&budget) ? .other : nil }
    budget.values -= 1
    guard sd_bus_message_enter_container(raw, BusType.variant.rawValue, contents) > 0,
      let value = decode(kind, &budget), exit()
    else { return nil }
    return value
  }

  /// The next value, if it is an `a{sv}`.
  public func decodeMap(_ budget: inout DecodingBudget) -> [Decoded.Entry]? {
    list("{sv}", DecodingBudget.elements, &budget) { decodeEntry(&$0) }
  }

  /// The next value, if it is an `a{sa{sv}}`: the interfaces of an object.
  public func decodeInterfaces(_ budget: inout DecodingBudget) -> [DecodedObject.Interface]? {
    list("{sa{sv}}", DecodingBudget.elements, &budget) { budget in
      entry("sa{sv}") {
        guard let name = text(.string, &budget), let properties = decodeMap(&budget) else { return nil }
        return DecodedObject.Interface(name, properties)
      }
    }
  }

  /// The next value, if it is an `a{oa{sa{sv}}}`: the objects of an object manager.
  public func decodeObjects(_ budget: inout DecodingBudget) -> [DecodedObject]? {
    list("{oa{sa{sv}}}", DecodingBudget.objects, &budget) { budget in
      entry("oa{sa{sv}}") { decodeObject(&budget) }
    }
  }

  /// The next two values, if they are an `o` and an `a{sa{sv}}`: an object and its interfaces.
  public func decodeObject(_ budget: inout DecodingBudget) -> DecodedObject? {
    guard let path = text(.path, &budget), let interfaces = decodeInterfaces(&budget) else { return nil }
    return DecodedObject(path: path, interfaces: interfaces)
  }

  /// The next value, if it is an `as`.
  public func decodeStrings(_ budget: inout DecodingBudget) -> [String]? {
    list("s", DecodingBudget.elements, &budget) { text(.string, &$0) }
  }

  /// The type of the content of the next value, if it is this kind of container.
  private func contents(_ container: BusType) -> UnsafePointer<CChar>? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard sd_bus_message_peek_type(raw, &type, &contents) > 0, type == container.rawValue else { return nil }
    return contents
  }

  private func exit() -> Bool { !sd_bus_message_exit_container(raw).isFailure }

  /// The types that are decoded.
  private enum Kind {
    case basic(CChar)
    case strings, variants, int64s, doubles, map, maps, words, range, span, timed

    init?(_ signature: UnsafePointer<CChar>) {
      if signature[0] != 0, signature[1] == 0 {
        self = .basic(signature[0])
        return
      }
      switch String(cString: signature).exact {
      case "as": self = .strings
      case "av": self = .variants
      case "ax": self = .int64s
      case "ad": self = .doubles
      case "a{sv}": self = .map
      case "aa{sv}": self = .maps
      case "a{ss}": self = .words
      case "(dd)": self = .range
      case "(xx)": self = .span
      case "a(xss)": self = .timed
      default: return nil
      }
    }
  }

  private func decode(_ kind: Kind, _ budget: inout DecodingBudget) -> Decoded? {
    let most = DecodingBudget.elements
    switch kind {
    case .basic(let code): return decodeBasic(code, &budget)
    case .strings: return decodeStrings(&budget).map { .strings($0) }
    case .variants: return list("v", most, &budget) { decodeVariant(&$0) }.map { .strings(Self.texts(of: $0)) }
    case .int64s: return list("x", most, &budget) { _ in readInt64() }.map { .int64s($0) }
    case .doubles: return list("d", most, &budget) { _ in readDouble() }.map { .doubles($0) }
    case .map: return decodeMap(&budget).map { .map($0) }
    case .maps: return list("a{sv}", most, &budget) { decodeMap(&$0) }.map { .maps($0) }
    case .words:
      return list("{ss}", most, &budget) { budget in
        entry("ss") {
          guard let key = text(.string, &budget), let value = text(.string, &budget) else { return nil }
          return Decoded.Entry(key, .string(value))
        }
      }.map { .words($0) }
    case .range:
      return readStructure("dd") {
        guard let low = readDouble(), let high = readDouble() else { return nil }
        return .range(low: low, high: high)
      }
    case .span:
      return readStructure("xx") {
        guard let start = readInt64(), let end = readInt64() else { return nil }
        return .span(start, end)
      }
    case .timed:
      return list("(xss)", DecodingBudget.timed, &budget) { budget in
        readStructure("xss") {
          guard let time = readInt64(), let first = text(.string, &budget), let second = text(.string, &budget) else {
            return nil
          }
          return Decoded.Timed(time: time, first: first, second: second)
        }
      }.map { .timed($0) }
    }
  }

  private static func texts(of values: [Decoded]) -> [String] {
    var texts: [String] = []
    for value in values { if case .string(let text) = value { texts.append(text) } }
    return texts
  }

  private func decodeBasic(_ code: CChar, _ budget: inout DecodingBudget) -> Decoded? {
    func number<Number: FixedWidthInteger>(_ value: Number) -> Number? {
      var value = value
      return sd_bus_message_read_basic(raw, code, &value) > 0 ? value : nil
    }
    switch UInt8(bitPattern: code) {
    case UInt8(ascii: "b"): return readBool().map { .bool($0) }
    case UInt8(ascii: "y"): return number(UInt8.zero).map { .int32(Int32(clamping: $0)) }
    case UInt8(ascii: "n"): return number(Int16.zero).map { .int32(Int32(clamping: $0)) }
    case UInt8(ascii: "q"): return number(UInt16.zero).map { .int32(Int32(clamping: $0)) }
    case UInt8(ascii: "i"): return readInt32().map { .int32($0) }
    case UInt8(ascii: "u"): return readUInt32().map { .uint32($0) }
    case UInt8(ascii: "x"): return readInt64().map { .int64($0) }
    case UInt8(ascii: "t"): return number(UInt64.zero).map { .uint64($0) }
    case UInt8(ascii: "d"): return readDouble().map { .double($0) }
    case UInt8(ascii: "s"): return text(.string, &budget).map { .string($0) }
    case UInt8(ascii: "o"): return text(.path, &budget).map { .path($0) }
    default: return pass(&budget) ? .other : nil
    }
  }

  private func decodeEntry(_ budget: inout DecodingBudget) -> Decoded.Entry? {
    entry("sv") {
      guard let key = text(.string, &budget), let value = decodeVariant(&budget) else { return nil }
      return Decoded.Entry(key, value)
    }
  }

  private func entry<Inner>(_ types: StaticString, _ read: () -> Inner?) -> Inner? {
    guard sd_bus_message_enter_container(raw, BusType.entry.rawValue, types.cString) > 0, let content = read(), exit()
    else { return nil }
    return content
  }

  /// Reads at most `most` elements of an array; the others are skipped.
  private func list<Element>(
    _ type: StaticString, _ most: Int, _ budget: inout DecodingBudget,
    _ read: (inout DecodingBudget) -> Element?
  ) -> [Element]? {
    var elements: [Element] = []
    let isRead = each(type, most, &budget) { budget in
      guard let element = read(&budget) else { return false }
      elements.append(element)
      return true
    }
    return isRead ? elements : nil
  }

  /// Reads an array with a closure. It is a function without a generic type, so that the compiler makes it once.
  /// Returns whether the array was read to its end.
  @inline(never)
  private func each(
    _ type: StaticString, _ most: Int, _ budget: inout DecodingBudget, _ read: (inout DecodingBudget) -> Bool
  ) -> Bool {
    guard sd_bus_message_enter_container(raw, BusType.array.rawValue, type.cString) > 0 else { return false }
    var count = 0
    while true {
      let isAtEnd = sd_bus_message_at_end(raw, 0)
      if isAtEnd.isFailure { return false }
      if isAtEnd > 0 { return exit() }
      if count < most, budget.values > 0 {
        budget.values -= 1
        budget.count()
        if !read(&budget) { return false }
        count += 1
      } else if !pass(&budget) {
        return false
      }
    }
  }

  /// The next value, if it is an `s` or `o`; "" when the budget is spent.
  private func text(_ type: BusType, _ budget: inout DecodingBudget) -> String? {
    var pointer: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(raw, type.rawValue, &pointer) > 0, let pointer else { return nil }
    budget.count(np_text_length(pointer, .max))
    guard budget.bytes > 0 else { return "" }
    let text = bounded(pointer)
    budget.bytes -= text.byteCount
    return text
  }

  private func bounded(_ text: UnsafePointer<CChar>) -> String {
    func bytes<Result>(_ most: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
      let count = np_text_length(text, most)
      return text.withMemoryRebound(to: UInt8.self, capacity: count) {
        body(UnsafeBufferPointer(start: $0, count: count))
      }
    }
    let scheme: StaticString = "data:"
    let isData = bytes(scheme.utf8CodeUnitCount) { Escape.begins($0, with: scheme) }
    let limit = isData ? DecodingBudget.embedded : DecodingBudget.text
    return bytes(limit + 1) { Repair.text($0, limit: limit) }
  }
}
