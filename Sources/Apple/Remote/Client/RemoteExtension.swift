// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
package import Foundation
internal import NowPlayingBus
internal import Observation

/// The reason why an extension has not done what its app wanted.
package enum RemoteFailure: Error {
  case invalidAttributes(String)
  case notInstalled
  case other(String)
}

/// An extension of the app, by its name on the bus.
@Observable
@MainActor package final class RemoteExtension {
  private static var known: [String: RemoteExtension] = [:]

  /// Returns the extension with a bus name. This does not start it.
  package static func named(_ name: String) -> RemoteExtension {
    if let present = known[name] { return present }
    let new = RemoteExtension(name)
    known[name] = new
    return new
  }

  /// Returns the app's extension for the sessions whose attributes have a certain type.
  ///
  /// - type: the name of the attributes' type, without the module's name.
  package static func serving(_ type: String) -> RemoteExtension {
    named(
      SharedApp.shared.remoteExtensions[type] ?? Environment.value("NOWPLAYING_REMOTE_EXTENSION")
        ?? (Environment.value("FLATPAK_ID") ?? SharedApp.shared.applicationID) + ".RemoteMedia")
  }

  @ObservationIgnored package let name: String
  /// The ids of the sessions that are system primary, as bytes; at most one, except for moments. Observable.
  private var systemPrimaries: Set<Data> = []
  @ObservationIgnored private let startTokens = TokenStreams()
  @ObservationIgnored private var hasAskedForTokens = false

  private init(_ name: String) { self.name = name }

  /// Whether the session with an id is the system primary. Observable.
  package func isSystemPrimary(_ id: String) -> Bool { systemPrimaries.contains(Data(id.utf8)) }

  func changed(systemPrimaries: Set<Data>) {
    if self.systemPrimaries != systemPrimaries { self.systemPrimaries = systemPrimaries }
  }

  func changed(startToken: String) { startTokens.change(startToken.isEmpty ? nil : Data(startToken.utf8)) }

  // MARK: Calls

  /// Gives attributes to a new session, or to the session with their id. Returns the id.
  package func start(_ attributes: String) async throws(RemoteFailure) -> String {
    try await call("Start", [attributes]) { $0.readString() }
  }

  package func update(_ id: String, _ attributes: String) async throws(RemoteFailure) {
    try await call("Update", [id, attributes]) { _ in () }
  }

  package func end(_ id: String) async throws(RemoteFailure) { try await call("End", [id]) { _ in () } }

  package func requestSystemPrimary(_ id: String) async throws(RemoteFailure) {
    try await call("RequestSystemPrimary", [id]) { _ in () }
  }

  /// The ids of the extension's sessions, in the order of their start.
  package func sessions() async throws(RemoteFailure) -> [String] {
    try await use { peer, done in peer.readSessions(done) }
  }

  /// The token for pushes that start sessions; nil until there is one. Reading it registers the extension for such
  /// pushes.
  package var startToken: Data? {
    askForTokens()
    return startTokens.token
  }

  /// The present token, if there is one, and each later one.
  package var startTokenUpdates: AsyncStream<Data> {
    askForTokens()
    return startTokens.updates
  }

  private func askForTokens() {
    guard !hasAskedForTokens, RemoteInterface.isName(name) else { return }
    hasAskedForTokens = true
    if !RemoteClient.shared.use(name, { $0.requestPushToStart() }) {
      SharedApp.shared.log(.warning, "\(name): no push-to-start token: there is no session bus")
    }
  }

  /// Notes that the request for a start token has failed: the next reading of the token repeats the request.
  func startTokenWasRefused() { hasAskedForTokens = false }

  private func call<Value: Sendable>(
    _ member: StaticString, _ arguments: [String], _ read: @escaping @Sendable (Message) -> Value?
  ) async throws(RemoteFailure) -> Value {
    try await use { peer, done in peer.call(member, arguments, read, done) }
  }

  private func use<Value: Sendable>(
    _ body: @escaping @Sendable (ExtensionPeer, @escaping (Result<Value, RemoteFailure>) -> Void) -> Void
  ) async throws(RemoteFailure) -> Value {
    let name = name
    guard RemoteInterface.isName(name) else { throw .other("\(name) is no bus name") }
    let result: Result<Value, RemoteFailure> = await withCheckedContinuation { continuation in
      let isThere = RemoteClient.shared.use(name) { peer in
        body(peer) { continuation.resume(returning: $0) }
      }
      if !isThere { continuation.resume(returning: .failure(.other("there is no session bus"))) }
    }
    if case .failure(.other(let reason)) = result { SharedApp.shared.log(.warning, "\(name): \(reason)") }
    if case .failure(.invalidAttributes(let reason)) = result {
      SharedApp.shared.log(.warning, "\(name) cannot read the attributes: \(reason)")
    }
    return try result.get()
  }
}
