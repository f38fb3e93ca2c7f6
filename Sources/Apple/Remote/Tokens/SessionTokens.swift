// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// The push tokens of the sessions of this extension, by their ids.
@MainActor package final class SessionTokens {
  package static let shared = SessionTokens()

  /// The tokens by the bytes of the sessions' ids, because Swift also treats texts as equal whose bytes differ.
  private var sessions: [Data: TokenStreams] = [:]
  private var asked: Set<Data> = []
  /// Has a session registered for pushes. Called once for each session.
  var register: (String) -> Void = { _ in }

  private init() {}

  /// Begins a session that is about to be made.
  func begin(_ id: String, _ token: Data?) {
    let key = Data(id.utf8)
    if sessions[key] == nil { sessions[key] = TokenStreams(token) }
    if token != nil { asked.insert(key) }
  }

  func change(_ id: String, _ token: Data?) { sessions[Data(id.utf8)]?.change(token) }

  /// Ends the token of a session that has ended or could not be made.
  func end(_ id: String) {
    sessions.removeValue(forKey: Data(id.utf8))?.finish()
    asked.remove(Data(id.utf8))
  }

  /// Returns the token of a session; nil for an unknown id. Outside the extension all ids are unknown.
  package func token(of id: String) -> Data? {
    wanted(id)?.token
  }

  package func updates(of id: String) -> AsyncStream<Data> {
    wanted(id)?.updates ?? AsyncStream { $0.finish() }
  }

  private func wanted(_ id: String) -> TokenStreams? {
    guard let streams = sessions[Data(id.utf8)] else { return nil }
    if asked.insert(Data(id.utf8)).inserted { register(id) }
    return streams
  }
}
