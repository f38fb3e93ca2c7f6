// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The value of MPRIS's Metadata, `a{sv}`: empty when there is no item.
public struct Metadata: Equatable, Sendable {
  public private(set) var entries: [Value.Entry] = []

  public init() {}

  /// An empty map with room for `capacity` keys.
  init(capacity: Int) { entries.reserveCapacity(capacity) }

  mutating func add(_ key: StaticString, _ value: Value) { entries.add(key, value) }

  /// Adds the fields that have a key in MPRIS. Empty texts and lists are left out, and dates that ISO 8601 cannot
  /// express.
  mutating func addFields(of content: Content) {
    for entry in content.texts.entries where !entry.value.isEmpty { add(entry.field.row, .string(entry.value)) }
    for entry in content.lists.entries {
      if let texts = Self.present(entry.value) { add(entry.field.row, .strings(texts)) }
    }
    for entry in content.integers.entries {
      let row = entry.field.row
      if row.form == .count { add(row, .int32(Clamp.int32(entry.value))) }
      if row.form == .date, let text = DateText.iso8601(entry.value) { add(row, .string(text)) }
    }
    for entry in content.numbers.entries { add(entry.field.row, .double(entry.value)) }
  }

  private mutating func add(_ row: FieldRow, _ value: Value) {
    if row.key.utf8CodeUnitCount > 0 { add(row.key, value) }
  }

  /// A list without its empty texts; nil when nothing is left.
  static func present(_ texts: [String]?) -> [String]? {
    guard let texts else { return nil }
    // Hardly any list has an empty text; a list without one is not copied.
    let present = texts.contains { $0.isEmpty } ? texts.filter { !$0.isEmpty } : texts
    return present.isEmpty ? nil : present
  }

  public var isEmpty: Bool { entries.isEmpty }

  /// Whether two maps differ at most in what may change many times while an item plays: the length, and the texts under
  /// keys of the player's own.
  public func isSame(butForDetails other: Metadata) -> Bool {
    entries.isSame(as: other.entries) { $0.isLength || $0.isExtra }
  }

  /// The length; nil when there is none.
  public var length: Microseconds? {
    for entry in entries { if entry.isLength, case .int64(let length) = entry.value { return Microseconds(length) } }
    return nil
  }

  /// The value of a key; nil when the map does not have it.
  public subscript(key: StaticString) -> Value? {
    for entry in entries where entry.hasKey(key) { return entry.value }
    return nil
  }

  /// The title; nil when there is none.
  public var title: String? {
    if case .string(let title)? = self[TextField.title.row.key] { return title }
    return nil
  }

  /// The track id; nil when there is no item.
  public var trackID: String? {
    // No other entry has an object path.
    for entry in entries { if case .path(let path) = entry.value { return path } }
    return nil
  }
}

extension Metadata {
  static let lengthKey: StaticString = "mpris:length"
}

extension Value.Entry {
  fileprivate var isLength: Bool { hasKey(Metadata.lengthKey) }

  /// Whether this has the texts under the player's own keys.
  fileprivate var isExtra: Bool {
    if case .words = value { return true }
    return false
  }
}
