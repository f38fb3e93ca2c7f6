// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Finds pairs of entries that are one playback with two names, and chooses the better one of each.
struct Twins {
  /// The time at which to check whether a pair whose entries differ now is still one playback; `.max` for no such pair.
  private(set) var nextTime = Instant.max

  /// Checks all entries, and notes the twin of each that has one.
  mutating func settle(_ entries: [TrackedSession], _ now: Instant) {
    let shown = entries.filter { $0.isShownByMPRIS && $0.snapshot != nil }
    part(shown, entries, now)
    for (index, entry) in shown.enumerated() {
      var compared = 0
      // Only entries that have no twin are compared, so there are no circles.
      for other in shown[..<index] where other.twin == nil && entry.player !== other.player {
        guard entry.twin == nil, entry.isToCompare || other.isToCompare else { continue }
        if entry.playback.isOfProcess(of: other.playback) { compared += 1 }
        guard compared <= Self.most else { continue }
        Self.noteCopy(entry, other)
        guard let better = Self.better(entry, other) else { continue }
        if better === entry { other.twin = entry } else { entry.twin = other }
      }
    }
    for entry in entries { entry.isToCompare = false }
  }

  /// The time for which the slower of two names may show something else.
  private static let patience: Microseconds = .milliseconds(750)

  /// The most players of one process with which an entry is compared, because comparing titles takes time.
  private static let most = 16

  /// Gives both entries of a pair the key of the other. Returns the entries whose key has changed.
  static func name(_ entries: [TrackedSession]) -> [TrackedSession] {
    var keys = entries.map { $0.twin?.key ?? .empty }
    for entry in entries {
      guard let twin = entry.twin, let index = entries.firstIndex(where: { $0 === twin }) else { continue }
      if keys[index].isEmpty { keys[index] = entry.key }
    }
    return entries.indices.compactMap { index in
      if entries[index].twinKey == keys[index] { return nil }
      entries[index].twinKey = keys[index]
      return entries[index]
    }
  }

  /// Separates the entries of pairs that are no longer one playback: at once when one entry is gone, and after a moment
  /// when the entries differ, because one of the two may only be slower.
  private mutating func part(_ shown: [TrackedSession], _ entries: [TrackedSession], _ now: Instant) {
    nextTime = .max
    for entry in entries {
      guard let twin = entry.twin else { continue }
      if !shown.contains(where: { $0 === twin }) || !shown.contains(where: { $0 === entry }) {
        entry.part()
      } else if Self.areOne(entry, twin) {
        entry.partsAt = .max
      } else {
        // One of them may be between two items.
        let patience = entry.hasItem == twin.hasItem ? Self.patience : Playback.gap
        entry.partsAt = min(entry.partsAt, now + patience)
        if now >= entry.partsAt { entry.part() }
      }
      nextTime = min(nextTime, entry.partsAt)
    }
  }

  /// Whether two entries of a pair still are one playback.
  private static func areOne(_ a: TrackedSession, _ b: TrackedSession) -> Bool {
    a.isActive == b.isActive && a.hasItem == b.hasItem
      && (a.playback.isTied(to: b.playback) || a.playback.isLike(b.playback))
  }

  /// Returns the better of two entries that are one playback; nil where they are two.
  private static func better(_ a: TrackedSession, _ b: TrackedSession) -> TrackedSession? {
    guard a.isActive == b.isActive, a.hasItem, b.hasItem else { return nil }
    if a.playback.isIntegration(of: b.playback) || b.playback.isIntegration(of: a.playback) {
      if !a.playback.isTied(to: b.playback) { return nil }
      return a.playback.isIntegration(of: b.playback) ? better(a, ifChildOf: b) : better(b, ifChildOf: a)
    }
    if a.playback.isOfProcess(of: b.playback) {
      // Two players of org.nowplaying in one program are two playbacks.
      if a.path != nil, b.path != nil { return nil }
      if a.playback.title.isEmpty || b.playback.title.isEmpty { return nil }
      return a.playback.isTied(to: b.playback) ? richer(a, b) : nil
    }
    return a.behavesAs(b) && a.playback.isLike(b.playback) ? original(a, b) : nil
  }

  /// Returns the better of an integration and its browser. A real integration runs as a child process of the browser,
  /// which another program cannot arrange: an integration that is no child is not preferred.
  private static func better(_ integration: TrackedSession, ifChildOf browser: TrackedSession) -> TrackedSession {
    let (player, process) = (integration.player, browser.player.process)
    return player.process == process || player.parent == process ? richer(integration, browser) : browser
  }

  /// Notes which of two programs has taken the title of the other. When both had it before the surface came, either
  /// may have.
  private static func noteCopy(_ a: TrackedSession, _ b: TrackedSession) {
    guard !a.playback.isOfProcess(of: b.playback), a.playback.isLike(b.playback) else { return }
    if a.titledAt == .min, b.titledAt == .min {
      (a.isCopy, b.isCopy) = (true, true)
    } else if a.titledAt != b.titledAt {
      (a.titledAt > b.titledAt ? a : b).isCopy = true
    } else {
      (a.came(before: b) ? b : a).isCopy = true
    }
  }

  /// Returns the entry of two programs that the other copies: it was there first, and never took a title of another
  /// program. Which of them changes first shows nothing, because a program that copies a player can also drive it.
  private static func original(_ a: TrackedSession, _ b: TrackedSession) -> TrackedSession? {
    let (first, second) = a.came(before: b) ? (a, b) : (b, a)
    return second.isCopy && !first.isCopy ? first : nil
  }

  private static func richer(_ a: TrackedSession, _ b: TrackedSession) -> TrackedSession {
    let (rank, other) = (a.richness, b.richness)
    return rank != other ? rank > other ? a : b : a.came(before: b) ? a : b
  }
}

extension TrackedSession {
  fileprivate var isActive: Bool { snapshot?.model.playback.isActive ?? false }
  fileprivate var hasItem: Bool { snapshot?.model.hasItem ?? false }

  /// Makes the entry a playback of its own.
  fileprivate func part() { (twin, partsAt, isToCompare) = (nil, .max, true) }

  /// A measure of how much can be shown of the entry and done with it.
  fileprivate var richness: Int {
    guard let model = snapshot?.model else { return 0 }
    var rank = model.commands.filter { $0.enabled }.count
    if path != nil { rank += 100 }
    if model.info.volume >= 0 { rank += 1 }
    guard let item = model.item else { return rank }
    if !item.artworkID.isEmpty || !item.artworkURL.isEmpty { rank += 4 }
    if item.length != nil { rank += 2 }
    for line in [item.lines.second, item.lines.third] where !line.isEmpty { rank += 1 }
    return rank
  }

  /// Whether the entry's last changes came at the same times as those of another entry. At least two changes are
  /// required, because an entry that changes all the time has some changes in common with any other.
  fileprivate func behavesAs(_ other: TrackedSession) -> Bool {
    turns.count > 1 && turns.count == other.turns.count
      && zip(turns, other.turns).allSatisfy { ($0 - $1).magnitude < Playback.moment }
  }
}
