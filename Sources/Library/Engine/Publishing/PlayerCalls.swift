// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// A command that a host was given.
private struct Given {
  let request: Request
  let outcome: HostCalls.Outcome
  /// The number of its step in `PendingCommands`.
  var step: UInt64?
  /// Its target and where the host was, if it is a seek.
  var seek: Seek?
}

/// A seek that a host was given, and where the host was then.
private struct Seek {
  let session: Session
  let item: String
  let old: MovingPosition
  let target: Microseconds
  /// The snapshot before a skip; nil for a seek.
  let before: PlaybackSnapshot?

  /// Returns nil when the position is not known.
  init?(_ event: CommandEvent, _ session: Session, _ now: Instant) {
    let state = session.core.locked { session.committed($0).state }
    guard let position = state.position(at: now), let item = state.content?.id else { return nil }
    self.session = session
    self.item = item
    old = MovingPosition(position, at: now, speed: state.snapshot?.speed ?? 0)
    switch event.kind {
    case .skipForward: target = position + event.time
    case .skipBackward: target = position - event.time
    default: target = event.time
    }
    before = event.kind == .seekToPosition ? nil : state.snapshot
  }
}

/// Passes clients' calls of a player to its host, and the answers back.
final class PlayerCalls: LoopBound {
  private let core: AppCore
  private let requests: RequestQueue
  private let root: RootPublication
  private let shown: ShownSession
  /// The number of calls to the app's host that are not answered.
  private(set) var openForApp = 0
  /// The last position that waits for the host's answer to a command that goes to another item.
  private var waiting: (call: PlayerCall, message: KeptMessage)?

  init(_ core: AppCore, _ root: RootPublication, _ shown: ShownSession) {
    self.core = core
    requests = core.requests
    self.root = root
    self.shown = shown
  }

  /// Handles a call of the Player interface, or the setting of a property.
  func route(_ call: PlayerCall, _ message: Message) {
    guard let session = shown.session else { return message.reply() }
    let (now, committed) = (Instant.now, shown.committed)
    shown.unmet.set(call.wanted)
    switch resolve(call, committed, now) {
    case .nothing: ignore(call, committed, message)
    case .waiting: wait(call, message)
    case .refused(let refusal):
      message.reply(refusal)
      shown.unmet.over(call.wanted, isDone: false, now: now)
    case .command(let event): carryOut(call, event, session, committed, message, now)
    case .change(let change): make(change, of: session, committed, call, message)
    }
  }

  /// Resolves a call. A separate function with the object, so that the state in it is not copied.
  @_optimize(speed)
  @inline(never)
  private func resolve(_ call: PlayerCall, _ committed: CommittedState, _ now: Instant) -> CommandResolution {
    shown.pending.resolve(call, committed.state, now: now)
  }

  private func make(
    _ change: SessionChange, of session: Session, _ committed: CommittedState, _ call: PlayerCall, _ message: Message
  ) {
    guard session.takes(change, committed.state) else { return ignore(call, committed, message) }
    let answer = message.replyLater()
    let isAsked = make(change, of: session, committed.state) { [self] in
      answer($0)
      shown.unmet.over(call.wanted, isDone: $0.isDone, now: Instant.now)
    }
    if !isAsked { tooMany(call, message) }
  }

  private func tooMany(_ call: PlayerCall, _ message: Message) {
    message.replyTooMany()
    shown.unmet.over(call.wanted, isDone: false, now: Instant.now)
  }

  /// Keeps a position until the host has answered whether it goes to another item. A later position replaces it.
  private func wait(_ call: PlayerCall, _ message: Message) {
    dropWaiting("a later position has replaced it")
    waiting = (call, KeptMessage(message))
  }

  /// Answers the position that waits, because the host is not asked for it.
  private func dropWaiting(_ why: StaticString) {
    guard let (call, kept) = waiting else { return }
    waiting = nil
    core.log(.debug, "A client's " + call.name.string + " asks for nothing, and succeeds: " + why.string)
    kept.message.reply()
  }

  /// Handles the position that waits, after an answer of the host.
  ///
  /// - goes: whether the host goes to another item.
  private func settle(goes: Bool) {
    if goes { return dropWaiting("the player goes to another item") }
    guard let (call, kept) = waiting, !shown.pending.isAskedForItem else { return }
    waiting = nil
    route(call, kept.message)
  }

  /// Answers a call that asks nothing of the host.
  private func ignore(_ call: PlayerCall, _ committed: CommittedState, _ message: Message) {
    core.log(
      .debug,
      "A client's " + call.name.string + " asks for nothing, and succeeds: "
        + call.reasonForNothing(committed.state).string)
    message.reply()
    shown.unmet.over(call.wanted, isDone: false, now: Instant.now)
  }

  /// The newest queue, which clients may not have been sent yet.
  var queue: Queue? { core.locked { shown.session?.queue($0) } }

  /// Handles a call of the TrackList interface that changes the queue.
  func route(queue change: SessionChange, _ message: Message) {
    guard let session = shown.session else { return message.reply() }
    let state = shown.committed.state
    guard session.takes(change, state) else {
      return message.reply(error: "org.freedesktop.DBus.Error.NotSupported", "The player does not take this")
    }
    var change = change
    if case .add(let text, let entry, let plays) = change {
      guard let uri = uri(text, message) else { return }
      change = .add(uri: uri, after: entry, plays: plays)
    }
    if !make(change, of: session, state, answer: message.replyLater()) { message.replyTooMany() }
  }

  private func carryOut(
    _ call: PlayerCall, _ event: CommandEvent, _ session: Session, _ committed: CommittedState, _ message: Message,
    _ now: Instant
  ) {
    let given = perform(event, to: session, committed, now: now, isAnsweredInPlace: true)
    switch given.outcome {
    case .done:
      message.reply()
      shown.unmet.over(call.wanted, isDone: true, now: now)
    case .full: tooMany(call, message)
    case .open, .failed:
      let kept = KeptMessage(message)
      // While the request is open, the answer may take long, so the call's arguments are freed.
      if given.outcome == .open { kept.dropBody() }
      given.request.reply = reply(given.step, given.seek) { [self] in
        kept.answer($0)
        shown.unmet.over(call.wanted, isDone: $0.isDone, now: Instant.now)
      }
    }
  }

  // MARK: For whoever asks

  /// Gives a command to the host of any session, shown or not. Returns nil when too many requests wait.
  func send(_ event: CommandEvent, to session: Session, answer: @escaping (Request.Answer) -> Void) -> Request? {
    let now = Instant.now
    shown.pending.expire(at: now)
    let given = perform(event, to: session, shown.committed, now: now, isAnsweredInPlace: false)
    if given.outcome == .full { return nil }
    given.request.reply = reply(given.step, given.seek, answer)
    return given.request
  }

  /// The position to which a session's host was asked to go, and which it has not committed yet; nil for none, and for
  /// a session that is not shown.
  func expectedPosition(of session: Session, at now: Instant) -> Microseconds? {
    guard session === shown.session else { return nil }
    shown.pending.expire(at: now)
    return shown.pending.position(at: now)
  }

  /// Gives a command to a session's host. The caller sets the request's reply afterwards.
  ///
  /// - committed: the committed state of the session that is shown.
  /// - isAnsweredInPlace: whether the caller itself answers if the host has succeeded at once.
  @_optimize(speed)
  private func perform(
    _ event: CommandEvent, to session: Session, _ committed: CommittedState, now: Instant, isAnsweredInPlace: Bool
  ) -> Given {
    // The end of a hold is always sent. There are no more ends than beginnings, which are limited.
    let limit = event.phase == .end ? Int.max : Limits.requests
    let kind = event.kind.leavesPosition ? Request.Kind.button : .command
    let request = Request(kind, requests, session, now: now, limit: nil, reply: nil)
    let seek = event.kind.isSeek ? Seek(event, session, now) : nil
    let outcome = session.perform(event, request, limit: limit, isAnsweredInPlace: isAnsweredInPlace)
    if outcome == .full { return Given(request: request, outcome: outcome) }
    if seek != nil { dropWaiting("a later position has replaced it") }
    // Only a command to the shown session becomes a step of `PendingCommands`, from which relative calls start.
    let (wasPlaying, step) =
      session === shown.session
      ? shown.pending.given(event, committed.state, now: now)
      : (core.locked { session.committed($0).state.isPlaying }, nil)
    switch event.kind {
    case .stop: session.asked.playback(goesOn: false, now)
    case .pause where wasPlaying: session.asked.playback(goesOn: false, now)
    case .togglePlayPause: session.asked.playback(goesOn: !wasPlaying, now)
    case .play: session.asked.playback(goesOn: true, now)
    default: break
    }
    if event.kind == .next || event.kind == .previous, outcome != .failed { session.asked.itemAt = now }
    // Noted before any commit of a host that has answered at once is examined.
    if outcome != .open { note(step, seek, outcome == .done) }
    return Given(request: request, outcome: outcome, step: step, seek: seek)
  }

  /// Returns the closure for the host's answer. It retains this object: the player of a session on other devices may be
  /// gone by then.
  private func reply(
    _ step: UInt64?, _ seek: Seek?, _ answer: @escaping (Request.Answer) -> Void
  ) -> (Request.Answer) -> Void {
    { [self] in
      note(step, seek, $0.isDone)
      answer($0)
    }
  }

  /// Has a session's host make a change. Where the session has no volume, sets that of each of its devices.
  func make(
    _ change: SessionChange, of session: Session, _ state: SessionState, answer: @escaping (Request.Answer) -> Void
  ) -> Bool {
    guard case .volume(let volume) = change, state.settings.volume == nil else {
      return ask(kind(change), session, goesToItem: change.goesToItem, answer) { $0.make(change, $1) }
    }
    let group = GroupAnswer(answer)
    for (device, level) in Device.levels(of: state.devices, for: volume) {
      if !setVolume(level, of: device, session, answer: group.part()) { return group.refuse() }
    }
    group.start()
    return true
  }

  func setVolume(
    _ volume: Double, of device: Device, _ session: Session, answer: @escaping (Request.Answer) -> Void
  ) -> Bool {
    ask(.other("device_volume"), session, answer) { $0.setVolume(volume, ofDevice: device.id, $1) }
  }

  func step(
    _ step: Int32, _ device: Device, _ session: Session, answer: @escaping (Request.Answer) -> Void
  ) -> Bool {
    ask(.other("device_step"), session, answer) { $0.step(step, device: device.id, $1) }
  }

  private func kind(_ change: SessionChange) -> Request.Kind {
    switch change {
    case .volume, .select: .other(change.callback)
    case .goTo(let entry), .remove(let entry): .entry(change.callback, entry)
    case .add(_, let entry, _): .entry(change.callback, entry)
    }
  }

  private func ask(
    _ kind: Request.Kind, _ session: Session, goesToItem: Bool = false, _ answer: @escaping (Request.Answer) -> Void,
    _ perform: (any SessionHandler, Request) -> Void
  ) -> Bool {
    let request = Request(
      kind, core.requests, session, now: Instant.now, limit: Limits.requests, reply: answer)
    guard request.hasRoom else { return false }
    if goesToItem { noteItem(request) }
    if !session.tell({ perform($0, request) }) { request.cancel() }
    return true
  }

  /// Notes the host's answer to a command.
  private func note(_ step: UInt64?, _ seek: Seek?, _ isDone: Bool) {
    if isDone, let seek { accept(seek, step) }
    guard let step else { return }
    // A stop that failed is not meant: what the host does by itself later may be a gap between two items.
    if !isDone, shown.pending.pauses(step) { shown.session?.asked.playback(goesOn: true, .now) }
    let isItem = shown.pending.answered(step, isDone: isDone, now: .now)
    settle(goes: isItem && isDone)
  }

  /// Has the target of a seek count that the host has accepted. In the session that is shown a later seek may have been
  /// given to the host already, whose target counts then.
  private func accept(_ seek: Seek, _ step: UInt64?) {
    let isShown = seek.session === shown.session
    let target = isShown ? step.flatMap { shown.pending.target(of: $0, at: Instant.now) } : seek.target
    guard let target, !seek.session.accept(seekTo: target, from: seek.old, of: seek.item, unlessAfter: seek.before),
      isShown, let step
    else { return }
    shown.pending.dropped(step)
  }

  /// Notes that a request, which is about to be given to the host, goes to another item.
  private func noteItem(_ request: Request) {
    guard let session = shown.session, let answer = request.reply else { return }
    let now = Instant.now
    session.asked.itemAt = now
    request.reply = reply(shown.pending.givenItem(shown.committed.state, now: now), nil, answer)
  }

  /// Handles a call that concerns the app and not a session.
  func route(_ call: RootCall, _ message: Message) {
    switch call {
    case .raise: root.properties.canRaise ? ask(.other("raise"), message) { $0.raise($1) } : message.reply()
    case .quit: root.properties.canQuit ? ask(.quit, message) { $0.quit($1) } : message.reply()
    case .open(let uri): open(uri, message)
    case .change(let change):
      root.unmet.set(change.wanted)
      guard core.handler.takes(change) else {
        // MPRIS wants an error for a property that cannot be set, unlike for a button that is not offered.
        message.reply(error: "org.freedesktop.DBus.Error.NotSupported", change.refusal.string)
        return root.unmet.over(change.wanted, isDone: false, now: Instant.now)
      }
      ask(.other(change.callback), message, sets: change.wanted) { $0.make(change, $1) }
    }
  }

  private func ask(
    _ kind: Request.Kind, _ message: Message, goesToItem: Bool = false, sets wanted: WantedValue? = nil,
    _ perform: (any AppHandler, Request) -> Void
  ) {
    let answer = message.replyLater()
    let request = Request(kind, core.requests, nil, now: Instant.now, limit: Limits.requests) { [self] in
      openForApp -= 1
      answer($0)
      root.unmet.over(wanted, isDone: $0.isDone, now: Instant.now)
    }
    guard request.hasRoom else {
      root.unmet.over(wanted, isDone: false, now: Instant.now)
      return message.replyTooMany()
    }
    if goesToItem { noteItem(request) }
    openForApp += 1
    if !core.tell({ perform($0, request) }) { request.cancel() }
  }

  private func open(_ text: String, _ message: Message) {
    guard let uri = uri(text, message) else { return }
    ask(.other("open_uri"), message, goesToItem: true) { $0.open(uri, $1) }
  }

  /// Returns the URI of a client's text, which may be a path, if the host takes it. Otherwise the call is answered
  /// here.
  private func uri(_ text: String, _ message: Message) -> String? {
    let uri = text.byteCount <= Limits.uri && text.exact.begins(with: "/") ? Escape.fileURI(text) : text
    guard uri.byteCount <= Limits.uri else {
      message.reply(
        error: "org.freedesktop.DBus.Error.LimitsExceeded",
        "The URI is longer than " + Escape.decimal(Int64(clamping: Limits.uri)) + " bytes")
      return nil
    }
    guard let scheme = Escape.scheme(of: uri) else {
      message.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", "This is neither a URI nor a path")
      return nil
    }
    guard root.properties.uriSchemes.contains(where: { $0.exact == scheme.exact }) else {
      message.reply(error: "org.freedesktop.DBus.Error.NotSupported", "The player does not open " + scheme + " URIs")
      return nil
    }
    return uri
  }

  /// Has the app's host play a playlist.
  func activate(_ playlist: String, _ message: Message) {
    ask(.other("activate_playlist"), message, goesToItem: true) { $0.activate(playlist: playlist, $1) }
  }
}
