// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The command that an unknown word may mean.
enum Suggestion {
  /// Words for a command of `send` that are no part of its name.
  private static let synonyms: [(word: StaticString, command: StaticString)] = [
    ("like", "feedback positive"), ("love", "feedback positive"), ("dislike", "feedback negative"),
    ("loop", "change-repeat-mode"), ("speed", "change-rate"), ("rewind", "seek-backward"), ("unmute", "mute off"),
  ]

  /// Returns the command with the least distance to a word, "send quit" for a command of `send`; nil when all are too
  /// far.
  ///
  /// - given: the words behind it.
  static func command(for word: String, _ given: [String] = []) -> String? {
    let rows = CommandRow.all.map { $0.name.description }
    if let near = Spelling.nearest(to: word, of: rows + Send.names) { return rows.has(near) ? near : "send " + near }
    return sent(for: word, given)
  }

  /// Returns the command that an unknown word of `send` means, with the words behind it: "send change-repeat-mode all",
  /// or "volume 0.5" for a command that is not sent; nil when all are too far.
  static func sent(for word: String, _ given: [String]) -> String? {
    let words = word.parts(32) + given
    if let joined = joined(words) { return joined }
    guard let first = words.first.map({ spelled($0) }) else { return nil }
    let rest = Array(words.dropFirst())
    let isCommand = CommandRow.named(first) != nil
    if isCommand, !rest.isEmpty { return phrase(first, rest) }
    if let synonym = synonyms.first(where: { ExactText($0.word) == first.exact }) {
      return phrase("send " + synonym.command.description, rest)
    }
    if first.utf8.count > 2 {
      let names = Send.names
      let named =
        names.first { $0.starts(with: first) }
        ?? names.first { $0.parts(45).contains { $0.starts(with: first) } }
      if let named { return phrase("send " + named, rest) }
    }
    if isCommand { return first }
    return Spelling.nearest(to: first, of: Send.names).map { phrase("send " + $0, rest) }
  }

  /// Returns the command of `send` whose name the first words are, in another spelling: "send next-chapter" for "next"
  /// and "chapter", or for "nextChapter"; nil if there is none.
  private static func joined(_ words: [String]) -> String? {
    let names = Send.names + ["play-pause"]
    for count in (0...min(words.count, 3)).reversed() {
      let name = words.prefix(count).map { spelled($0) }.joined(separator: "-")
      if names.has(name) { return phrase("send " + name, Array(words.dropFirst(count))) }
    }
    return nil
  }

  /// Returns a word in the spelling of commands: "play-pause" for "playPause" and "PLAY_PAUSE".
  private static func spelled(_ word: String) -> String {
    var letters: [UInt8] = []
    var isSmall = false
    for byte in Array(word.utf8) {
      let isCapital = (65...90).contains(byte)
      if isCapital, isSmall { letters.append(45) }
      letters.append(isCapital ? byte + 32 : byte == 95 ? 45 : byte)
      isSmall = (97...122).contains(byte)
    }
    return String(decoding: letters, as: UTF8.self)
  }

  private static func phrase(_ command: String, _ rest: [String]) -> String {
    ([command] + rest).joined(separator: " ")
  }
}
