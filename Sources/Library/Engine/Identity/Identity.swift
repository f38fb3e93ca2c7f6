// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The names of an app on the bus, as they are when it is made.
struct Identity {
  let applicationID: String
  /// The application's id for clients: in a sandbox that of the sandbox.
  let publicID: String
  private(set) var busName: String
  /// Whether the bus name contains the application's id unchanged.
  let isNameLegal: Bool
  /// The properties of the app at first.
  let properties: RootProperties
  /// The name that people see where the host sets none.
  let defaultName: String

  static let prefix = "org.mpris.MediaPlayer2."

  /// The identity of a session that plays on other devices. Its bus name is the same after each start.
  func remote(_ sessionID: String) -> Identity {
    var remote = self
    remote.busName += ".remote" + Escape.hexadecimal(Escape.hash(sessionID)).part(from: 8)
    return remote
  }

  init(_ options: AppOptions, _ sandbox: Sandbox, _ handler: any AppHandler) {
    let id = options.applicationID
    let last = Escape.lastComponent(id)
    applicationID = id
    publicID = sandbox.flatpakID ?? sandbox.snapName ?? id
    defaultName = last.isEmpty ? id : last
    let entry = DesktopEntryName.withoutSuffix(options.desktopEntry)
    // playerctl and scripts take the first component for the player's name: a reverse-DNS id would be shown as "org".
    let own = Self.prefix + Escape.busNameElement(last)
    let name =
      !options.busName.isEmpty
      ? Self.prefix + options.busName
      : sandbox.flatpakID.map { Self.prefix + $0 }
        ?? sandbox.snapName.map { Self.prefix + Escape.busNameElement($0) } ?? own
    let isOwnLegal = sandbox.isThere || !options.busName.isEmpty || own.exact == (Self.prefix + last).exact
    let instance = options.instance.isEmpty ? "" : "." + Escape.busNameElement(options.instance)
    busName = name + instance
    isNameLegal = isOwnLegal && (instance.isEmpty || instance.exact == ("." + options.instance).exact)
    properties = RootProperties(
      identity: options.displayName.isEmpty ? defaultName : options.displayName,
      desktopEntry: options.flags.contains(.noDesktopEntry)
        ? "" : !entry.isEmpty ? entry : sandbox.flatpakID ?? sandbox.snapName ?? id,
      canRaise: handler.canRaise, canQuit: handler.canQuit, takes: { handler.takes($0) },
      uriSchemes: handler.canOpenURIs ? options.uriSchemes.map(Escape.lowercased) : [],
      mimeTypes: options.mimeTypes)
  }
}
