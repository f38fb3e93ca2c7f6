// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Follows the queue of a player by `org.mpris.MediaPlayer2.TrackList`, while it exists. Belongs to the loop.
///
/// The contents of the list's signals are not taken over: they may be late, or of a list that this surface does not
/// have. They only make the list be asked for once more, so that in the end it is that of the player, whatever it has
/// sent.
final class QueueFollower {
  private let signals: PlayerSignals
  private let changed: () -> Void
  var subscription: Subscription?
  /// The question that waits for an answer: for the list, or for the metadata of its entries.
  private var question: Subscription?
  private var presentQuestion: Subscription?
  private var slots: [Slot] = []
  private var total = 0
  private var canEdit = false
  private var presentID: TrackID?
  /// Entries that were described since they were added, each by the last that was said of it.
  private var added: [QueueTrack] = []
  private var followed = Followed<PlayingQueue>()

  var state: FollowingState { followed.state }
  var queue: PlayingQueue? { followed.value }

  /// An entry of the list, and what is known of it.
  private final class Slot {
    let id: TrackID
    var track: QueueTrack?
    /// Whether it is asked for.
    var isOutdated = true

    init(_ id: TrackID) { self.id = id }
  }

  private static let maxAdded = 64
  /// Bytes of their descriptions.
  private static let maxAddedBytes = 256 << 10
  private static let interface: StaticString = "org.mpris.MediaPlayer2.TrackList"

  /// - changed: called when `state` or `queue` is another one.
  init(_ signals: PlayerSignals, changed: @escaping () -> Void) {
    self.signals = signals
    self.changed = changed
    // Before the question, so that nothing is missed.
    listen()
    askPresent()
    ask()
  }

  func listen() {
    let match = "path='" + MPRISPlayer.object + "',interface='" + Self.interface.description + "'"
    subscription = signals.subscribe(match) { [unowned(unsafe) self] in heard($0, &$1) }
  }

  /// Signals may be missing.
  func askAnew() {
    for slot in slots { slot.isOutdated = true }
    askPresent()
    ask()
  }

  /// Gives the memory back. The list is asked for when something of it changes.
  func clear() {
    (slots, added) = ([], [])
    followed.clear()
  }

  /// PropertiesChanged of an interface at MPRIS's object.
  ///
  /// - isPartial: whether other properties are no longer what they were, too.
  func foreignChanged(_ interface: String, _ properties: [Decoded.Entry], isPartial: Bool) {
    if interface.exact == ExactText(Self.interface) {
      ask()
    } else if interface.exact == "org.mpris.MediaPlayer2.Player" {
      if case .map(let metadata)? = properties["Metadata"] { play(metadata) } else if isPartial { askPresent() }
    }
  }

  /// This is the metadata of what is played.
  private func play(_ metadata: [Decoded.Entry]) {
    let track = QueueTrack(metadata)
    let id = track.id.isEmpty ? nil : TrackID(track.id)
    guard id != presentID else { return }
    presentID = id
    guard state == .known else { return }
    // Of a long queue another part is kept then.
    if total > slots.count { ask() } else if question == nil { publish() }
  }

  // MARK: Questions

  /// Asks which track is played: players of org.nowplaying say it there as another id.
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
      return index < PlayingQueue.most
    }
    guard let list = first else { return end(.missing) }
    var kept = list
    if list.count > PlayingQueue.most {
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

  /// The properties of the interface; nil when there are none, or of another type.
  private func list(
    _ reply: Message, isWanted: (Int, UnsafePointer<CChar>) -> Bool
  ) -> List? {
    var tracks: (paths: [String], count: Int)?
    var canEdit = false
    guard reply.hasSignature("a{sv}") else { return nil }
    _ = reply.readDictionary { key in
      switch key.exact {
      case "Tracks":
        tracks = reply.readVariant("ao") { reply.readPaths(most: PlayingQueue.mostRead, isWanted) }
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

  /// The list is this one. What is known of an entry stays; of two with the same id there is the first alone.
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

  /// Where an entry is, nearly always at or after an index.
  private static func index(of id: TrackID, in slots: [Slot], near: Int = 0) -> Int? {
    var index = near
    for _ in slots {
      if index >= slots.count { index = 0 }
      if slots[index].id == id { return index }
      index += 1
    }
    return nil
  }

  /// Asks for what is not known of the entries, in one call.
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
      // Without a bus nobody is followed any more, and what is known of the list is no longer so.
      guard signals.isOpen else { return }
      var budget = DecodingBudget()
      if !reply.isError, let tracks = reply.reading({ $0.readTracks(&budget) }) { match(tracks, asked) }
      publish()
    }
    if question == nil { publish() }
  }

  /// Each goes to the entry whose id it has; one without an id to that which stands at its place in the question.
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

  /// Forgets the descriptions that there is no room for.
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

  /// When the bus has gone, sd-bus answers in the place of the player.
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

  /// Of more than it keeps the oldest are asked for.
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
    // It may have got another id, as the specification has it.
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
  /// The next value, if it is an `a{sv}`: the metadata of a track, as far as a queue keeps it.
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

  /// An answer that is an `aa{sv}`; of one with many more tracks than a queue has nothing.
  fileprivate func readTracks(_ budget: inout DecodingBudget) -> [QueueTrack]? {
    guard hasSignature("aa{sv}") else { return nil }
    var tracks: [QueueTrack] = []
    var count = 0
    let all = readArray(of: "a{sv}") { () -> Bool? in
      count += 1
      guard count <= 2 * PlayingQueue.most, let track = readTrack(&budget) else { return nil }
      if tracks.count < PlayingQueue.most { tracks.append(track) }
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
