// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Texts under keys that a player defines itself, for scripts. They are sorted by key, so that the order of setting
/// them does not matter on the bus.
public struct Extra: Equatable, Sendable {
  /// The keys and texts in turn.
  public private(set) var words: [String] = []

  public init() {}

  public static func == (a: Extra, b: Extra) -> Bool { Array.areSame(a.words, b.words) }

  /// Whether a text can be such a key: "cmus:stream_title", or "bitrate". The prefixes of MPRIS and org.nowplaying are
  /// not allowed.
  public static func isKey(_ key: String) -> Bool {
    let taken: [StaticString] = ["mpris:", "xesam:", "nowplaying:"]
    for prefix in taken where key.exact.begins(with: prefix) { return false }
    return key.withBytes { bytes in
      var colon = 0
      while colon < bytes.count, bytes[colon] != UInt8(ascii: ":") { colon += 1 }
      guard colon > 0, colon + 1 != bytes.count, bytes.count <= Limits.extraKey else { return false }
      for index in bytes.indices where index != colon {
        let byte = bytes[index]
        let fits =
          index < colon
          ? Escape.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          : (33...126).contains(byte)
        guard fits else { return false }
      }
      return true
    }
  }

  /// Sets the text of a key; nil removes it. Returns false when there are too many keys.
  public mutating func set(_ key: String, to text: String?) -> Bool {
    let words = words(with: key, text)
    guard words.count <= 2 * Limits.extra else { return false }
    self.words = words
    return true
  }

  /// Adds a text that a peer sent. When there are too many, the last one in the order of keys is dropped.
  public mutating func add(_ key: String, _ text: String) {
    words = words(with: key, text)
    if words.count <= 2 * Limits.extra { return }
    words.removeLast()
    words.removeLast()
  }

  /// The list with another text for a key, or without the key.
  private func words(with key: String, _ text: String?) -> [String] {
    var changed: [String] = []
    func add(_ key: String, _ text: String) {
      changed.append(key)
      changed.append(text)
    }
    var text = text
    var index = 0
    while index < words.count {
      if let new = text, !Order.precedes(words[index], key, ignoringCase: false) {
        add(key, new)
        text = nil
      }
      if words[index].exact != key.exact { add(words[index], words[index + 1]) }
      index += 2
    }
    if let text { add(key, text) }
    return changed
  }
}
