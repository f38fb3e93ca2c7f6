// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The metadata of an item as MPRIS tells it: `a{sv}`, empty when there is no item.
public struct Metadata: Equatable, Sendable {
  public private(set) var entries: [Value.Entry] = []

  public init() {}

  /// Of an item that is described by about so many keys.
  init(capacity: Int) { entries.reserveCapacity(capacity) }

  mutating func add(_ key: MetadataKey, _ value: Value) { entries.append(Value.Entry(key.name, value)) }

  mutating func add(_ key: MetadataKey, text: String?) {
    if let text, !text.isEmpty { add(key, .string(text)) }
  }

  mutating func add(_ key: MetadataKey, texts: [String]?) {
    if let texts = Self.present(texts) { add(key, .strings(texts)) }
  }

  /// A list without empty texts; nil when nothing is left.
  static func present(_ texts: [String]?) -> [String]? {
    guard let texts else { return nil }
    // Nearly no list has an empty one: it is not copied.
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
    // The only path, and the first of all entries.
    for entry in entries { if case .path(let path) = entry.value { return path } }
    return nil
  }
}

/// The keys of the metadata map that we write.
public enum MetadataKey: Sendable {
  case trackID, length, artURL
  case title, artist, albumArtist, album, genre, trackNumber, discNumber, url
  case composer, lyricist, comment, lyrics, beatsPerMinute
  case contentCreated, firstUsed, lastUsed, useCount, userRating, autoRating

  public var name: StaticString {
    switch self {
    case .trackID: "mpris:trackid"
    case .length: "mpris:length"
    case .artURL: "mpris:artUrl"
    case .title: "xesam:title"
    case .artist: "xesam:artist"
    case .albumArtist: "xesam:albumArtist"
    case .album: "xesam:album"
    case .genre: "xesam:genre"
    case .trackNumber: "xesam:trackNumber"
    case .discNumber: "xesam:discNumber"
    case .url: "xesam:url"
    case .composer: "xesam:composer"
    case .lyricist: "xesam:lyricist"
    case .comment: "xesam:comment"
    case .lyrics: "xesam:asText"
    case .beatsPerMinute: "xesam:audioBPM"
    case .contentCreated: "xesam:contentCreated"
    case .firstUsed: "xesam:firstUsed"
    case .lastUsed: "xesam:lastUsed"
    case .useCount: "xesam:useCount"
    case .userRating: "xesam:userRating"
    case .autoRating: "xesam:autoRating"
    }
  }
}
