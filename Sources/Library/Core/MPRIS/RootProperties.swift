// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A call, or a property that is set, which concerns the app and not the item that it plays.
public enum RootCall: Sendable {
  case raise, quit
  case open(uri: String)
  case change(AppChange)
}

/// A change of the app that a client asks for by setting a property. The host carries it out in a callback.
public enum AppChange: Equatable, Sendable {
  case fullscreen(Bool)

  /// The name of the C callback by which the host carries out the change.
  public var callback: StaticString {
    switch self {
    case .fullscreen: "fullscreen"
    }
  }

  /// The text of the error that a client gets where the host has no callback for the change.
  public var refusal: StaticString {
    switch self {
    case .fullscreen: "The player cannot fill the screen"
    }
  }
}

/// The properties of `org.mpris.MediaPlayer2` for an app.
public struct RootProperties: Sendable {
  /// The name of the app. Never empty, because KDE ignores players without one.
  public var identity: String
  public let desktopEntry: String
  public let canRaise: Bool
  public let canQuit: Bool
  public let canSetFullscreen: Bool
  public var isFullscreen = false
  /// Whether the session that is shown has a queue.
  public var hasTrackList = false
  public let uriSchemes: [String]
  public let mimeTypes: [String]

  /// - takes: whether the host has a callback for a change.
  public init(
    identity: String, desktopEntry: String, canRaise: Bool, canQuit: Bool, takes: (AppChange) -> Bool,
    uriSchemes: [String], mimeTypes: [String]
  ) {
    self.identity = identity
    self.desktopEntry = desktopEntry
    self.canRaise = canRaise
    self.canQuit = canQuit
    canSetFullscreen = takes(.fullscreen(true))
    self.uriSchemes = uriSchemes
    self.mimeTypes = mimeTypes
  }

  /// Takes over a new value from the host.
  public mutating func set(_ change: AppChange) {
    switch change {
    case .fullscreen(let isOn): isFullscreen = isOn
    }
  }

  /// The properties of `org.mpris.MediaPlayer2`.
  public static let table = PropertyTable<RootProperties, RootCall>(
    "org.mpris.MediaPlayer2",
    [
      PropertyRow("Identity", "s", .byValue) { .string($0.identity) },
      PropertyRow("DesktopEntry", "s", .never) { .string($0.desktopEntry) },
      PropertyRow("CanRaise", "b", .never) { .bool($0.canRaise) },
      PropertyRow("CanQuit", "b", .never) { .bool($0.canQuit) },
      PropertyRow("CanSetFullscreen", "b", .never) { .bool($0.canSetFullscreen) },
      PropertyRow("Fullscreen", "b", .byValue) {
        .bool($0.isFullscreen)
      } set: { value in
        guard case .bool(let isOn) = value else { return .refused("Fullscreen must be a boolean") }
        return .call(.change(.fullscreen(isOn)))
      },
      PropertyRow("HasTrackList", "b", .byValue) { .bool($0.hasTrackList) },
      PropertyRow("SupportedUriSchemes", "as", .never) { .strings($0.uriSchemes) },
      PropertyRow("SupportedMimeTypes", "as", .never) { .strings($0.mimeTypes) },
    ])
}
