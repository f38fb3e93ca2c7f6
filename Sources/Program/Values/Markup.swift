// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Text of players for Pango and other readers of XML.
enum Markup {
  /// Returns a text escaped as GLib does it for XML.
  static func escaped(_ text: String) -> String {
    var written = ""
    for scalar in text.scalars {
      switch scalar {
      case 38: written += "&amp;"
      case 60: written += "&lt;"
      case 62: written += "&gt;"
      case 39: written += "&apos;"
      case 34: written += "&quot;"
      case 0x1...0x8, 0xB...0xC, 0xE...0x1F, 0x7F...0x84, 0x86...0x9F:
        let digits = Escape.hexadecimal(UInt64(truncatingIfNeeded: scalar))
        written += "&#x" + digits.without(first: scalar < 16 ? 15 : 14) + ";"
      default: written += String(scalars: [scalar])
      }
    }
    return written
  }
}
