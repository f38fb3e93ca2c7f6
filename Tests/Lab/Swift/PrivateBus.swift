// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A dbus-daemon of our own, which ends with this process.
package final class PrivateBus: Sendable {
  package let address: String
  /// A folder that is removed with the bus.
  package let directory: String
  /// The folder for service files. The bus reads new ones at `ReloadConfig`.
  package var services: String { directory + "/services" }
  /// A shell that keeps the daemon running, and ends it when its input is closed, so also when the test process
  /// crashes.
  private let keeper: Child
  private let daemon: pid_t

  private static let script = """
    run() { dbus-daemon --nofork --print-address=1 --print-pid=1 --config-file="$0" 2>>"$1/log" & }
    run "$1"
    while read -r order; do
      case $order in
        stop) kill -KILL $!; wait; rm -f "$1/bus"; echo stopped ;;
        start) run "$1" ;;
      esac
    done
    kill $!; kill -CONT $!; rm -rf "$1"
    """

  private static let configuration = """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=FOLDER/bus</listen>
      <servicedir>FOLDER/services</servicedir>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
      </policy>
      <limit name="max_replies_per_connection">50000</limit>
    </busconfig>
    """

  package init() throws {
    directory = NSTemporaryDirectory() + "nowplaying-test-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try FileManager.default.createDirectory(atPath: directory + "/services", withIntermediateDirectories: false)
    let file = directory + "/bus.conf"
    try Self.configuration.replacing("FOLDER", with: directory)
      .write(toFile: file, atomically: true, encoding: .utf8)
    keeper = try Child(["sh", "-c", Self.script, file, directory])
    (address, daemon) = try Self.started(keeper)
  }

  /// Returns the daemon's address and process id, which the keeper prints at each start. The bus's id is left out,
  /// because the next daemon has another at the same address.
  private static func started(_ keeper: Child) throws -> (String, pid_t) {
    guard let address = try keeper.readLine(), let process = try keeper.readLine().flatMap({ pid_t($0) }), process > 0
    else { throw Tool.Failure(description: "dbus-daemon does not start: apt-get install dbus-daemon") }
    return (String(address.prefix { $0 != "," }), process)
  }

  /// The environment for programs that use the bus.
  package var environment: [String: String] {
    ["DBUS_SESSION_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": directory]
  }

  /// Makes the daemon hang.
  package func suspend() { kill(daemon, SIGSTOP) }

  /// Lets the stopped daemon continue.
  package func resume() { kill(daemon, SIGCONT) }

  /// Kills the daemon. Its clients notice by themselves.
  package func stop() throws {
    try keeper.input.write(contentsOf: Data("stop\n".utf8))
    _ = try keeper.readLine()
  }

  /// Starts another daemon at the same address.
  package func restart() throws {
    try keeper.input.write(contentsOf: Data("start\n".utf8))
    _ = try Self.started(keeper)
  }

  // MARK: Looking at players

  package func playerctl(_ player: String, _ arguments: String...) async throws -> Tool {
    try await Tool.run(["playerctl", "--player=" + player] + arguments, environment: environment)
  }

  package func busctl(_ arguments: [String]) async throws -> Tool {
    try await Tool.run(["busctl", "--address=" + address, "--json=short"] + arguments)
  }

  /// Returns whether a name has an owner.
  package func has(_ name: String) async throws -> Bool {
    let bus = "org.freedesktop.DBus"
    let tool = try await busctl(["call", bus, "/org/freedesktop/DBus", bus, "NameHasOwner", "s", name])
    return tool.output.contains("true")
  }

  /// Returns a property of a player as JSON without types; nil when there is no such player.
  package func property(_ player: String, _ name: String) async throws -> Any? {
    let destination = "org.mpris.MediaPlayer2." + player
    let interface = "org.mpris.MediaPlayer2.Player"
    let tool = try await busctl(["get-property", destination, "/org/mpris/MediaPlayer2", interface, name])
    guard tool.status == 0 else { return nil }
    return Self.untyped(try JSONSerialization.jsonObject(with: Data(tool.output.utf8)))
  }

  /// Removes busctl's types: a variant is {"type": …, "data": …}.
  private static func untyped(_ value: Any) -> Any {
    guard let object = value as? [String: Any] else { return value }
    if let data = object["data"], object["type"] != nil { return untyped(data) }
    return object.mapValues(untyped)
  }
}
