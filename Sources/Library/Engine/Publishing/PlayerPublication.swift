// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Shows a session as an MPRIS player, under the name of its endpoint.
final class PlayerPublication: Publication, LoopBound {
  private let core: AppCore
  let root: RootPublication
  let name: BusName
  let cache: ArtworkCache
  private let shown = ShownSession()
  let calls: PlayerCalls
  private let tracks: TrackListPublication
  /// The publication of the app's playlists; nil for a session that plays on other devices.
  var playlists: PlaylistsPublication?
  private(set) var connection: Connection?
  private var object: PlayerObject?

  /// The core's count of changes that were taken over.
  private var seen = UInt.zero
  private(set) var properties = PlayerProperties()
  /// The picture that the item was shown with.
  private var picture: (session: Session, item: Content, file: StoredPicture)?

  /// Compares the properties with those that clients were sent.
  let announcer = Announcer(PlayerProperties.table, path: PlayerObject.path, sent: PlayerProperties())
  /// The state that was sent. It is kept until the next one, because freeing an item takes time.
  private var sentState = ShownSession.nothing
  /// The file whose address clients were sent, and may still be reading.
  private var sentPicture: StoredPicture?
  private(set) var clientPosition = ClientPosition()

  /// The time until which a gap between two items is not shown.
  private var gapEnds: Int64?
  /// Whether such a gap goes on.
  private(set) var isBetweenItems = false
  /// The serial of the last content before the gap. A content that came and went begins another gap.
  private var gapSerial = UInt32.zero
  /// The session's count of stops by clients when a stop was shown last.
  private var stopsSeen = UInt32.zero
  /// The time until which the position is not sent, because the player was asked to seek.
  private var seekEnds: Int64?
  /// The time until which the position is not sent, because the player loads.
  private var loadingSeekEnds: Int64?
  /// The time from which a change of only the length and the texts under the player's own keys may be sent.
  private var detailsAt = Int64.min
  /// Whether clients were sent a length of the item.
  private var hadLength = false
  /// The wait of a new item for its data.
  var beginning = ItemBeginning()
  /// The time until which a player that loads is shown as playing.
  private var loadingEnds: Int64?
  var flushesAt = Int64.max
  private(set) var isCoalescing = false
  /// Whether clients know the present state.
  private var isSettled = false
  /// Whether clients that only listen were sent the whole state since the name appeared.
  private var isIntroduced = false
  /// Whether the bus has greeted this connection.
  private var isOnline = false
  /// Whether the properties must be computed again although there was no commit.
  private var isOutdated = false
  /// Whether nothing may be sent until a rival has stopped playing.
  var isHeld = false

  init(_ core: AppCore, _ identity: Identity, _ name: BusName) {
    self.core = core
    root = RootPublication(core, identity.properties, name)
    self.name = name
    cache = ArtworkCache(core)
    calls = PlayerCalls(core, root, shown)
    tracks = TrackListPublication(core, name, calls)
    // The answer is used in the next refresh, because the session may have changed since the host was asked.
    cache.changed = { [unowned(unsafe) self] in isOutdated = true }
  }

  /// Whether the app is shown while it has nothing to play.
  private var showsIdle: Bool { core.flags.contains(.showIdle) }

  var session: Session? { shown.session }
  var committed: CommittedState { shown.committed }

  // MARK: The connection

  func attach(_ connection: Connection) {
    isSettled = false
    root.attach(connection)
    tracks.attach(connection)
    self.connection = connection
    let made = PlayerObject(connection, self)
    object = made.isExported ? made : nil
  }

  /// Whether clients can reach the player.
  var isExported: Bool { object != nil }

  /// Notes that a bus is there, so that pictures are asked for.
  func greeted() { (isOnline, isOutdated) = (true, true) }

  func detach() {
    object = nil
    root.attach(nil)
    tracks.attach(nil)
    connection = nil
    isOnline = false
  }

  func stop() {
    leave()
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

  /// Takes over the newest commit.
  ///
  /// - changes: the core's count of changes; nil to read it.
  @_optimize(speed)
  func refresh(_ changes: UInt? = nil) {
    // Nearly always nothing has changed, and each reading of a client calls this.
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

  /// Returns the session's newest commit; nil if nothing has changed since the last call.
  private func takeNewest() -> CommittedState? {
    core.locked { held in
      if core.changes.value == seen { return nil }
      seen = core.changes.value
      return session?.committed(held)
    }
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
    let newest = PlayerProperties(
      committed.state, artworkURL: picture?.file.url, stillPlayingAt: playsOn ? playedRate : nil)
    if newest.playbackStatus == .paused { stopsSeen = session.stopsAsked }
    isBetweenItems = isGap(newest, of: session)
    if !isBetweenItems { properties = newest }
  }

  /// Whether the newest properties are a short moment without an item or stopped, as players have between two items
  /// (rule 12 in Rules.md). Nobody sees them: a client that reads would believe them for ever.
  private func isGap(_ newest: PlayerProperties, of session: Session) -> Bool {
    let isEmpty = newest.metadata.isEmpty && !showsIdle
    let isStop = newest.playbackStatus == .stopped && announcer.sent.playbackStatus != .stopped
    let (isNew, now) = (isEmpty && gapSerial != committed.contentSerial, np_now_us())
    // Nothing is hidden where nothing was shown, as after the session that was shown has been freed.
    let hasShown = name.isAnnounced && (showsIdle || !properties.metadata.isEmpty)
    let isGap = hasShown && session.stopsAsked == stopsSeen && (isEmpty || isStop)
    if !isGap || isNew { (gapEnds, gapSerial) = (nil, committed.contentSerial) }
    return isGap && wait(for: &gapEnds, session.gap(at: now), now)
  }

  private func showQueue() {
    let committed = shown.committed
    tracks.show(committed) { session?.takesQueueChanges ?? false }
  }

  /// Whether a player that loads is still shown as playing, as clients were told.
  private func playsOn() -> Bool {
    if isLoading, name.isAnnounced {
      let now = np_now_us()
      // A pending command will make the player play.
      if let until = shown.pending.playsUntil(now) {
        loadingEnds = until
        return true
      }
      if announcer.sent.playbackStatus == .playing, wait(for: &loadingEnds, Self.loading, now) { return true }
    }
    loadingEnds = nil
    return false
  }

  /// The rate that clients were sent for a player that loads.
  private var playedRate: Double {
    announcer.sent.playbackStatus == .playing ? announcer.sent.rate : committed.state.snapshot?.rate ?? 1
  }

  var isLoading: Bool { committed.state.snapshot?.state == .buffering }

  /// Whether the last picture belongs to the item that is shown. An item keeps its picture until another picture is
  /// there, because desktops would flicker without it. Another item does not get it (rule 6 in Rules.md), nor does the
  /// next song of a station.
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
    if isBetweenItems, let gapEnds {
      flushesAt = min(flushesAt, gapEnds)
      if np_now_us() >= gapEnds { isOutdated = true }
    }
    if name.isOwned, !isIntroduced { isSettled = false }
    if let seekEnds, np_now_us() >= seekEnds { askPosition() }
    flushesAt = min(flushesAt, settleSeek())
    let unmetAt = shown.unmet.nextTime
    if unmetAt > np_now_us() { flushesAt = min(flushesAt, unmetAt) } else { isSettled = false }
    refresh(changes)
    tracks.export()
    playlists?.export()
    root.show(hasTrackList: tracks.isShown)
    // Done when the devices are known, because the app's name contains them: clients read it when the bus name appears.
    root.flush()
    flushPlayer()
    tracks.flush()
    return min(min(flushesAt, root.nextTime), tracks.nextTime)
  }

  private func flushPlayer() {
    guard !isSettled, object != nil else { return }
    let now = np_now_us()
    // Done at the end of a turn, so that another session could take its place in this turn.
    if properties.metadata.isEmpty, !showsIdle {
      if session == nil || name.isAnnounced { disappear() }
      return
    }
    // Before the bus has greeted this connection no picture was asked for.
    if isHeld || !isOnline || isBetweenItems { return }
    if name.isAnnounced { tell(now) } else { appear(now) }
  }

  /// Leaves the desktop.
  private func disappear() {
    isSettled = true
    (gapEnds, isBetweenItems, stopsSeen) = (nil, false, session?.stopsAsked ?? .zero)
    sentPicture = nil
    sentState = ShownSession.nothing
    leave()
  }

  /// Gives the name back. Before that, clients that only listen are told that nothing plays any more.
  private func leave() {
    if name.isOwned, object != nil, let connection, announcer.sent.playbackStatus != .stopped {
      var last = announcer.sent
      last.playbackStatus = .stopped
      announcer.announce(PlayerProperties.playbackStatusAlone, of: last, connection)
    }
    name.release()
  }

  /// Requests the name. Most clients read everything when it appears; once it is owned, the whole state is announced to
  /// those that only listen. Later changes are sent at once.
  private func appear(_ now: Int64) {
    if waitsForBeginning(isNew: true, now) { return }
    core.log(.debug, "There is something to show: \"" + (properties.metadata.title ?? "") + "\"")
    remember(properties, .min)
    shown.unmet = UnmetSets()
    isIntroduced = false
    clientPosition.reset(to: committed.state, now: now)
    tracks.prepare()
    playlists?.prepare()
    name.acquire()
  }

  private func tell(_ now: Int64) {
    let newItem = properties.metadata.trackID?.exact != announcer.sent.metadata.trackID?.exact
    var isDescribed = !newItem && properties.metadata != announcer.sent.metadata
    let (playsOn, isPlaying) = (loadingEnds != nil, committed.state.snapshot?.state == .playing)
    clientPosition.tolerance = session?.positionTolerance(at: now, isPlaying: isPlaying) ?? ClientPosition.tolerance
    // Engines that load tell position 0 of the old item, and then the next one.
    if !isLoading { loadingSeekEnds = nil }
    let holdsSeek = isLoading && wait(for: &loadingSeekEnds, Self.loading, now)
    let isMoved = { [self] in
      !holdsSeek && clientPosition.isBroken(by: committed.state, now: now, playsOn: playsOn)
    }
    let mayWait = newItem || isDescribed && !isMoved()
    let isBeginning = mayWait && waitsForBeginning(isNew: newItem, now)
    if !mayWait { beginning = ItemBeginning() } else if isBeginning, newItem { return }
    // The playback state is sent at once; only the metadata of the item waits.
    var properties = properties
    if isBeginning { (properties.metadata, isDescribed) = (announcer.sent.metadata, false) }
    var changes = announcer.changes(to: properties).subtracting(isBeginning ? PlayerProperties.metadataAlone : [])
    let introduces = name.isOwned && !isIntroduced
    if introduces { changes.formUnion(PlayerProperties.table.announced(in: properties)) }
    changes.formUnion(shown.unmet.due(properties, of: PlayerProperties.table, now: now))
    if changes.isEmpty, !isMoved() {
      (seekEnds, isSettled) = (nil, !isBeginning && !holdsSeek)
      return
    }
    if changes.isEmpty, shown.pending.seeks, committed.isOfHost, wait(for: &seekEnds, Self.seeking, now) { return }
    seekEnds = nil
    // While the bus does not read, nothing is queued; it gets the newest state later.
    guard let connection, !connection.isCongested else { return }
    if now < announcer.nextSignal {
      (flushesAt, isCoalescing) = (announcer.nextSignal, true)
      return
    }
    let isFirstLength = !hadLength && properties.metadata.length != nil
    let areDetails = isDescribed && properties.metadata.isSame(butForDetails: announcer.sent.metadata)
    if areDetails, !isFirstLength, now < detailsAt, changes == PlayerProperties.metadataAlone, !isMoved() {
      flushesAt = min(flushesAt, detailsAt)
      return
    }
    if areDetails { detailsAt = Clamp.sum(now, Self.detailsInterval) }
    // Other changes may come before the stop that a client has asked for.
    if newItem || properties.playbackStatus == .stopped { stopsSeen = session?.stopsAsked ?? .zero }
    if !changes.isEmpty {
      core.log(.debug, "Tells clients: " + PlayerProperties.table.list(changes))
      announcer.announce(changes, of: properties, connection)
      shown.unmet.told(changes)
      if introduces { isIntroduced = true }
    }
    remember(properties, now)
    isSettled = !isBeginning && !holdsSeek
    let seeked = clientPosition.advance(
      to: committed.state, now: now, newItem: newItem || introduces,
      sameItemDescribed: isDescribed && (!areDetails || isFirstLength), playsOn: playsOn, holdsSeek: holdsSeek)
    if seeked, let position = committed.state.position(at: now) {
      core.log(.debug, "Tells clients that the position is " + Escape.decimal(position) + " µs")
      connection.emitSeeked(position)
    }
  }

  private func remember(_ properties: PlayerProperties, _ now: Int64) {
    isSettled = true
    if properties.playbackStatus == .stopped { gapEnds = nil }
    let isSameItem = properties.metadata.trackID?.exact == announcer.sent.metadata.trackID?.exact
    hadLength = isSameItem && hadLength || properties.metadata.length != nil
    announcer.remember(properties, now: now)
    sentPicture = picture?.file
    sentState = committed
  }
}
