// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Publishes the app and its sessions as objects of org.nowplaying on an endpoint's connection. Nothing is computed or
/// sent while no client follows.
final class ProtocolPublication: Publication, LoopBound {
  static let root = "/org/nowplaying"
  /// The path of the session objects' parent.
  static let sessions = root + "/session"

  private let core: AppCore
  /// The session that plays on other devices; nil for all local sessions.
  private let remote: Session?
  private let name: BusName
  private let player: PlayerPublication
  private let app: AppObject
  private let followers = Followers()
  private let calls: SessionCalls
  private let pictures: PictureCalls
  private var connection: Connection?
  private var manager: ObjectManager?
  private var unknown: ObjectHandler?
  private var objects: [SessionObject] = []
  /// The core's count of changes that were taken over.
  private var seen = UInt.zero
  private var isFollowed = false

  /// - remote: the session to which the endpoint belongs; nil for the endpoint of all local sessions.
  init(
    _ core: AppCore, _ identity: Identity, _ name: BusName, _ player: PlayerPublication, _ surfaces: Surfaces,
    remote: Session? = nil
  ) {
    self.core = core
    self.remote = remote
    self.name = name
    self.player = player
    app = AppObject(core, identity, surfaces, followers)
    let open = OpenCalls()
    calls = SessionCalls(core, player.calls, open, followers)
    pictures = PictureCalls(core, surfaces, open, remote: remote)
  }

  /// Whether surfaces still believe that some session is a primary, although it no longer is one.
  var isBehindWithPrimary: Bool { followers.areThere && objects.contains { $0.losesPrimary } }

  func hasNews(_ held: Held) -> Bool { followers.areThere && core.changes.value != seen }

  // MARK: The connection

  func attach(_ connection: Connection) {
    self.connection = connection
    followers.attach(connection)
    manager = ObjectManager(connection, path: Self.root)
    // Calls are watched before sd-bus handles them, because sd-bus answers a ping itself.
    connection.watchCalls(atOrBelow: "/org/nowplaying") { [unowned(unsafe) self] in called($0) }
    // sd-bus treats any path above or below an object as an object.
    unknown = ObjectHandler(connection, path: Self.root, below: true) { [unowned(unsafe) self] in refuseUnknown($0) }
    app.export(connection)
    refresh(now: Instant.now)
    release()
  }

  func detach() {
    calls.releaseAll()
    followers.detach()
    setFollowed(false)
    for object in objects { object.withdraw() }
    objects = []
    app.withdraw()
    unknown = nil
    manager = nil
    connection = nil
    pictures.endAll()
    seen = .zero
  }

  func stop() {
    if let manager, followers.areThere {
      for object in objects { manager.announce(removed: object.path) }
    }
    detach()
  }

  /// Drops the pictures and calls of a session that has ended. The next refresh removes the session's object, because
  /// the end counts as a change.
  func remove(_ session: Session) {
    pictures.remove(session)
    calls.remove(session)
  }

  // MARK: Calls

  /// Remembers the caller of any object of the protocol, even of one that does not exist: it follows from now on.
  private func called(_ message: Message) {
    guard connection != nil, let sender = message.sender else { return }
    // Clients that have left are forgotten first, with what they were sent.
    forgetLeft()
    let isFirst = !followers.areThere
    let now = Instant.now
    if isFirst { release() }
    refresh(now: now)
    let reading = message.readingOfObjects
    if let reading, askPositions(reading) { refresh(now: Instant.now) }
    followers.note(sender)
    if isFirst {
      setFollowed(true)
      // The answers contain the present values, so they need not be announced.
      app.remember()
      for object in objects { object.remember() }
    } else if let reading {
      app.note(reading)
      for object in objects { object.note(reading) }
    }
  }

  /// Asks hosts for the positions that a surface is about to read; with nil, for those that commits have changed.
  /// Returns whether a position that a surface is about to read was asked for.
  private func askPositions(_ reading: Reading?) -> Bool {
    var isRead = false
    for object in objects where object.session.handler.answersPosition {
      guard let reading else {
        _ = object.session.askPosition(after: core.locked { object.session.committed($0) })
        continue
      }
      guard object.isPlayback(reading) else { continue }
      _ = object.session.askPosition(isAhead: connection?.isAhead ?? false)
      isRead = true
    }
    return isRead
  }

  /// Answers a call for a path without an object, or whose answer would be too large. Returns whether it did.
  private func refuseUnknown(_ message: Message) -> Bool {
    if message.isCall("org.freedesktop.DBus.ObjectManager", "GetManagedObjects") {
      var size = 0
      for object in objects { size += object.size }
      if size > Message.maxBytes {
        message.replyTooLarge()
        return true
      }
    }
    guard let path = message.path, path.exact != Self.root.exact, path.exact != Self.sessions.exact,
      path.exact != AppObject.path.exact, !objects.contains(where: { $0.path.exact == path.exact })
    else { return false }
    message.reply(ProtocolRefusal(.unknownObject, "There is no object at " + path))
    return true
  }

  private func setFollowed(_ isFollowed: Bool) {
    guard isFollowed != self.isFollowed else { return }
    self.isFollowed = isFollowed
    if !isFollowed { release() }
    core.locked { core.followed[$0] += isFollowed ? 1 : -1 }
  }

  /// Releases committed states, and with them their pictures, while no client follows.
  private func release() {
    for object in objects { object.startAnew() }
  }

  /// Forgets the surfaces that have left the bus, with their held buttons and registrations.
  private func forgetLeft() {
    let left = followers.takeLeft()
    if left.isEmpty { return }
    for name in left {
      calls.left(name)
      app.left(name)
    }
    if !followers.areThere { setFollowed(false) }
  }

  // MARK: Taking over

  /// Takes over the newest commits.
  private func refresh(now: Instant) {
    guard connection != nil else { return }
    struct Seen {
      let session: Session
      let committed: CommittedState
      let primary: Primary
    }
    if followers.areThere { _ = askPositions(nil) }
    let sessions = core.locked { held -> [Seen] in
      seen = core.changes.value
      app.refresh(core.root[held], name)
      let sessions = remote.map { $0.isFreed[held] ? [] : [$0] } ?? core.sessions[held].filter { $0.isListed[held] }
      return sessions.map { Seen(session: $0, committed: $0.committed(held), primary: $0.primary[held]) }
    }
    // Nearly always there are the same sessions in the order in which they were made.
    let areSame = objects.count == sessions.count && zip(objects, sessions).allSatisfy { $0.session === $1.session }
    if !areSame { removeObjects { session in sessions.contains { $0.session === session } } }
    for (index, session) in sessions.enumerated() {
      var primary = session.primary
      // The previous system primary has not stepped down yet.
      if player.signals.isHeld { primary.remove(.system) }
      let object = areSame ? objects[index] : objects.first { $0.session === session.session }
      if let object {
        calls.check(session.session, session.committed.state)
        if object.refresh(session.committed, primary, now: now, room: roomForLyrics(object)) { pictures.check(object) }
      } else {
        // A session that comes beside others is first announced without its roles as primary, and gets them in the next
        // refresh, so that the previous primary can step down first.
        add(session.session, session.committed, objects.isEmpty ? primary : [], now)
      }
    }
    if !areSame { refresh(now: now) }
  }

  /// Removes the objects of sessions that are gone.
  private func removeObjects(unless isThere: (Session) -> Bool) {
    objects.removeAll { object in
      if isThere(object.session) { return false }
      if followers.areThere { manager?.announce(removed: object.path) }
      object.withdraw()
      return true
    }
  }

  /// The bytes that an object may show of lyrics, chapters and texts under the player's own keys, without those of the
  /// others.
  private func roomForLyrics(_ object: SessionObject) -> Int {
    var room = Limits.allLyrics
    for other in objects where other !== object { room -= other.lyrics }
    return room
  }

  private func add(_ session: Session, _ committed: CommittedState, _ primary: Primary, _ now: Instant) {
    guard let connection else { return }
    let object = SessionObject(session)
    object.export(connection, calls, pictures)
    _ = object.refresh(committed, primary, now: now, room: roomForLyrics(object))
    objects.append(object)
    if followers.areThere {
      manager?.announce(added: object.path)
      object.remember()
    }
  }

  // MARK: Emitting

  func flush(_ changes: UInt) -> Instant {
    if followers.haveLeft { forgetLeft() }
    // Pictures and calls for them end with their item, even when no client follows any more.
    guard followers.areThere || pictures.isInUse, let connection else { return .max }
    return tell(connection)
  }

  private func tell(_ connection: Connection) -> Instant {
    let now = Instant.now
    var time = Instant.max
    for object in objects where object.session.soughtEnds != .max {
      _ = object.session.settleSeek(now)
      time = min(time, object.session.soughtEnds)
    }
    refresh(now: now)
    pictures.giveVideos()
    guard followers.areThere else {
      release()
      return .max
    }
    // While the bus does not read, nothing is queued; it gets the newest state later.
    if connection.isCongested { return .max }
    app.tell(connection, now)
    // The session that stops being primary is announced before the one that becomes it.
    for object in objects where object.losesPrimary { object.tell(connection, now) }
    let isWaiting = objects.contains { $0.losesPrimary }
    for object in objects where !(isWaiting && object.gainsPrimary) { object.tell(connection, now) }
    time = min(time, app.nextTime)
    for object in objects { time = min(time, object.nextTime) }
    return time
  }
}
