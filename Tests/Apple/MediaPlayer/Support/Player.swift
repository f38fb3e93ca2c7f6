// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Synchronization
import Testing

@testable import MediaPlayer

/// This process as a player, seen from other processes through a bus of its own.
@MainActor enum Player {
  static let name = "MediaPlayerTests"
  static let busName = "org.mpris.MediaPlayer2." + name
  nonisolated static let lines = Lines()

  /// The bus. Everything that the library reads from the environment is set before it is used for the first time.
  static let bus: PrivateBus = {
    guard let bus = try? PrivateBus() else { fatalError("The tests need dbus-daemon: apt-get install dbus") }
    setenv("XDG_RUNTIME_DIR", bus.directory, 1)
    HostProgram.configure {
      $0.applicationID = "org.example." + name
      $0.busAddress = bus.address
      $0.log = { lines.append($1) }
    }
    return bus
  }()

  static var info: MPNowPlayingInfoCenter { .default() }
  static var commands: MPRemoteCommandCenter { .shared() }

  /// Removes the player from the bus, and everything that an earlier test has set.
  static func reset() async throws {
    _ = bus
    info.nowPlayingInfo = nil
    info.playbackState = .unknown
    for command in commands.all {
      command.removeTarget(nil)
      command.isEnabled = true
    }
    commands.skipForwardCommand.preferredIntervals = []
    commands.skipBackwardCommand.preferredIntervals = []
    commands.changePlaybackRateCommand.supportedPlaybackRates = []
    commands.changeRepeatModeCommand.currentRepeatType = .off
    commands.changeShuffleModeCommand.currentShuffleType = .off
    (commands.ratingCommand.minimumRating, commands.ratingCommand.maximumRating) = (0, 1)
    for command in [commands.likeCommand, commands.dislikeCommand, commands.bookmarkCommand] {
      command.isActive = false
    }
    try await eventually("the player vanishes") { try await !isShown() }
  }

  static func isShown() async throws -> Bool { try await bus.has(busName) }

  /// Makes a surface of org.nowplaying that knows the player.
  static func surface() throws -> Surface { try Surface(bus, busName) }

  static func property<Value>(_ property: String, as type: Value.Type = Value.self) async throws -> Value? {
    try await bus.property(name, property) as? Value
  }

  static func metadata(_ key: String) async throws -> Any? {
    try await property("Metadata", as: [String: Any].self)?[key]
  }

  /// Waits until a property has a value.
  static func expect<Value: Equatable>(_ name: String, _ value: Value) async throws {
    try await eventually("\(name) is \(value)") { try await property(name, as: Value.self) == value }
  }

  /// Waits until the metadata has a value.
  static func expect<Value: Equatable>(metadata key: String, _ value: Value) async throws {
    try await eventually("\(key) is \(value)") { try await metadata(key) as? Value == value }
  }

  /// Calls a method of the player without arguments; returns the error, "" when there is none.
  @discardableResult
  static func call(_ method: String, _ arguments: String...) async throws -> String {
    let tool = try await bus.busctl(
      ["call", busName, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", method] + arguments)
    return tool.status == 0 ? "" : tool.errors
  }

  /// Runs playerctl, which must succeed.
  @discardableResult
  static func playerctl(_ arguments: String...) async throws -> String {
    let command = ["playerctl", "--player=" + name] + arguments
    return try await Tool.output(command, environment: bus.environment)
  }
}
