// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// `nowplaying help`, made of the tables of commands and options.
enum Help {
  static var text: String {
    var text = """
      Usage: nowplaying [OPTION…] COMMAND

      Shows what plays, and drives it. Words of playerctl mean what they mean there.


      """
    for section in CommandRow.Section.allCases {
      text += section.title + ":\n"
      for row in CommandRow.all + CommandRow.acting where row.section == section {
        for form in row.forms { text += line(join(row.name.description, form.words.description), form.about) }
        if row.name.description.equals("send") {
          for sent in Send.rows { text += line("    " + join(sent.name, sent.argument), sent.about) }
        }
      }
      text += "\n"
    }
    text += "Options:\n"
    for row in OptionRow.all where row.about.utf8CodeUnitCount > 0 {
      let letter = row.letter.map { "-" + String(scalars: [$0.value]) + ", " } ?? "    "
      let value = row.value.utf8CodeUnitCount == 0 ? "" : "=" + row.value.description
      text += line(letter + "--" + row.name.description + value, row.about)
    }
    return text + "\nMore: man nowplaying\n"
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
