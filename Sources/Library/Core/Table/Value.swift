// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A value of one of the types of D-Bus that the library sends. Texts are compared by their bytes.
///
/// Not one type with `Decoded`, of what peers send, nor with the `Variant` of the program `nowplaying`. The keys of
/// what is sent are literals, which cost nothing to keep and are written where they lie; those of a peer are its own,
/// bounded and repaired. `Variant` has each type of D-Bus, because people look at what is of a wrong one; a surface
/// needs few of them. Neither C library uses two of the three, so that one type would only give each the cases of the
/// others.
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
  case int64s([Int64])
  case doubles([Double])
  /// `a{sv}`.
  case map([Entry])
  /// `aa{sv}`.
  case maps([[Entry]])
  /// `a{ss}`: each key, and behind it its text.
  case words([String])
  /// `(dd)`. Indirect, as are the others that are two numbers.
  indirect case range(low: Double, high: Double)
  /// `(xx)`.
  indirect case span(Int64, Int64)
  /// `a(xss)`.
  case timed([TimedTexts])
  /// `(b(oss))`. Indirect, because without it no value is larger than a string, and every copy of one costs less.
  indirect case maybePlaylist(PlaylistReference?)

  /// An entry of a map: a key, and a value that is sent in a variant. Words under the key "" are so many entries of
  /// that map, each a text under a key of its own.
  public struct Entry: Equatable, Sendable {
    public let key: StaticString
    public let value: Value

    public init(_ key: StaticString, _ value: Value) {
      self.key = key
      self.value = value
    }

    public static func == (a: Entry, b: Entry) -> Bool { a.hasKey(b.key) && a.value == b.value }

    public func hasKey(_ other: StaticString) -> Bool { ExactText(key) == ExactText(other) }
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
    case (.int64s(let a), .int64s(let b)): a == b
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

  /// The signature of the value's type.
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
    case .int64s: "ax"
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
  /// Adds an entry at the end.
  @inline(never)
  mutating func add(_ key: StaticString, _ value: Value) { append(Value.Entry(key, value)) }
}

/// Two texts of a point in time: D-Bus's `(xss)`.
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

/// A playlist as clients know it: D-Bus's `(oss)`.
public struct PlaylistReference: Equatable, Sendable {
  public let path: String
  public let name: String
  /// "" when it has no icon.
  public let iconURL: String

  /// Nothing.
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
