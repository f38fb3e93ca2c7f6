// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Publishes a session's queue by `org.mpris.MediaPlayer2.TrackList`, for a `PlayerPublication`. The interface exists
/// while the session has a queue.
final class TrackListPublication: LoopBound {
  private let core: AppCore
  private let calls: PlayerCalls
  private let interface: OptionalInterface
  /// The queue that is shown; nil while the session has none.
  private var queue: Queue?
  private var list = TrackList()
  private var announcer = Announcer(TrackList.table, sent: TrackList())
  private(set) var isSettled = true
  private var signalsAt = Instant.max

  init(_ core: AppCore, _ name: BusName, _ calls: PlayerCalls) {
    self.core = core
    self.calls = calls
    interface = OptionalInterface(TrackList.table.interface, path: PlayerObject.path, name)
  }

  func attach(_ connection: Connection?) { interface.attach(connection) }

  /// Takes over a commit of the session that is shown.
  ///
  /// - canEdit: whether its host lets clients change the queue.
  func show(_ committed: CommittedState, canEdit: () -> Bool) {
    if queue == nil, committed.state.queue == nil { return }
    adopt(committed.state, canEdit())
  }

  private func adopt(_ state: SessionState, _ canEdit: Bool) {
    let isOther = state.queue !== queue
    queue = state.queue
    guard let queue else {
      list = TrackList()
      isSettled = false
      return
    }
    list.update(to: queue, isOther: isOther, state, canEdit: canEdit)
    isSettled = false
  }

  /// Whether the interface is exported.
  var isShown: Bool { interface.isExported }

  /// Prepares for a new name: clients read the list when it appears, so nothing is announced.
  func prepare() {
    announcer.remember(list, now: .min)
    isSettled = true
    interface.prepare()
  }

  /// Exports the interface before clients are told of it, or removes it.
  func export() {
    guard interface.update(isWanted: queue != nil, members) else { return }
    // Clients read everything when the name appears. When the interface is exported later, the entries are announced,
    // because not all clients read them then.
    announcer.remember(interface.reachable == nil ? list : list.withoutEntries, now: .min)
    isSettled = false
  }

  /// Emits changes, now or when it is time.
  func flush() {
    if !isSettled { tell() }
  }

  /// Notes that a client reads values that others may not have been sent yet.
  func note(_ reading: Reading) { announcer.note(reading, list) }

  private func tell() {
    signalsAt = .max
    guard let connection = interface.reachable else {
      isSettled = true
      // A client that sees the interface later reads all of it.
      return announcer.remember(list, now: .min)
    }
    let now = Instant.now
    guard !connection.isCongested else { return }
    let changes = announcer.changes(to: list)
    let changed = list.changes(from: announcer.sent)
    if changes.isEmpty, changed.isEmpty {
      isSettled = true
      return
    }
    guard now >= announcer.nextSignal else {
      signalsAt = announcer.nextSignal
      return
    }
    isSettled = true
    core.log(.debug, "Tells clients that the queue has changed")
    for change in changed { emit(change, connection) }
    if !changes.isEmpty { announcer.announce(changes, of: list, at: PlayerObject.path, connection) }
    announcer.remember(list, now: now)
  }

  private func emit(_ change: TrackListChange, _ connection: Connection) {
    let (member, values): (StaticString, [Value]) =
      switch change {
      case .replaced: ("TrackListReplaced", [.paths(list.paths), .path(list.current)])
      case .added(let entry, let after): ("TrackAdded", [.map(entry.metadata.boundedEntries), .path(after)])
      case .removed(let path): ("TrackRemoved", [.path(path)])
      case .described(let entry): ("TrackMetadataChanged", [.path(entry.path), .map(entry.metadata.boundedEntries)])
      }
    connection.emit(path: PlayerObject.path, interface: TrackList.table.interface, member: member) { message in
      message.append(each: values) { message.append($0) }
    }
  }

  /// The time of the next turn.
  var nextTime: Instant { min(signalsAt, interface.nextTime) }

  // MARK: Calls

  /// The most tracks that one call can ask for.
  private static var maxTracks: Int { 2 * Limits.shownQueue }

  private func members() -> [Member] {
    TrackList.table.members { [unowned(unsafe) self] in list } + [
      .method(name: "GetTracksMetadata", arguments: "ao", result: "aa{sv}", names: "TrackIds Metadata") {
        [unowned(unsafe) self] in describe($0)
      },
      .method(name: "AddTrack", arguments: "sob", result: "", names: "Uri AfterTrack SetAsCurrent") {
        [unowned(unsafe) self] in add($0)
      },
      .method(name: "RemoveTrack", arguments: "o", result: "", names: "TrackId") {
        [unowned(unsafe) self] in change($0) { .remove($0) }
      },
      .method(name: "GoTo", arguments: "o", result: "", names: "TrackId") {
        [unowned(unsafe) self] in change($0) { .goTo($0) }
      },
      .signal(name: "TrackListReplaced", arguments: "aoo", names: "Tracks CurrentTrack"),
      .signal(name: "TrackAdded", arguments: "a{sv}o", names: "Metadata AfterTrack"),
      .signal(name: "TrackRemoved", arguments: "o", names: "TrackId"),
      .signal(name: "TrackMetadataChanged", arguments: "oa{sv}", names: "TrackId Metadata"),
    ]
  }

  /// Answers with the metadata of the tracks that are in the list, each once.
  private func describe(_ message: Message) {
    guard let paths = message.readArray(of: "o", { message.readString(.path) }), paths.count <= Self.maxTracks else {
      return message.reply(
        error: "org.freedesktop.DBus.Error.LimitsExceeded",
        "At most " + Escape.decimal(Int64(clamping: Self.maxTracks)) + " tracks are described at a time")
    }
    var maps: [[Value.Entry]] = []
    var known: [String] = []
    for path in paths where !known.contains(where: { $0.exact == path.exact }) {
      known.append(path)
      if let entry = list.entry(path) { maps.append(entry.metadata.boundedEntries) }
    }
    message.reply { $0.append(.maps(maps)) }
  }

  /// The entry of a track id that clients know, if it was not removed meanwhile.
  private func entry(_ path: String) -> EntryID? {
    guard let id = list.entry(path)?.id, calls.queue?.row(of: id) != nil else { return nil }
    return id
  }

  /// Handles a client's change of an entry. As MPRIS demands, a change of an unknown entry is ignored.
  private func change(_ message: Message, _ change: (EntryID) -> SessionChange) {
    guard let path = message.readString(.path), let entry = entry(path) else { return message.reply() }
    calls.route(queue: change(entry), message)
  }

  private func add(_ message: Message) {
    guard let uri = message.readString(), let after = message.readString(.path), let plays = message.readBool() else {
      return message.reply()
    }
    var place: EntryID?
    if after.exact != TrackList.noTrack.exact {
      // An unknown or removed track means the end of the queue, also where clients do not see that end.
      place = entry(after) ?? calls.queue.flatMap { $0.entry($0.entries.count - 1) }
    }
    calls.route(queue: .add(uri: uri, after: place, plays: plays), message)
  }
}

extension Metadata {
  /// The entries that fit into the limit for an entry of a queue, in their order.
  fileprivate var boundedEntries: [Value.Entry] {
    var bounded: [Value.Entry] = []
    var left = Limits.entry
    for entry in entries {
      let size = entry.key.utf8CodeUnitCount + entry.value.size
      guard size <= left else { continue }
      left -= size
      bounded.append(entry)
    }
    return bounded
  }
}

extension Value {
  /// The approximate bytes of the value in a message.
  var size: Int {
    var size = 16
    switch self {
    case .string(let text), .path(let text): size += text.byteCount
    case .strings(let texts), .paths(let texts), .words(let texts): for text in texts { size += text.byteCount + 8 }
    case .intervals(let lengths): size += 8 * lengths.count
    case .doubles(let numbers): size += 8 * numbers.count
    case .map(let entries):
      for entry in entries { size += entry.key.utf8CodeUnitCount + entry.value.size }
    case .maps(let maps): for map in maps { size += Value.map(map).size }
    case .timed(let list): for timed in list { size += 24 + timed.first.byteCount + timed.second.byteCount }
    case .maybePlaylist, .range, .span, .bool, .int32, .uint32, .int64, .double: break
    }
    return size
  }
}
