// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingProgram
import NowPlayingBus
import NowPlayingCore

/// The id of an installed application, by the Desktop Entry Specification: the path of its file below a folder
/// `applications`, with "-" for each "/" and without ".desktop".
struct DesktopID {
  let text: String

  /// Fails when the text is not an id.
  init?(_ text: String) {
    guard DesktopEntryName.isPlain(text) else { return nil }
    self.text = text
  }

  /// The path of the application's desktop file; nil when it is not installed.
  var path: String? {
    for folder in Self.folders where folder.utf8.first == 47 {
      if let path = Self.find(text, in: folder + "/applications/") { return path }
    }
    return nil
  }

  /// Finds a file by the rest of an id, in which each "-" may stand for a subfolder.
  private static func find(_ rest: String, in folder: String) -> String? {
    let path = folder + rest + ".desktop"
    if tool_exists(path) { return path }
    let bytes = Array(rest.utf8)
    for index in bytes.indices.dropFirst() where bytes[index] == 45 && bytes[0] != 46 {
      let inner = folder + String(decoding: bytes[..<index], as: UTF8.self) + "/"
      if tool_exists(inner), let path = find(rest.without(first: index + 1), in: inner) { return path }
    }
    return nil
  }

  /// The folders of installed applications, by the XDG Base Directory Specification, and those of Flatpak and Snap,
  /// which XDG_DATA_DIRS does not contain in every session.
  private static var folders: [String] {
    let home = Environment.value("XDG_DATA_HOME") ?? (Environment.value("HOME") ?? "") + "/.local/share"
    let shared = Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    let exported = ["/var/lib/flatpak/exports/share", home + "/flatpak/exports/share", "/var/lib/snapd/desktop"]
    return [home] + shared.parts(58) + exported
  }
}
