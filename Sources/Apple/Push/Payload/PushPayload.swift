// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import NowPlayingCore

/// The stored state that decides whether a push is accepted or refused.
package struct PushContext: Sendable {
  /// A session that is stored.
  package struct Session: Sendable {
    package let id: String
    /// The timestamp of the last push that was applied; nil when there was none.
    package let applied: Double?

    package init(id: String, applied: Double?) {
      self.id = id
      self.applied = applied
    }
  }

  /// The owner of the registration to which the push was sent.
  package var owner: PushOwner
  /// The salts of the last messages to the owner's registration.
  package var seen: [Data]
  package var sessions: [Session]
  package var ended: [EndedSession]
  /// The present time in Unix seconds.
  package var now: Double

  package init(owner: PushOwner, seen: [Data], sessions: [Session], ended: [EndedSession], now: Double) {
    self.owner = owner
    self.seen = seen
    self.sessions = sessions
    self.ended = ended
    self.now = now
  }

  func session(_ id: String) -> Session? { sessions.first { $0.id.exact == id.exact } }

  /// Throws when a message with this salt came before.
  func checkIsNew(_ salt: [UInt8]) throws(PushRefusal) {
    if seen.contains(Data(salt)) { throw PushRefusal(code: "replay", reason: "this message came before") }
  }
}

/// The contents of a push that was accepted.
package struct PushPayload: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    /// Starts a session with these attributes; no session has their id.
    case start(Data)
    /// Updates a session. These attributes replace all former ones.
    case update(Data)
    case end
  }

  package let action: Action
  /// The id of the session.
  package let id: String
  /// The time at which the server has sent the push, in Unix seconds by the server's clock.
  package let timestamp: Double
}
