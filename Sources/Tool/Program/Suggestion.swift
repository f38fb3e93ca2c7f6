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
    let letters = Array(Array(word.utf8).prefix(64))
    let near = (rows + sent).enumerated().map { ($0.offset, Spelling.distance(letters, Array($0.element.utf8))) }
      .min { $0.1 < $1.1 }
    if let near, near.1 <= most { return near.0 < rows.count ? rows[near.0] : "send " + sent[near.0 - rows.count] }
    guard word.utf8.count > 2 else { return nil }
    return sent.first { $0.starts(with: word) }.map { "send " + $0 }
  }
}
