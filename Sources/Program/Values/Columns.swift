// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingProgram

/// The width of text on a terminal, where CJK characters have two columns and combining ones none.
enum Columns {
  /// Returns the columns of a text. The program's own styles take none.
  static func count(_ text: String) -> Int {
    var (count, isStyle) = (0, false)
    for scalar in text.scalars { count += width(scalar, &isStyle) }
    return count
  }

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

  /// Returns a text as lines of a number of columns, broken at blanks. A word that is longer than a line is broken too,
  /// but neither before a combining character nor behind one that joins two.
  static func wrapped(_ text: String, to columns: Int) -> [String] {
    var (lines, line): ([String], [UInt32]) = ([], [])
    var (used, isStyle) = (0, false)
    for scalar in text.scalars {
      let width = width(scalar, &isStyle)
      let whole = width > 0 && used + width > columns ? wholeCharacters(line) : 0
      if whole > 0 {
        // The words that stay, and the one that goes to the next line.
        let end = scalar == blank ? line.count : (line.lastIndex(of: blank) ?? whole)
        let rest = line.dropFirst(end).drop { $0 == blank }
        lines.append(withoutBlanks(Array(line.prefix(end))))
        line = Array(rest)
        used = count(String(scalars: line))
      }
      if scalar == blank, line.isEmpty, !lines.isEmpty { continue }
      line.append(scalar)
      used += width
    }
    return lines + [withoutBlanks(line)]
  }

  /// Returns how many scalars come before a character that the next scalar is joined to.
  private static func wholeCharacters(_ line: [UInt32]) -> Int {
    var end = line.count
    while end > 0, line[end - 1] == joiner {
      end -= 1
      while end > 0, width(line[end - 1]) == 0 { end -= 1 }
      end = max(0, end - 1)
    }
    return end
  }

  private static func withoutBlanks(_ line: [UInt32]) -> String {
    String(scalars: Array(line.prefix((line.lastIndex { $0 != blank } ?? -1) + 1)))
  }

  private static let blank: UInt32 = 0x20
  private static let joiner: UInt32 = 0x200D
  private static let escape: UInt32 = 0x1B

  /// - isStyle: whether the scalar is within a style, from its escape to its "m".
  private static func width(_ scalar: UInt32, _ isStyle: inout Bool) -> Int {
    if scalar == escape { isStyle = true }
    if !isStyle { return width(scalar) }
    isStyle = scalar != 0x6D
    return 0
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
