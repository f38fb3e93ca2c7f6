// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A model that a session shows: the item that plays, the state of playback, and the commands.
///
/// Usually it is an `@Observable` class of the main actor. A ``MediaSession`` reads the properties, and reads them
/// again when something that they were computed from changes, also in nested observable objects. Changes of objects
/// that are not observable go unnoticed.
@MainActor public protocol MediaSessionRepresentable: Identifiable {
  /// The id of the session, which stays the same for the life of the session.
  var id: String { get }
  /// The item that plays; nil while nothing is to be shown.
  var content: (any MediaContentRepresentable)? { get }
  /// The state of playback; nil while that is not known.
  var playbackSnapshot: MediaPlaybackSnapshot? { get }
  /// The commands that people can give, with the closures that carry them out.
  var commands: [MediaCommand] { get }
}
