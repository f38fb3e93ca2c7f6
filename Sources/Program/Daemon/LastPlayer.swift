// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// The player that played last, and its item, kept in a file so that Play can start it again. Its texts come from a
/// player, or from whichever program wrote the file; both are checked in the same way.
struct LastPlayer: Startable {
  /// The MPRIS name.
  let name: String
  /// The id of the application; nil when the player has none.
  let desktopID: DesktopID?
  /// The URI of the item; empty when it has none.
  let uri: String

  /// The most bytes that are read from the file; a longer file was not written by this program.
  private static let most = 16384
  /// The most bytes of a bus name.
  private static let mostOfName = 255

  /// Fails when the name is not that of a player.
  private init?(name: String, desktopID: String, uri: String) {
    let isName = Array(name.utf8).allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || "-._".utf8.contains($0)
    }
    guard isName, name.utf8.count <= Self.mostOfName, PlayerNames.instance(name) != nil else { return nil }
    self.name = name
    self.desktopID = DesktopID(desktopID)
    // Each value is one line of the file, so it must not contain a line break.
    let isLine = uri.utf8.count <= Self.most / 2 && CleanText.line(uri).exact == uri.exact
    self.uri = isLine ? uri : ""
  }

  /// Returns the player of a session.
  init?(_ session: Session) {
    self.init(
      name: Session.text(session.info.bus_name), desktopID: Session.text(session.info.desktop_entry),
      uri: Session.text(nowplaying_surface_session_get_text(session.handle, NOWPLAYING_FIELD_URL, 0)))
  }

  /// Reads the file; nil when there is none, or it does not name a player.
  static func remembered() -> LastPlayer? {
    var data: UnsafeRawPointer?
    let count = (folder + "/" + file).withCString { np_load_file($0, most, &data) }
    defer { np_unload_file(data) }
    guard count > 0 else { return nil }
    let bytes = Array(UnsafeRawBufferPointer(start: data, count: Int(truncatingIfNeeded: count)))
    var (name, desktopID, uri) = ("", "", "")
    for line in Repair.text(String(decoding: bytes, as: UTF8.self), limit: most).parts(10) {
      let key = line.before(61)
      let value = line.without(first: key.utf8.count + 1)
      switch key.exact {
      case "player": name = value
      case "desktop-entry": desktopID = value
      case "uri": uri = value
      default: break
      }
    }
    return LastPlayer(name: name, desktopID: desktopID, uri: uri)
  }

  /// Writes the file. An error is ignored: the player is not remembered then.
  func write() {
    let text = "player=" + name + "\ndesktop-entry=" + (desktopID?.text ?? "") + "\nuri=" + uri + "\n"
    let folder = Self.folder
    var path = ""
    // Makes the folder for state, which other programs share, and this program's folder in it.
    for part in folder.parts(47) {
      path += "/" + part
      path.withCString { tool_make_directory($0) }
    }
    let data = Array(text.utf8)
    _ = folder.withCString { folder in
      data.withUnsafeBytes { np_write_file(folder, Self.file, $0.baseAddress, $0.count) }
    }
  }

  private static let file = "last-player"

  /// The folder of the file, by the XDG Base Directory Specification.
  private static var folder: String {
    // The specification has relative paths ignored.
    let state = Environment.value("XDG_STATE_HOME").flatMap { $0.utf8.first == 47 ? $0 : nil }
    return (state ?? (Environment.value("HOME") ?? "") + "/.local/state") + "/nowplaying"
  }

  func isSame(as other: LastPlayer) -> Bool {
    name.exact == other.name.exact && uri.exact == other.uri.exact
      && (desktopID?.text ?? "").exact == (other.desktopID?.text ?? "").exact
  }

  func isPlayer(_ found: LastPlayer) -> Bool {
    if let desktopID, let its = found.desktopID, its.text.exact == desktopID.text.exact { return true }
    return Escape.withoutInstance(found.name).exact == Escape.withoutInstance(name).exact
  }

  /// Starts the player's application by its desktop file, if that is installed. Returns whether it was started.
  func launch() -> Bool { desktopID?.path?.withCString { tool_launch($0) } ?? false }
}
