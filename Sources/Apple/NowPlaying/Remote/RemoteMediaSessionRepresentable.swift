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

/// The playback of a model of media that plays on other devices: a part of ``RemoteMediaSessionRepresentable``.
///
/// In Swift a property of type `T` cannot fulfil a requirement of type `T?`, but the model in Apple's own example has
/// such a property. So the property of a model may have either type; where the type is not known, the property is read
/// as an optional one.
@MainActor public protocol RemoteMediaSessionPlayback {
  /// The type of the model's property: `MediaPlaybackSnapshot?` or `MediaPlaybackSnapshot`.
  associatedtype PlaybackSnapshot = MediaPlaybackSnapshot?
  /// How playback stands, as the model has it.
  @_disfavoredOverload var playbackSnapshot: PlaybackSnapshot { get }
}

/// A model of media that plays on other devices. An extension makes it, and it is shown as a ``MediaSession`` shows its
/// model.
///
/// Usually it is an `@Observable` class of the main actor with a connection to the devices or to their server.
@MainActor public protocol RemoteMediaSessionRepresentable: Identifiable, RemoteMediaSessionPlayback {
  /// The description of a session, given by the app or its server.
  associatedtype Attributes: RemoteMediaSessionAttributes
  /// The id of the session, which is the id of its attributes.
  var id: String { get }
  /// The item that plays; nil while nothing is to be shown.
  var content: (any MediaContentRepresentable)? { get }
  /// How playback stands; nil while that is not known. A model may have a property that is not optional.
  var playbackSnapshot: MediaPlaybackSnapshot? { get }
  /// The commands that people can give, with the closures that carry them out.
  var commands: [MediaCommand] { get }
  /// The devices that the session plays on, the most important first.
  var devices: [MediaDevice] { get }
  /// Takes new attributes that the app or its server has sent. They replace all former ones.
  func update(_ attributes: Attributes)
}

extension RemoteMediaSessionRepresentable where PlaybackSnapshot == MediaPlaybackSnapshot {
  /// The model's snapshot, which is never nil.
  public var playbackSnapshot: MediaPlaybackSnapshot? {
    let snapshot: PlaybackSnapshot = playbackSnapshot
    return snapshot
  }
}
