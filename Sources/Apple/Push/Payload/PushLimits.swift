// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How much of what apps and push servers send is taken.
package enum PushLimits {
  /// Sessions of one extension.
  package static let sessions = 64
  /// Bytes of a session's id.
  package static let id = 1024
  /// Bytes of the attributes as JSON.
  package static let attributes = 256 * 1024
  /// Objects and arrays of JSON within one another: their readers call themselves.
  package static let depth = 128
  /// How long, in seconds, what was to be shown may be shown late: Apple's limit for a Live Activity.
  package static let age = 8.0 * 3600
  /// How far, in seconds, a server's clock may be ahead. A number of milliseconds is much further.
  package static let ahead = 24.0 * 3600
  /// Salts of each registration that are remembered.
  package static let salts = 32
  /// Ended sessions that are remembered.
  package static let ended = 1024
}
