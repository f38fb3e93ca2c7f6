// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// `nowplaying help`, made of the tables of commands and options.
enum Help {
  private static let end = "\nMore: man nowplaying\n"

  static var text: String {
    var text = """
      Usage: nowplaying [OPTION…] COMMAND

      Shows what plays, and drives it. The commands of playerctl work the same here.


      """
    for section in CommandRow.Section.allCases {
      text += section.title + ":\n"
      for row in CommandRow.all + CommandRow.acting where row.section == section { text += lines(of: row) }
      text += "\n"
    }
    return text + "Options:\n" + OptionRow.all.map { line(of: $0) }.joined() + end
  }

  /// Returns the help of one command, with its options; nil for an unknown word.
  static func text(of name: String) -> String? {
    let rows = (CommandRow.all + CommandRow.acting).filter { ExactText($0.name) == name.exact }
    if rows.isEmpty {
      guard let sent = Send.rows.first(where: { $0.name.exact == name.exact }) else { return nil }
      return line("send " + join(sent.name, sent.argument), sent.about) + options(of: CommandRow.named("send"))
    }
    return rows.map { lines(of: $0) }.joined() + options(of: rows.first)
  }

  /// Prints the help of the command that the words begin with, or that of all.
  static func print(for words: ArraySlice<String>, _ console: Console) throws(Failure) {
    guard let word = words.first else { return console.write(text) }
    if let text = text(of: word) { return console.write(text) }
    let question = Spelling.question(Suggestion.command(for: word))
    throw Failure(text: "There is no command " + word + question, next: "'nowplaying help' names the commands.")
  }

  private static func options(of row: CommandRow?) -> String {
    let taken = (row?.options ?? []).union(.everywhere)
    return "\nOptions:\n" + OptionRow.all.filter { taken.contains($0.option) }.map { line(of: $0) }.joined() + end
  }

  private static func lines(of row: CommandRow) -> String {
    var text = row.forms.map { line(join(row.name.description, $0.words.description), $0.about) }.joined()
    if row.name.description.equals("send") {
      for sent in Send.rows { text += line("    " + join(sent.name, sent.argument), sent.about) }
    }
    return text
  }

  /// Returns the help of an option; empty for a second name.
  private static func line(of row: OptionRow) -> String {
    if row.about.utf8CodeUnitCount == 0 { return "" }
    let letter = row.letter.map { "-" + String(scalars: [$0.value]) + ", " } ?? "    "
    let value = !row.takesValue ? "" : row.isOptional ? "[=" + row.value.description + "]" : "=" + row.value.description
    return line(letter + "--" + row.name.description + value, row.about)
  }

  private static func join(_ name: String, _ words: String) -> String { words.isEmpty ? name : name + " " + words }

  private static func line(_ words: String, _ about: StaticString) -> String { line(words, about.description) }

  /// Returns the help of one form or option: its words, and the meaning in a column of its own.
  private static func line(_ words: String, _ about: String) -> String {
    let column = 30
    let lines = about.parts(10).map { $0 + "\n" }
    let start = Columns.padded("  " + words, column)
    let isLong = Columns.count(start) > column || words.isEmpty
    return start + (isLong ? "\n" + " ".times(column) : "") + lines.joined(separator: " ".times(column))
  }
}
