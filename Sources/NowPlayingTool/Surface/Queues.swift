// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// An entry of a queue.
struct QueueEntry {
  let raw: nowplaying_surface_queue_entry
  let isPresent: Bool

  var id: String { Session.text(raw.id) }

  /// Its title; without one its address, and else its id.
  var line: String {
    let title = [raw.title, raw.url, raw.id].map { Session.text($0) }.first { !$0.isEmpty } ?? ""
    let artists = Session.text(raw.artists)
    return artists.isEmpty ? title : title + " – " + artists
  }
}

extension Session {
  /// Nil where it is not known.
  var queue: nowplaying_surface_queue? {
    var queue = nowplaying_surface_queue()
    queue.struct_size = MemoryLayout<nowplaying_surface_queue>.size
    return nowplaying_surface_session_get_queue(handle, &queue) == NOWPLAYING_OK ? queue : nil
  }

  var queueEntries: [QueueEntry] {
    guard let queue else { return [] }
    var found: [QueueEntry] = []
    while true {
      var entry = nowplaying_surface_queue_entry()
      entry.struct_size = MemoryLayout<nowplaying_surface_queue_entry>.size
      guard nowplaying_surface_session_get_queue_entry(handle, found.count, &entry) == NOWPLAYING_OK else {
        return found
      }
      found.append(QueueEntry(raw: entry, isPresent: Int64(clamping: found.count) == queue.present))
    }
  }
}

/// `nowplaying queue`: what comes next.
enum Queues {
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let panel = try Panel()
    guard let first = try panel.sessions(of: arguments, console).first else { throw Failure.noPlayers }
    let session = try follow(first, panel)
    list(session, arguments, console)
  }

  /// The session with its queue.
  private static func follow(_ session: Session, _ panel: Panel) throws(Failure) -> Session {
    try panel.ask(next: "'nowplaying list' names the players; few show their queue to others.") { done, data in
      nowplaying_surface_follow_queue(panel.surface, session.handle, 1, done, data, nil)
    }
    let key = Session.text(session.info.key).exact
    for handle in panel.sessions {
      let present = Session(handle)
      if Session.text(present.info.key).exact == key { return present }
    }
    throw Failure.noPlayers
  }

  private static func list(_ session: Session, _ arguments: Arguments, _ console: Console) {
    let entries = session.queueEntries
    let width = String(entries.count).utf8.count
    for (index, entry) in entries.enumerated() {
      if arguments.isJSON {
        console.write(json(entry, index))
        continue
      }
      let number = String(index + 1)
      let mark = entry.isPresent ? "* " : "  "
      let line = CleanText.line(entry.line)
      console.write(mark + String(repeating: " ", count: width - number.utf8.count) + number + "  ")
      console.write(entry.isPresent ? console.styled(line, .strong) : line)
      if entry.raw.duration_us > 0 {
        console.write("  " + console.styled(Number.clock(entry.raw.duration_us), .faint))
      }
      console.write("\n")
    }
    if let queue = session.queue, queue.total > queue.count, !arguments.isJSON {
      console.write(console.styled("of \(queue.total) entries\n", .faint))
    }
  }

  private static func json(_ entry: QueueEntry, _ index: Int) -> [UInt8] {
    var json = JSON()
    json.object { json in
      json.integer("number", Int64(clamping: index + 1))
      json.truth("present", entry.isPresent)
      json.text("id", entry.raw.id)
      json.text("title", entry.raw.title)
      json.text("artists", entry.raw.artists)
      json.text("album", entry.raw.album)
      json.text("url", entry.raw.url)
      json.text("artwork-url", entry.raw.artwork_url)
      if entry.raw.duration_us > 0 { json.integer("duration", entry.raw.duration_us) }
    }
    json.endLine()
    return json.bytes
  }
}
