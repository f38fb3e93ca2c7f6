// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingBus
internal import NowPlayingCore

/// The registrations that distributors shall end.
final class Unregistrations {
  private let connection: Connection
  /// The registrations that wait until their distributors are on the bus.
  private var waiting: [Registration] = []
  /// The tokens of the last registrations that were ended here: an endpoint may still be on its way to them.
  private var ended: [String] = []
  /// The tokens that no owner has, and that distributors were asked to end.
  private var strangers: Set<String> = []
  var log: (LogLevel, String) -> Void = { _, _ in }

  /// The most registrations that are remembered; more than an extension can have sessions.
  static let maxWaiting = 128
  static let maxStrangers = 1024

  init(_ connection: Connection) { self.connection = connection }

  /// Ends a registration as soon as its distributor is on the bus.
  func append(_ registration: Registration) {
    if registration.distributor.isEmpty { return }
    // The oldest one is forgotten. If a message comes for it, its token is treated as one that no owner has.
    if waiting.count >= Self.maxWaiting { waiting.removeFirst() }
    waiting.append(registration)
    ended = (ended + [registration.token]).suffix(Self.maxWaiting)
  }

  /// Whether a registration with this token was ended here recently.
  func hasEnded(_ token: String) -> Bool { ended.contains { $0.exact == token.exact } }

  /// Ends the registrations whose distributors are on the bus.
  func send(_ isThere: (String) -> Bool) {
    if waiting.isEmpty { return }
    for registration in waiting where isThere(registration.distributor) {
      send(registration.token, registration.version, registration.distributor)
    }
    waiting.removeAll { isThere($0.distributor) }
  }

  /// Ends a registration that no owner has, at the connection from which the call came. That is done once for each
  /// token.
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
