// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The value of MPRIS's Metadata, `a{sv}`: empty when there is no item.
public struct Metadata: Equatable, Sendable {
  public private(set) var entries: [Value.Entry] = []

  public init() {}

  /// An empty map with room for so many keys.
  init(capacity: Int) { entries.reserveCapacity(capacity) }

  mutating func add(_ key: MetadataKey, _ value: Value) { entries.append(Value.Entry(key.name, value)) }

  mutating func add(_ key: MetadataKey, text: String?) {
    if let text, !text.isEmpty { add(key, .string(text)) }
  }

  mutating func add(_ key: MetadataKey, texts: [String]?) {
    if let texts = Self.present(texts) { add(key, .strings(texts)) }
  }

  /// A list without its empty texts; nil when none is left.
  static func present(_ texts: [String]?) -> [String]? {
    guard let texts else { return nil }
    // Hardly any list has an empty text; those that have none are not copied.
    let present = texts.contains { $0.isEmpty } ? texts.filter { !$0.isEmpty } : texts
    return present.isEmpty ? nil : present
  }

  mutating func add(_ key: MetadataKey, date: Int64?) {
    if let date, let text = DateText.iso8601(date) { add(key, .string(text)) }
  }

  mutating func add(_ key: MetadataKey, int32 value: Int64?) {
    if let value { add(key, .int32(Clamp.int32(value))) }
  }

  mutating func add(_ key: MetadataKey, double value: Double?) {
    if let value { add(key, .double(value)) }
  }

  public var isEmpty: Bool { entries.isEmpty }

  /// The value of a key; nil when it is not there.
  public subscript(key: MetadataKey) -> Value? {
    for entry in entries where entry.hasKey(key.name) { return entry.value }
    return nil
  }

  /// The title; nil when there is none.
  public var title: String? {
    if case .string(let title)? = self[.title] { return title }
    return nil
  }

  /// The track id; nil when there is no item.
  public var trackID: String? {
    // The track id is the only entry of this type.
    for entry in entries { if case .path(let path) = entry.value { return path } }
    return nil
  }
}
