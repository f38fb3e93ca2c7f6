// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The description of a remote session: made by the app, or by its server in a push, and given to the extension.
///
/// The whole of it is given each time: what is missing in an update is missing from then on.
///
/// Dates may be texts of ISO 8601 with a zone, or numbers of seconds since 2001, as `JSONEncoder` writes them. Seconds
/// since 1970 are wrong by 31 years.
public protocol RemoteMediaSessionAttributes: Decodable, Encodable {
  /// Names the session; at most 1024 bytes. It may be computed from other properties.
  var id: String { get }
}

/// A model of what plays on other devices. Made by an extension, and shown as a ``MediaSession`` shows its model.
///
/// Usually an `@Observable` class of the main actor, which has a connection to the devices or to their server.
@MainActor public protocol RemoteMediaSessionRepresentable: Identifiable {
  /// The description of the session by the app, or by its server.
  associatedtype Attributes: RemoteMediaSessionAttributes
  /// `MediaPlaybackSnapshot` or `MediaPlaybackSnapshot?`.
  associatedtype PlaybackSnapshot: _PlaybackSnapshotValue = MediaPlaybackSnapshot?
  /// Names the session: the id of its attributes.
  var id: String { get }
  /// The item that plays; nil while nothing is to be shown.
  var content: (any MediaContentRepresentable)? { get }
  /// How playback stands; nil while that is not known.
  var playbackSnapshot: PlaybackSnapshot { get }
  /// The commands that people can give, with the closures that carry them out.
  var commands: [MediaCommand] { get }
  /// Where it plays, the most important device first.
  var devices: [MediaDevice] { get }
  /// Takes over attributes that the app or its server has sent. They replace all of the former.
  func update(_ attributes: Attributes)
}

/// A snapshot that is there, or may be: Swift lets a property of type `T` not stand for one of type `T?`, and Apple's
/// own example does that.
public protocol _PlaybackSnapshotValue {
  var _snapshot: MediaPlaybackSnapshot? { get }
}

extension MediaPlaybackSnapshot: _PlaybackSnapshotValue {
  public var _snapshot: MediaPlaybackSnapshot? { self }
}

extension MediaPlaybackSnapshot?: _PlaybackSnapshotValue {
  public var _snapshot: MediaPlaybackSnapshot? { self }
}
