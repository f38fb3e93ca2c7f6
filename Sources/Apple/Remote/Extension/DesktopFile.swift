// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import NowPlayingBus

/// Reads an app's desktop file.
enum DesktopFile {
  /// Returns the name, for people, of the app with an id; nil when no desktop file has it.
  static func name(of application: String) -> String? {
    let home = Environment.value("XDG_DATA_HOME") ?? (Environment.value("HOME") ?? "") + "/.local/share"
    let others = Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    for folder in [home] + others.split(separator: ":").map(String.init) where folder.hasPrefix("/") {
      let path = "\(folder)/applications/\(application).desktop"
      if let text = try? String(contentsOfFile: path, encoding: .utf8), let name = name(in: text) { return name }
    }
    return nil
  }

  private static func name(in text: String) -> String? {
    var isMeant = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("[") {
        isMeant = line.trimmingCharacters(in: .whitespaces) == "[Desktop Entry]"
      } else if isMeant, let value = value(of: "Name", in: line), !value.isEmpty {
        return value
      }
    }
    return nil
  }

  private static func value(of key: String, in line: Substring) -> String? {
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == key else { return nil }
    return parts[1].trimmingCharacters(in: .whitespaces)
  }
}
