// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Text of players, who may send anything, for a terminal, which obeys control characters.
enum CleanText {
  /// On one line: tabs and ends of lines are spaces; each other control character, and each that turns the direction of
  /// writing, is U+FFFD. Nothing is shown for characters that nobody is to see.
  static func line(_ text: String) -> String { clean(text, keepsLines: false) }

  /// The same on as many lines as it has.
  static func lines(_ text: String) -> String { clean(text, keepsLines: true) }

  private static func clean(_ text: String, keepsLines: Bool) -> String {
    let scalars = text.scalars
    var shown: [UInt32] = []
    var isClean = true
    for scalar in scalars {
      let meaning = Meaning(scalar)
      if meaning == .plain || keepsLines && (9...10).contains(scalar) {
        shown.append(scalar)
        continue
      }
      isClean = false
      if meaning != .unseen { shown.append(meaning == .space ? 32 : 0xFFFD) }
    }
    return isClean ? text : String(scalars: shown)
  }

  /// Whether a terminal only shows it.
  static func isHarmless(_ value: UInt32) -> Bool {
    let meaning = Meaning(value)
    return meaning == .plain || meaning == .unseen
  }

  /// The meaning of a character to a terminal.
  private enum Meaning {
    /// It is shown, or changes how its neighbours are: as the joiners of emoji and of Persian do, the selectors of a
    /// form, and the marks U+200E, U+200F and U+061C, each of which only is like a letter of its direction. Terminals
    /// give these no room, and so does `Columns`.
    case plain
    /// The end of a line, or a tab.
    case space
    /// Nobody is to see it, and some terminals show it: the place for a hyphen, for which they have one, and a mark for
    /// the order of bytes, which is the start of a file and no part of its text.
    case unseen
    /// The terminal obeys it.
    case command

    init(_ value: UInt32) {
      self =
        switch value {
        case 0x09...0x0D: .space
        // C0, DEL and C1.
        case 0x00...0x1F, 0x7F...0x9F: .command
        // Separators of lines and paragraphs; embeddings, overrides and isolates of direction.
        case 0x2028...0x202E, 0x2066...0x2069: .command
        case 0x00AD, 0xFEFF: .unseen
        default: .plain
        }
    }
  }
}
