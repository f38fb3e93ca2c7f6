// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import NowPlayingCore

/// The stored state when a push comes, as far as it decides about the push.
package struct PushContext: Sendable {
  /// A session that is stored.
  package struct Session: Sendable {
    package let id: String
    /// The timestamp of the last push that was applied; nil as long as there was none.
    package let applied: Double?

    package init(id: String, applied: Double?) {
      self.id = id
      self.applied = applied
    }
  }

  /// The owner of the registration to which it comes.
  package var owner: PushOwner
  /// The salts of the last messages to that registration.
  package var seen: [Data]
  package var sessions: [Session]
  package var ended: [EndedSession]
  /// Unix seconds.
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

/// The contents of a push, once it is accepted.
package struct PushPayload: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    /// A session with these attributes is to be built; there is none with that id.
    case start(Data)
    /// All attributes of a session.
    case update(Data)
    case end
  }

  package let action: Action
  /// The session's.
  package let id: String
  /// Unix seconds by the server's clock.
  package let timestamp: Double
}
