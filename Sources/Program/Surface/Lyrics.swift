// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// `nowplaying lyrics`: prints the lyrics of the item, or with `--follow` each line when it is sung.
enum Lyrics {
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    if arguments.follow { try follow(arguments, console) }
    guard let session = try Panel().sessions(of: arguments, console).first else { throw Failure.noPlayers }
    guard case .text(let lyrics)? = session.value(of: TextField.lyrics.row) else {
      throw Failure(
        text: CleanText.line(session.player) + " tells no lyrics",
        next: "'nowplaying list' names the players; -p takes another.", isStatus: true)
    }
    var lines = Session.text(lyrics).parts(10, all: true)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    for line in lines { console.write(CleanText.line(line) + "\n") }
  }

  /// The line of the lyrics at the position that the session had when it was read.
  private struct Line {
    var item = ""
    var text = ""
    /// The position at which the next line begins; NOWPLAYING_TIME_UNKNOWN after the last one.
    var next = Int64.min
    /// The time of the monotonic clock at which the next line begins.
    var end = Instant.max

    /// Fails when the session has no lyrics with times.
    init?(_ session: Session) {
      var line: UnsafePointer<CChar>?
      guard let position = session.position, let item = session.item,
        nowplaying_surface_session_get_lyrics_at(session.handle, position.count, &line, &next) == NOWPLAYING_OK
      else { return nil }
      self.item = Session.text(item.id)
      // An original and its translation are printed on one line, so that a reader of single lines does not take the
      // translation for the next line.
      for part in Session.text(line).parts(separatedBy: 10) {
        text += (text.isEmpty ? "" : " / ") + CleanText.line(part)
      }
      // A player that plays beyond the end of the item is taken to stay there.
      guard session.playback.rate > 0, next != .min, next <= session.duration?.count ?? .max else { return }
      end = session.time(after: Microseconds(next) - position)
    }

    func isSame(as other: Line) -> Bool {
      next == other.next && text.exact == other.text.exact && item.exact == other.item.exact
    }
  }

  /// Prints the lines of the most important session, and an empty one where nothing is sung any more.
  private static func follow(_ arguments: Arguments, _ console: Console) throws(Failure) -> Never {
    let panel = try Panel()
    let naming = Naming(arguments, panel)
    _ = try panel.list()
    var last: Line?
    var isClear = true
    while true {
      _ = try panel.takeChanges()
      let line = try panel.withSessions { (all: [Session]) throws(Failure) in
        naming.meant(all).first.flatMap { Line($0) }
      }
      let text = line?.text ?? ""
      let isPrinted = line.map { line in last.map { line.isSame(as: $0) } ?? false } ?? (last == nil)
      if !isPrinted, !text.isEmpty || !isClear {
        console.write(text + "\n")
        try console.flush()
        isClear = text.isEmpty
      }
      last = line
      guard panel.turn(whileRead: 1, until: line?.end ?? .max, naming) else { throw Failure.unread }
    }
  }
}
