// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import Foundation
internal import NowPlayingBus
internal import NowPlayingPush

/// Decrypts pushes, decides about them and applies them. Belongs to the extension's bus thread.
///
/// A push is acknowledged when its result is stored. While the disk is full, pushes are applied and not acknowledged.
final class PushReceiver: @unchecked Sendable {
  /// The number of pushes that are neither acknowledged nor dropped.
  private(set) var openPushes = 0
  /// The pushes that are left to the next process, which may be a newer version, or may find room on the disk.
  private(set) var handedOn: [ReceivedPush] = []
  /// The pushes that were applied and whose results are not stored, the oldest first.
  private var unacknowledged: [ReceivedPush] = []
  /// The most pushes in `unacknowledged`. Any more are dropped, so that the distributor repeats them.
  private static let maxUnacknowledged = 64
  private let thread: BusThread
  private let host: any ExtensionHost
  private let memory: Memory
  private let executable: Executable
  private let sessions: SessionStore
  private let registrations: PushRegistrations
  private unowned(unsafe) let process: any ExtensionProcess

  init(
    _ thread: BusThread, _ host: any ExtensionHost, _ memory: Memory, _ executable: Executable,
    _ sessions: SessionStore, _ registrations: PushRegistrations, _ process: any ExtensionProcess
  ) {
    self.thread = thread
    self.host = host
    self.memory = memory
    self.executable = executable
    self.sessions = sessions
    self.registrations = registrations
    self.process = process
  }

  func receive(_ bytes: [UInt8], for owner: PushOwner, acknowledge: @escaping () -> Void) {
    openPushes += 1
    let registration = registration(of: owner)
    let push = ReceivedPush(owner, registration?.token ?? "", bytes) { [self] isAcknowledged in
      openPushes -= 1
      if isAcknowledged { acknowledge() }
    }
    // The push is a repetition, because it was not acknowledged. It was applied already.
    if let same = unacknowledged.first(where: { $0.owner == owner && $0.bytes == bytes }) {
      push.files = same.files
      return acknowledgeIfSaved(push)
    }
    do throws(PushRefusal) {
      guard let registration, let crypto = registrations.crypto else {
        throw PushRefusal(code: "decrypt", reason: "there are no keys for it")
      }
      let message = try PushMessage(bytes, for: registration.keys, by: crypto)
      decode(try PushEnvelope(message, memory.context(for: owner, now: SessionStore.now)), push)
    } catch {
      refuse(push, error)
    }
  }

  private func registration(of owner: PushOwner) -> Registration? {
    switch owner {
    case .start: memory.common.start
    case .session(let id): memory.session(id)?.push
    }
  }

  private func refuse(_ push: ReceivedPush, _ refusal: PushRefusal) {
    SharedApp.shared.log(.warning, "push refused [\(refusal.code)]: \(refusal.reason)")
    push.acknowledge()
  }

  /// Has the attributes decoded on the main actor. A push that ends a session goes the same way, so that all pushes
  /// stay in order.
  private func decode(_ envelope: PushEnvelope, _ push: ReceivedPush) {
    guard let attributes = envelope.attributes else {
      return thread.postByMainActor { [self] in decide(envelope, push, nil) }
    }
    host.decode(attributes, in: thread) { [self] in decide(envelope, push, $0) }
  }

  private func decide(
    _ envelope: PushEnvelope, _ push: ReceivedPush, _ decoded: Result<DecodedAttributes, AttributesError>?
  ) {
    if case .failure? = decoded, executable.isReplaced {
      handedOn.append(push)
      return process.leave()
    }
    do throws(PushRefusal) {
      let attributes = try decoded?.mapError(PushRefusal.init).get()
      let now = SessionStore.now
      let payload = try envelope.decide(memory.context(for: push.owner, now: now), decoded: attributes?.id)
      push.files = memory.store(payload, salt: envelope.salt, for: push.owner, bus: sessions.bus, now: now)
      // When the process is ending, the stored state belongs to the next process. The acknowledgement does not wait for
      // the main actor.
      if process.life == .serving || process.life == .beginning { apply(payload, attributes) }
      acknowledgeIfSaved(push)
    } catch {
      refuse(push, error)
    }
  }

  private func apply(_ payload: PushPayload, _ attributes: DecodedAttributes?) {
    let id = payload.id
    guard let attributes else { return sessions.end(id) { _ in } }
    guard let work = sessions.newWork(for: id) else {
      memory.delete(id)
      return SharedApp.shared.log(
        .warning, "push refused [limit]: there are \(PushLimits.sessions) sessions already")
    }
    var isStart = false
    if case .start(let data) = payload.action { (isStart, work.attributes) = (true, data) }
    if case .update(let data) = payload.action { work.attributes = data }
    work.isRegistered = true
    work.show(attributes, mayMake: true) { [self] result in
      guard isStart, case .failure(let fault) = result, fault.error != .common(.cancelled) else { return }
      SharedApp.shared.log(.warning, "push refused [session]: \(fault.text)")
      work.isRegistered = false
      memory.delete(id)
      sessions.didEnd(work)
    }
  }

  // MARK: Acknowledging

  /// Acknowledges a push if its result is stored. Otherwise the push waits, and goes to the next process when this one
  /// ends.
  private func acknowledgeIfSaved(_ push: ReceivedPush) {
    sessions.save()
    if memory.unsaved.isDisjoint(with: push.files) { return push.acknowledge() }
    if process.life.isAtItsEnd { return handedOn.append(push) }
    unacknowledged.append(push)
    if unacknowledged.count > Self.maxUnacknowledged { unacknowledged.removeFirst().drop() }
  }

  /// Acknowledges all pushes whose results are stored by now.
  func acknowledgeSaved() {
    let waiting = unacknowledged
    unacknowledged = waiting.filter { !memory.unsaved.isDisjoint(with: $0.files) }
    for push in waiting where memory.unsaved.isDisjoint(with: push.files) { push.acknowledge() }
  }

  /// Leaves all pushes whose results are not stored to the next process.
  func handOnUnacknowledged() {
    handedOn += unacknowledged
    unacknowledged = []
  }

  /// Drops the pushes whose results are not stored. The bus then tells the distributor that no reply comes.
  func dropUnacknowledged() {
    for push in unacknowledged { push.drop() }
    unacknowledged = []
  }

  /// Passes the pushes to the process that owns the name now.
  ///
  /// - done: called after each of them.
  func handOver(_ connection: Connection, to name: String, done: @escaping () -> Void) {
    for push in handedOn {
      connection.hand(push, to: name) { isAcknowledged in
        if isAcknowledged { push.acknowledge() } else { push.drop() }
        done()
      }
    }
  }
}

/// A push that is acknowledged once, or dropped. Belongs to the extension's bus thread.
final class ReceivedPush: @unchecked Sendable {
  let owner: PushOwner
  /// The token of the registration to which the push was sent; `bytes` is the message itself.
  let token: String
  let bytes: [UInt8]
  /// The names of the files that must be written before the push may be acknowledged.
  var files: Set<String> = []
  private var ended: ((_ isAcknowledged: Bool) -> Void)?

  init(_ owner: PushOwner, _ token: String, _ bytes: [UInt8], ended: @escaping (_ isAcknowledged: Bool) -> Void) {
    self.owner = owner
    self.token = token
    self.bytes = bytes
    self.ended = ended
  }

  func acknowledge() { end(true) }

  /// Drops the push without an acknowledgement, so that the distributor repeats it.
  func drop() { end(false) }

  private func end(_ isAcknowledged: Bool) {
    ended?(isAcknowledged)
    ended = nil
  }
}

extension Connection {
  /// Sends a push to the owner of a name, as a distributor would; the bus starts that program if it does not run.
  ///
  /// - done: called with whether it was acknowledged.
  fileprivate func hand(_ push: ReceivedPush, to name: String, done: @escaping (Bool) -> Void) {
    let fill = { (message: Message) -> Int32 in
      message.container(.array, "{sv}") {
        message.append(entry: "token", "s") { message.append(push.token) }
          .then(message.append(entry: "message", "ay") { message.append(bytes: push.bytes) })
      }
    }
    call(
      name, "/org/unifiedpush/Connector", "org.unifiedpush.Connector2", "Message", fill, timeout: .seconds(10),
      starts: true
    ) { reply in done(reply?.isError == false) }
  }
}
