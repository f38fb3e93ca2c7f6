// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// The words that org.nowplaying has for the numbers of the C header.
enum Words {
  static func kind(_ kind: Int32) -> StaticString {
    let words: [StaticString] = [
      "music", "podcast", "movie", "tv-show", "book", "radio", "home-media", "generic",
    ]
    return word(kind - 1, of: words, else: "generic")
  }

  static func duration(_ kind: Int32) -> StaticString {
    word(kind, of: ["unknown", "finite", "live", "continuous"], else: "unknown")
  }

  static func device(_ type: Int32) -> StaticString {
    let words: [StaticString] = [
      "speaker", "tv", "set-top-box", "media-stick", "gaming-console", "phone", "tablet", "laptop",
      "desktop",
      "wearable", "car", "web",
    ]
    return word(type - 1, of: words, else: "speaker")
  }

  private static func word(_ number: Int32, of words: [StaticString], else other: StaticString)
    -> StaticString
  {
    words.indices.contains(Int(truncatingIfNeeded: number))
      ? words[Int(truncatingIfNeeded: number)] : other
  }
}
