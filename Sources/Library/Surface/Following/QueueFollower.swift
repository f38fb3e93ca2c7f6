// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Follows the queue of a player by `org.mpris.MediaPlayer2.TrackList`, while this object exists.
///
/// The signals of the interface are not applied to the list: they may be late, or about a list that this surface does
/// not have. Each makes it ask for the list again, so that it ends with the player's list in any case.
final class QueueFollower: LoopBound {
  private let signals: PlayerSignals
  private let changed: () -> Void
  var subscription: Subscription?
  /// The open question: for the list, or for the metadata of its entries.
  private var question: Subscription?
  private var presentQuestion: Subscription?
  private var slots: [Slot] = []
  private var total = 0
  private var canEdit = false
  private var presentID: TrackID?
  /// The descriptions of entries that signals have added, each the newest.
  private var added: [QueueTrack] = []
  private var followed = FollowedList<PlayingQueue>()

  var state: FollowingState { followed.state }
  var queue: PlayingQueue? { followed.value }

  /// An entry of the list, with its description if that is known.
  private final class Slot {
    let id: TrackID
    var track: QueueTrack?
    /// Whether the description has to be asked for.
    var isOutdated = true

    init(_ id: TrackID) { self.id = id }
  }

  private static let maxAdded = 64
  /// The most bytes of the descriptions of added entries together.
  private static let maxAddedBytes = 256 << 10
  private static let interface: StaticString = "org.mpris.MediaPlayer2.TrackList"

  /// - changed: called when `state` or `queue` has changed.
  init(_ signals: PlayerSignals, changed: @escaping () -> Void) {
    self.signals = signals
    self.changed = changed
    // Subscribed before asking, so that no change is missed.
    listen()
    askPresent()
    ask()
  }

  func listen() {
    let match = "path='" + MPRISPlayer.object + "',interface='" + Self.interface.description + "'"
    subscription = signals.subscribe(match) { [unowned(unsafe) self] in heard($0, &$1) }
  }

  /// Asks for everything again, because signals may have been lost.
  func askAnew() {
    for slot in slots { slot.isOutdated = true }
    askPresent()
    ask()
  }

  /// Drops the list to free its memory. After the next signal the list is asked for again.
  func clear() {
    (slots, added) = ([], [])
    followed.clear()
  }

  /// Handles PropertiesChanged of MPRIS's object.
  ///
  /// - isPartial: whether the signal also names changed properties without their values.
  func mprisChanged(_ interface: String, _ properties: [Decoded.Entry], isPartial: Bool) {
    if interface.exact == ExactText(Self.interface) {
      ask()
    } else if interface.exact == "org.mpris.MediaPlayer2.Player" {
      if case .map(let metadata)? = properties["Metadata"] { play(metadata) } else if isPartial { askPresent() }
    }
  }

  /// Takes over the metadata of the track that plays.
  private func play(_ metadata: [Decoded.Entry]) {
    let track = QueueTrack(metadata)
    let id = track.id.isEmpty ? nil : TrackID(track.id)
    guard id != presentID else { return }
    presentID = id
    guard state == .known else { return }
    // Another part of a long queue is kept when another entry plays.
    if total > slots.count { ask() } else if question == nil { publish() }
  }

  // MARK: Questions

  /// Asks for the track that plays. Its id in the queue is that of MPRIS, also for a player of org.nowplaying.
  private func askPresent() {
    presentQuestion = signals.ask(
      MPRISPlayer.object, "org.freedesktop.DBus.Properties", "Get",
      {
        $0.append("org.mpris.MediaPlayer2.Player").then($0.append("Metadata"))
      }, timeout: FollowingState.timeout
    ) { [unowned(unsafe) self] reply in
      presentQuestion = nil
      if reply.isError { return }
      let value = reply.reading { reply in
        var budget = DecodingBudget()
        return reply.decodeVariant(&budget)
      }
      if case .map(let metadata)? = value { play(metadata) }
    }
  }

  /// Asks for the list.
  func ask() {
    guard followed.begins(isAsking: question != nil) else { return }
    question = signals.ask(
      MPRISPlayer.object, "org.freedesktop.DBus.Properties", "GetAll", { $0.append(Self.interface) },
      timeout: FollowingState.timeout
    ) { [unowned(unsafe) self] reply in
      question = nil
      readAll(reply)
    }
    if question == nil { end(.silent) }
  }

  private func readAll(_ reply: Message) {
    if reply.isError { return failed(reply) }
    var place: Int?
    let first = list(reply) { index, path in
      if place == nil, let presentID, presentID.text.isSame(as: path) { place = index }
      return index < SurfaceLimits.queue
    }
    guard let list = first else { return end(.missing) }
    var kept = list
    if list.count > SurfaceLimits.queue {
      reply.rewind()
      let range = PlayingQueue.kept(of: list.count, present: place)
      guard let part = self.list(reply, isWanted: { index, _ in range.contains(index) }) else { return end(.missing) }
      kept = part
    }
    total = list.count
    canEdit = kept.canEdit
    fill(kept.paths)
    describe()
  }

  private typealias List = (paths: [String], count: Int, canEdit: Bool)

  /// Reads the properties of the interface; nil when they are missing, or have wrong types.
  private func list(
    _ reply: Message, isWanted: (Int, UnsafePointer<CChar>) -> Bool
  ) -> List? {
    var tracks: (paths: [String], count: Int)?
    var canEdit = false
    guard reply.hasSignature("a{sv}") else { return nil }
    _ = reply.readDictionary { key in
      switch key.exact {
      case "Tracks":
        tracks =
          reply.readVariant("ao") { reply.readPaths(most: SurfaceLimits.readQueue, isWanted) }
          // Some players send texts.
          ?? reply.readVariant("as") { reply.readPaths(areTexts: true, most: SurfaceLimits.readQueue, isWanted) }
        return tracks != nil
      case "CanEditTracks":
        guard let truth = reply.readVariant("b", { reply.readBool() }) else { return false }
        canEdit = truth
        return true
      default: return false
      }
    }
    return tracks.map { ($0.paths, $0.count, canEdit) }
  }

  /// Takes over a list of track ids. Known descriptions stay; of two entries with the same id the first is kept.
  private func fill(_ paths: [String]) {
    let before = slots
    slots = []
    slots.reserveCapacity(paths.count)
    var near = 0
    for path in paths {
      guard let id = TrackID(path) else {
        total -= 1
        continue
      }
      if Self.index(of: id, in: slots) != nil {
        total -= 1
        continue
      }
      var slot = Slot(id)
      if let index = Self.index(of: id, in: before, near: near) {
        slot = before[index]
        if slot.track == nil { slot.isOutdated = true }
        near = index + 1
      }
      if let track = added.first(where: { $0.id == id.text }) {
        slot.track = track
        slot.isOutdated = false
      }
      slots.append(slot)
    }
    added = []
  }

  /// The index of an entry, which is nearly always `near` or a later one.
  private static func index(of id: TrackID, in slots: [Slot], near: Int = 0) -> Int? {
    var index = near
    for _ in slots {
      if index >= slots.count { index = 0 }
      if slots[index].id == id { return index }
      index += 1
    }
    return nil
  }

  /// Asks for the missing descriptions, in one call.
  private func describe() {
    var asked: [TrackID] = []
    for slot in slots where slot.isOutdated {
      asked.append(slot.id)
      slot.isOutdated = false
    }
    if asked.isEmpty { return publish() }
    question = signals.ask(
      MPRISPlayer.object, Self.interface, "GetTracksMetadata",
      { message in message.append(array: asked, of: "o") { message.append(path: $0.text.string) } },
      timeout: FollowingState.timeout
    ) { [unowned(unsafe) self] reply in
      question = nil
      // Without a bus the player is not followed any more.
      guard signals.isOpen else { return }
      var budget = DecodingBudget()
      if !reply.isError, let tracks = reply.reading({ $0.readTracks(&budget) }) { match(tracks, asked) }
      publish()
    }
    if question == nil { publish() }
  }

  /// Assigns descriptions to entries by their ids. A description without an id is that of the entry with the same index
  /// in the question, if the answer has one for each entry.
  private func match(_ tracks: [QueueTrack], _ asked: [TrackID]) {
    var near = 0
    for (place, track) in tracks.enumerated() {
      let isPlaced = track.id.isEmpty
      guard !isPlaced || tracks.count == asked.count else { continue }
      let id = isPlaced ? asked[place] : TrackID(track.id)
      guard let index = Self.index(of: id, in: slots, near: near) else { continue }
      slots[index].track = track.with(id: id.text)
      near = index + 1
    }
  }

  /// Drops descriptions beyond the limit of memory.
  private func trim() {
    var left = PlayingQueue.maxBytes
    for slot in slots {
      left -= slot.track?.size ?? 0
      if left < 0 { slot.track = nil }
    }
  }

  private func publish() {
    trim()
    let present = presentID.flatMap { Self.index(of: $0, in: slots) }
    let new = PlayingQueue(
      slots.map { $0.track ?? QueueTrack(id: $0.id.text) }, total: total, present: present, canEdit: canEdit)
    if followed.adopt(new) { changed() }
    if followed.asksAgain { ask() }
  }

  /// Ends with an error. When the connection is lost, sd-bus itself answers the call, which is ignored.
  private func failed(_ reply: Message) {
    if signals.isOpen { end(reply.isTimeout ? .silent : .missing) }
  }

  private func end(_ end: FollowingState) {
    if followed.end(end) {
      slots = []
      changed()
    }
    if followed.asksAgain { ask() }
  }

  // MARK: Signals

  private func heard(_ message: Message, _ budget: inout DecodingBudget) -> PlayerSignals.Hearing {
    if message.isSignal(Self.interface, "TrackMetadataChanged"), message.hasSignature("oa{sv}") {
      let read = message.reading { message -> (TrackID, QueueTrack)? in
        guard let id = message.decodeString(.path, &budget).flatMap({ TrackID($0) }),
          let track = message.readTrack(&budget)
        else { return nil }
        return (id, track)
      }
      guard let (id, track) = read else { return .wrong }
      describe(id, track)
    } else if message.isSignal(Self.interface, "TrackAdded"), message.hasSignature("a{sv}o") {
      if let track = message.reading({ $0.readTrack(&budget) }), !track.id.isEmpty { add(track) }
      ask()
    } else {
      if message.isSignal(Self.interface, "TrackListReplaced") {
        for slot in slots { slot.isOutdated = true }
        added = []
      }
      ask()
    }
    return .good
  }

  /// Keeps the description of an added entry. Beyond the limit the oldest are dropped, and asked for later.
  private func add(_ track: QueueTrack) {
    removeAdded(track.id)
    added.append(track)
    var size = 0
    for track in added { size += track.size }
    while added.count > Self.maxAdded || size > Self.maxAddedBytes { size -= added.removeFirst().size }
  }

  private func removeAdded(_ id: Text) { added.removeAll { $0.id == id } }

  private func describe(_ id: TrackID, _ track: QueueTrack) {
    let isAdded = added.contains { $0.id == id.text }
    // MPRIS lets an entry get another id here.
    if !track.id.isEmpty, track.id != id.text {
      removeAdded(id.text)
      return ask()
    }
    if isAdded { add(track.with(id: id.text)) }
    guard let index = Self.index(of: id, in: slots) else { return }
    slots[index].track = track.with(id: id.text)
    slots[index].isOutdated = false
    if question == nil, state == .known { publish() } else { trim() }
  }
}

extension Message {
  /// Reads the metadata of a track, as far as queues keep it.
  fileprivate func readTrack(_ budget: inout DecodingBudget) -> QueueTrack? {
    budget.keep(bytes: 64 << 10, values: 256)
    var entries: [Decoded.Entry] = []
    let isRead = readDictionary(&budget) { key, budget in
      guard QueueTrack.keeps(key), let value = decodeVariant(&budget) else { return false }
      entries.append(Decoded.Entry(key, value))
      return true
    }
    return isRead ? QueueTrack(entries) : nil
  }

  /// Reads an answer of type `aa{sv}`; nil when it has many more tracks than a queue keeps.
  fileprivate func readTracks(_ budget: inout DecodingBudget) -> [QueueTrack]? {
    guard hasSignature("aa{sv}") else { return nil }
    var tracks: [QueueTrack] = []
    var count = 0
    let all = readArray(of: "a{sv}") { () -> Bool? in
      count += 1
      guard count <= 2 * SurfaceLimits.queue, let track = readTrack(&budget) else { return nil }
      if tracks.count < SurfaceLimits.queue { tracks.append(track) }
      return true
    }
    return all == nil ? nil : tracks
  }

  var isTimeout: Bool {
    switch errorName?.exact {
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
      "org.freedesktop.DBus.Error.TimedOut":
      true
    default: false
    }
  }
}
