// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The fuzzer of queues whose entries are rows. The input is a list of edits of a queue in which songs may occur twice.
// Entries that an edit does not change keep their ids. A client that applies the signals of MPRIS's TrackList to its
// own list has the same list as the player.

import NowPlayingCore

@_silgen_name("abort") private func abort() -> Never

private func check(_ condition: Bool) {
  if !condition { abort() }
}

private struct Input {
  let bytes: UnsafeBufferPointer<UInt8>
  var place = 0

  var isAtEnd: Bool { place >= bytes.count }

  /// Returns a number below `end`, which is 1 or more.
  mutating func number(below end: Int) -> Int {
    guard !isAtEnd else { return 0 }
    defer { place += 1 }
    return Int(bytes[place]) % end
  }
}

/// The list of a client that knows only the signals.
private struct Client {
  var paths: [String] = []

  mutating func hear(_ changes: [TrackListChange], of list: TrackList) {
    for change in changes {
      switch change {
      case .replaced: paths = list.paths
      case .added(let entry, let after):
        let place = after.exact == TrackList.noTrack.exact ? 0 : index(of: after).map { $0 + 1 }
        check(place != nil && index(of: entry.path) == nil)
        paths.insert(entry.path, at: place ?? 0)
      case .removed(let path):
        guard let place = index(of: path) else { return check(false) }
        paths.remove(at: place)
      case .described(let entry): check(index(of: entry.path) != nil)
      }
    }
  }

  private func index(of path: String) -> Int? { paths.firstIndex { $0.exact == path.exact } }
}

/// The ids of all entries, of which no two are the same.
private func ids(_ queue: Queue) -> [EntryID] {
  var ids: [EntryID] = []
  for row in queue.entries.indices {
    guard let id = queue.entry(row) else { abort() }
    check(id.id.exact == queue.entries[row].id.exact)
    check(!ids.contains(id) && queue.row(of: id) == row && queue.row(of: id, near: row - 1) == row)
    ids.append(id)
  }
  check(queue.entry(ids.count) == nil && queue.entry(-1) == nil)
  return ids
}

/// Whether one list is the other without some of its entries.
private func isPart(_ part: [EntryID], of whole: [EntryID]) -> Bool {
  var rest = whole[...]
  for id in part {
    guard let place = rest.firstIndex(of: id) else { return false }
    rest = rest[(place + 1)...]
  }
  return true
}

private func content(_ song: Int, _ title: Int) -> Content {
  var content = Content(kind: .music, id: "song " + String(song))
  content.texts[.title] = "Title " + String(title)
  return content
}

/// Changes one row. Returns whether all others stay in their order.
private func edit(_ songs: inout [Content], _ input: inout Input) -> Bool {
  let kinds = 1 + input.number(below: 12)
  let (from, to) = (input.number(below: songs.count + 1), input.number(below: songs.count + 1))
  switch input.number(below: 5) {
  case 0, 1: songs.insert(content(input.number(below: kinds), 0), at: to)
  case 2: if from < songs.count { songs.remove(at: from) }
  case 3:
    // Simulates editing the tags of a file.
    if from < songs.count { songs[from].texts[.title] = "Title " + String(input.number(below: 9)) }
  default:
    guard from < songs.count else { break }
    let song = songs.remove(at: from)
    songs.insert(song, at: min(to, songs.count))
    return false
  }
  return true
}

@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  var input = Input(bytes: UnsafeBufferPointer(start: data, count: size))
  var (songs, known, client): ([Content], [EntryID], Client) = ([], [], Client())
  var (queue, list) = (Queue([], seed: UInt64(size)), TrackList())
  for row in 0..<input.number(below: 200) { songs.append(content(row % 7, 0)) }
  if !songs.isEmpty {
    queue = Queue(songs, after: queue, seed: 1)
    known = ids(queue)
  }
  let state = SessionState(trackPrefix: input.number(below: 2) == 0 ? "" : "/org/example")
  while !input.isAtEnd {
    let edits = input.number(below: 8) == 0 ? 1 + input.number(below: 12) : 1
    var areInOrder = edits == 1
    for _ in 0..<edits where !edit(&songs, &input) { areInOrder = false }
    queue = Queue(songs, after: queue, seed: UInt64(size))
    let present = ids(queue)
    if edits == 1 {
      // A single edit adds an entry, removes one, or does neither: the longer of the two lists has all ids of the
      // shorter.
      let stayed = present.filter { known.contains($0) }.count
      check(stayed == min(known.count, present.count))
    }
    if areInOrder { check(isPart(known, of: present) || isPart(present, of: known)) }
    known = present
    let sent = list
    list.update(to: queue, isOther: true, state, canEdit: false)
    client.hear(list.changes(from: sent), of: list)
    check(client.paths.count == list.entries.count)
    for (path, entry) in zip(client.paths, list.entries) { check(path.exact == entry.path.exact) }
    check(queue.entries.count > Limits.shownQueue || list.entries.count == songs.count)
  }
  return 0
}
