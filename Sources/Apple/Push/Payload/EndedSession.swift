// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A session that has ended. It is remembered so that a start that was sent before the end, and arrives after it, is
/// refused.
package struct EndedSession: Codable, Sendable, Equatable {
  package let id: String
  /// The timestamp of the push that ended the session, or the time at which the app ended the session, in Unix seconds.
  package let at: Double

  package init(id: String, at: Double) {
    self.id = id
    self.at = at
  }
}
