// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A session's queue as clients are sent it by `org.mpris.MediaPlayer2.TrackList`: all of a short queue, and of a long
/// one the part around the present entry, as the MPRIS specification recommends.
public struct TrackList: Sendable {
  /// An entry of the queue with its track id.
  public struct Entry: Sendable {
    public let path: String
    public let content: Content
    public let id: EntryID

    /// The entry's metadata for clients. Lyrics are left out, because they would be most of the bytes of a list.
    public var metadata: Metadata {
      var content = content
      content.texts[.lyrics] = nil
      return Metadata(content, path: path, artworkURL: nil, feedback: nil, isInList: true)
    }
  }

  public private(set) var entries: [Entry] = []
  public private(set) var canEdit = false
  /// The entry that plays; nil when there is none.
  private var presentID: EntryID?
  /// The row of the present entry at the last update, and the first row that is shown.
  private var present = 0
  private var start = 0

  /// The list of a session without a queue.
  public init() {}

  /// The track id by which MPRIS says "no track".
  public static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
  /// The rows of a long queue that are shown before the present one when a part of the queue is chosen; and the fewest
  /// rows that may be shown before and behind it. With fewer, another part is chosen, so TrackListReplaced is seldom.
  private static let before = 20
  private static let margin = 5

  /// The list without its entries.
  public var withoutEntries: TrackList {
    var list = self
    list.entries = []
    return list
  }

  /// Takes over a session's queue and item.
  ///
  /// - isOther: whether the queue is another one than at the last update.
  public mutating func update(to queue: Queue, isOther: Bool, _ state: SessionState, canEdit: Bool) {
    self.canEdit = canEdit
    presentID = state.presentID
    if let presentID, let row = queue.row(of: presentID, near: present) { present = row }
    let start = Self.start(of: queue.entries.count, present: present, last: start)
    guard isOther || start != self.start else { return }
    self.start = start
    entries = []
    for row in start..<min(queue.entries.count, start + Limits.shownQueue) {
      guard let id = queue.entry(row) else { continue }
      entries.append(Entry(path: state.trackPath(id), content: queue.entries[row], id: id))
    }
  }

  /// The first row of the part that is shown; never beyond the end of the queue.
  static func start(of count: Int, present: Int, last: Int) -> Int {
    let latest = max(0, count - Limits.shownQueue)
    let last = min(last, latest)
    let hasEnoughBefore = last == 0 || present >= last + margin
    let hasEnoughAfter = last == latest || present < last + Limits.shownQueue - margin
    if hasEnoughBefore, hasEnoughAfter, present >= last { return last }
    return min(max(0, present - before), latest)
  }

  private func index(of path: String) -> Int? {
    let path = path.exact
    for index in entries.indices where entries[index].path.exact == path { return index }
    return nil
  }

  /// The track ids of all entries.
  public var paths: [String] {
    var paths: [String] = []
    for entry in entries { paths.append(entry.path) }
    return paths
  }

  /// The entry with a track id; nil when clients are not sent it.
  public func entry(_ path: String) -> Entry? { index(of: path).map { entries[$0] } }

  /// The track id of the present entry, or `noTrack`.
  public var current: String {
    for entry in entries where entry.id == presentID { return entry.path }
    return Self.noTrack
  }

  /// The properties of `org.mpris.MediaPlayer2.TrackList`.
  public static let table = PropertyTable<TrackList, Never>(
    "org.mpris.MediaPlayer2.TrackList",
    [
      // Announced by its name alone, as the MPRIS specification says: the signals of the interface have the changes.
      PropertyRow("Tracks", "ao", .byName) { .paths($0.paths) },
      PropertyRow("CanEditTracks", "b", .byValue) { .bool($0.canEdit) },
    ])
}

/// A difference between two lists, which is sent as a signal of the interface.
public enum TrackListChange: Sendable {
  case replaced
  /// An entry that was added after the entry with a track id, or at the start.
  case added(TrackList.Entry, after: String)
  case removed(String)
  case described(TrackList.Entry)
}

extension TrackList {
  /// The most changes that are sent one by one; more are sent as TrackListReplaced.
  private static let fewChanges = 8

  /// The changes from a list that clients know to this one, in the order of their signals.
  public func changes(from sent: TrackList) -> [TrackListChange] {
    var changes: [TrackListChange] = []
    // The row that the last entry found in both lists has in the list that clients know. If the next such entry has a
    // smaller row there, the order has changed.
    var lastKnown: Int?
    for entry in sent.entries where index(of: entry.path) == nil { changes.append(.removed(entry.path)) }
    var last = Self.noTrack
    for entry in entries {
      if let known = sent.index(of: entry.path) {
        guard known > lastKnown ?? -1 else { return [.replaced] }
        lastKnown = known
        if sent.entries[known].content != entry.content { changes.append(.described(entry)) }
      } else {
        changes.append(.added(entry, after: last))
      }
      last = entry.path
    }
    let isAnother = lastKnown == nil && !changes.isEmpty
    return isAnother || changes.count > Self.fewChanges ? [.replaced] : changes
  }
}
