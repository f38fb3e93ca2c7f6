// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A session's queue as clients see it by `org.mpris.MediaPlayer2.TrackList`: the whole of a short one, and of a long
/// one the part around what plays, as the specification recommends.
public struct TrackList: Sendable {
  /// An entry, and the track id by which clients know it.
  public struct Entry: Sendable {
    public let path: String
    public let content: Content
    public let id: EntryID

    /// The entry's metadata for clients. Lyrics are in the metadata of the item that plays alone: they would be nearly
    /// all of a list.
    public var metadata: Metadata {
      var content = content
      content.texts[.lyrics] = nil
      return Metadata(content, path: path, artworkURL: nil, feedback: nil, isInList: true)
    }
  }

  public private(set) var entries: [Entry] = []
  public private(set) var canEdit = false
  /// The item that plays; nil when there is none.
  private var presentID: EntryID?
  /// Where the present entry was last, and which part of the queue is shown.
  private var present = 0
  private var start = 0

  /// The list of a session that has no queue.
  public init() {}

  /// The track id that means no track.
  public static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
  /// How many entries clients see.
  public static let size = 100
  /// Of a queue that is longer: how many before the present one are shown at first; and how few may be left before or
  /// after it until another part is shown, so that TrackListReplaced is emitted once in many items.
  private static let before = 20
  private static let margin = 5

  /// The same without its entries.
  public var withoutEntries: TrackList {
    var list = self
    list.entries = []
    return list
  }

  /// A session has another queue, or another item.
  ///
  /// - isOther: whether the queue is another than the last time.
  public mutating func update(to queue: Queue, isOther: Bool, _ state: SessionState, canEdit: Bool) {
    self.canEdit = canEdit
    presentID = state.presentID
    if let presentID, let row = queue.row(of: presentID, near: present) { present = row }
    let start = Self.start(of: queue.entries.count, present: present, last: start)
    guard isOther || start != self.start else { return }
    self.start = start
    entries = []
    for row in start..<min(queue.entries.count, start + Self.size) {
      guard let id = queue.entry(row) else { continue }
      entries.append(Entry(path: state.trackPath(id), content: queue.entries[row], id: id))
    }
  }

  /// Where the part of a queue begins that is shown; never beyond its end.
  static func start(of count: Int, present: Int, last: Int) -> Int {
    let latest = max(0, count - size)
    let last = min(last, latest)
    let hasEnoughBefore = last == 0 || present >= last + margin
    let hasEnoughAfter = last == latest || present < last + size - margin
    if hasEnoughBefore, hasEnoughAfter, present >= last { return last }
    return min(max(0, present - before), latest)
  }

  private func index(of path: String) -> Int? {
    let path = path.exact
    for index in entries.indices where entries[index].path.exact == path { return index }
    return nil
  }

  /// The track ids of all.
  public var paths: [String] {
    var paths: [String] = []
    for entry in entries { paths.append(entry.path) }
    return paths
  }

  /// The entry of a track id; nil when clients see none of it.
  public func entry(_ path: String) -> Entry? { index(of: path).map { entries[$0] } }

  /// The track id of the present entry.
  public var current: String {
    for entry in entries where entry.id == presentID { return entry.path }
    return Self.noTrack
  }

  /// The properties of the interface.
  public static let table = PropertyTable<TrackList, Never>(
    "org.mpris.MediaPlayer2.TrackList",
    [
      // By its name alone, as the specification says: the signals of the interface say what has changed.
      PropertyRow("Tracks", "ao", .byName) { .paths($0.paths) },
      PropertyRow("CanEditTracks", "b", .byValue) { .bool($0.canEdit) },
    ])
}

/// A difference between two lists, as the signals of the interface carry it.
public enum TrackListChange: Sendable {
  case replaced
  /// After the entry of a track id, or at the start.
  case added(TrackList.Entry, after: String)
  case removed(String)
  case described(TrackList.Entry)
}

extension TrackList {
  /// More changes than these are emitted as TrackListReplaced.
  private static let fewChanges = 8

  /// Returns the changes to emit to clients that know a list, in this order.
  public func changes(from sent: TrackList) -> [TrackListChange] {
    var changes: [TrackListChange] = []
    // Where the last entry that clients know already is in their list: these must have stayed in their order.
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
