// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The command that is closest to an unknown word.
enum Suggestion {
  /// Returns the command with the least distance to a word, "send quit" for a command of `send`; nil when all are too
  /// far.
  static func command(for word: String) -> String? {
    let rows = CommandRow.all.map { $0.name.description }
    let sent = Send.names
    if let near = Spelling.nearest(to: word, of: rows + sent) { return rows.has(near) ? near : "send " + near }
    guard word.utf8.count > 2 else { return nil }
    return sent.first { $0.starts(with: word) }.map { "send " + $0 }
  }
}
