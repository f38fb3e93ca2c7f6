// Made by contract/generate of contract/data/limits.toml: do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The most that a surface keeps of players. The C header has the same numbers, as NOWPLAYING_SURFACE_MAX_….
enum SurfaceLimits {
  /// The players that are followed.
  static let players = 256
  /// The sessions of one player.
  static let sessions = 64
  /// The controls of one session.
  static let controls = 128
  /// The controls in the row beside the central one.
  static let beside = 4
  /// The intervals of a skip that get a control each.
  static let intervals = 4
  /// The stars of a rating that has no steps, or more.
  static let stars = 5
  /// The bytes of all texts of one item.
  static let itemBytes = 262144
  /// The entries of a queue that are kept.
  static let queue = 1000
  /// The entries of a queue that are read.
  static let readQueue = 262144
  /// The bytes of memory, roughly, that are kept of a player.
  static let playerBytes = 4_194_304
  /// The bytes of memory, roughly, that are kept of all players together.
  static let bytes = 33_554_432
  /// How many short messages a player may send at once.
  static let messages = 2000
  /// How many bytes of messages a player may send at once.
  static let messageBytes = 6_000_000
  /// The actions of a surface that wait for an answer.
  static let actions = 1024
  /// The time that a command, a volume or a picture may take.
  static let requestTime: Microseconds = .seconds(11)
  /// The time that a preview may take.
  static let previewTime: Microseconds = .seconds(3)
  /// The time that a video may take.
  static let videoTime: Microseconds = .seconds(31)
}
