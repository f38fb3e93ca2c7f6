// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The app's identity on the bus when it is made.
struct Identity {
  let applicationID: String
  /// The id that clients know the application by: inside a sandbox the sandbox's own.
  let publicID: String
  private(set) var busName: String
  /// Whether the name on the bus is that of the application, letter by letter.
  let isNameLegal: Bool
  /// The properties that clients see at first.
  let properties: RootProperties
  /// The name that people see where the host gives none.
  let defaultName: String

  static let prefix = "org.mpris.MediaPlayer2."

  /// Returns the identity of a session which plays on other devices: the same after every start.
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
    let entry = Escape.withoutSuffix(options.desktopEntry, ".desktop")
    // playerctl and its users show the first component as the player's name: a reverse-DNS name would be "org".
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
