// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Who the app is on the bus; fixed for its life.
struct Identity {
  let applicationID: String
  let busName: String
  /// Whether the name on the bus is that of the application, letter by letter.
  let isNameLegal: Bool
  let properties: RootProperties

  static let prefix = "org.mpris.MediaPlayer2."

  init(_ options: AppOptions, _ sandbox: Sandbox, _ handler: any AppHandler) {
    let id = options.applicationID
    let last = Escape.lastComponent(id)
    applicationID = id
    let entry = Escape.withoutSuffix(options.desktopEntry, ".desktop")
    if let flatpak = sandbox.flatpakID {
      busName = Self.prefix + flatpak
    } else if let snap = sandbox.snapName {
      busName = Self.prefix + Escape.busNameElement(snap)
    } else {
      // playerctl and its users show the first component as the player's name: a reverse-DNS name would be "org".
      busName = Self.prefix + Escape.busNameElement(last)
    }
    let isSandboxed = sandbox.flatpakID != nil || sandbox.snapName != nil
    isNameLegal = isSandboxed || busName.exact == (Self.prefix + last).exact
    properties = RootProperties(
      identity: !options.displayName.isEmpty ? options.displayName : last.isEmpty ? id : last,
      desktopEntry: !entry.isEmpty ? entry : sandbox.flatpakID ?? sandbox.snapName ?? id,
      canRaise: handler.canRaise, canQuit: handler.canQuit,
      uriSchemes: handler.canOpenURIs ? options.uriSchemes.map(Escape.lowercased) : [],
      mimeTypes: options.mimeTypes)
  }
}
