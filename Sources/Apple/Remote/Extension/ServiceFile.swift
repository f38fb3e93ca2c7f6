// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CNowPlayingPlatform
internal import Foundation
internal import NowPlayingBus
internal import NowPlayingCore

/// The service file, with which the bus finds an extension.
struct ServiceFile {
  /// The name of the extension on the bus.
  let name: String
  /// The absolute path of the extension's executable.
  let executable: String

  /// The arguments for the executable: the extension's name, if the file of the executable has another name.
  private var arguments: String { (executable as NSString).lastPathComponent == name ? "" : " --name \(name)" }

  var text: String {
    """
    [D-BUS Service]
    Name=\(name)
    Exec=\(Self.quoted(executable))\(arguments)

    """
  }

  /// The path of the file for this user.
  var path: String { "\(Self.dataHome)/dbus-1/services/\(name).service" }

  /// The user's folder for data. A relative path in XDG_DATA_HOME is ignored, as the XDG Base Directory Specification
  /// says.
  private static var dataHome: String {
    if let home = Environment.value("XDG_DATA_HOME"), home.hasPrefix("/") { return home }
    return (Environment.value("HOME") ?? "") + "/.local/share"
  }

  func install() throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    Self.reload()
  }

  /// Removes the file, if it exists. Returns false when it belongs to another executable, and so stays.
  func uninstall() throws -> Bool {
    guard let present = try? String(contentsOfFile: path, encoding: .utf8) else { return true }
    let line = "Exec=\(Self.quoted(executable))\(arguments)"
    guard present.split(separator: "\n").contains(where: { $0 == line }) else { return false }
    try FileManager.default.removeItem(atPath: path)
    Self.reload()
    return true
  }

  /// Returns a path quoted for a shell, and then for a value in a service file, where each backslash is doubled.
  private static func quoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || [43, 45, 46, 47, 95].contains($0)
    }
    if plain { return path }
    let word = "'" + path.replacingOccurrences(of: "'", with: "'\"'\"'") + "'"
    return word.replacingOccurrences(of: "\\", with: "\\\\")
  }

  /// Has the bus read its service files again. dbus-daemon finds a new file by itself when its name is called, but does
  /// not list the name before, and KUnifiedPush asks for the list. dbus-broker does not notice a new folder.
  private static func reload() {
    guard let address = BusAddress.session else { return }
    let errors = BusErrors { _ in }
    guard let connection = try? Connection.start(.address(address), errors) else { return }
    let deadline = Instant.now + .seconds(5)
    guard case .value = connection.waitUntilReady(until: deadline) else { return }
    _ = connection.answer(
      of: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig", until: deadline
    ) { _ in () }
    withExtendedLifetime(errors) {}
  }
}
