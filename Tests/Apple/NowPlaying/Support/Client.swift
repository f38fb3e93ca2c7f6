// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Testing

/// Clients that people have: playerctl and busctl, as processes.
enum Client {
  private static var bus: TestBus { TestBus.shared }
  static let path = "/org/mpris/MediaPlayer2"
  static let interface = "org.mpris.MediaPlayer2.Player"

  /// Returns the players that playerctl lists.
  static func players() async throws -> [String] {
    try await bus.run(["playerctl", "-l"]).output.split(separator: "\n").map(String.init)
  }

  static func playerctl(_ arguments: String...) async throws -> String {
    try await bus.run(["playerctl"] + arguments).output
  }

  /// Calls a method of the Player interface; the reply has come when it returns.
  @discardableResult
  static func call(_ method: String, _ arguments: String...) async throws -> Tool {
    try await bus.run(["busctl", "--user", "call", TestBus.player, path, interface, method] + arguments)
  }

  /// Blocks the main actor until the engine has received the calls that are on the bus already. The engine receives
  /// calls in their order, so its answer to a later call shows that it has received the earlier ones.
  @MainActor static func holdUntilDelivered(_ isSent: () -> Bool) throws {
    let end = Date.now.addingTimeInterval(10)
    // sleeps: paces a loop that waits for a condition
    while !isSent(), Date.now < end { usleep(1000) }
    let command = ["busctl", "--user", "get-property", TestBus.player, path, interface, "CanControl"]
    #expect(try Tool.runBlocking(command, bus.bus.environment).status == 0)
  }

  @discardableResult
  static func set(_ property: String, _ arguments: String...) async throws -> Tool {
    try await bus.run(["busctl", "--user", "set-property", TestBus.player, path, interface, property] + arguments)
  }

  /// Returns a property of the Player interface, as JSON.
  static func get(_ property: String) async throws -> JSON {
    let result = try await bus.run(
      ["busctl", "--user", "--json=short", "get-property", TestBus.player, path, interface, property])
    return JSON(text: result.output)["data"]
  }

  static func text(_ property: String) async throws -> String? { try await get(property).text }
  static func flag(_ property: String) async throws -> Bool? { try await get(property).flag }
  static func number(_ property: String) async throws -> Double? { try await get(property).number }

  /// Returns an entry of the metadata.
  static func metadata(_ key: String) async throws -> JSON { try await get("Metadata")[key]["data"] }

  /// Returns the last part of the track's path, which is the item's id.
  static func track() async throws -> String? {
    try await metadata("mpris:trackid").text?.split(separator: "/").last.map(String.init)
  }

  static func title() async throws -> String? { try await metadata("xesam:title").text }
}
