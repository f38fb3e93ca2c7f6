// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The command that was probably meant by a word that is none.
enum Suggestion {
  /// Returns the command with the least distance to a word, "send quit" for one of `send`; nil when all are too far.
  static func command(for word: String) -> String? {
    let rows = CommandRow.all.map { $0.name.description }
    let sent = Send.names
    // One edit for each four letters, at most three.
    let most = min(3, max(1, word.utf8.count / 4))
    let near = (rows + sent).enumerated().map { ($0.offset, distance(word, $0.element)) }.min { $0.1 < $1.1 }
    if let near, near.1 <= most { return near.0 < rows.count ? rows[near.0] : "send " + sent[near.0 - rows.count] }
    guard word.utf8.count > 2 else { return nil }
    return sent.first { $0.starts(with: word) }.map { "send " + $0 }
  }

  /// Returns the number of edits between two words: replace, delete, insert, or swap neighbours.
  private static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(Array(a.utf8).prefix(64)), Array(b.utf8))
    // Two previous rows of the table of distances between prefixes.
    var (older, last) = ([Int](), Array(0...b.count))
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, older[j - 1] + 1) }
        row.append(best)
      }
      (older, last) = (last, row)
    }
    return last[b.count]
  }
}
