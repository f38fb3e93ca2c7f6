// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Limits of the data that apps and push servers send.
package enum PushLimits {
  /// The most sessions of one extension.
  package static let sessions = 64
  /// The most bytes of a session's id.
  package static let id = 1024
  /// The most bytes of the attributes as JSON.
  package static let attributes = 256 * 1024
  /// How deep objects and arrays of JSON may be nested, because their readers are recursive.
  package static let depth = 128
  /// How old a start may be, in seconds, and how old a session of an earlier login. It is Apple's limit for a Live
  /// Activity.
  package static let age = 8.0 * 3600
  /// How far a server's clock may be ahead, in seconds. A timestamp in milliseconds by mistake is much further ahead.
  package static let ahead = 24.0 * 3600
  /// How many salts are remembered for each registration.
  package static let salts = 32
  /// How many ended sessions are remembered.
  package static let ended = 1024
}
