// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Explains the words that a command does not take.
enum UnknownWord {
  /// Returns the option that names the player which a word names, or nearly names; nil if none that is there does.
  static func player(_ word: String) -> String? {
    guard let bus = try? SessionBus.open() else { return nil }
    let there = MPRIS.instances(bus)
    if there.contains(where: { PlayerNames.matches(word, $0) }) { return "-p " + word }
    if word.utf8.count < 3 { return nil }
    let names = there.map { $0.before(46) }
    return Spelling.nearest(to: word.inLetters(capital: false), of: names).map { "-p " + $0 }
  }

  /// Returns the error for a word that a command does not take.
  ///
  /// - words: the words that it takes in the same place.
  /// - options: the options that it takes, one of which may be meant.
  static func refusal(
    _ word: String, by command: String, takes words: [String] = [], _ options: Options = [], next: String = ""
  ) -> Failure {
    let refused = command + " takes no '" + word + "'"
    // No number is meant as the name of a player.
    let takesPlayer = options.contains(.player) && Number.only(word) == nil
    var meant = Spelling.nearest(to: word, of: words)
    if meant == nil, takesPlayer { meant = player(word) }
    if meant == nil, options.contains(.output) { meant = "-o " + word }
    if meant != nil { return Failure(text: refused + Spelling.question(meant), next: next) }
    let known = words.isEmpty ? "" : "; it takes " + words.joined(separator: ", ")
    return Failure(text: refused + known + (takesPlayer ? "; -p names a player" : ""), next: next)
  }
}
