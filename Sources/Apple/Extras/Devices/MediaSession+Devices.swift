// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import NowPlaying

/// A model of media that the program itself plays on other devices: a speaker in another room, a television.
@MainActor public protocol DeviceMediaSessionRepresentable: MediaSessionRepresentable {
  /// The devices that the session plays on, the most important first.
  var devices: [MediaDevice] { get }
}

extension MediaSession where Representable: DeviceMediaSessionRepresentable {
  /// Creates a session that observes a model of media that plays on other devices.
  ///
  /// The session is a player of its own on the desktop, beside the sessions that play on this machine, and is named
  /// after its first device. It is shown while it has content, and is always the application primary of its own player.
  /// It ends with this program: for a session that outlives the program, use a ``/NowPlaying/RemoteMediaSession`` of an
  /// extension.
  public convenience init(onDevicesOf representable: Representable) {
    self.init(representable, devices: { representable.devices })
  }
}
