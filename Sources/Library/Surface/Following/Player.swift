// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// A connection that owns an MPRIS name: brings its answers and signals to what is known of it, and has the entries of
/// its sessions. Belongs to the loop.
final class Player: PlayerAnswers {
  let state: PlayerState
  private let connection: Connection
  private let sessionList: SessionList
  private let noticeAnswer: () -> Void
  private var entries: [TrackedSession] = []
  private var registration: SurfaceRegistration
  let signals: PlayerSignals
  private var subscriptions: [Subscription?] = []
  private let processes: Processes
  private var processQuestion: Subscription?
  private lazy var questions = PlayerQuestions(signals, self)
  private(set) lazy var lists = PlayerLists(state, signals) { [unowned(unsafe) self] in
    isUnsettled = true
    changeAll()
  }

  /// Whether something has come that is to be read.
  private var isUnsettled = false
  /// Whether properties may be others that no signal has told.
  private var isOutdated = false
  /// Whether a signal has told the properties since the last answer: the getter of a player may be behind.
  private var told = (status: false, metadata: false)
  /// The end of an item at which it was asked where it is.
  private var askedEnd = Int64.max
  /// A count that goes up with each change of an entry.
  private var changes = UInt64.zero
  /// Bytes of memory that is kept of it, about.
  private(set) var size = 0

  private static let maxSessions = 64
  /// NOWPLAYING_SURFACE_MAX_PLAYER_BYTES.
  private static let maxBytes = 4 << 20
  private static let appPath: ExactText = "/org/nowplaying/app"

  /// - answered: called when the player has answered all that it is asked first, or has not in time.
  init(
    _ state: PlayerState, _ connection: Connection, _ sessionList: SessionList, _ signals: PlayerSignals,
    _ processes: Processes, answered: @escaping () -> Void
  ) {
    self.state = state
    self.connection = connection
    self.sessionList = sessionList
    self.signals = signals
    self.processes = processes
    noticeAnswer = answered
    registration = SurfaceRegistration(state.unique, connection)
    signals.rests = { [unowned(unsafe) self] in
      subscriptions = []
      lists.stopListening()
    }
  }

  var isAnswered: Bool { state.isKnown || !questions.isOpen }

  /// Listens, and asks for everything: in this order, so that nothing is missed.
  func start() {
    processQuestion = processes.ask(state.unique) { [unowned(unsafe) self] process in
      processQuestion = nil
      if state.takeProcess(process) { changeAll() }
    }
    listen()
    questions.ask()
  }

  /// Asks again what is due. Returns whether that is everything, because the player has rested.
  func turn(_ now: Int64) -> Bool {
    questions.turn(now)
    if now >= endTime {
      askedEnd = endTime
      questions.askMPRIS()
    }
    guard now >= signals.resumesAt else { return false }
    signals.resume(now)
    changeAll()
    listen()
    lists.listen()
    askAnew()
    return true
  }

  /// When something is due; `.max` while nothing is.
  var nextTime: Int64 { min(questions.nextTime, signals.resumesAt, endTime) }

  /// When to ask it where it is, because its item must be over and it has told nothing: it may repeat the item.
  private var endTime: Int64 {
    let time = state.mprisOnly?.endTime ?? .max
    return time == askedEnd ? .max : time
  }

  /// Asks for everything once more, because signals may be missing.
  func askAnew() {
    if signals.isResting { return }
    told = (false, false)
    questions.askAnew(state)
    lists.askAnew()
  }

  private func listen() {
    let changed = "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',"
    subscriptions = [
      signals.subscribe(changed + "path_namespace='/org/nowplaying'") { [unowned(unsafe) self] in
        questions.hear()
        return wholeChanged($0, &$1)
      },
      signals.subscribe("interface='org.freedesktop.DBus.ObjectManager',path='/org/nowplaying'") {
        [unowned(unsafe) self] in
        questions.hear()
        return objectsChanged($0, &$1)
      },
      signals.subscribe(changed + "path='/org/mpris/MediaPlayer2'") { [unowned(unsafe) self] in
        questions.hear()
        return foreignChanged($0, &$1)
      },
      signals.subscribe("interface='org.mpris.MediaPlayer2.Player',member='Seeked',path='/org/mpris/MediaPlayer2'") {
        [unowned(unsafe) self] message, _ in
        questions.hear()
        guard let position = message.readInt64() else { return .wrong }
        move(to: position, isExact: true)
        return .good
      },
    ]
  }

  /// Says in which aspect ratios this surface shows animated artwork, if the player wants to know.
  func register(_ ratios: AspectRatios, name: String) { registration.show(ratios, name: name) }

  /// Takes every entry away: the player has left.
  func leave() {
    for entry in entries { sessionList.remove(entry) }
    entries = []
  }

  /// One of its names came or went. While it rests that is shown later.
  func changeNames() {
    signals.count()
    questions.hear()
    if !signals.isResting { changeAll() }
  }

  /// All entries are other ones, perhaps.
  func changeAll() {
    for entry in entries { sessionList.change(entry) }
  }

  // MARK: Once a turn

  /// Reads what has come, and forgets what is too much. Returns whether there was something.
  func settle() -> Bool {
    // A change of many sessions is as much work as many messages.
    if state.news > 1 { signals.count(state.news - 1) }
    state.news = 0
    guard isUnsettled else { return false }
    isUnsettled = false
    let start = np_thread_time_us()
    defer { signals.charge(since: start) }
    settleMPRIS()
    for entry in entries where entry.known.settle() {
      changes.advance()
      entry.changed = changes
    }
    measure()
    while size > Self.maxBytes, dropOldest() {}
    return true
  }

  private func settleMPRIS() {
    state.settleMPRIS(now: np_now_us())
    if !isOutdated { return }
    isOutdated = false
    questions.askMPRIS()
  }

  private func measure() {
    size = (state.mprisOnly?.item?.size ?? 0) + (state.queue?.size ?? 0) + (state.playlists?.size ?? 0)
    for entry in entries { size += entry.known.size }
  }

  /// Forgets what has not changed for longest: the content of a session, or the lists. Returns whether there was any.
  func dropOldest() -> Bool {
    var oldest: TrackedSession?
    for entry in entries where entry.known.size > 0 && entry.changed < oldest?.changed ?? .max { oldest = entry }
    if let oldest {
      oldest.known.clear()
      sessionList.change(oldest)
    } else {
      guard state.queue != nil || state.playlists != nil else { return false }
      (state.queue, state.playlists) = (nil, nil)
      lists.clear()
      changeAll()
    }
    measure()
    return true
  }

  // MARK: Queue and playlists

  /// The host wants the queue of an entry, or no longer does.
  func followQueue(of entry: TrackedSession, _ follows: Bool) {
    lists.followQueue(of: entry, follows)
    sessionList.change(entry)
    lists.endUnwanted(entries)
  }

  /// The host wants the playlists for an entry, or with nil no longer does.
  func followPlaylists(for entry: TrackedSession, _ request: PlaylistsRequest?) {
    lists.followPlaylists(for: entry, request)
    sessionList.change(entry)
    lists.endUnwanted(entries)
  }

  // MARK: Answers

  func answered() { noticeAnswer() }

  func adoptProtocol(_ objects: [DecodedObject]) {
    state.adoptProtocol()
    for entry in entries where !objects.contains(where: { $0.path.exact == entry.path?.exact }) { remove(entry) }
    for object in objects { add(object) }
    state.settle()
  }

  func takePlain(all properties: [Decoded.Entry], isLast: Bool) {
    guard state.mprisOnly == nil else {
      takePlain(
        properties.filter {
          !(told.status && $0.key.exact == "PlaybackStatus" || told.metadata && $0.key.exact == "Metadata")
        })
      // A signal of this turn counts until the answer to the question that follows it.
      if isLast, !isOutdated { told = (false, false) }
      state.settleMPRIS(now: np_now_us())
      if let position = properties["Position"]?.anyInteger { move(to: position, isExact: false) }
      return
    }
    state.adoptMPRIS(properties, now: np_now_us())
    entries = [sessionList.add(state, path: nil)]
    isUnsettled = true
    state.settle()
  }

  func takeRoot(_ properties: [Decoded.Entry]) {
    let hadTrackList = state.root.hasTrackList
    if state.takeRoot(properties) { changeAll() }
    if state.root.hasTrackList != hadTrackList { lists.askQueue() }
  }

  // MARK: Signals at MPRIS's object

  /// PropertiesChanged. Small players often say only which properties are no longer what they were.
  private func foreignChanged(_ message: Message, _ budget: inout DecodingBudget) -> PlayerSignals.Hearing {
    guard let (interface, properties, isPartial) = message.readChange(&budget) else { return .wrong }
    lists.foreignChanged(interface, properties, isPartial: isPartial)
    if interface.exact == "org.mpris.MediaPlayer2" {
      takeRoot(properties)
      if isPartial { questions.askRoot() }
    } else if interface.exact == "org.mpris.MediaPlayer2.Player", state.mprisOnly != nil {
      takePlain(properties)
      let tells = (status: properties["PlaybackStatus"] != nil, metadata: properties["Metadata"] != nil)
      // Few players tell everything that changes: CanPlay, or the position at which a song begins again.
      isOutdated = isOutdated || isPartial || tells.status || tells.metadata || properties["Rate"] != nil
      told = isPartial ? (false, false) : (told.status || tells.status, told.metadata || tells.metadata)
    }
    return .good
  }

  private func takePlain(_ properties: [Decoded.Entry]) {
    changeAll()
    isUnsettled = true
    state.takePlain(properties, now: np_now_us())
  }

  private func move(to position: Int64, isExact: Bool) {
    // Another item comes before its position.
    settleMPRIS()
    if state.move(to: position, now: np_now_us(), isExact: isExact) { changeAll() }
  }

  // MARK: Signals at objects of org.nowplaying

  /// PropertiesChanged of an object.
  private func wholeChanged(
    _ message: Message, _ budget: inout DecodingBudget
  ) -> PlayerSignals.Hearing {
    guard state.speaksNowPlaying, let path = message.path else { return state.mprisOnly == nil ? .good : .wrong }
    guard let (interface, properties, _) = message.readChange(&budget) else { return .wrong }
    if path.exact == Self.appPath {
      changeApp(interface, properties)
    } else if let entry = entry(path) {
      entry.known.apply(interface, properties, now: np_now_us())
      isUnsettled = true
      sessionList.change(entry)
    }
    return .good
  }

  /// InterfacesAdded or InterfacesRemoved.
  private func objectsChanged(_ message: Message, _ budget: inout DecodingBudget) -> PlayerSignals.Hearing {
    guard state.speaksNowPlaying else { return state.mprisOnly == nil ? .good : .wrong }
    let manager: StaticString = "org.freedesktop.DBus.ObjectManager"
    if message.isSignal(manager, "InterfacesAdded"), message.hasSignature("oa{sa{sv}}"),
      let added = message.reading({ message -> DecodedObject? in
        guard let path = message.decodeString(.path, &budget), let interfaces = message.decodeInterfaces(&budget) else {
          return nil
        }
        return DecodedObject(path: path, interfaces: interfaces)
      })
    {
      add(added)
    } else if message.isSignal(manager, "InterfacesRemoved"), message.hasSignature("oas"),
      let path = message.decodeString(.path, &budget), let interfaces = message.decodeStrings(&budget)
    {
      remove(path, interfaces)
    } else {
      return .wrong
    }
    return .good
  }

  /// InterfacesAdded, or an object of the first answer.
  func add(_ object: DecodedObject) {
    if object.path.exact == Self.appPath {
      for interface in object.interfaces { changeApp(interface.name, interface.properties) }
      return
    }
    guard object.interfaces.contains(where: { $0.name.exact == "org.nowplaying.Session1" }),
      entries.count < Self.maxSessions || entry(object.path) != nil
    else { return }
    // A path is never given again: who adds one twice says it anew.
    let entry = entry(object.path) ?? make(object.path)
    let now = np_now_us()
    for interface in object.interfaces { entry.known.apply(interface.name, interface.properties, now: now) }
    isUnsettled = true
    sessionList.change(entry)
  }

  private func make(_ path: String) -> TrackedSession {
    let entry = sessionList.add(state, path: path)
    entries.append(entry)
    return entry
  }

  /// InterfacesRemoved.
  func remove(_ path: String, _ interfaces: [String]) {
    guard interfaces.contains(where: { $0.exact == "org.nowplaying.Session1" }), let entry = entry(path) else { return }
    remove(entry)
  }

  private func remove(_ entry: TrackedSession) {
    entries.removeAll { $0 === entry }
    sessionList.remove(entry)
    lists.endUnwanted(entries)
  }

  private func entry(_ path: String) -> TrackedSession? { entries.first { $0.path?.exact == path.exact } }

  private func changeApp(_ interface: String, _ properties: [Decoded.Entry]) {
    let tookSurfaces = state.app.takesSurfaces
    if state.takeApp(interface, properties) { changeAll() }
    if state.app.takesSurfaces, !tookSurfaces { registration.begin() }
  }
}

extension Message {
  /// The contents of PropertiesChanged, and whether other properties are no longer what they were, too; also of one
  /// that cannot be read, but not of one that is given up.
  fileprivate func readChange(
    _ budget: inout DecodingBudget
  ) -> (interface: String, properties: [Decoded.Entry], isPartial: Bool)? {
    guard hasSignature("sa{sv}as") else { return nil }
    let change = reading { message -> (String, [Decoded.Entry], Bool)? in
      guard let interface = message.decodeString(.string, &budget), let properties = message.decodeMap(&budget) else {
        return nil
      }
      return (interface, properties, !(message.decodeStrings(&budget) ?? []).isEmpty)
    }
    if change != nil || budget.isGivenUp { return change }
    rewind()
    return decodeString(.string, &budget).map { ($0, Decoded.unreadable, true) }
  }
}
