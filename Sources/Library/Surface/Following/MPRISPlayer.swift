// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The names of MPRIS on the bus.
enum MPRISPlayer {
  /// The path of every player's object.
  static let object = "/org/mpris/MediaPlayer2"
  static let namePrefix: StaticString = "org.mpris.MediaPlayer2."

  /// The name of playerctld, which repeats the players.
  static let daemon = "org.mpris.MediaPlayer2.playerctld"

  /// Whether a name is that of a player, and not of playerctld.
  static func isName(_ name: String) -> Bool {
    name.exact.begins(with: namePrefix) && name.byteCount > namePrefix.utf8CodeUnitCount
      && name.exact != daemon.exact
  }

  /// The part of a player's name by which people call it: without the instance that programs append.
  static func shortName(_ name: String) -> String {
    let end = name.part(from: namePrefix.utf8CodeUnitCount)
    let last = Escape.lastComponent(end)
    let word = last.exact.begins(with: "instance") ? 8 : last.exact.begins(with: "pid") ? 3 : last.byteCount
    // "instance4711", "instance_1_42", "instance-3".
    let isInstance = last.part(from: word).bytes.allSatisfy { $0 == 95 || $0 == 45 || (48...57).contains($0) }
    guard isInstance, word < last.byteCount, last.byteCount < end.byteCount else { return end }
    return end.part(to: end.byteCount - last.byteCount - 1)
  }
}
