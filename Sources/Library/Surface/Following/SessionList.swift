// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The callbacks to a host about sessions.
protocol SessionListObserver: AnyObject {
  /// The sessions, in their order. Called before the other callbacks.
  func listed(_ sessions: [SessionSnapshot])
  func added(_ session: SessionSnapshot)
  func changed(_ session: SessionSnapshot, _ changes: SessionModel.Changes)
  func removed(_ session: SessionSnapshot)
  func ordered()
}

/// All entries, and the changes that the host was not told yet.
final class SessionList: LoopBound {
  private var entries: [TrackedSession] = []
  /// The removed entries, as the host knew them.
  private var gone: [SessionSnapshot] = []
  /// Counts the entries that have appeared.
  private var appeared = UInt64.zero
  private var activities = SortKey.beforeAll
  private var isNews = false
  private var twins = Twins()
  /// The MPRIS names of players in the order that a daemon has told.
  private var daemonOrder: [String] = []
  /// Whether the host is given both of two entries that are one playback.
  private let givesTwins: Bool

  init(givesTwins: Bool) { self.givesTwins = givesTwins }

  /// The time of a `flush` even if nothing has changed.
  var nextTime: Instant { min(twins.nextTime, rankTime) }
  /// The time at which an entry loses the rank that it has kept between two items; `.max` for none.
  private var rankTime = Instant.max

  func add(_ player: PlayerState, path: String?) -> TrackedSession {
    appeared.advance()
    let entry = TrackedSession(player, path: path, appeared: appeared)
    entry.sortKey.place = place(of: entry)
    entries.append(entry)
    isNews = true
    return entry
  }

  /// Takes over the order in which a daemon has the players that were there before this surface.
  func take(order: [String]) {
    if order.isEmpty, daemonOrder.isEmpty { return }
    daemonOrder = order
    for entry in entries { entry.sortKey.place = place(of: entry) }
    isNews = true
  }

  private func place(of entry: TrackedSession) -> Int {
    guard entry.wasThere else { return .max }
    return daemonOrder.firstIndex { name in entry.player.names.contains { $0.exact == name.exact } } ?? .max
  }

  func remove(_ entry: TrackedSession) {
    entries.removeAll { $0 === entry }
    if let told = entry.told { gone.append(told) }
    isNews = true
  }

  /// Marks an entry as changed.
  func change(_ entry: TrackedSession) {
    entry.isDirty = true
    isNews = true
  }

  /// Whether an entry that the host knows still exists.
  func has(_ snapshot: SessionSnapshot) -> Bool { entry(snapshot) != nil }

  /// The entry of a snapshot; nil when it is gone.
  func entry(_ snapshot: SessionSnapshot) -> TrackedSession? { entries.first { $0.key == snapshot.model.info.key } }

  /// Tells the host the changes. Called once in a turn, so that each entry is reported at most once.
  func flush(to observer: any SessionListObserver) {
    let now = Instant.now
    guard isNews || now >= nextTime else { return }
    isNews = false
    let before = given
    // Of several that cease to play at once, as when all are paused, the first one has played last.
    for entry in entries.reversed() where entry.isDirty && !entry.model.playback.isActive { take(entry, now) }
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
    sort(now)
    let order = given
    // The order is compared with the one that the host knows.
    let isReordered = !removed.isEmpty || !before.elementsEqual(order) { $0.model.info.key == $1.model.info.key }
    if news.isEmpty, !isReordered { return }
    observer.listed(order)
    for snapshot in removed { observer.removed(snapshot) }
    for (snapshot, changes) in news {
      if let changes { observer.changed(snapshot, changes) } else { observer.added(snapshot) }
    }
    if isReordered { observer.ordered() }
  }

  /// The entries that the host knows, in their order.
  private var given: [SessionSnapshot] { entries.compactMap { $0.told } }

  /// Takes over the model of an entry, if it has changed.
  private func take(_ entry: TrackedSession, _ now: Instant) {
    entry.isDirty = false
    let model = entry.model
    var isNext = false
    if let before = entry.snapshot?.model {
      let changes = model.changes(from: before)
      if changes.isEmpty { return }
      entry.changes.formUnion(changes)
      if entry.repetition.update(from: before, to: model) { entry.changes.insert(.beganAgain) }
      isNext = changes.contains(.item) && !(before.item.map { model.item?.isSame(as: $0) ?? false } ?? false)
    }
    entry.sortKey.update(by: model, isNext: isNext, &activities, now: now)
    entry.take(model, now: now)
  }

  /// Sorts the entries, the most important first.
  private func sort(_ now: Instant) {
    rankTime = .max
    for entry in entries {
      entry.sortKey.settle(now: now)
      rankTime = min(rankTime, entry.sortKey.keptUntil)
    }
    var token = SortKey.Token()
    for entry in entries where entry.path != nil { token.include(entry.sortKey) }
    let order = Order.indices(entries.count) { a, b in
      SortKey.isBefore(entries[a].sortKey, entries[b].sortKey, token: token)
    }
    entries = order.map { entries[$0] }
  }
}
