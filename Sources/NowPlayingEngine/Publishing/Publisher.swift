// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// Shows one session by the app's MPRIS name: compares what clients were told with what is true, and tells them the
/// difference. Belongs to the loop.
final class Publisher {
  private unowned(unsafe) let app: App
  private let name: NameKeeper
  private let desk: ArtworkDesk
  private let router: Router
  private var connection: Connection?
  private var object: PlayerObject?

  /// What is shown, and what it says now.
  private(set) var session: Session?
  private(set) var committed = Publisher.nothing
  private(set) var properties = PlayerProperties()
  /// What the session's host was given and has not committed yet.
  var coming = Anticipation()

  /// What clients know.
  private var told = PlayerProperties()
  private var toldSession: Session?
  private var line = ToldLine()

  private var lastEmission = Int64.min
  /// Until when a pause between two items is not believed; nil while there is none.
  private var gapEnds: Int64?
  /// The last content before the pause: another one that came and went begins a pause of its own.
  private var gapSerial: UInt32 = 0
  /// Whether a client has asked for the stop that comes: then it is no pause between two items.
  var isStopAsked = false
  /// Until when a new item waits for its picture; nil when none waits.
  private var pictureWaitEnds: Int64?
  /// Nothing is said before a rival has stepped down.
  var isHeld = false
  private var flushesAt = Int64.max
  /// Whether a change waits for the end of the interval, at which whatever is true then will be told.
  private(set) var isCoalescing = false
  /// Whether clients know all there is.
  private var isSettled = false

  /// Between two signals, in µs (rule 8).
  private static let interval: Int64 = 50_000
  /// How long Stopped or no content must last to be shown: players pass through them between two items (rule 12).
  private static let gap: Int64 = 250_000
  /// How long a new item waits for its picture, so that it appears at once with it and not with a flicker.
  private static let pictureWait: Int64 = 40_000

  init(_ app: App) {
    self.app = app
    name = NameKeeper(app)
    desk = ArtworkDesk(app)
    router = Router(app)
    // Looked at with what was committed last: the session may have changed since the host was asked.
    desk.changed = { [unowned(unsafe) self] in isOutdated = true }
  }

  /// When to be woken.
  var nextTime: Int64 { min(flushesAt, name.nextTime) }

  var identity: Identity { app.identity }
  var isNamed: Bool { name.isOwned }
  private var state: SessionState { committed.state }

  /// Made anew each time: a library that is closed gives back everything.
  private static var nothing: CommittedState { CommittedState(SessionState(), contentSerial: 0) }

  /// What the item was shown with.
  private var picture: (session: Session, item: Content, file: StoredPicture)?
  /// The file that clients were told of, which they may still be reading.
  private var toldPicture: StoredPicture?
  /// Whether a bus has greeted us.
  private var isOnline = false
  /// Whether something else than a commit may change what is shown.
  private var isOutdated = false

  // MARK: The connection

  func attach(_ connection: Connection) {
    name.attach(connection)
    isSettled = false
    self.connection = connection
    let made = PlayerObject(connection, self, app.identity, router)
    object = made.isExported ? made : nil
    connection.addFilter { [unowned(unsafe) self] message in
      if message.isSignal("org.freedesktop.DBus", "NameLost"), message.isFromBus {
        if let busName = message.readString() { lost(busName) }
      } else if message.isSignal("org.freedesktop.DBus", "NameAcquired"), message.isFromBus {
        if let busName = message.readString() { name.acquired(busName) }
      }
    }
  }

  func detach() {
    object = nil
    connection = nil
    name.attach(nil)
    flushesAt = .max
    isOnline = false
  }

  /// The bus has greeted us: from now on somebody can look at a picture.
  func greeted() { (isOnline, isOutdated) = (true, true) }

  func stop() {
    name.release()
    desk.stop()
    session = nil
    toldSession = nil
    picture = nil
    toldPicture = nil
    detach()
  }

  private func lost(_ busName: String) {
    name.lost(busName)
    isSettled = false
  }

  // MARK: The session

  /// Makes a session the application primary.
  func show(_ session: Session) {
    let before = app.monitor.locked { () -> (Session?, Bool) in
      guard !session.isFreed else { return (nil, false) }
      let before = app.applicationPrimary
      app.applicationPrimary = session
      before?.primary.remove(.application)
      session.primary.insert(.application)
      return (before, true)
    }
    guard before.1, before.0 !== session else { return }
    app.log(.debug, "Shows the session " + session.id)
    self.session = session
    coming.forget()
    isSettled = false
    gapEnds = nil
    if let old = before.0 { app.tell(old) { $0.primaryChanged(old.currentPrimary) } }
    app.tell(session) { $0.primaryChanged(session.currentPrimary) }
  }

  /// A session has ended.
  func forget(_ session: Session) {
    desk.forget(session)
    if toldSession === session { toldSession = nil }
    if picture?.session === session { picture = nil }
    guard self.session === session else { return }
    self.session = nil
    coming.forget()
    committed = Self.nothing
    properties = PlayerProperties()
    isSettled = false
  }

  /// Takes over what the host committed.
  func refresh() {
    guard let session else { return }
    let newest = app.monitor.locked { session.committed }
    if newest !== committed {
      coming.committed(from: committed.state, to: newest.state, now: np_now_us())
      committed = newest
    } else if !isOutdated {
      return
    }
    isOutdated = false
    project()
  }

  /// Whether the host committed something that was not taken over yet. With the app's lock held.
  var hasNewsLocked: Bool {
    guard let session else { return false }
    return session.committed !== committed
  }

  private func project() {
    guard let session else { return }
    isSettled = false
    let file = desk.picture(for: state.content, of: session, serial: committed.contentSerial, mayAsk: isOnline)
    if let file, let item = state.content {
      picture = (session, item, file)
    } else if !desk.isWaiting || !showsSameItem(session) {
      picture = nil
    }
    properties = PlayerProperties(state, artworkURL: picture?.file.url)
  }

  /// Whether the picture is of the item that is shown. An item keeps its picture until another one is there: without
  /// it desktops would flicker. Another item does not get it (rule 6), and neither does the next song of a station.
  private func showsSameItem(_ session: Session) -> Bool {
    guard let picture, picture.session === session, let item = state.content else { return false }
    return picture.item.looksLike(item)
  }

  /// Takes note of the host's answer to a command, once there is one.
  func note(_ request: Request) {
    guard let step = request.step, let answer = app.monitor.locked({ request.answer }) else { return }
    request.step = nil
    coming.answered(step, isDone: answer.isDone, now: np_now_us())
  }

  // MARK: Telling

  /// Tells clients what they do not know yet, now or when it is time.
  func flush() {
    flushesAt = .max
    isCoalescing = false
    refresh()
    name.turn()
    guard !isSettled, let object else { return }
    let now = np_now_us()
    guard session != nil else {
      // At once, but not before another session had the chance to take its place in the same turn.
      return disappear()
    }
    guard !properties.metadata.isEmpty || name.isAnnounced else { return }
    if properties.metadata.isEmpty {
      // Only after a while: between two items there may be nothing for a moment.
      if gapSerial != committed.contentSerial { (gapEnds, gapSerial) = (nil, committed.contentSerial) }
      if wait(for: &gapEnds, Self.gap, now) { return }
      gapEnds = nil
      return disappear()
    }
    // Before the bus has greeted us no picture was asked for yet.
    if isHeld || !isOnline { return }
    if !name.isAnnounced { return appear(now) }
    tell(object, now)
  }

  /// Leaves the desktop.
  private func disappear() {
    isSettled = true
    toldPicture = nil
    name.release()
  }

  /// Clients read everything when the name appears, so that nothing needs to be announced.
  private func appear(_ now: Int64) {
    if desk.isWaiting, wait(for: &pictureWaitEnds, Self.pictureWait, now) { return }
    pictureWaitEnds = nil
    gapEnds = nil
    app.log(.debug, "There is something to show: \"" + (properties.metadata.title ?? "") + "\"")
    remember(now)
    line.reset(to: state, now: now)
    name.acquire()
  }

  private func tell(_ object: PlayerObject, _ now: Int64) {
    let changes = PlayerProperties.table.changes(from: told, to: properties)
    let newItem = toldSession !== session || properties.metadata.trackID?.exact != told.metadata.trackID?.exact
    if changes.isEmpty, !line.isBroken(by: state, now: now) {
      gapEnds = nil
      isSettled = true
      return
    }
    if properties.playbackStatus == .stopped, told.playbackStatus != .stopped, !isStopAsked {
      if wait(for: &gapEnds, Self.gap, now) { return }
    }
    isStopAsked = false
    gapEnds = nil
    if newItem, desk.isWaiting, wait(for: &pictureWaitEnds, Self.pictureWait, now) { return }
    pictureWaitEnds = nil
    // A bus that does not read gets the last state when it does, and not all that were before.
    if connection?.isCongested ?? true { return }
    let due = Clamp.sum(lastEmission, Self.interval)
    if now < due {
      flushesAt = due
      isCoalescing = true
      return
    }
    let metadataChanged = properties.metadata != told.metadata
    if !changes.isEmpty {
      app.log(.debug, "Tells clients: " + PlayerProperties.table.list(changes))
      object.announce(changes)
    }
    remember(now)
    let seeked = line.advance(
      to: state, now: now, newItem: newItem, sameItemDescribed: metadataChanged && !newItem)
    if seeked, let position = state.position(at: now) {
      app.log(.debug, "Tells clients that the position is " + String(position) + " µs")
      object.announceSeeked(position)
    }
  }

  private func remember(_ now: Int64) {
    isSettled = true
    told = properties
    toldPicture = picture?.file
    toldSession = session
    lastEmission = now
  }

  /// Whether to wait on, from the first time it is asked until a duration has passed.
  private func wait(for end: inout Int64?, _ duration: Int64, _ now: Int64) -> Bool {
    let until = end ?? Clamp.sum(now, duration)
    end = until
    if now >= until { return false }
    flushesAt = min(flushesAt, until)
    return true
  }

  /// What changes now is told at once, because somebody waits for it.
  func hurry() { lastEmission = .min }

  /// Says again that we play, for clients that follow whoever said so last: a rival has stepped down for us.
  func announcePlaying() {
    guard let object, name.isAnnounced, told.playbackStatus == .playing else { return }
    object.announce(PlayerProperties.playbackStatusAlone)
    if let position = state.position(at: np_now_us()) { object.announceSeeked(position) }
  }
}
