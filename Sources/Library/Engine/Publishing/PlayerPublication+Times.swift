// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

extension PlayerPublication {
  /// How long Stopped or no content must last to be shown, in µs: players pass through them between two items
  /// (rule 12).
  static let gap: Int64 = 250_000
  /// The same where a client has asked for another item: some players start a process for each file.
  static let askedGap: Int64 = 1_000_000
  /// How long a player that played may load before clients hear of it, in µs: most load a moment at each item, and
  /// MPRIS has nothing but Paused for it, so that the button would flicker.
  static let loading: Int64 = 300_000
  /// How long a host that was asked to seek may take until it is there, in µs: before that it is where it was, which
  /// clients would take for the answer.
  static let seeking: Int64 = 250_000
  /// The least time between two signals for texts under keys of the player's own alone, in µs: a bitrate changes many
  /// times a second.
  static let extraInterval: Int64 = 1_000_000
}

extension Session {
  /// How long it may be stopped or without content from now on before that is shown.
  func gap(at now: Int64) -> Int64 {
    Clamp.difference(now, itemAsked) <= PlayerPublication.askedGap
      ? PlayerPublication.askedGap : PlayerPublication.gap
  }
}
