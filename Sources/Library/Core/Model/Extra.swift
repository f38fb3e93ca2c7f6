// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Texts under keys of a player's own, for scripts that read them. In the order of the keys' bytes, so that equal ones
/// are sent as equal dictionaries, whatever was set first.
public struct Extra: Equatable, Sendable {
  /// Each key, and behind it its text.
  public private(set) var words: [String] = []

  public init() {}

  public static func == (a: Extra, b: Extra) -> Bool { Array.areSame(a.words, b.words) }

  /// Whether a text is a key of a player's own: "cmus:stream_title", or "bitrate". The keys of MPRIS are none, nor are
  /// those that org.nowplaying may have there one day.
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

  /// Sets the text of a key; nil removes it. Returns whether there was room for it.
  public mutating func set(_ key: String, to text: String?) -> Bool {
    let words = words(with: key, text)
    guard words.count <= 2 * Limits.extra else { return false }
    self.words = words
    return true
  }

  /// Adds a text of a foreign player; of too many those stay that come first in the order of keys.
  public mutating func add(_ key: String, _ text: String) {
    words = words(with: key, text)
    if words.count <= 2 * Limits.extra { return }
    words.removeLast()
    words.removeLast()
  }

  /// The words with another text of a key, or without that key.
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
