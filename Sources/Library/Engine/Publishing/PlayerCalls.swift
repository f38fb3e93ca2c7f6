// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Combines the answers to several requests of one call: the first failure, or success.
private final class GroupAnswer {
  private let answer: (Request.Answer) -> Void
  private var failure: Request.Answer?
  /// The number of answers to come, and one more until `start`.
  private var open = 1
  private var isRefused = false

  init(_ answer: @escaping (Request.Answer) -> Void) { self.answer = answer }

  func part() -> (Request.Answer) -> Void {
    open += 1
    return { [self] in
      if failure == nil, !$0.isDone { failure = $0 }
      end()
    }
  }

  /// Notes that all requests were made.
  func start() { end() }

  /// Notes that a request could not be made. The caller answers the call itself.
  func refuse() -> Bool {
    isRefused = true
    return false
  }

  private func end() {
    open -= 1
    if open == 0, !isRefused { answer(failure ?? .done) }
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

  init(_ core: AppCore, _ root: RootPublication, _ shown: ShownSession) {
    self.core = core
    requests = core.requests
    self.root = root
    self.shown = shown
  }

  /// Handles a call of the Player interface, or the setting of a property.
  func route(_ call: PlayerCall, _ message: Message) {
    guard let session = shown.session else { return message.reply() }
    let (now, committed) = (np_now_us(), shown.committed)
    shown.pending.expire(at: now)
    switch resolve(call, committed, now) {
    case .nothing: ignore(call, committed, message)
    case .refused(let refusal): message.reply(refusal)
    case .command(let event): answer(event, session, committed, message, now)
    case .change(let change): make(change, of: session, committed, call, message)
    }
  }

  /// Resolves a call. A separate function with the object, so that the state in it is not copied.
  @_optimize(speed)
  @inline(never)
  private func resolve(_ call: PlayerCall, _ committed: CommittedState, _ now: Int64) -> CommandResolution {
    CommandResolution(call, committed.state, pending: shown.pending, now: now)
  }

  private func make(
    _ change: SessionChange, of session: Session, _ committed: CommittedState, _ call: PlayerCall, _ message: Message
  ) {
    guard session.takes(change, committed.state) else { return ignore(call, committed, message) }
    if !make(change, of: session, committed.state, answer: message.replyLater()) { message.replyTooMany() }
  }

  /// Answers a call that asks nothing of the host.
  private func ignore(_ call: PlayerCall, _ committed: CommittedState, _ message: Message) {
    core.log(
      .debug,
      "A client's " + call.name.string + " asks for nothing, and succeeds: "
        + call.reasonForNothing(committed.state).string)
    message.reply()
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

  private func answer(
    _ event: CommandEvent, _ session: Session, _ committed: CommittedState, _ message: Message, _ now: Int64
  ) {
    let given = perform(event, to: session, committed, now: now, isAnsweredInPlace: true)
    switch given.outcome {
    case .done: message.reply()
    case .full: message.replyTooMany()
    case .open, .failed: replyLater(message, given.request, given.step, isOpen: given.outcome == .open)
    }
  }

  /// Keeps the call until the host has answered. While the request is open, the answer may take long, so the call's
  /// arguments are freed.
  private func replyLater(_ message: Message, _ request: Request, _ step: UInt64?, isOpen: Bool) {
    let call = KeptMessage(message)
    if isOpen { call.dropBody() }
    request.reply = reply(step) { call.answer($0) }
  }

  // MARK: For whoever asks

  /// Gives a command to the host of any session, shown or not. Returns nil when too many requests wait.
  func send(_ event: CommandEvent, to session: Session, answer: @escaping (Request.Answer) -> Void) -> Request? {
    let now = np_now_us()
    shown.pending.expire(at: now)
    let given = perform(event, to: session, shown.committed, now: now, isAnsweredInPlace: false)
    if given.outcome == .full { return nil }
    given.request.reply = reply(given.step, answer)
    return given.request
  }

  /// Gives a command to a session's host. The caller sets the request's reply afterwards.
  ///
  /// - committed: the committed state of the session that is shown.
  /// - isAnsweredInPlace: whether the caller itself answers if the host has succeeded at once.
  @_optimize(speed)
  private func perform(
    _ event: CommandEvent, to session: Session, _ committed: CommittedState, now: Int64, isAnsweredInPlace: Bool
  ) -> (request: Request, step: UInt64?, outcome: HostCalls.Outcome) {
    // The end of a hold is always sent. There are no more ends than beginnings, which are limited.
    let limit = event.phase == .end ? Int.max : Limits.requests
    let kind = event.kind.isBesidePlaying ? Request.Kind.button : .command
    let request = Request(kind, requests, session, now: now, limit: nil, reply: nil)
    let outcome = session.perform(event, request, limit: limit, isAnsweredInPlace: isAnsweredInPlace)
    if outcome == .full { return (request, nil, outcome) }
    if event.kind == .stop { session.stopsAsked.advance() }
    if event.kind == .next || event.kind == .previous, outcome != .failed { session.itemAsked = np_now_us() }
    // Only a command to the shown session becomes a step of `PendingCommands`, from which relative calls start.
    let step = session === shown.session ? shown.pending.given(event, committed.state, now: now) : nil
    // Noted before any commit of a host that has answered at once is examined.
    if outcome != .open { note(step, outcome == .done) }
    return (request, step, outcome)
  }

  /// Returns the closure for the host's answer. It retains this object: the player of a session on other devices may be
  /// gone by then.
  private func reply(_ step: UInt64?, _ answer: @escaping (Request.Answer) -> Void) -> (Request.Answer) -> Void {
    { [self] in
      note(step, $0.isDone)
      answer($0)
    }
  }

  /// Has a session's host make a change. Where the session has no volume, sets that of each of its devices.
  func make(
    _ change: SessionChange, of session: Session, _ state: SessionState, answer: @escaping (Request.Answer) -> Void
  ) -> Bool {
    guard case .volume(let volume) = change, state.settings.volume == nil else {
      if change.goesToItem { session.itemAsked = np_now_us() }
      return ask(kind(change), session, answer) { $0.make(change, $1) }
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
    _ kind: Request.Kind, _ session: Session, _ answer: @escaping (Request.Answer) -> Void,
    _ perform: (any SessionHandler, Request) -> Void
  ) -> Bool {
    let request = Request(
      kind, core.requests, session, now: np_now_us(), limit: Limits.requests, reply: answer)
    guard request.hasRoom else { return false }
    if !session.tell({ perform($0, request) }) { request.cancel() }
    return true
  }

  /// Notes the host's answer to a command.
  private func note(_ step: UInt64?, _ isDone: Bool) {
    if let step { shown.pending.answered(step, isDone: isDone, now: np_now_us()) }
  }

  /// Handles a call that concerns the app and not a session.
  func route(_ call: RootCall, _ message: Message) {
    switch call {
    case .raise: root.properties.canRaise ? ask(.other("raise"), message) { $0.raise($1) } : message.reply()
    case .quit: root.properties.canQuit ? ask(.quit, message) { $0.quit($1) } : message.reply()
    case .open(let uri): open(uri, message)
    case .change(let change):
      guard core.handler.takes(change) else {
        // MPRIS wants an error for a property that cannot be set, unlike for a button that is not offered.
        return message.reply(error: "org.freedesktop.DBus.Error.NotSupported", change.refusal.string)
      }
      ask(.other(change.callback), message) { $0.make(change, $1) }
    }
  }

  private func ask(_ kind: Request.Kind, _ message: Message, _ perform: (any AppHandler, Request) -> Void) {
    let answer = message.replyLater()
    let request = Request(kind, core.requests, nil, now: np_now_us(), limit: Limits.requests) { [self] in
      openForApp -= 1
      answer($0)
    }
    guard request.hasRoom else { return message.replyTooMany() }
    openForApp += 1
    if !core.tell({ perform($0, request) }) { request.cancel() }
  }

  private func open(_ text: String, _ message: Message) {
    guard let uri = uri(text, message) else { return }
    shown.session?.itemAsked = np_now_us()
    ask(.other("open_uri"), message) { $0.open(uri, $1) }
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
    shown.session?.itemAsked = np_now_us()
    ask(.other("activate_playlist"), message) { $0.activate(playlist: playlist, $1) }
  }
}

extension Message {
  /// Passes the interface and the property of a Properties.Set to a closure. Returns whether the call was answered;
  /// otherwise sd-bus handles it.
  func setsProperty(_ set: (String, String) -> Bool) -> Bool {
    guard isCall("org.freedesktop.DBus.Properties", "Set") else { return false }
    guard hasSignature("ssv") else {
      reply(error: "org.freedesktop.DBus.Error.InvalidArgs", "Set takes an interface, a property and its value")
      return true
    }
    guard let interface = readString(), let name = readString() else { return false }
    return set(interface, name)
  }

  func replyTooMany() {
    reply(error: "org.freedesktop.DBus.Error.LimitsExceeded", "The player has not answered too many calls already")
  }

  func reply(_ refusal: CommandResolution.Refusal) {
    switch refusal {
    case .unsupportedMode: reply(error: "org.freedesktop.DBus.Error.NotSupported", refusal.message.string)
    case .illegalNumber: reply(error: "org.freedesktop.DBus.Error.InvalidArgs", refusal.message.string)
    }
  }

  /// Keeps the call, and returns the closure that sends the host's answer.
  func replyLater() -> (Request.Answer) -> Void {
    let call = KeptMessage(self)
    call.dropBody()
    return { call.answer($0) }
  }
}

extension KeptMessage {
  /// Answers the call with the host's answer.
  fileprivate func answer(_ answer: Request.Answer) {
    guard case .failed(let failure, let text) = answer else { return message.reply() }
    switch failure {
    case .timedOut: message.reply(error: "org.freedesktop.DBus.Error.Timeout", text)
    case .notSupported: message.reply(error: "org.freedesktop.DBus.Error.NotSupported", text)
    case .notPermitted: message.reply(error: "org.freedesktop.DBus.Error.AccessDenied", text)
    case .invalidArgument: message.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", text)
    default: message.reply(error: "org.freedesktop.DBus.Error.Failed", text)
    }
  }
}
