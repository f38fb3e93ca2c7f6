// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The names and the path that MPRIS uses on the bus.
enum MPRISPlayer {
  /// The path of every player's object.
  static let object = "/org/mpris/MediaPlayer2"
  static let namePrefix: StaticString = "org.mpris.MediaPlayer2."

  /// The name of playerctld, which is no player: it repeats the active one.
  static let daemon = "org.mpris.MediaPlayer2.playerctld"

  /// Whether a name is that of a player, and not of playerctld.
  static func isName(_ name: String) -> Bool {
    name.exact.begins(with: namePrefix) && name.byteCount > namePrefix.utf8CodeUnitCount
      && name.exact != daemon.exact
  }

  /// The part of a player's name that people use, as "vlc".
  static func shortName(_ name: String) -> String {
    Escape.withoutInstance(name.part(from: namePrefix.utf8CodeUnitCount))
  }
}
