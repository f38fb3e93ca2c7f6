// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
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
  private var twins = Twins()
  /// Whether the host gets both of two entries that are one playback.
  private let givesTwins: Bool

  init(givesTwins: Bool) { self.givesTwins = givesTwins }

  /// When to flush although nothing has come.
  var nextTime: Int64 { twins.nextTime }

  func add(_ player: PlayerState, path: String?) -> TrackedSession {
    appeared += 1
    let entry = TrackedSession(player, path: path, appeared: appeared)
    entries.append(entry)
    isNews = true
    return entry
  }

  func remove(_ entry: TrackedSession) {
    entries.removeAll { $0 === entry }
    if let told = entry.told { gone.append(told) }
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
    let now = np_now_us()
    guard isNews || now >= nextTime else { return }
    isNews = false
    let before = given
    for entry in entries where entry.isDirty { take(entry, now) }
    twins.settle(entries, now)
    if givesTwins {
      for entry in Twins.name(entries) { take(entry, now) }
    }
    var news: [(snapshot: SessionSnapshot, changes: SessionModel.Changes?)] = []
    var removed = gone
    gone = []
    for entry in entries {
      if !givesTwins, entry.twin != nil {
        if let told = entry.told { removed.append(told) }
        entry.told = nil
      } else if let snapshot = entry.snapshot, snapshot !== entry.told {
        news.append((snapshot, entry.told == nil ? nil : entry.changes))
        entry.told = snapshot
        entry.player.news += 1
      }
      entry.changes = []
    }
    if news.isEmpty, removed.isEmpty { return }
    sort()
    let order = given
    // The order is that of what the host knew: an entry that only changed stands where it stood.
    let isReordered = !removed.isEmpty || !before.elementsEqual(order) { $0.model.info.key == $1.model.info.key }
    reader.listed(order)
    for snapshot in removed { reader.removed(snapshot) }
    for (snapshot, changes) in news {
      if let changes { reader.changed(snapshot, changes) } else { reader.added(snapshot) }
    }
    if isReordered { reader.ordered() }
  }

  /// The entries that the host knows of, in their order.
  private var given: [SessionSnapshot] { entries.compactMap { $0.told } }

  /// Takes over what is known of an entry, if it is more than was known.
  private func take(_ entry: TrackedSession, _ now: Int64) {
    entry.isDirty = false
    let model = entry.model
    if let before = entry.snapshot?.model {
      let changes = model.changes(from: before)
      if changes.isEmpty { return }
      entry.changes.formUnion(changes)
      if entry.repetition.update(from: before, to: model) { entry.changes.insert(.beganAgain) }
    }
    entry.sortKey.update(by: model, &activities)
    entry.take(model, now: now)
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
