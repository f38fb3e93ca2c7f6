// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

/// Returns songs from texts "ID:TITLE"; without a colon the id is the title, too.
private func queue(_ entries: [String]) -> Queue {
  Queue(
    entries.map { entry in
      let parts = entry.split(separator: ":").map(String.init)
      var content = Content(kind: .music, id: parts[0])
      content.texts[.title] = parts.last
      return content
    }, seed: 1)
}

private func queue(of count: Int) -> Queue { queue((0..<count).map { String($0) }) }

extension TrackList {
  fileprivate var ids: [String] { entries.map { $0.content.id } }

  /// Shows a queue while an item plays.
  fileprivate mutating func show(_ queue: Queue, playing id: String?, canEdit: Bool = false) {
    var state = SessionState(number: 1)
    state.content = id.map { Content(kind: .music, id: $0) }
    update(to: queue, isOther: true, state, canEdit: canEdit)
  }
}

private func words(_ changes: [TrackListChange]) -> [String] {
  changes.map { change in
    switch change {
    case .replaced: "replaced"
    case .added(let entry, let after): "+" + entry.content.id + " after " + last(after)
    case .removed(let path): "-" + last(path)
    case .described(let entry): "~" + entry.content.id
    }
  }
}

private func last(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

/// Returns the signals for clients when one queue replaces another.
private func signals(_ before: [String], _ after: [String]) -> [String] {
  var (old, new) = (TrackList(), TrackList())
  old.show(queue(before), playing: nil)
  new.show(queue(after), playing: nil)
  return words(new.changes(from: old))
}

@Suite struct TrackListTests {
  @Test(arguments: [
    (["a", "b"], ["a", "b"], []),
    (["a", "b"], ["a", "x", "b"], ["+x after a"]),
    (["a", "b"], ["x", "y", "a", "b"], ["+x after NoTrack", "+y after x"]),
    (["a", "b", "c"], ["a", "c"], ["-b"]),
    (["a", "b", "c"], ["c", "d"], ["-a", "-b", "+d after c"]),
    (["a:1", "b"], ["a:2", "b"], ["~a"]),
    (["a", "b"], ["b", "a"], ["replaced"]),
    (["a", "b"], ["x", "y"], ["replaced"]),
    (["a"], [], ["replaced"]),
    ([], ["a"], ["replaced"]),
    ([], [], []),
  ])
  func whatClientsAreSent(_ before: [String], _ after: [String], _ expected: [String]) {
    #expect(signals(before, after) == expected)
  }

  @Test func manyChangesAreAnotherList() {
    let few = (0..<8).map { "n" + String($0) }
    #expect(signals(["a"], ["a"] + few).count == 8)
    #expect(signals(["a"], ["a"] + few + ["more"]) == ["replaced"])
  }

  /// A client that follows these signals alone has the same list as one that reads it anew.
  @Test(arguments: 0..<200) func whoFollowsTheSignalsHasTheList(_ seed: Int) {
    var random = Numbers(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
    var known: [String] = []
    var list = TrackList()
    for _ in 0..<20 {
      var ids = list.ids
      for _ in 0..<Int.random(in: 0..<5, using: &random) {
        if Bool.random(using: &random), !ids.isEmpty {
          ids.remove(at: Int.random(in: 0..<ids.count, using: &random))
        } else {
          ids.insert(String(UInt32.random(in: 0...UInt32.max, using: &random)), at: ids.isEmpty ? 0 : ids.count / 2)
        }
      }
      var next = list
      next.show(queue(ids), playing: nil)
      for change in next.changes(from: list) {
        switch change {
        case .replaced: known = next.paths
        case .removed(let path): known.removeAll { $0 == path }
        case .described: break
        case .added(let entry, let after):
          let place = known.firstIndex(of: after).map { $0 + 1 } ?? 0
          known.insert(entry.path, at: place)
        }
      }
      list = next
      #expect(known == list.paths)
    }
  }

  @Test func ofALongQueueTheSurroundingsOfWhatPlays() {
    var list = TrackList()
    list.show(queue(of: 1000), playing: "500")
    #expect(list.ids.first == "480" && list.entries.count == Limits.shownQueue && list.current == list.entries[20].path)
    // A queue of `Limits.shownQueue` entries is shown whole.
    list.show(queue(of: Limits.shownQueue), playing: "99")
    #expect(list.ids.first == "0" && list.entries.count == Limits.shownQueue)
    list.show(queue(of: 1000), playing: nil)
    #expect(list.current == TrackList.noTrack)
  }

  @Test(arguments: [
    // The length of the queue, the row that plays, and the first row of the part that was shown before and is shown
    // now.
    (1000, 500, 480, 480), (1000, 574, 480, 480), (1000, 575, 480, 555), (1000, 485, 480, 480), (1000, 484, 480, 464),
    (1000, 479, 480, 459), (1000, 0, 480, 0), (1000, 3, 0, 0), (1000, 999, 480, 900), (1000, 999, 900, 900),
    (1000, 990, 900, 900), (100, 50, 480, 0), (101, 100, 0, 1), (0, 0, 7, 0), (1000, 500, 2000, 480),
  ])
  func whereThePartBegins(_ count: Int, _ present: Int, _ last: Int, _ expected: Int) {
    #expect(TrackList.start(of: count, present: present, last: last) == expected)
  }

  @Test func itIsTheSamePartWhileItemsFollowOneAnother() {
    var (list, moves) = (TrackList(), 0)
    let all = queue(of: 400)
    for item in 0..<400 {
      let before = list.paths
      list.show(all, playing: String(item))
      #expect(list.ids.contains(String(item)))
      if list.paths != before { moves += 1 }
    }
    #expect(moves < 20)
  }

  @Test func twoOfTheSameID() {
    var list = TrackList()
    list.show(queue(["a:1", "b", "a:2"]), playing: "a")
    #expect(list.ids == ["a", "b", "a"] && list.current == list.entries[0].path)
    #expect(list.entries.map { last($0.path) } == ["a", "b", "a_001"])
  }

  @Test func itCanBeEdited() {
    var list = TrackList()
    list.show(queue(["a"]), playing: nil, canEdit: true)
    #expect(TrackList.table.row("CanEditTracks")?.get(list) == .bool(true))
    #expect(TrackList.table.row("Tracks")?.get(list) == .paths(["/org/nowplaying/track/1/a"]))
    #expect(TrackList.table.named == TrackList.table.set("Tracks"))
  }
}

/// Numbers that are the same at each run.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

@Suite struct PlaylistTests {
  private func playlists(_ names: String...) -> Playlists {
    var playlists = Playlists()
    playlists.lists = names.enumerated().map { Playlist(id: String($0.offset), name: $0.element) }
    return playlists
  }

  private func names(_ playlists: Playlists, _ order: PlaylistOrder, reversed: Bool = false) -> [String] {
    playlists.references(from: 0, count: .max, order, reversed: reversed).map { $0.name }
  }

  @Test func orders() {
    var some = playlists("b", "A", "c", "a", "")
    #expect(names(some, .userDefined) == ["b", "A", "c", "a", ""])
    #expect(names(some, .userDefined, reversed: true) == ["", "a", "c", "A", "b"])
    // MPRIS's MaxCount may be the highest number that there is.
    #expect(some.references(from: 3, count: .max, .userDefined, reversed: false).map { $0.name } == ["a", ""])
    #expect(names(some, .alphabetical) == ["", "A", "a", "b", "c"])
    #expect(names(some, .created) == names(some, .userDefined))
    some.lists[2] = Playlist(id: "2", name: "c", created: 1, modified: -5, lastPlayed: 7)
    some.lists[0] = Playlist(id: "0", name: "b", created: 2)
    #expect(names(some, .created) == ["c", "b", "A", "a", ""])
    #expect(names(some, .modified) == ["c", "b", "A", "a", ""])
    #expect(
      Playlists.table.row("Orderings")?.get(some)
        == .strings(["Alphabetical", "Created", "Modified", "Played", "User"]))
  }

  @Test func whoHasAnotherNameIsEmitted() {
    let before = playlists("a", "b", "c")
    var after = before
    after.lists = [
      Playlist(id: "2", name: "c"), Playlist(id: "1", name: "B"), Playlist(id: "9", name: "new"),
      Playlist(id: "0", name: "a", iconURL: "x"),
    ]
    #expect(after.changedReferences(from: before).map { $0.path } == [Playlist.path("1"), Playlist.path("0")])
    #expect(before.changedReferences(from: before).isEmpty)
  }

  @Test func pathsDiffer() {
    let long = String(repeating: "x", count: 1000)
    #expect(Playlist.path(long + "a") != Playlist.path(long + "b"))
    #expect(Playlist.path(long).utf8.count < 255)
    #expect(Playlist.path("") == "/org/nowplaying/playlist/_")
  }
}
