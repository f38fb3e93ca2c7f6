// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// An entry of a queue.
struct QueueEntry {
  let raw: nowplaying_surface_queue_entry
  let isPresent: Bool

  var id: String { Session.text(raw.id) }

  /// The entry's title, or else its URL, or else its id.
  var line: String {
    let title = [raw.title, raw.url, raw.id].map { Session.text($0) }.first { !$0.isEmpty } ?? ""
    let artists = Session.text(raw.artists)
    return artists.isEmpty ? title : title + " – " + artists
  }
}

extension Session {
  /// The queue; nil where it is not known.
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

/// `nowplaying queue`: prints the queue, and acts on it.
enum Queues {
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let words = Array(arguments.words.dropFirst())
    if let word = words.first { try check(word, words.count - 1) }
    let panel = try Panel()
    guard let first = try panel.sessions(of: arguments, console).first else { throw Failure.noPlayers }
    try panel.ask(
      first, limit: nil,
      next: "Few players show their queue to others: 'nowplaying list' names the players; -p takes another."
    ) {
      nowplaying_surface_follow_queue(panel.surface, first.handle, 1, $0, $1, nil)
    }
    let session = try panel.present(first)
    if words.isEmpty { list(session, arguments, console) } else { try change(words, session, panel) }
  }

  private static func check(_ word: String, _ count: Int) throws(Failure) {
    let (least, most) =
      switch word.exact {
      case "go-to", "remove": (1, 1)
      case "add", "play": (1, 2)
      default:
        throw UnknownWord.refusal(word, by: "queue", takes: ["go-to", "add", "play", "remove"], .player)
      }
    if count < least || count > most {
      throw Failure(text: "queue " + word + " takes " + (most == 1 ? "an entry" : "a URI, and an entry to follow"))
    }
  }

  private static func change(_ words: [String], _ session: Session, _ panel: Panel) throws(Failure) {
    let (surface, handle, entries) = (panel.surface, session.handle, session.queueEntries)
    let next = "The player does not let others change its queue."
    switch words[0].exact {
    case "go-to":
      let id = try id(words[1], entries)
      try panel.ask(session, next: next) { nowplaying_surface_queue_go_to(surface, handle, id, $0, $1, nil) }
    case "remove":
      let id = try id(words[1], entries)
      try panel.ask(session, next: next) { nowplaying_surface_queue_remove(surface, handle, id, $0, $1, nil) }
    default:
      let uri = try uri(words[1])
      let plays: Int32 = words[0].equals("play") ? 1 : 0
      let end: StaticString = "/"
      let after = words.count > 2 ? try id(words[2], entries) : end.cString
      try panel.ask(session, next: next) { done, data in
        uri.withCString { nowplaying_surface_queue_add(surface, handle, $0, after, plays, done, data, nil) }
      }
    }
  }

  /// Returns the URI of a file, or the word itself when it begins with a scheme.
  private static func uri(_ word: String) throws(Failure) -> String {
    if let file = FileURI.ofFile(word) { return file }
    let scheme = word.before(58, 47)
    if !scheme.isEmpty, word.starts(with: scheme + ":") { return word }
    throw Failure(text: "There is no file " + word, next: "A URI begins with a scheme, such as https:.")
  }

  /// Returns the id of the entry that a word names by id or by number.
  private static func id(_ word: String, _ entries: [QueueEntry]) throws(Failure) -> UnsafePointer<CChar>? {
    for (index, entry) in entries.enumerated()
    where word.exact == entry.id.exact || word.exact == String(index + 1).exact {
      return entry.raw.id
    }
    throw Failure(text: "The queue has no entry " + word, next: "'nowplaying queue' lists them with their numbers.")
  }

  private static func list(_ session: Session, _ arguments: Arguments, _ console: Console) {
    let entries = session.queueEntries
    let width = String(entries.count).utf8.count
    for (index, entry) in entries.enumerated() {
      if arguments.isJSON {
        console.write(json(entry, index, hasIDs: !session.speaksNowPlaying))
        continue
      }
      let number = String(index + 1)
      let mark = entry.isPresent ? "* " : "  "
      let line = CleanText.line(entry.line)
      console.write(mark + " ".times(width - number.utf8.count) + number + "  ")
      console.write(entry.isPresent ? console.styled(line, .strong) : line)
      if entry.raw.duration_us > 0 {
        console.write("  " + console.styled(Number.clock(entry.raw.duration_us), .faint))
      }
      console.write("\n")
    }
    if let queue = session.queue, queue.total > queue.count, !arguments.isJSON {
      console.write(console.styled("of " + String(queue.total) + " entries\n", .faint))
    }
  }

  /// - hasIDs: whether the ids of the entries are those of their items, as in players that have MPRIS alone.
  private static func json(_ entry: QueueEntry, _ index: Int, hasIDs: Bool) -> [UInt8] {
    var json = JSON()
    json.object { json in
      json.integer("number", Int64(clamping: index + 1))
      json.truth("present", entry.isPresent)
      json.text("entry", entry.raw.id)
      if hasIDs { json.text("id", entry.raw.id) }
      json.text("title", entry.raw.title)
      // The library has them in one text.
      if let artists = entry.raw.artists, artists.pointee != 0 { json.array("artists") { $0.element(artists) } }
      json.text("album", entry.raw.album)
      json.text("url", entry.raw.url)
      json.text("artwork-url", entry.raw.artwork_url)
      if entry.raw.duration_us > 0 { json.integer("duration", entry.raw.duration_us) }
    }
    json.endLine()
    return json.bytes
  }
}
