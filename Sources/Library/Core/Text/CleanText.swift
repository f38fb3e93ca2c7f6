// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Makes texts of players and files safe for a terminal: they may have anything, and a terminal obeys control
/// characters.
public enum CleanText {
  /// Returns a text on one line. Tabs and line breaks become spaces; other control characters, and those that change
  /// the direction of writing, become U+FFFD. Invisible characters are removed.
  public static func line(_ text: String) -> String { clean(text, keepsLines: false) }

  /// Returns a text cleaned in the same way, with its line breaks kept.
  public static func lines(_ text: String) -> String { clean(text, keepsLines: true) }

  private static func clean(_ text: String, keepsLines: Bool) -> String {
    text.withBytes { bytes -> String? in
      var shown: [UInt8] = []
      var isClean = true
      forEachCharacter(bytes) { value, character in
        let meaning = Meaning(value)
        if meaning == .plain || keepsLines && (9...10).contains(value) { return shown.append(contentsOf: character) }
        isClean = false
        // A space, or U+FFFD.
        if meaning != .unseen { shown.append(contentsOf: meaning == .space ? [0x20] : [0xEF, 0xBF, 0xBD]) }
      }
      return isClean ? nil : String(decoding: shown, as: UTF8.self)
    } ?? text
  }

  /// Calls a closure with the number and the bytes of each character of a text, which is valid UTF-8.
  private static func forEachCharacter(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UInt32, Slice<UnsafeBufferPointer<UInt8>>) -> Void
  ) {
    var index = 0
    while index < bytes.count {
      let first = bytes[index]
      let length = min(first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4, bytes.count - index)
      var value = UInt32(truncatingIfNeeded: length == 1 ? first : first & (0x7F >> UInt8(truncatingIfNeeded: length)))
      for byte in bytes[index + 1..<index + length] { value = value << 6 | UInt32(truncatingIfNeeded: byte & 0x3F) }
      body(value, bytes[index..<index + length])
      index += length
    }
  }

  /// Returns whether a terminal displays each character of a text without obeying it.
  public static func isHarmless(_ text: String) -> Bool {
    var isHarmless = true
    text.withBytes { bytes in
      forEachCharacter(bytes) { value, _ in isHarmless = isHarmless && Self.isHarmless(value) }
    }
    return isHarmless
  }

  /// Returns whether a terminal displays a character without obeying it.
  public static func isHarmless(_ value: UInt32) -> Bool {
    let meaning = Meaning(value)
    return meaning == .plain || meaning == .unseen
  }

  /// How a terminal treats a character.
  private enum Meaning {
    /// A character that is shown, or affects how its neighbours are shown: joiners of emoji and of Persian, variation
    /// selectors, and the marks U+200E, U+200F and U+061C, which act like a letter of their direction. Terminals give
    /// the latter no room, and neither does `Columns`.
    case plain
    /// A line break, a separator of lines or paragraphs, or a tab.
    case space
    /// A character that should be invisible and that some terminals show: the soft hyphen, and the byte order mark,
    /// which is the start of a file and not part of its text.
    case unseen
    /// A character that the terminal obeys.
    case command

    init(_ value: UInt32) {
      self =
        switch value {
        case 0x09...0x0D, 0x2028...0x2029: .space
        // C0, DEL and C1.
        case 0x00...0x1F, 0x7F...0x9F: .command
        // Embeddings, overrides and isolates of direction.
        case 0x202A...0x202E, 0x2066...0x2069: .command
        case 0x00AD, 0xFEFF: .unseen
        default: .plain
        }
    }
  }
}
