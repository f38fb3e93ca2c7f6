// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The description of a remote session. The app makes it, or the app's server in a push, and the extension gets it.
///
/// A description is always complete: a value that is missing in an update is missing from then on.
///
/// Dates may be texts of ISO 8601 with a zone, or numbers of seconds since 2001, as `JSONEncoder` writes them. Seconds
/// since 1970 would be wrong by 31 years.
public protocol RemoteMediaSessionAttributes: Decodable, Encodable {
  /// The id of the session; at most 1024 bytes. It may be computed from other properties.
  var id: String { get }
}

/// A model of media that plays on other devices. An extension makes it, and it is shown as a ``MediaSession`` shows its
/// model.
///
/// Usually it is an `@Observable` class of the main actor with a connection to the devices or to their server.
@MainActor public protocol RemoteMediaSessionRepresentable: Identifiable {
  /// The description of a session, given by the app or its server.
  associatedtype Attributes: RemoteMediaSessionAttributes
  /// The type of ``playbackSnapshot``: `MediaPlaybackSnapshot` or `MediaPlaybackSnapshot?`.
  associatedtype PlaybackSnapshot: _PlaybackSnapshotValue = MediaPlaybackSnapshot?
  /// The id of the session, which is the id of its attributes.
  var id: String { get }
  /// The item that plays; nil while nothing is to be shown.
  var content: (any MediaContentRepresentable)? { get }
  /// How playback stands; nil while that is not known.
  var playbackSnapshot: PlaybackSnapshot { get }
  /// The commands that people can give, with the closures that carry them out.
  var commands: [MediaCommand] { get }
  /// The devices that the session plays on, the most important first.
  var devices: [MediaDevice] { get }
  /// Takes new attributes that the app or its server has sent. They replace all former ones.
  func update(_ attributes: Attributes)
}

/// A snapshot that may be optional. In Swift a property of type `T` cannot fulfil a requirement of type `T?`, and
/// Apple's own example needs both.
public protocol _PlaybackSnapshotValue {
  var _snapshot: MediaPlaybackSnapshot? { get }
}

extension MediaPlaybackSnapshot: _PlaybackSnapshotValue {
  public var _snapshot: MediaPlaybackSnapshot? { self }
}

extension MediaPlaybackSnapshot?: _PlaybackSnapshotValue {
  public var _snapshot: MediaPlaybackSnapshot? { self }
}
