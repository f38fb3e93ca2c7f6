// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingProgram

/// The width of text on a terminal, where CJK characters have two columns and combining ones none.
enum Columns {
  static func count(_ text: String) -> Int { text.scalars.reduce(0) { $0 + width($1) } }

  static func padded(_ text: String, _ columns: Int) -> String {
    text + " ".times(max(0, columns - count(text)))
  }

  /// Returns a text cut to a number of columns, with "…" at the cut.
  static func cut(_ text: String, to columns: Int) -> String {
    if count(text) <= columns { return text }
    var (kept, left): ([UInt32], Int) = ([], columns - 1)
    for scalar in text.scalars {
      left -= width(scalar)
      if left < 0 { break }
      kept.append(scalar)
    }
    return columns < 1 ? "" : String(scalars: kept) + "…"
  }

  private static func width(_ scalar: UInt32) -> Int {
    switch scalar {
    case 0..<0x300: return 1
    // Hangul, CJK with its punctuation and wide forms, and emoji.
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return tool_has_width(scalar) ? 1 : 0
    }
  }
}
