// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Testing

/// A real player that is not ours: mpv with the script mpv-mpris.
final class MPV: Sendable {
  /// The player's connection, which owns its bus name.
  let owner: String
  private let child: Child
  private let bus: PrivateBus

  /// Starts mpv and waits until it plays, or is paused.
  static func start(_ bus: PrivateBus, paused: Bool = false) async throws -> MPV {
    let tone = bus.directory + "/tone.wav"
    if !FileManager.default.fileExists(atPath: tone) {
      let sine = ["-f", "lavfi", "-i", "sine=frequency=440:duration=600", "-ac", "1", "-ar", "8000"]
      _ = try await Tool.output(["ffmpeg", "-v", "error", "-y"] + sine + [tone])
    }
    let before = try await bus.players()
    let command = [
      "mpv", "--no-config", "--idle=yes", "--ao=null", "--vo=null", "--no-terminal",
      "--script=/usr/lib/mpv-mpris/mpris.so",
      "--pause=" + (paused ? "yes" : "no"), tone,
    ]
    let child = try Child(command, environment: bus.environment)
    var owner: String?
    try await eventually("mpv is on the bus") {
      owner = try await bus.players().first { !before.contains($0) }
      return owner != nil
    }
    guard let owner else { throw Tool.Failure(description: "mpv does not start: apt-get install mpv mpv-mpris") }
    let mpv = MPV(owner, child, bus)
    let wanted = paused ? "Paused" : "Playing"
    try await eventually("mpv is \(wanted)") { try await mpv.status() == wanted }
    return mpv
  }

  private init(_ owner: String, _ child: Child, _ bus: PrivateBus) {
    (self.owner, self.child, self.bus) = (owner, child, bus)
  }

  deinit { child.end() }

  func signal(_ signal: Int32) { child.signal(signal) }

  func status() async throws -> String? { try await bus.status(owner) }
}

extension PrivateBus {
  /// Returns the connections that own the bus name of a player.
  func players() async throws -> Set<String> {
    var owners: Set<String> = []
    for entry in try await connections() {
      guard let name = entry["name"] as? String, name.hasPrefix("org.mpris.MediaPlayer2."),
        let owner = entry["connection"] as? String
      else { continue }
      owners.insert(owner)
    }
    return owners
  }

  /// Returns every connection that busctl lists.
  func connections() async throws -> [[String: Any]] {
    let tool = try await busctl(["list"])
    return try JSONSerialization.jsonObject(with: Data(tool.output.utf8)) as? [[String: Any]] ?? []
  }

  func status(_ connection: String) async throws -> String? {
    let interface = "org.mpris.MediaPlayer2.Player"
    let tool = try await busctl(["get-property", connection, "/org/mpris/MediaPlayer2", interface, "PlaybackStatus"])
    let value = try? JSONSerialization.jsonObject(with: Data(tool.output.utf8)) as? [String: Any]
    return value?["data"] as? String
  }

  func call(_ connection: String, _ method: String) async throws {
    let interface = "org.mpris.MediaPlayer2.Player"
    _ = try await busctl(["call", connection, "/org/mpris/MediaPlayer2", interface, method])
  }
}
