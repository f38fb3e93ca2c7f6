// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Shows one session as an MPRIS player, under the name of its endpoint. Belongs to the loop.
final class PlayerPublication: Publication {
  private let core: AppCore
  let root: RootPublication
  private let name: BusName
  private let cache: ArtworkCache
  private let shown = ShownSession()
  let calls: PlayerCalls
  private let tracks: TrackListPublication
  /// The playlists of the app, where they are shown beside the session.
  var playlists: PlaylistsPublication?
  private var connection: Connection?
  private var object: PlayerObject?

  /// The changes that are taken over already.
  private var seen = UInt.zero
  private(set) var properties = PlayerProperties()
  /// The picture that the item was shown with.
  private var picture: (session: Session, item: Content, file: StoredPicture)?

  /// The comparison with what was emitted.
  private let announcer = Announcer(PlayerProperties.table, path: PlayerObject.path, sent: PlayerProperties())
  /// The state that was emitted. Kept until the next one is, because giving back an item takes time.
  private var sentState = ShownSession.nothing
  /// The file whose address clients were sent, which they may still be reading.
  private var sentPicture: StoredPicture?
  private var clientPosition = ClientPosition()

  /// Before this time a pause between two items is not published.
  private var gapEnds: Int64?
  /// The last content before the pause: another one that came and went begins a pause of its own.
  private var gapSerial = UInt32.zero
  /// The stops that clients had asked for when the last was emitted.
  private var stopsSeen = UInt32.zero
  /// Until when clients are not told where a player is that was asked to seek.
  private var seekEnds: Int64?
  /// When a change of the texts under the player's own keys may be sent that comes alone.
  private var extraAt = Int64.min
  /// How long an item waits for what there is of it.
  private var beginning = ItemBeginning()
  /// Until when a player that loads is shown as playing on.
  private var loadingEnds: Int64?
  private var flushesAt = Int64.max
  private(set) var isCoalescing = false
  /// Whether clients know all there is.
  private var isSettled = false
  /// Whether a bus has greeted us.
  private var isOnline = false
  /// Whether something else than a commit may change what is shown.
  private var isOutdated = false
  /// Whether nothing is said before a rival has stepped down.
  private(set) var isHeld = false

  init(_ core: AppCore, _ identity: Identity, _ name: BusName) {
    self.core = core
    root = RootPublication(core, identity.properties, name)
    self.name = name
    cache = ArtworkCache(core)
    calls = PlayerCalls(core, root, shown)
    tracks = TrackListPublication(core, name, calls)
    // Looked at with what was committed last: the session may have changed since the host was asked.
    cache.changed = { [unowned(unsafe) self] in isOutdated = true }
  }

  /// Whether the app is shown although nothing is there to be played.
  private var showsIdle: Bool { core.flags.contains(.showIdle) }

  private var session: Session? { shown.session }
  private var committed: CommittedState { shown.committed }

  // MARK: The connection

  func attach(_ connection: Connection) {
    isSettled = false
    root.attach(connection)
    tracks.attach(connection)
    self.connection = connection
    let made = PlayerObject(connection, self)
    object = made.isExported ? made : nil
  }

  /// Whether clients reach the player.
  var isExported: Bool { object != nil }

  /// Asks the host for the position, before a call that depends on it.
  func askPosition() {
    if session?.askPosition(isAhead: isAhead) != nil { refresh() }
  }

  /// The position of what is shown, of which the host may be asked; nil when it is not known.
  func position() -> Int64? { session?.askPosition(isAhead: isAhead) ?? committed.state.position(at: np_now_us()) }

  /// Whether the present call was sent without waiting for the answer to the one before.
  private var isAhead: Bool { connection?.isAhead ?? false }

  /// From now on somebody can look at a picture.
  func greeted() { (isOnline, isOutdated) = (true, true) }

  func detach() {
    object = nil
    root.attach(nil)
    tracks.attach(nil)
    connection = nil
    isOnline = false
  }

  func stop() {
    name.release()
    shown.show(nil)
    sentState = ShownSession.nothing
    detach()
  }

  // MARK: The session

  /// Shows a session.
  func show(_ session: Session) {
    let hasContent = core.locked { held in
      self.session?.isShown[held] = false
      session.isShown[held] = true
      return session.committed(held).state.content != nil
    }
    core.log(.debug, (hasContent ? "Shows the session " : "No content is committed to the session ") + session.id)
    shown.show(session)
    seen = .zero
    stopsSeen = session.stopsAsked
    gapEnds = nil
  }

  func remove(_ session: Session) {
    cache.remove(session)
    if picture?.session === session { picture = nil }
    guard self.session === session else { return }
    shown.clear()
    loadingEnds = nil
    showQueue()
    properties = PlayerProperties()
    isSettled = false
  }

  func refreshApp() { root.refresh() }

  /// Takes over what the host has committed.
  ///
  /// - changes: how many changes there are; nil to look.
  @_optimize(speed)
  func refresh(_ changes: UInt? = nil) {
    // Nearly always there is nothing, and each reading of a client asks.
    let isSeen = (changes ?? core.changes.value) == seen
    if isSeen, !isOutdated { return }
    if session == nil { return }
    let newest = isSeen ? nil : takeNewest().map { askPosition(after: $0) }
    if let newest, newest !== committed {
      shown.adopt(newest)
      session?.noticeVolume(newest.state.settings)
    } else if !isOutdated {
      return
    }
    isOutdated = false
    project()
  }

  /// Returns what the session's host has committed last, if there was a change of it or of another session.
  private func takeNewest() -> CommittedState? {
    core.locked { held in
      if core.changes.value == seen { return nil }
      seen = core.changes.value
      return session?.committed(held)
    }
  }

  /// Returns the state with the position that the host tells, if it does.
  private func askPosition(after newest: CommittedState) -> CommittedState {
    guard let session, session.handler.answersPosition, newest !== committed else { return newest }
    return session.askPosition(after: newest)
  }

  func hasNews(_ held: Held) -> Bool {
    guard let session else { return false }
    return session.committed(held) !== committed
  }

  private func project() {
    guard let session else { return }
    let committed = shown.committed
    isSettled = false
    if session.isRemote { root.show(devices: committed.state.devices) }
    showQueue()
    let file = cache.picture(for: committed, of: session, mayAsk: isOnline)
    if let file, let item = committed.state.content {
      picture = (session, item, file)
    } else if !cache.isWaiting || !showsSameItem(session) {
      picture = nil
    }
    let playsOn = playsOn()
    shown.pending.playsOn = playsOn
    properties = PlayerProperties(
      committed.state, artworkURL: picture?.file.url, stillPlayingAt: playsOn ? playedRate : nil)
  }

  private func showQueue() {
    let committed = shown.committed
    tracks.show(committed) { session?.takesQueueChanges ?? false }
  }

  /// Whether a player that loads is still shown as playing, as clients were sent it.
  private func playsOn() -> Bool {
    if isLoading, name.isAnnounced {
      let now = np_now_us()
      // It will be as it was asked to be.
      if let until = shown.pending.playsUntil(now) {
        loadingEnds = until
        return true
      }
      if announcer.sent.playbackStatus == .playing, wait(for: &loadingEnds, Self.loading, now) { return true }
    }
    loadingEnds = nil
    return false
  }

  /// The rate at which clients believe that a player plays which loads.
  private var playedRate: Double {
    announcer.sent.playbackStatus == .playing ? announcer.sent.rate : committed.state.snapshot?.rate ?? 1
  }

  private var isLoading: Bool { committed.state.snapshot?.state == .buffering }

  /// Whether the picture is of the item that is shown. An item keeps its picture until another one is there: without
  /// it desktops would flicker. Another item does not get it (rule 6), and neither does the next song of a station.
  private func showsSameItem(_ session: Session) -> Bool {
    guard let picture, picture.session === session, let item = committed.state.content else { return false }
    return picture.item.looksLike(item)
  }

  // MARK: Emitting

  @_optimize(speed)
  func flush(_ changes: UInt) -> Int64 {
    flushesAt = .max
    isCoalescing = false
    if let loadingEnds {
      flushesAt = loadingEnds
      if np_now_us() >= loadingEnds { isOutdated = true }
    }
    if let seekEnds, np_now_us() >= seekEnds { askPosition() }
    refresh(changes)
    tracks.export()
    playlists?.export()
    root.show(hasTrackList: tracks.isShown)
    // After the devices are known, which are in the app's name: clients read that when the bus name appears.
    root.flush()
    flushPlayer()
    tracks.flush()
    return min(min(flushesAt, root.nextTime), tracks.nextTime)
  }

  private func flushPlayer() {
    guard !isSettled, object != nil else { return }
    let now = np_now_us()
    if properties.metadata.isEmpty, !showsIdle { return showNothing(now) }
    // Before the bus has greeted us no picture was asked for yet.
    if isHeld || !isOnline { return }
    if name.isAnnounced { tell(now) } else { appear(now) }
  }

  /// Leaves the desktop when it is time.
  private func showNothing(_ now: Int64) {
    // At once, but not before another session had the chance to take its place in the same turn.
    if session == nil { return disappear() }
    guard name.isAnnounced else { return }
    // Only after a while: between two items there may be nothing for a moment.
    if gapSerial != committed.contentSerial { (gapEnds, gapSerial) = (nil, committed.contentSerial) }
    if wait(for: &gapEnds, session?.gap(at: now) ?? Self.gap, now) { return }
    disappear()
  }

  private func disappear() {
    isSettled = true
    gapEnds = nil
    sentPicture = nil
    sentState = ShownSession.nothing
    name.release()
  }

  /// Clients read everything when the name appears, so that nothing needs to be announced; what changes then is
  /// emitted at once.
  private func appear(_ now: Int64) {
    if waitsForBeginning(isNew: true, now) { return }
    core.log(.debug, "There is something to show: \"" + (properties.metadata.title ?? "") + "\"")
    remember(properties, .min)
    clientPosition.reset(to: committed.state, now: now)
    tracks.prepare()
    playlists?.prepare()
    name.acquire()
  }

  private func tell(_ now: Int64) {
    let newItem = properties.metadata.trackID?.exact != announcer.sent.metadata.trackID?.exact
    var isDescribed = !newItem && properties.metadata != announcer.sent.metadata
    let playsOn = loadingEnds != nil
    clientPosition.tolerance = session?.positionTolerance(at: now) ?? ClientPosition.tolerance
    let isMoved = { [self] in clientPosition.isBroken(by: committed.state, now: now, playsOn: playsOn) }
    let mayWait = newItem || isDescribed && !isMoved()
    let isBeginning = mayWait && waitsForBeginning(isNew: newItem, now)
    if !mayWait { beginning = ItemBeginning() } else if isBeginning, newItem { return }
    // The state of an item that was there before is told at once.
    var properties = properties
    if isBeginning { (properties.metadata, isDescribed) = (announcer.sent.metadata, false) }
    let changes = announcer.changes(to: properties).subtracting(isBeginning ? PlayerProperties.metadataAlone : [])
    if changes.isEmpty, !isMoved() {
      (gapEnds, seekEnds, isSettled) = (nil, nil, !isBeginning)
      return
    }
    if changes.isEmpty, shown.pending.seeks, wait(for: &seekEnds, Self.seeking, now) { return }
    seekEnds = nil
    if properties.playbackStatus == .stopped, announcer.sent.playbackStatus != .stopped,
      session?.stopsAsked == stopsSeen
    {
      if wait(for: &gapEnds, session?.gap(at: now) ?? Self.gap, now) { return }
    } else {
      gapEnds = nil
    }
    // A bus that does not read gets the last state when it does, and not all that were before.
    guard let connection, !connection.isCongested else { return }
    if now < announcer.nextSignal {
      (flushesAt, isCoalescing) = (announcer.nextSignal, true)
      return
    }
    let isExtraAlone = isDescribed && properties.metadata.isSame(butForExtra: announcer.sent.metadata)
    if isExtraAlone, now < extraAt, changes == PlayerProperties.metadataAlone, !isMoved() {
      flushesAt = min(flushesAt, extraAt)
      return
    }
    if isExtraAlone { extraAt = Clamp.sum(now, Self.extraInterval) }
    // Other changes may come before the stop that was asked for.
    if newItem || properties.playbackStatus == .stopped { stopsSeen = session?.stopsAsked ?? .zero }
    if !changes.isEmpty {
      core.log(.debug, "Tells clients: " + PlayerProperties.table.list(changes))
      announcer.announce(changes, of: properties, connection)
    }
    remember(properties, now)
    isSettled = !isBeginning
    let seeked = clientPosition.advance(
      to: committed.state, now: now, newItem: newItem, sameItemDescribed: isDescribed && !isExtraAlone, playsOn: playsOn
    )
    if seeked, let position = committed.state.position(at: now) {
      core.log(.debug, "Tells clients that the position is " + Escape.decimal(position) + " µs")
      connection.emitSeeked(position)
    }
  }

  private func remember(_ properties: PlayerProperties, _ now: Int64) {
    isSettled = true
    announcer.remember(properties, now: now)
    sentPicture = picture?.file
    sentState = committed
  }

  private func waitsForBeginning(isNew: Bool, _ now: Int64) -> Bool {
    let until = beginning.waitsUntil(isLoading: isLoading, lacksPicture: isNew && cache.isWaiting, now)
    flushesAt = min(flushesAt, until ?? .max)
    return until != nil
  }

  /// Whether to wait on, from the first time it is asked until a duration has passed.
  private func wait(for end: inout Int64?, _ duration: Int64, _ now: Int64) -> Bool {
    let until = ItemBeginning.end(of: &end, duration, now)
    flushesAt = min(flushesAt, until ?? .max)
    return until != nil
  }

  // MARK: Rivals

  /// Says nothing until `release`.
  func hold() { isHeld = true }

  /// Goes on after `hold`. When a rival has stepped down for us, says again that we play: for clients that follow
  /// whoever said so last.
  func release(repeating: Bool) {
    isHeld = false
    refresh()
    guard repeating, let connection, name.isAnnounced, announcer.sent.playbackStatus == .playing,
      properties.playbackStatus == .playing
    else { return }
    announcer.announce(PlayerProperties.playbackStatusAlone, of: properties, connection)
    if let position = committed.state.position(at: np_now_us()) { connection.emitSeeked(position) }
  }

  /// Emits changes at once, because a client waits for them.
  func sendNow() { announcer.sendNow() }
}
