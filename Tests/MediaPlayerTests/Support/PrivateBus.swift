// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A dbus-daemon of our own, which ends with this process.
final class PrivateBus: Sendable {
  let address: String
  /// A directory that goes with the bus.
  let directory: String
  /// A shell that ends the daemon when nobody holds the other end of its standard input any more: when we crash, too.
  private let keeper: Child
  private let daemon: pid_t

  private static let configuration = """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=SOCKET</listen>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
      </policy>
    </busconfig>
    """

  init() throws {
    directory = NSTemporaryDirectory() + "nowplaying-test-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let file = directory + "/bus.conf"
    try Self.configuration.replacing("SOCKET", with: directory + "/bus")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let daemon = "dbus-daemon --nofork --print-address=1 --print-pid=1 --config-file=$0 2>$1/log"
    let script = daemon + " & exec >&- 2>/dev/null; read _; kill $!; kill -CONT $!; rm -rf $1"
    keeper = try Child(["sh", "-c", script, file, directory])
    address = try keeper.readLine() ?? ""
    guard let process = try keeper.readLine().flatMap({ pid_t($0) }), process > 0 else {
      throw Tool.Failure(description: "dbus-daemon does not start: apt-get install dbus")
    }
    self.daemon = process
  }

  /// What programs that use the bus need in their environment.
  var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

  /// Makes the daemon hang.
  func suspend() { kill(daemon, SIGSTOP) }

  // MARK: Looking at players

  func playerctl(_ player: String, _ arguments: String...) async throws -> Tool {
    try await Tool.run(["playerctl", "--player=" + player] + arguments, environment: environment)
  }

  func busctl(_ arguments: [String]) async throws -> Tool {
    try await Tool.run(["busctl", "--address=" + address, "--json=short"] + arguments)
  }

  /// Whether somebody owns a name.
  func has(_ name: String) async throws -> Bool {
    let bus = "org.freedesktop.DBus"
    let tool = try await busctl(["call", bus, "/org/freedesktop/DBus", bus, "NameHasOwner", "s", name])
    return tool.output.contains("true")
  }

  /// A property of a player as JSON without its types; nil when there is no such player.
  func property(_ player: String, _ name: String) async throws -> Any? {
    let destination = "org.mpris.MediaPlayer2." + player
    let interface = "org.mpris.MediaPlayer2.Player"
    let tool = try await busctl(["get-property", destination, "/org/mpris/MediaPlayer2", interface, name])
    guard tool.status == 0 else { return nil }
    return Self.untyped(try JSONSerialization.jsonObject(with: Data(tool.output.utf8)))
  }

  /// busctl gives each variant as {"type": …, "data": …}.
  private static func untyped(_ value: Any) -> Any {
    guard let object = value as? [String: Any] else { return value }
    if let data = object["data"], object["type"] != nil { return untyped(data) }
    return object.mapValues(untyped)
  }
}
