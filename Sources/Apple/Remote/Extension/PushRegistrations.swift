// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import Foundation
internal import NowPlayingCore
internal import NowPlayingPush

/// The registrations for pushes, and their tokens. Belongs to the extension's bus thread.
final class PushRegistrations: PushClient {
  /// The token for pushes that start sessions; "" while there is none. Stored as a property, because it is read in each
  /// turn and seldom changes.
  private(set) var startToken: String
  /// Called with each message that comes.
  var onMessage: (_ bytes: [UInt8], _ owner: PushOwner, _ acknowledge: @escaping () -> Void) -> Void = { _, _, _ in }
  private let memory: Memory
  /// The connector; nil without a connection.
  private var connector: PushConnector?
  /// Whether the registration for pushes that start sessions is wanted, but could not be stored.
  private var needsStartToken = false
  /// The ids of sessions whose models want a push token and that have no registration yet.
  private var wantingTokens: Set<Data> = []
  private var hasSaidThatThereIsNoLibcrypto = false

  init(_ memory: Memory) {
    self.memory = memory
    startToken = Self.startToken(of: memory)
  }

  private static func startToken(of memory: Memory) -> String {
    memory.common.start?.pushToken.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Uses a connector from now on; nil when the connection is lost.
  func use(_ connector: PushConnector?) {
    self.connector = connector
    connector?.export()
  }

  /// Has the connector take part in the turns of a thread.
  func join(_ thread: BusThread) {
    guard let connector else { return }
    thread.clocks = [BusThread.Clock(nextTime: { connector.nextTime }, turn: { connector.turn() })]
  }

  /// Whether a registration has no endpoint yet.
  var isWaiting: Bool { connector?.hasOpenRegistrations == true }

  // MARK: Registering

  /// Registers for pushes that start sessions; it is done only once, and stored. Returns false when it cannot be
  /// stored.
  @discardableResult func registerForStarts() -> Bool {
    guard memory.isKept, let connector else { return true }
    needsStartToken = !connector.register(.start, description: appName)
    return !needsStartToken
  }

  /// Makes the registrations that could not be stored before.
  func registerAgain(_ works: [SessionWork]) {
    if needsStartToken { registerForStarts() }
    for work in works { registerIfWanted(work) }
  }

  /// Registers a session whose model has asked for its token.
  func register(_ work: SessionWork) {
    guard memory.isKept else { return }
    wantingTokens.insert(Data(work.id.utf8))
    registerIfWanted(work)
  }

  /// Registers a session if its token is wanted and the session exists, because the registration is stored with the
  /// session.
  func registerIfWanted(_ work: SessionWork) {
    guard let connector, memory.session(work.id) != nil, work.instance?.host != nil,
      wantingTokens.contains(Data(work.id.utf8)),
      connector.register(.session(work.id), description: description(of: work.id, work))
    else { return }
    wantingTokens.remove(Data(work.id.utf8))
  }

  func unregister(_ id: String) { connector?.unregister(.session(id)) }

  /// Ends the token of a session that was not made, or has ended.
  func endTokens(of id: String) {
    wantingTokens.remove(Data(id.utf8))
    MainActorWatch.run { SessionTokens.shared.end(id) }
  }

  /// Restores the registration for pushes that start sessions. To be called on each new connection.
  func restoreStart() {
    if let start = memory.common.start { connector?.restore(start, for: .start, description: appName) }
  }

  /// Restores the registration of a session, if it has one.
  func restore(_ record: SessionRecord, _ work: SessionWork?) {
    guard let push = record.push else { return }
    connector?.restore(push, for: .session(record.id), description: description(of: record.id, work))
  }

  /// The app's name, which the user sees in a list of programs that get pushes.
  private var appName: String { SharedApp.shared.displayName }

  private func description(of id: String, _ work: SessionWork?) -> String {
    "\(appName): \(work?.instance?.place ?? id)"
  }

  // MARK: As the client of the connector

  var crypto: Libcrypto? {
    if let crypto = Libcrypto.shared { return crypto }
    if !hasSaidThatThereIsNoLibcrypto {
      hasSaidThatThereIsNoLibcrypto = true
      log(.warning, "libcrypto is not installed, so there are no push tokens")
    }
    return nil
  }

  func makeKeys() -> PushKeys? { crypto?.makeKeys() }

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
    // The token for starts is sent at the end of the turn, together with the sessions.
    guard case .session(let id) = owner else { return }
    MainActorWatch.run { SessionTokens.shared.change(id, token) }
  }

  func receive(_ bytes: [UInt8], for owner: PushOwner, acknowledge: @escaping () -> Void) {
    onMessage(bytes, owner, acknowledge)
  }

  func log(_ level: LogLevel, _ line: String) { SharedApp.shared.log(level, line) }
}
