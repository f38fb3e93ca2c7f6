// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CTool
import NowPlayingBus

/// Where desktop files are, by the XDG Base Directory Specification.
enum DesktopFile {
  /// Returns the path of a desktop file; nil where there is none of this name.
  static func path(_ entry: String) -> String? {
    folders.map { $0 + "/applications/" + entry + ".desktop" }.first { tool_exists($0) }
  }

  private static var folders: [String] {
    let home = Environment.value("XDG_DATA_HOME") ?? (Environment.value("HOME") ?? "") + "/.local/share"
    let shared = Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    let exported = ["/var/lib/flatpak/exports/share", home + "/flatpak/exports/share", "/var/lib/snapd/desktop"]
    return [home] + shared.parts(58) + exported
  }
}
