// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingBus
internal import NowPlayingCore

/// Tokens that distributors shall forget.
final class Unregistrations {
  private let connection: Connection
  /// The registrations at distributors that were not there yet.
  private var waiting: [Registration] = []
  /// The registrations that were ended last: an endpoint may be on its way to them.
  private var ended: [String] = []
  /// The registrations that nobody holds, and which distributors were asked to end.
  private var strangers: Set<String> = []
  var log: (LogLevel, String) -> Void = { _, _ in }

  /// More than sessions can be.
  static let maxWaiting = 128
  static let maxStrangers = 1024

  init(_ connection: Connection) { self.connection = connection }

  /// Ends a registration, as soon as its distributor is there.
  func append(_ registration: Registration) {
    if registration.distributor.isEmpty { return }
    // A token that is forgotten here is one that nobody holds, when a message comes to it.
    if waiting.count >= Self.maxWaiting { waiting.removeFirst() }
    waiting.append(registration)
    ended = (ended + [registration.token]).suffix(Self.maxWaiting)
  }

  /// Whether a registration with this token was ended here, and not long ago.
  func hasEnded(_ token: String) -> Bool { ended.contains { $0.exact == token.exact } }

  /// Sends what can be sent.
  func send(_ isThere: (String) -> Bool) {
    if waiting.isEmpty { return }
    for registration in waiting where isThere(registration.distributor) {
      send(registration.token, registration.version, registration.distributor)
    }
    waiting.removeAll { isThere($0.distributor) }
  }

  /// Ends a registration that nobody holds, once, where the call came from.
  func end(_ call: ConnectorCall) {
    guard let sender = call.sender, call.token.utf8.count <= ConnectorText.longestToken,
      strangers.count < Self.maxStrangers, strangers.insert(call.token).inserted
    else { return }
    send(call.token, call.version, sender)
  }

  private func send(_ token: String, _ version: Int, _ peer: String) {
    Distributor.unregister(token, version, at: peer, connection) { [weak self] error in
      self?.log(.debug, peer + " does not unregister a token: " + error)
    }
  }
}
