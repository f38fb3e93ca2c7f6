// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The callbacks to a host about entries.
protocol BoardReader: AnyObject {
  /// The sessions that there are, in their order. Called before all else.
  func listed(_ sessions: [SessionSnapshot])
  func added(_ session: SessionSnapshot)
  func changed(_ session: SessionSnapshot, _ changes: SessionModel.Changes)
  func removed(_ session: SessionSnapshot)
  func ordered()
}

/// All entries, and what the host does not know of them yet. Belongs to the loop.
final class SessionList {
  private var entries: [TrackedSession] = []
  /// Entries that have gone, as the host knew them.
  private var gone: [SessionSnapshot] = []
  private var appeared: UInt64 = 0
  private var activities = SortKey.beforeAll
  private var isNews = false

  func add(_ player: PlayerState, path: String?) -> TrackedSession {
    appeared += 1
    let entry = TrackedSession(player, path: path, appeared: appeared)
    entries.append(entry)
    isNews = true
    return entry
  }

  func remove(_ entry: TrackedSession) {
    entries.removeAll { $0 === entry }
    if let snapshot = entry.snapshot { gone.append(snapshot) }
    isNews = true
  }

  /// The entry is not what the host knows.
  func change(_ entry: TrackedSession) {
    entry.isDirty = true
    isNews = true
  }

  /// Whether an entry that the host knows of is still there.
  func has(_ snapshot: SessionSnapshot) -> Bool { entry(snapshot) != nil }

  /// The entry that a snapshot is of; nil when it has gone.
  func entry(_ snapshot: SessionSnapshot) -> TrackedSession? { entries.first { $0.key == snapshot.model.info.key } }

  /// Calls the host for what it does not know. Once per turn, so that each entry is reported at most once.
  func flush(to reader: any BoardReader) {
    guard isNews else { return }
    isNews = false
    let before = entries.map { $0.snapshot }
    var news: [(entry: TrackedSession, snapshot: SessionSnapshot, changes: SessionModel.Changes?)] = []
    let removed = gone
    gone = []
    for entry in entries where entry.isDirty {
      entry.isDirty = false
      let model = entry.model
      var changes = entry.snapshot.map { model.changes(from: $0.model) }
      if changes?.isEmpty ?? false { continue }
      if let before = entry.snapshot?.model, entry.repetition.update(from: before, to: model) {
        changes?.insert(.beganAgain)
      }
      entry.sortKey.update(by: model, &activities)
      let snapshot = SessionSnapshot(model, player: entry.player.unique, path: entry.path)
      entry.snapshot = snapshot
      news.append((entry, snapshot, changes))
      entry.player.news += 1
    }
    if news.isEmpty, removed.isEmpty { return }
    sort()
    // The order is that of what the host knew: an entry that only changed stands where it stood.
    let isReordered = !removed.isEmpty || !before.elementsEqual(entries) { $0?.model.info.key == $1.key }
    reader.listed(entries.compactMap { $0.snapshot })
    for snapshot in removed { reader.removed(snapshot) }
    for (_, snapshot, changes) in news {
      if let changes { reader.changed(snapshot, changes) } else { reader.added(snapshot) }
    }
    if isReordered { reader.ordered() }
  }

  /// Puts the most important first.
  private func sort() {
    var token = SortKey.Token()
    for entry in entries where entry.path != nil { token.include(entry.sortKey) }
    let order = Order.indices(entries.count) { a, b in
      SortKey.isBefore(entries[a].sortKey, entries[b].sortKey, token: token)
    }
    entries = order.map { entries[$0] }
  }
}
