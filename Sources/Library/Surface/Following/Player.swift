// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// A connection that owns an MPRIS name. It passes the player's answers and signals to `PlayerState`, and has the
/// entries of its sessions.
final class Player: LoopBound {
  let state: PlayerState
  private let connection: Connection
  let sessionList: SessionList
  private let noticeAnswer: () -> Void
  private(set) var entries: [TrackedSession] = []
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

  /// Whether properties or lists have come since the last `settle`.
  private var isUnsettled = false
  /// Whether properties may have changed without a signal.
  private var isOutdated = false
  /// Whether a signal has set PlaybackStatus or Metadata since the last answer: the next answer may have older values.
  private var told = (status: false, metadata: false)
  /// When to look whether the player was right in its last signal and the answer that followed.
  private var nextLook = PositionLook()
  /// Whether no signal has come since the first answer, which may be that of a player that is starting.
  private var isStarting = false
  /// Whether that look is for what the player may not emit, and what signals have set since it was planned.
  private var looksForUntold = false
  private var heard = (status: false, metadata: false)
  /// The end of the item after which the player was last asked for its position: it is asked once for each.
  private var askedEnd = Instant.min
  /// The time before which it is not asked for the next end, for items of a second and positions that never move.
  private var nextEnd = Instant.min
  private static let endPause: Microseconds = .seconds(10)
  /// Counts the changes of entries.
  private var changes = UInt64.zero
  /// The approximate bytes of memory that are kept of the player.
  var size = 0

  private static let rootPath: ExactText = "/org/nowplaying"
  private static let appPath: ExactText = "/org/nowplaying/app"

  /// - answered: called when the player has answered the first questions, or has not in time.
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

  /// Subscribes to signals, and then asks for everything, so that no change is missed.
  func start() {
    processQuestion = processes.ask(state.unique) { [unowned(unsafe) self] process in
      processQuestion = nil
      if state.takeProcess(process) { changeAll() }
    }
    listen()
    questions.ask()
  }

  /// Asks questions that are due. Returns whether all entries count as changed, because a rest of the player has ended:
  /// the time in which it was not listened to.
  func turn(_ now: Instant) -> Bool {
    questions.turn(now)
    if now >= endTime {
      askedEnd = state.mprisOnly?.endTime ?? .max
      nextEnd = now + Self.endPause
      questions.askMPRIS()
    }
    if now >= nextLook.time { look(now) }
    guard now >= signals.resumesAt else { return false }
    signals.resume(now)
    changeAll()
    listen()
    lists.listen()
    askAnew()
    return true
  }

  /// The time of the next `turn`; `.max` for none.
  var nextTime: Instant { min(questions.nextTime, signals.resumesAt, endTime, nextLook.time) }

  /// The time to ask for the position, because the item should be over and no signal has come: the player may repeat
  /// the item.
  private var endTime: Instant {
    let time = state.mprisOnly?.endTime ?? .max
    return time == askedEnd ? .max : max(time, nextEnd)
  }

  private func look(_ now: Instant) {
    // An answer that is awaited, and the one after a rest, come as late as this one would.
    let asks = !questions.isAskingMPRIS && !signals.isResting
    nextLook.begin(isAsked: asks, now)
    defer { if nextLook.time == .max { (looksForUntold, heard) = (false, (false, false)) } }
    guard asks else { return }
    // A signal says more of the item than a getter.
    if !isStarting { told = looksForUntold ? heard : (true, true) }
    questions.askMPRIS()
  }

  private func lookAgain() {
    isStarting = false
    nextLook.again(.now)
  }

  /// Asks for changes of which the player may emit nothing. One that has just emitted something may have done so before
  /// its getters have the new values, and is only looked at later.
  func askUntold() {
    guard state.mprisOnly != nil, !signals.isResting else { return }
    looksForUntold = nextLook.time != .max && !isStarting
    if looksForUntold { lookAgain() } else { (isUnsettled, isOutdated) = (true, true) }
  }

  /// Asks for everything again, because signals may have been lost.
  func askAnew() {
    if signals.isResting { return }
    told = (false, false)
    questions.askAnew()
    lists.askAnew()
  }

  private func listen() {
    subscriptions = [
      signals.subscribe("path_namespace='/org/nowplaying'") { [unowned(unsafe) self] in
        questions.hear()
        return protocolSignal($0, &$1)
      },
      signals.subscribe(
        "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',path='/org/mpris/MediaPlayer2'"
      ) { [unowned(unsafe) self] in
        questions.hear()
        return mprisChanged($0, &$1)
      },
      signals.subscribe("interface='org.mpris.MediaPlayer2.Player',member='Seeked',path='/org/mpris/MediaPlayer2'") {
        [unowned(unsafe) self] message, budget in
        questions.hear()
        guard let position = message.decodeBasic(&budget)?.anyInteger else { return .wrong }
        if move(to: Microseconds(position), isExact: true) { lookAgain() }
        return .good
      },
    ]
  }

  /// Registers the aspect ratios in which this surface shows animated artwork, if the player takes registrations.
  func register(_ ratios: AspectRatios, name: String) { registration.show(ratios, name: name) }

  /// Removes all entries, because the player has left.
  func leave() {
    for entry in entries { sessionList.remove(entry) }
    entries = []
  }

  /// Notes that one of the player's names came or went. While the player rests, the change is shown later.
  func changeNames() {
    signals.count()
    questions.hear()
    if !signals.isResting { changeAll() }
  }

  /// Marks all entries as changed.
  func changeAll() {
    for entry in entries { sessionList.change(entry) }
  }

  // MARK: Once a turn

  /// Reads the properties that have come, and drops some if they are too large. Returns whether there were any.
  func settle() -> Bool {
    // A change of many sessions costs as much as many messages.
    if state.news > 1 { signals.count(state.news - 1) }
    state.news = 0
    guard isUnsettled else { return false }
    isUnsettled = false
    let start = Microseconds.usedByThread
    defer { signals.charge(since: start) }
    settleMPRIS()
    for entry in entries where entry.known.settle() {
      changes.advance()
      entry.changed = changes
    }
    measure()
    while size > SurfaceLimits.playerBytes, dropOldest() {}
    return true
  }

  private func settleMPRIS() {
    state.settleMPRIS(now: Instant.now)
    if !isOutdated { return }
    isOutdated = false
    questions.askMPRIS()
    lookAgain()
  }

  // MARK: Queue and playlists

  /// Begins or stops following the queue of an entry.
  func followQueue(of entry: TrackedSession, _ follows: Bool) {
    lists.followQueue(of: entry, follows)
    sessionList.change(entry)
    lists.endUnwanted(entries)
  }

  /// Begins following the playlists for an entry, or stops with nil.
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

  func takeMPRISProperties(all properties: [Decoded.Entry], isLast: Bool) {
    let position = properties["Position"].flatMap { $0.anyInteger }.map { Microseconds($0) }
    let counts = position.map { nextLook.takes($0, isPlaying: state.mprisOnly?.playback.state == .playing, .now) }
    guard state.mprisOnly == nil else {
      takeMPRISProperties(
        properties.filter {
          !(told.status && $0.key.exact == "PlaybackStatus" || told.metadata && $0.key.exact == "Metadata")
        })
      // A signal in this turn is newer than this answer, and older than the next.
      if isLast, !isOutdated { told = (false, false) }
      state.settleMPRIS(now: Instant.now)
      if let position, counts == true { move(to: position, isExact: false) }
      return
    }
    state.adoptMPRIS(properties, now: Instant.now)
    entries = [sessionList.add(state, path: nil)]
    isUnsettled = true
    state.settle()
    nextLook.again(.now)
    isStarting = true
  }

  func takeRoot(_ properties: [Decoded.Entry]) {
    let hadTrackList = state.root.hasTrackList
    if state.takeRoot(properties) { changeAll() }
    if state.root.hasTrackList != hadTrackList { lists.askQueue() }
  }

  // MARK: Signals at MPRIS's object

  /// Handles PropertiesChanged of MPRIS's object. Many small players only name the properties that have changed.
  private func mprisChanged(_ message: Message, _ budget: inout DecodingBudget) -> PlayerSignals.Hearing {
    guard let (interface, properties, isPartial) = message.readChange(&budget) else { return .wrong }
    lists.mprisChanged(interface, properties, isPartial: isPartial)
    if interface.exact == "org.mpris.MediaPlayer2" {
      takeRoot(properties)
      if isPartial { questions.askRoot() }
      // Some libraries announce what is of the player's other interface.
      if properties["PlaybackStatus"] != nil || properties["Metadata"] != nil { askUntold() }
    } else if interface.exact == "org.mpris.MediaPlayer2.Player", state.mprisOnly != nil {
      takeMPRISProperties(properties)
      let tells = (status: properties["PlaybackStatus"] != nil, metadata: properties["Metadata"] != nil)
      // Few players announce all changes, as of CanPlay, or of the position when a song starts again: the rest is asked
      // for.
      isOutdated = isOutdated || isPartial || tells.status || tells.metadata || properties["Rate"] != nil
      told = isPartial ? (false, false) : (told.status || tells.status, told.metadata || tells.metadata)
      heard = isPartial ? (false, false) : (heard.status || tells.status, heard.metadata || tells.metadata)
      // Some players announce a seek by Position in place of Seeked; others send an old position with each change.
      if let position = properties["Position"]?.anyInteger, move(to: Microseconds(position), isExact: false) {
        isOutdated = true
      }
    }
    return .good
  }

  private func takeMPRISProperties(_ properties: [Decoded.Entry]) {
    changeAll()
    isUnsettled = true
    state.takeMPRISProperties(properties, now: Instant.now)
  }

  /// Takes over a position that the player has reported. Returns false for an inexact position that agrees with the
  /// expected one, which then stays.
  @discardableResult
  private func move(to position: Microseconds, isExact: Bool) -> Bool {
    // A new item must be taken over before its position.
    settleMPRIS()
    let isNews = state.move(to: position, now: Instant.now, isExact: isExact)
    if isNews { changeAll() }
    return isNews
  }

  // MARK: Signals at objects of org.nowplaying

  /// Handles a signal of /org/nowplaying or of an object below. Signals that are not of this protocol are ignored.
  private func protocolSignal(_ message: Message, _ budget: inout DecodingBudget) -> PlayerSignals.Hearing {
    guard state.speaksNowPlaying, let path = message.path else { return state.mprisOnly == nil ? .good : .wrong }
    if message.isSignal("org.freedesktop.DBus.Properties", "PropertiesChanged") {
      return protocolPropertiesChanged(path, message, &budget)
    }
    return path.exact == Self.rootPath ? objectsChanged(message, &budget) : .good
  }

  /// Handles PropertiesChanged of an object of org.nowplaying.
  private func protocolPropertiesChanged(
    _ path: String, _ message: Message, _ budget: inout DecodingBudget
  ) -> PlayerSignals.Hearing {
    guard let (interface, properties, _) = message.readChange(&budget) else { return .wrong }
    if path.exact == Self.appPath {
      changeApp(interface, properties)
    } else if let entry = entry(path) {
      entry.known.apply(interface, properties, now: Instant.now)
      isUnsettled = true
      sessionList.change(entry)
    }
    return .good
  }

  /// Handles InterfacesAdded and InterfacesRemoved.
  private func objectsChanged(_ message: Message, _ budget: inout DecodingBudget) -> PlayerSignals.Hearing {
    let manager: StaticString = "org.freedesktop.DBus.ObjectManager"
    if message.isSignal(manager, "InterfacesAdded") {
      guard message.hasSignature("oa{sa{sv}}"), let added = message.reading({ $0.decodeObject(&budget) }) else {
        return .wrong
      }
      add(added)
    } else if message.isSignal(manager, "InterfacesRemoved") {
      guard message.hasSignature("oas"), let path = message.decodeString(.path, &budget),
        let interfaces = message.decodeStrings(&budget)
      else { return .wrong }
      remove(path, interfaces)
    }
    return .good
  }

  /// Adds an object, from InterfacesAdded or the first answer.
  func add(_ object: DecodedObject) {
    if object.path.exact == Self.appPath {
      for interface in object.interfaces { changeApp(interface.name, interface.properties) }
      return
    }
    guard object.interfaces.contains(where: { $0.name.exact == "org.nowplaying.Session1" }),
      entries.count < SurfaceLimits.sessions || entry(object.path) != nil
    else { return }
    // A path is never used for another object, so an object that is announced again only has new values.
    let entry = entry(object.path) ?? make(object.path)
    let now = Instant.now
    for interface in object.interfaces { entry.known.apply(interface.name, interface.properties, now: now) }
    isUnsettled = true
    sessionList.change(entry)
  }

  private func make(_ path: String) -> TrackedSession {
    let entry = sessionList.add(state, path: path)
    entries.append(entry)
    return entry
  }

  /// Removes an object, after InterfacesRemoved.
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
