// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The properties of `org.mpris.MediaPlayer2` for an app.
public struct RootProperties: Sendable {
  /// Never empty, because KDE ignores players without one.
  public let identity: String
  public let desktopEntry: String
  public let canRaise: Bool
  public let canQuit: Bool
  public let uriSchemes: [String]
  public let mimeTypes: [String]

  public init(
    identity: String, desktopEntry: String, canRaise: Bool, canQuit: Bool, uriSchemes: [String], mimeTypes: [String]
  ) {
    self.identity = identity
    self.desktopEntry = desktopEntry
    self.canRaise = canRaise
    self.canQuit = canQuit
    self.uriSchemes = uriSchemes
    self.mimeTypes = mimeTypes
  }

  /// The properties of the interface. Clients may set none.
  public static let table = PropertyTable<RootProperties, Never>(
    "org.mpris.MediaPlayer2",
    [
      PropertyRow("Identity", "s", emits: false) { .string($0.identity) },
      PropertyRow("DesktopEntry", "s", emits: false) { .string($0.desktopEntry) },
      PropertyRow("CanRaise", "b", emits: false) { .bool($0.canRaise) },
      PropertyRow("CanQuit", "b", emits: false) { .bool($0.canQuit) },
      PropertyRow("CanSetFullscreen", "b", emits: false) { _ in .bool(false) },
      PropertyRow("Fullscreen", "b", emits: false) { _ in .bool(false) },
      PropertyRow("HasTrackList", "b", emits: false) { _ in .bool(false) },
      PropertyRow("SupportedUriSchemes", "as", emits: false) { .strings($0.uriSchemes) },
      PropertyRow("SupportedMimeTypes", "as", emits: false) { .strings($0.mimeTypes) },
    ])
}
