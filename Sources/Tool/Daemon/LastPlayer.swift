// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import CTool
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// The player that played last, and what it played: kept in a file, so that Play starts it again.
struct LastPlayer {
  /// Its MPRIS name.
  var name = ""
  /// The base name of its desktop file; empty without one.
  var desktopEntry = ""
  /// The address of its item; empty without one.
  var uri = ""

  /// The bytes of a file that is read; a longer one is none of ours.
  private static let most = 16384

  /// Returns the player of a session.
  init(_ session: Session) {
    name = Session.text(session.info.bus_name)
    desktopEntry = Session.text(session.info.desktop_entry)
    uri = Session.text(nowplaying_surface_session_get_text(session.handle, NOWPLAYING_FIELD_URL, 0))
    // A line of the file each.
    if uri.utf8.contains(10) || uri.utf8.count > Self.most / 2 { uri = "" }
  }

  /// Reads the file; nil when there is none, or it names no player.
  init?() {
    var bytes = [CChar](repeating: 0, count: Self.most)
    let count = (Self.folder + "/" + Self.file).withCString { np_read_file($0, &bytes, Self.most - 1) }
    guard count > 0 else { return nil }
    let text = bytes.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    for line in text.parts(10) {
      let key = line.before(61)
      let value = line.without(first: key.utf8.count + 1)
      switch key.exact {
      case "player": name = value
      case "desktop-entry": desktopEntry = value
      case "uri": uri = value
      default: break
      }
    }
    // It becomes part of a path.
    if desktopEntry.utf8.contains(47) { desktopEntry = "" }
    if PlayerNames.instance(name) == nil { return nil }
  }

  /// Writes the file. A player that cannot be remembered is forgotten.
  func write() {
    let text = "player=" + name + "\ndesktop-entry=" + desktopEntry + "\nuri=" + uri + "\n"
    let folder = Self.folder
    var path = ""
    // The folder of the state itself, which other programs use as well, and ours in it.
    for part in folder.parts(47) {
      path += "/" + part
      path.withCString { tool_make_directory($0) }
    }
    let data = Array(text.utf8)
    _ = folder.withCString { folder in
      data.withUnsafeBytes { np_write_file(folder, "last-player", $0.baseAddress, $0.count) }
    }
  }

  private static let file = "last-player"

  /// The folder of the file, by the XDG Base Directory Specification.
  private static var folder: String {
    (Environment.value("XDG_STATE_HOME") ?? (Environment.value("HOME") ?? "") + "/.local/state") + "/nowplaying"
  }

  func isSame(as other: LastPlayer) -> Bool {
    name.exact == other.name.exact && desktopEntry.exact == other.desktopEntry.exact && uri.exact == other.uri.exact
  }

  /// Whether a session is of this player, which may have come back by another name of the same program.
  func isPlayer(of session: Session) -> Bool {
    let found = LastPlayer(session)
    if !desktopEntry.isEmpty, found.desktopEntry.exact == desktopEntry.exact { return true }
    return Self.program(found.name).exact == Self.program(name).exact
  }

  /// Returns an MPRIS name without what tells the instances of a program apart.
  private static func program(_ name: String) -> String {
    let mark = Array(".instance".utf8)
    let bytes = Array(name.utf8)
    let end = bytes.indices.first { bytes[$0...].starts(with: mark) } ?? bytes.count
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// Starts the program of its desktop file, as the desktop does. Returns whether one could be started.
  func launch() -> Bool {
    guard !desktopEntry.isEmpty, let path = DesktopFile.path(desktopEntry) else { return false }
    return path.withCString { tool_launch($0) }
  }
}
