// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// One answer to a call for which the host was asked several things: the first failure, or success.
private final class GroupAnswer {
  private let answer: (Request.Answer) -> Void
  private var failure: Request.Answer?
  /// The answers that are to come, and one more until all have been asked.
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

  /// All have been asked.
  func start() { end() }

  /// One could not be asked; the caller gets a reply in another way.
  func refuse() -> Bool {
    isRefused = true
    return false
  }

  private func end() {
    open -= 1
    if open == 0, !isRefused { answer(failure ?? .done) }
  }
}

/// Brings what clients call of a player to its host, and the host's answer back to the client. Belongs to the loop.
final class PlayerCalls {
  private let core: AppCore
  private let requests: RequestQueue
  private let root: RootPublication
  private let shown: ShownSession
  /// How many calls that are for the app wait for its host.
  private(set) var openForApp = 0

  init(_ core: AppCore, _ root: RootPublication, _ shown: ShownSession) {
    self.core = core
    requests = core.requests
    self.root = root
    self.shown = shown
  }

  /// A call of the Player interface, or a property that is set.
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

  /// A separate function: it takes the object that has the state, so the state is not copied.
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

  /// Answers a call of which the host is asked nothing.
  private func ignore(_ call: PlayerCall, _ committed: CommittedState, _ message: Message) {
    core.log(
      .debug,
      "A client's " + call.name.string + " asks for nothing, and succeeds: "
        + call.reasonForNothing(committed.state).string)
    message.reply()
  }

  /// The queue that the host has committed, which clients may not have seen yet.
  var queue: Queue? { core.locked { shown.session?.queue($0) } }

  /// A call of the TrackList interface that changes something.
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

  /// Keeps the call, and answers it by what the host says. A call that failed at once is answered in this turn, all
  /// others may be long in pending.
  private func replyLater(_ message: Message, _ request: Request, _ step: UInt64?, isOpen: Bool) {
    let call = KeptMessage(message)
    if isOpen { call.dropBody() }
    request.reply = reply(step) { call.answer($0) }
  }

  // MARK: For whoever asks

  /// Gives a command to a session's host, whether the session is shown or not. Returns nil when too many wait
  /// already.
  func send(_ event: CommandEvent, to session: Session, answer: @escaping (Request.Answer) -> Void) -> Request? {
    let now = np_now_us()
    shown.pending.expire(at: now)
    let given = perform(event, to: session, shown.committed, now: now, isAnsweredInPlace: false)
    if given.outcome == .full { return nil }
    given.request.reply = reply(given.step, answer)
    return given.request
  }

  /// Gives a command to a session's host. The request gets its reply from the caller when this has returned.
  ///
  /// - committed: what the session that is shown has committed.
  /// - isAnsweredInPlace: whether what the host has done at once is answered by the caller, and not by the request.
  @_optimize(speed)
  private func perform(
    _ event: CommandEvent, to session: Session, _ committed: CommittedState, now: Int64, isAnsweredInPlace: Bool
  ) -> (request: Request, step: UInt64?, outcome: HostCalls.Outcome) {
    // A hold that was begun is always ended: there are no more ends than beginnings, which have a limit.
    let limit = event.phase == .end ? Int.max : Limits.requests
    let kind = event.kind.isBesidePlaying ? Request.Kind.button : .command
    let request = Request(kind, requests, session, now: now, limit: nil, reply: nil)
    let outcome = session.perform(event, request, limit: limit, isAnsweredInPlace: isAnsweredInPlace)
    if outcome == .full { return (request, nil, outcome) }
    if event.kind == .stop { session.stopsAsked.advance() }
    if event.kind == .next || event.kind == .previous, outcome != .failed { session.itemAsked = np_now_us() }
    // Relative calls are resolved for the session that is shown alone.
    let step = session === shown.session ? shown.pending.given(event, committed.state, now: now) : nil
    // The commit of a host that has answered at once counts as made after its answer.
    if outcome != .open { note(step, outcome == .done) }
    return (request, step, outcome)
  }

  /// Returns the work for the host's answer. Keeps the calls until then: the player of a session on other devices may
  /// be gone before its host answers.
  private func reply(_ step: UInt64?, _ answer: @escaping (Request.Answer) -> Void) -> (Request.Answer) -> Void {
    { [self] in
      note(step, $0.isDone)
      answer($0)
    }
  }

  /// Has a session's host make a change. A session without a volume of its own: sets that of each device.
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

  /// Takes note of the host's answer to a command.
  private func note(_ step: UInt64?, _ isDone: Bool) {
    if let step { shown.pending.answered(step, isDone: isDone, now: np_now_us()) }
  }

  /// A call that is for the app and not for a session.
  func route(_ call: RootCall, _ message: Message) {
    switch call {
    case .raise: root.properties.canRaise ? ask(.other("raise"), message) { $0.raise($1) } : message.reply()
    case .quit: root.properties.canQuit ? ask(.quit, message) { $0.quit($1) } : message.reply()
    case .open(let uri): open(uri, message)
    case .change(let change):
      guard core.handler.takes(change) else {
        // The specification asks for an error here, and not where a button is pressed that is not there.
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

  /// Returns the URI that a client gives, also as the path of a file, if the host takes it; else the call is answered.
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
  /// Whether it is a Properties.Set that `set` takes, given the interface and the property; all else is left to sd-bus.
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

  /// Keeps the call, and answers it by what the host says.
  func replyLater() -> (Request.Answer) -> Void {
    let call = KeptMessage(self)
    call.dropBody()
    return { call.answer($0) }
  }
}

extension KeptMessage {
  /// Answers the call by what the host says.
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
