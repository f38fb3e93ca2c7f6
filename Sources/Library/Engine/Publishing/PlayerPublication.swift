// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Shows a session as an MPRIS player, under the name of its endpoint. `PlayerAnnouncer` decides what clients are sent.
final class PlayerPublication: Publication, LoopBound {
  private let core: AppCore
  let root: RootPublication
  let name: BusName
  private let cache: ArtworkCache
  let shown = ShownSession()
  let calls: PlayerCalls
  private let tracks: TrackListPublication
  /// The publication of the app's playlists; nil for a session that plays on other devices.
  var playlists: PlaylistsPublication?
  /// The object on the connection; nil without one.
  private var object: PlayerObject?
  var signals = PlayerAnnouncer()

  init(_ core: AppCore, _ identity: Identity, _ name: BusName) {
    self.core = core
    root = RootPublication(core, identity.properties, name)
    self.name = name
    cache = ArtworkCache(core)
    calls = PlayerCalls(core, root, shown)
    tracks = TrackListPublication(core, name, calls)
    // The answer is used in the next refresh, because the session may have changed since the host was asked.
    cache.changed = { [unowned(unsafe) self] in shown.isOutdated = true }
  }

  /// Whether the app is shown while it has nothing to play.
  private var showsIdle: Bool { core.flags.contains(.showIdle) }

  var session: Session? { shown.session }
  var committed: CommittedState { shown.committed }
  var connection: Connection? { object?.connection }
  /// The time at which clients are sent the true value of a property that they have set; `.max` while they are not.
  var unmetTime: Instant { min(shown.unmet.nextTime, root.unmet.nextTime) }

  // MARK: The connection

  func attach(_ connection: Connection) {
    signals.connect()
    root.attach(connection)
    tracks.attach(connection)
    object = PlayerObject(connection, self)
  }

  /// Whether clients can reach the player.
  var isExported: Bool { object?.isExported ?? false }

  /// Notes that a bus is there, so that pictures are asked for.
  func greeted() {
    object?.isOnline = true
    shown.isOutdated = true
  }

  func detach() {
    object = nil
    root.attach(nil)
    tracks.attach(nil)
  }

  func stop() {
    leave()
    shown.show(nil)
    shown.sent = ShownSession.nothing
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
    signals.change(to: session.asked)
  }

  func remove(_ session: Session) {
    cache.remove(session)
    guard self.session === session else { return }
    shown.clear()
    showQueue()
    signals.clear()
  }

  func refreshApp() { root.refresh() }

  /// Takes over the newest commit.
  ///
  /// - changes: the core's count of changes; nil to read it.
  @_optimize(speed)
  func refresh(_ changes: UInt? = nil) {
    // Nearly always nothing has changed, and each reading of a client calls this.
    let isSeen = (changes ?? core.changes.value) == shown.seen
    if isSeen, !shown.isOutdated { return }
    if session == nil { return }
    let newest = isSeen ? nil : shown.takeNewest(core).map { askPosition(after: $0) }
    if let newest, newest !== committed {
      shown.adopt(newest)
      session?.noticeVolume(newest.state.settings)
    } else if !shown.isOutdated {
      return
    }
    shown.isOutdated = false
    project()
  }

  /// Notes that a client reads values that others may not have been sent yet. Nearly always there are none.
  func noteReading(_ message: Message) {
    let isSettled = !signals.isDue && root.isSettled && tracks.isSettled && playlists?.isSettled ?? true
    guard !isSettled, let reading = message.reading else { return }
    root.note(reading)
    tracks.note(reading)
    playlists?.note(reading)
    if reading.isOf(PlayerProperties.table.interface) {
      signals.noteReading(reading.name, committed.state, Instant.now)
    }
  }

  func hasNews(_ held: Held) -> Bool {
    guard let session else { return false }
    return session.committed(held) !== committed
  }

  /// Makes properties of the committed state.
  private func project() {
    guard let session else { return }
    let (committed, now) = (shown.committed, Instant.now)
    if session.isRemote { root.show(devices: committed.state.devices) }
    showQueue()
    let file = cache.shownPicture(for: committed, of: session, mayAsk: object?.isOnline ?? false)
    let isLoading = committed.state.isLoading
    let playsOn = signals.playsOn(
      isLoading: isLoading, until: isLoading ? shown.pending.playsUntil(now) : nil, isAnnounced: name.isAnnounced, now)
    shown.pending.playsOn = playsOn
    let newest = PlayerProperties(
      committed.state, artworkURL: file?.url, stillPlayingAt: playsOn ? playedRate : nil)
    let item = newest.metadata.isEmpty ? (showsIdle ? "" : nil) : committed.state.content?.id
    signals.take(
      newest, ItemGap.Moment(item: item, newest.playbackStatus, serial: committed.contentSerial), session.asked, now)
  }

  private func showQueue() {
    let committed = shown.committed
    tracks.show(committed) { session?.takesQueueChanges ?? false }
  }

  /// The rate that clients were sent for a player that loads.
  private var playedRate: Double {
    let sent = signals.announcer.sent
    return sent.playbackStatus == .playing ? sent.rate : committed.state.snapshot?.rate ?? 1
  }

  // MARK: Emitting

  @_optimize(speed)
  func flush(_ changes: UInt) -> Instant {
    let now = Instant.now
    if signals.beginTurn(isOwned: name.isOwned, now) { shown.isOutdated = true }
    if signals.mustAskPosition(now) { askPosition() }
    signals.wake(at: settleSeek())
    signals.decide(at: shown.unmet.nextTime, now)
    refresh(changes)
    tracks.export()
    playlists?.export()
    root.show(hasTrackList: tracks.isShown)
    // Done when the devices are known, because the app's name contains them: clients read it when the bus name appears.
    root.flush()
    if signals.isDue, isExported { flushPlayer() }
    tracks.flush()
    return min(min(signals.nextTime, root.nextTime), tracks.nextTime)
  }

  private func flushPlayer() {
    let now = Instant.now
    switch signals.decide(committed.state, circumstances(now), now) {
    case .nothing: break
    case .appear: appear()
    case .disappear: disappear()
    case .emit(let signal):
      if !signal.changes.isEmpty { core.log(.debug, "Tells clients: " + PlayerProperties.table.list(signal.changes)) }
      if let position = signal.seeked {
        core.log(.debug, "Tells clients that the position is " + Escape.decimal(position.count) + " µs")
      }
      emit(signal)
      shown.unmet.told(signal.changes)
      keepSent()
    }
    // Another value may be due later.
    signals.decide(at: shown.unmet.nextTime, now)
  }

  private func circumstances(_ now: Instant) -> PlayerAnnouncer.Circumstances {
    var circumstances = PlayerAnnouncer.Circumstances()
    circumstances.isAnnounced = name.isAnnounced
    circumstances.isOwned = name.isOwned
    circumstances.isOnline = object?.isOnline ?? false
    circumstances.isCongested = connection?.isCongested ?? true
    circumstances.isShownIdle = showsIdle
    circumstances.hasSession = session != nil
    circumstances.lacksPicture = cache.isWaiting
    circumstances.isSeeking = shown.pending.seeks && committed.isOfHost
    circumstances.owed = shown.unmet.due(now: now) { PlayerProperties.table.has($0, in: signals.properties) }
    let isPlaying = committed.state.snapshot?.state == .playing
    if let session { circumstances.tolerance = session.positionTolerance(at: now, isPlaying: isPlaying) }
    return circumstances
  }

  func emit(_ signal: PlayerAnnouncer.Signal) {
    guard let connection else { return }
    if !signal.changes.isEmpty {
      signals.announcer.announce(signal.changes, of: signal.properties, at: PlayerObject.path, connection)
    }
    if let position = signal.seeked { connection.emitSeeked(position) }
  }

  /// Keeps what clients were sent, and may still be reading.
  private func keepSent() {
    cache.keepSent()
    shown.sent = committed
  }

  /// Leaves the desktop.
  private func disappear() {
    cache.forgetSent()
    shown.sent = ShownSession.nothing
    leave()
  }

  /// Gives the name back. Before that, clients that only listen are told that nothing plays any more.
  private func leave() {
    if name.isOwned, isExported, let signal = signals.lastSignal { emit(signal) }
    name.release()
  }

  /// Requests the name.
  private func appear() {
    core.log(.debug, "There is something to show: \"" + (signals.properties.metadata.title ?? "") + "\"")
    keepSent()
    shown.unmet = UnmetSets()
    tracks.prepare()
    playlists?.prepare()
    name.acquire()
  }
}
