// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import NowPlayingCore
internal import NowPlayingEngine
internal import NowPlayingHost
internal import NowPlayingPush

// Registrations for pushes, their tokens, and what pushes do.
extension ExtensionServer: PushClient {
  func makeKeys() -> PushKeys? {
    guard let crypto else { return nil }
    return crypto.makeKeys()
  }

  private var crypto: Libcrypto? {
    if let crypto = Libcrypto.shared { return crypto }
    if !hasSaidThatThereIsNoLibcrypto {
      hasSaidThatThereIsNoLibcrypto = true
      say(.warning, "libcrypto is not installed, so there are no push tokens")
    }
    return nil
  }

  func store(_ registration: Registration?, for owner: PushOwner) -> Bool {
    switch owner {
    case .start:
      var common = memory.common
      common.start = registration
      defer { startToken = Self.startToken(of: memory) }
      return memory.store(common)
    case .session(let id):
      guard var record = memory.session(id) else { return false }
      record.push = registration
      return memory.store(record)
    }
  }

  func tokenChanged(_ token: Data?, for owner: PushOwner) {
    // That for starts is told with the sessions, at the end of the turn.
    guard case .session(let id) = owner else { return }
    MainActorWatch.run { SessionTokens.shared.change(id, token) }
  }

  func log(_ level: LogLevel, _ line: String) { say(level, line) }

  // MARK: Tokens

  static func startToken(of memory: Memory) -> String {
    memory.common.start?.pushToken.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Registers for pushes that start sessions, once and for ever. Returns false when that cannot be put on file.
  @discardableResult func wantStartToken() -> Bool {
    guard memory.isKept, let connector else { return true }
    needsStartToken = !connector.register(.start, description: appName)
    return !needsStartToken
  }

  /// The model of a session has asked for its token.
  func wantToken(_ id: String) {
    guard memory.isKept, let work = work(for: id) else { return }
    wantingTokens.insert(Data(id.utf8))
    registerIfWanted(work)
  }

  /// The registration goes on file, and so waits until the session is there.
  func registerIfWanted(_ work: SessionWork) {
    guard let connector, memory.session(work.id) != nil, work.instance?.host != nil,
      wantingTokens.contains(Data(work.id.utf8)),
      connector.register(.session(work.id), description: description(of: work.id))
    else { return }
    wantingTokens.remove(Data(work.id.utf8))
  }

  /// The description that the user sees in a list of programs that get pushes.
  var appName: String { ProgramApp.shared.displayName }

  func description(of id: String) -> String { "\(appName): \(work(for: id)?.instance?.place ?? id)" }

  // MARK: Messages

  func receive(_ bytes: [UInt8], for owner: PushOwner, acknowledge: @escaping () -> Void) {
    openCalls += 1
    let registration = registration(of: owner)
    let push = ReceivedPush(owner, registration?.token ?? "", bytes) { [self] isAcknowledged in
      openCalls -= 1
      if isAcknowledged { acknowledge() }
    }
    // Repeated, because it has no acknowledgement: it has been applied.
    if let same = unacknowledged.first(where: { $0.owner == owner && $0.bytes == bytes }) {
      push.files = same.files
      return acknowledgeIfSaved(push)
    }
    do throws(PushRefusal) {
      guard let registration, let crypto else {
        throw PushRefusal(code: "decrypt", reason: "there are no keys for it")
      }
      let message = try PushMessage(bytes, for: registration.keys, by: crypto)
      decode(try PushEnvelope(message, memory.context(for: owner, now: Self.now)), push)
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
    say(.warning, "push refused [\(refusal.code)]: \(refusal.reason)")
    push.acknowledge()
  }

  /// Has the attributes decoded on the main actor. Ends go the same way, so that all pushes stay in order.
  private func decode(_ envelope: PushEnvelope, _ push: ReceivedPush) {
    let (host, thread) = (host, thread)
    MainActorWatch.run {
      let decoded = envelope.attributes.map { Self.decode($0, by: host) }
      thread.post { [self] in decide(envelope, push, decoded) }
    }
  }

  private func decide(
    _ envelope: PushEnvelope, _ push: ReceivedPush, _ decoded: Result<DecodedAttributes, AttributesFault>?
  ) {
    if case .failure? = decoded, executable.isReplaced {
      handedOn.append(push)
      return leave()
    }
    do throws(PushRefusal) {
      let attributes = try decoded?.mapError(PushRefusal.init).get()
      let payload = try envelope.decide(memory.context(for: push.owner, now: Self.now), decoded: attributes?.id)
      push.files = memory.store(payload, salt: envelope.salt, for: push.owner, bus: bus, now: Self.now)
      // What is on file now is for the next process. Who serves the main actor need not wait for the acknowledgement.
      if life == .serving || life == .beginning { apply(payload, attributes) }
      acknowledgeIfSaved(push)
    } catch {
      refuse(push, error)
    }
  }

  private func apply(_ payload: PushPayload, _ attributes: DecodedAttributes?) {
    let id = payload.id
    guard let attributes else { return end(id) { _ in } }
    guard let work = newWork(for: id) else {
      memory.forget(id)
      return say(.warning, "push refused [limit]: there are \(RemoteInterface.mostSessions) sessions already")
    }
    var isStart = false
    if case .start(let data) = payload.action { (isStart, work.attributes) = (true, data) }
    if case .update(let data) = payload.action { work.attributes = data }
    work.isRegistered = true
    work.give(attributes, mayMake: true) { [self] result in
      guard isStart, case .failure(let fault) = result, fault.error != .common(.cancelled) else { return }
      say(.warning, "push refused [session]: \(fault.text)")
      work.isRegistered = false
      memory.forget(id)
      didEnd(work)
    }
  }
}

/// A push that is to be acknowledged once, or dropped. Belongs to the thread that serves.
final class ReceivedPush: @unchecked Sendable {
  let owner: PushOwner
  /// The token that it came to, and what came.
  let token: String
  let bytes: [UInt8]
  /// The files that have to be written before it may be acknowledged.
  var files: Set<String> = []
  private var ended: ((_ isAcknowledged: Bool) -> Void)?

  init(_ owner: PushOwner, _ token: String, _ bytes: [UInt8], ended: @escaping (_ isAcknowledged: Bool) -> Void) {
    self.owner = owner
    self.token = token
    self.bytes = bytes
    self.ended = ended
  }

  func acknowledge() { end(true) }

  /// Leaves it without an acknowledgement, so that the distributor repeats it.
  func drop() { end(false) }

  private func end(_ isAcknowledged: Bool) {
    ended?(isAcknowledged)
    ended = nil
  }
}
