// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A model that a session shows: what plays, how it stands, and what can be done.
///
/// Usually an `@Observable` class of the main actor. A ``MediaSession`` reads the properties, and reads them again
/// when something that they were computed from changes. Nested observable objects are followed. What is not
/// observable cannot be followed.
@MainActor public protocol MediaSessionRepresentable: Identifiable {
  /// Names the session. It stays the same for the life of the session.
  var id: String { get }
  /// The item that plays; nil while nothing is to be shown.
  var content: (any MediaContentRepresentable)? { get }
  /// How playback stands; nil while that is not known.
  var playbackSnapshot: MediaPlaybackSnapshot? { get }
  /// The commands that people can give, with the closures that carry them out.
  var commands: [MediaCommand] { get }
}
