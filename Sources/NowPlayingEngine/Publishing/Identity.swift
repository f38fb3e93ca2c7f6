// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Who the app is on the bus; fixed for its life.
struct Identity {
  let applicationID: String
  /// MPRIS `Identity`; never empty, because KDE ignores players without one.
  let displayName: String
  let desktopEntry: String
  let busName: String
  let canRaise: Bool
  let canQuit: Bool
  let uriSchemes: [String]
  let mimeTypes: [String]

  static let prefix = "org.mpris.MediaPlayer2."

  init(_ options: App.Options, _ sandbox: Sandbox, _ handler: any AppHandler) {
    let id = options.applicationID
    let last = Escape.lastComponent(id)
    applicationID = id
    displayName = !options.displayName.isEmpty ? options.displayName : last.isEmpty ? id : last
    let entry = Escape.withoutSuffix(options.desktopEntry, ".desktop")
    desktopEntry = !entry.isEmpty ? entry : sandbox.flatpakID ?? sandbox.snapName ?? id
    if let flatpak = sandbox.flatpakID {
      busName = Self.prefix + flatpak
    } else if let snap = sandbox.snapName {
      busName = Self.prefix + Escape.busNameElement(snap)
    } else {
      // playerctl and its users show the first component as the player's name: a reverse-DNS name would be "org".
      busName = Self.prefix + Escape.busNameElement(last)
    }
    canRaise = handler.canRaise
    canQuit = handler.canQuit
    uriSchemes = handler.canOpenURIs ? options.uriSchemes.map(Escape.lowercased) : []
    mimeTypes = options.mimeTypes
  }
}
