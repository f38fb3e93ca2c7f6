// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A session that has ended, remembered so that a start that was sent before comes too late.
package struct EndedSession: Codable, Sendable, Equatable {
  package let id: String
  /// Unix seconds: the timestamp of the push that ended it, or when the app did.
  package let at: Double

  package init(id: String, at: Double) {
    self.id = id
    self.at = at
  }
}
