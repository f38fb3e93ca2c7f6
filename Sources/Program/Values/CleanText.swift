// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Text of players, who may send anything, for a terminal, which obeys control characters.
enum CleanText {
  /// On one line: tabs and ends of lines are spaces; each other control character, and each that turns the direction of
  /// writing, is U+FFFD.
  static func line(_ text: String) -> String { clean(text, keepsLines: false) }

  /// The same on as many lines as it has.
  static func lines(_ text: String) -> String { clean(text, keepsLines: true) }

  private static func clean(_ text: String, keepsLines: Bool) -> String {
    var scalars = text.scalars
    var isClean = true
    for index in scalars.indices where !isHarmless(scalars[index], keepsLines) {
      scalars[index] = (9...13).contains(scalars[index]) ? 32 : 0xFFFD
      isClean = false
    }
    return isClean ? text : String(scalars: scalars)
  }

  /// Whether a terminal only shows it.
  static func isHarmless(_ value: UInt32, _ keepsLines: Bool = false) -> Bool {
    switch value {
    case 0x09, 0x0A: keepsLines
    // C0, DEL and C1.
    case 0x00...0x1F, 0x7F...0x9F: false
    // Marks, embeddings, overrides and isolates of direction; separators of lines and paragraphs.
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}
