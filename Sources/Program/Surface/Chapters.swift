// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

extension Session {
  var chapters: [nowplaying_chapter] {
    var found: [nowplaying_chapter] = []
    while true {
      var chapter = nowplaying_chapter()
      chapter.struct_size = MemoryLayout<nowplaying_chapter>.size
      guard nowplaying_surface_session_get_chapter(handle, found.count, &chapter) == NOWPLAYING_OK else { return found }
      found.append(chapter)
    }
  }

  /// Index of the chapter at the present position; nil when no chapter is there, or the position is unknown.
  var presentChapter: Int? {
    var index = 0
    guard let position, nowplaying_surface_session_get_chapter_at(handle, position.count, &index, nil) == NOWPLAYING_OK
    else {
      return nil
    }
    return index
  }
}

/// `nowplaying chapters` and `nowplaying go-to-chapter`.
enum Chapters {
  static func list(_ arguments: Arguments, _ console: Console) throws(Failure) {
    guard let session = try Panel().sessions(of: arguments, console).first else { throw Failure.noPlayers }
    let chapters = try chapters(session)
    if arguments.isJSON {
      for index in chapters.indices { console.write(SessionJSON.line(chapters, index, of: session)) }
      return
    }
    let present = session.presentChapter
    for (index, line) in lines(chapters, present).enumerated() {
      console.write((index == present ? console.styled(CleanText.line(line), .strong) : CleanText.line(line)) + "\n")
    }
  }

  /// Returns a line for each chapter, with its number and start; an asterisk marks the present one.
  static func lines(_ chapters: [nowplaying_chapter], _ present: Int?) -> [String] {
    let starts = chapters.map { Number.clock($0.start_us) }
    let width = starts.map { $0.utf8.count }.max() ?? 0
    let digits = String(chapters.count).utf8.count
    return chapters.enumerated().map { index, chapter in
      let number = String(index + 1)
      let line =
        (index == present ? "* " : "  ") + " ".times(digits - number.utf8.count) + number + "  "
        + " ".times(width - starts[index].utf8.count) + starts[index]
      let title = Session.text(chapter.title)
      return title.isEmpty ? line : line + "  " + title
    }
  }

  static func go(_ arguments: Arguments, _ console: Console) throws(Failure) {
    guard arguments.words.count > 1 else { throw Failure(text: "go-to-chapter takes the number of a chapter") }
    let word = arguments.words[1]
    let panel = try Panel()
    guard let session = try panel.sessions(of: arguments, console).first else { throw Failure.noPlayers }
    var event = nowplaying_command_event(kind: NOWPLAYING_COMMAND_SEEK_TO_POSITION)
    event.time_us = try find(word, session).chapter.start_us
    try panel.ask(session) { nowplaying_surface_send_command(panel.surface, session.handle, &event, $0, $1, nil) }
  }

  /// Returns the chapter with the number that `nowplaying chapters` prints.
  static func find(_ word: String, _ session: Session) throws(Failure) -> (index: Int, chapter: nowplaying_chapter) {
    for (index, chapter) in try chapters(session).enumerated() where String(index + 1).exact == word.exact {
      return (index, chapter)
    }
    throw Failure(text: "There is no chapter " + word, next: "'nowplaying chapters' lists them with their numbers.")
  }

  private static func chapters(_ session: Session) throws(Failure) -> [nowplaying_chapter] {
    let chapters = session.chapters
    if chapters.isEmpty {
      throw Failure(
        text: CleanText.line(session.player) + " tells no chapters",
        next: "'nowplaying show' prints all that it says, and -p takes another player.", isStatus: true)
    }
    return chapters
  }
}
