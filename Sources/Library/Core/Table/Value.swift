// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A value that the library sends, of a D-Bus type. Texts are compared by their bytes.
///
/// There are two similar types: `Decoded`, for values that peers send, and `Variant` of the program `nowplaying`. The
/// keys of a `Value` are literals, which need no memory; those of a `Decoded` are a peer's, bounded and repaired.
/// `Variant` has every D-Bus type, because people look at values of wrong types; a surface needs few of them. One type
/// for all would only add cases that each user does not need.
public enum Value: Equatable, Sendable {
  case bool(Bool)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case double(Double)
  case string(String)
  case path(String)
  case strings([String])
  /// `ao`.
  case paths([String])
  case intervals([Microseconds])
  case doubles([Double])
  /// `a{sv}`.
  case map([Entry])
  /// `aa{sv}`.
  case maps([[Entry]])
  /// `a{ss}`: the keys and texts in turn.
  case words([String])
  /// `(dd)`. Indirect, so that no value is larger than a string and copies are cheap.
  indirect case range(low: Double, high: Double)
  /// `(xx)`. Indirect, as `range`.
  indirect case span(Int64, Int64)
  /// `a(xss)`.
  case timed([TimedTexts])
  /// `(b(oss))`. Indirect, as `range`.
  indirect case maybePlaylist(PlaylistReference?)

  /// An entry of an `a{sv}`: a key, and the value of a variant. An entry with the key "" and `words` stands for several
  /// entries of that map, each a text under its own key.
  public struct Entry: Equatable, Sendable {
    public let key: StaticString
    public let value: Value

    public init(_ key: StaticString, _ value: Value) {
      self.key = key
      self.value = value
    }

    public static func == (a: Entry, b: Entry) -> Bool { a.hasKey(b.key) && a.value == b.value }

    /// Compares the addresses first, because most keys that are equal are the same literal.
    public func hasKey(_ other: StaticString) -> Bool {
      key.utf8Start == other.utf8Start && key.utf8CodeUnitCount == other.utf8CodeUnitCount
        || ExactText(key) == ExactText(other)
    }
  }

  public static func == (a: Value, b: Value) -> Bool {
    switch (a, b) {
    case (.bool(let a), .bool(let b)): a == b
    case (.int32(let a), .int32(let b)): a == b
    case (.uint32(let a), .uint32(let b)): a == b
    case (.int64(let a), .int64(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.string(let a), .string(let b)), (.path(let a), .path(let b)): a.exact == b.exact
    case (.strings(let a), .strings(let b)), (.paths(let a), .paths(let b)), (.words(let a), .words(let b)):
      Array.areSame(a, b)
    case (.intervals(let a), .intervals(let b)): a == b
    case (.doubles(let a), .doubles(let b)): a == b
    case (.map(let a), .map(let b)): a == b
    case (.maps(let a), .maps(let b)): a == b
    case (.range(let low, let high), .range(let otherLow, let otherHigh)): low == otherLow && high == otherHigh
    case (.span(let start, let end), .span(let otherStart, let otherEnd)): start == otherStart && end == otherEnd
    case (.timed(let a), .timed(let b)): a == b
    case (.maybePlaylist(let a), .maybePlaylist(let b)): a == b
    default: false
    }
  }

  /// The D-Bus signature of the value.
  public var signature: StaticString {
    switch self {
    case .bool: "b"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .double: "d"
    case .string: "s"
    case .path: "o"
    case .strings: "as"
    case .paths: "ao"
    case .intervals: "ax"
    case .doubles: "ad"
    case .map: "a{sv}"
    case .maps: "aa{sv}"
    case .words: "a{ss}"
    case .range: "(dd)"
    case .span: "(xx)"
    case .timed: "a(xss)"
    case .maybePlaylist: "(b(oss))"
    }
  }
}

extension [Value.Entry] {
  /// Appends an entry.
  @inline(never)
  mutating func add(_ key: StaticString, _ value: Value) { append(Value.Entry(key, value)) }
}

/// Two texts that belong to a point in time: `(xss)`.
public struct TimedTexts: Equatable, Sendable {
  public let time: Int64
  public let first: String
  public let second: String

  init(_ time: Int64, _ first: String, _ second: String) {
    (self.time, self.first, self.second) = (time, first, second)
  }

  public static func == (a: TimedTexts, b: TimedTexts) -> Bool {
    a.time == b.time && a.first.exact == b.first.exact && a.second.exact == b.second.exact
  }
}

/// A playlist as clients are sent it: `(oss)`.
public struct PlaylistReference: Equatable, Sendable {
  public let path: String
  public let name: String
  /// The address of the icon; "" when the playlist has none.
  public let iconURL: String

  /// The reference that stands for no playlist.
  public init() { self.init("/", name: "", iconURL: "") }

  init(_ path: String, name: String, iconURL: String) {
    self.path = path
    self.name = name
    self.iconURL = iconURL
  }

  public static func == (a: PlaylistReference, b: PlaylistReference) -> Bool {
    a.path.exact == b.path.exact && a.name.exact == b.name.exact && a.iconURL.exact == b.iconURL.exact
  }
}

extension [Value.Entry] {
  /// Whether two maps with one order of keys are equal, but for some entries.
  func isSame(as other: [Value.Entry], butFor isLeftOut: (Value.Entry) -> Bool) -> Bool {
    var (index, place) = (0, 0)
    while true {
      while index < count, isLeftOut(self[index]) { index += 1 }
      while place < other.count, isLeftOut(other[place]) { place += 1 }
      guard index < count, place < other.count else { return index >= count && place >= other.count }
      if self[index] != other[place] { return false }
      (index, place) = (index + 1, place + 1)
    }
  }
}
