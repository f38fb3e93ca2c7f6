// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// `nowplaying follow --waybar`: prints a line for a custom module of Waybar whenever the module must show something
/// else.
enum Waybar {
  /// The most columns of the title, and of the text behind it: all modules share one line.
  private static let titleColumns = 40
  private static let behindColumns = 24
  /// The most columns of a line of the tooltip.
  private static let tooltipColumns = 80

  /// Prints a line for the most important session at each change, with the class "none" while there is no session that
  /// plays or has an item, for which Waybar hides the module: a browser keeps the player of a tab that was closed.
  ///
  /// - hidesPaused: whether the line is also that of no session while nothing plays.
  static func follow(
    _ panel: Panel, _ naming: Naming, _ console: Console, hidesPaused: Bool
  ) throws(Failure) -> Never {
    _ = try panel.list()
    var last: [UInt8] = []
    // The session that was shown with an item, and the time at which it lost the item; `.max` while it has one.
    var (known, emptied) = ("", Instant.max)
    while true {
      _ = try panel.takeChanges()
      let (shown, next) = try panel.withSessions { (all: [Session]) throws(Failure) -> ([UInt8], Instant) in
        guard let first = naming.meant(all).first else { return (line(nil), .max) }
        if first.hasItem || first.isPlaying {
          (known, emptied) = (first.key, .max)
        } else {
          emptied = first.key.exact != known.exact ? .min : min(emptied, .now)
        }
        // A browser has no item for a moment while it goes to the next song.
        let hidesAt = emptied == .max ? emptied : emptied + Playback.gap
        let isShown = Instant.now < hidesAt && (!hidesPaused || first.isPlaying)
        return (line(isShown ? first : nil), min(end(of: first), isShown ? hidesAt : .max))
      }
      if shown != last {
        console.write(shown)
        try console.flush()
        last = shown
      }
      guard panel.turn(whileRead: 1, until: next, naming) else { throw Failure.unread }
    }
  }

  private static func line(_ session: Session?) -> [UInt8] {
    var json = JSON()
    json.object { json in
      json.whole("text", session.map { text($0) } ?? "")
      json.text("alt", session?.state ?? "none")
      json.whole("tooltip", session.map { tooltip($0) } ?? "")
      json.array("class") { json in
        json.text(nil, session?.state ?? "none")
        guard let session else { return }
        if session.isRemote { json.text(nil, "remote") }
        if session.playback.is_at_live_edge != 0 { json.text(nil, "live") }
        if session.isAble(NOWPLAYING_SURFACE_IS_MUTED) { json.text(nil, "muted") }
        json.whole(nil, "player-" + word(Escape.withoutInstance(session.player)))
      }
      if let session, let percentage = percentage(session) { json.integer("percentage", percentage) }
    }
    json.endLine()
    return json.bytes
  }

  /// Returns the first two lines of the item; the player's name when there is no item.
  private static func text(_ session: Session) -> String {
    let lines = session.lines
    let title = shown(lines.first ?? session.name, titleColumns)
    return lines.count < 2 ? title : title + " – " + shown(lines[1], behindColumns)
  }

  /// Returns all lines of the item, its chapter, its error, and the player with its devices.
  private static func tooltip(_ session: Session) -> String {
    var lines = session.lines
    // The album of a single is its title again.
    if lines.count == 3, lines[2].exact == lines[0].exact { lines.removeLast() }
    if let index = session.presentChapter, index < session.chapters.count {
      lines.append(Session.text(session.chapters[index].title))
    }
    lines.append(Session.text(session.playback.error))
    let devices = session.devices.map { Session.text($0.name) }
    lines.append(([session.name] + devices).joined(separator: " – "))
    return lines.filter { !$0.isEmpty }.map { shown($0, tooltipColumns) }.joined(separator: "\n")
  }

  /// Returns a player's text on one line, escaped for Pango, which reads markup. It is cut before it is escaped, so
  /// that no entity is cut.
  private static func shown(_ text: String, _ columns: Int) -> String {
    Markup.escaped(Columns.cut(CleanText.line(text), to: columns))
  }

  /// Returns a name as a CSS class: letters, digits, "-" and "_".
  private static func word(_ name: String) -> String {
    let bytes = Array(name.utf8).map { (byte: UInt8) -> UInt8 in
      switch byte {
      case 48...57, 65...90, 97...122, 45, 95: byte
      default: 95
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the length of one hundredth of the item.
  private static func hundredth(_ session: Session) -> Int64? {
    session.duration.map { max($0.count / 100, 1) }
  }

  /// Returns the played percentage, 0 to 100; nil when position or duration is unknown.
  private static func percentage(_ session: Session) -> Int64? {
    guard let position = session.position, let hundredth = hundredth(session) else { return nil }
    return min(position.count / hundredth, 100)
  }

  /// Returns the time at which the next percent begins, by the monotonic clock; never when the session does not
  /// play, or has ended.
  private static func end(of session: Session) -> Instant {
    guard let position = session.position, let hundredth = hundredth(session), session.playback.rate > 0,
      position.count / hundredth < 100
    else { return .max }
    return session.time(after: Microseconds(hundredth - position.count % hundredth))
  }
}
