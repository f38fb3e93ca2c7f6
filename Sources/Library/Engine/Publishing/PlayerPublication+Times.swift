// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

extension PlayerPublication {
  /// The time for which Stopped or no content is not shown, in µs, because players pass through these states between
  /// two items (rule 12 in Rules.md).
  static let gap: Int64 = 250_000
  /// The same time after a client has asked for another item, in µs: some players start a process for each file.
  static let askedGap: Int64 = 1_000_000
  /// The time for which a playing player that loads is still shown as playing, in µs. Most load for a moment at each
  /// item, and MPRIS has only Paused for it, so the button would flicker.
  static let loading: Int64 = 300_000
  /// The time that a host has to reach the position that it was asked to seek to, in µs. Until then its old position is
  /// not sent, which clients would take for the result.
  static let seeking: Int64 = 250_000
  /// The interval between signals with only the length of the item and the texts under the player's own keys, in µs: a
  /// bitrate may change many times a second, and engines guess the length of a stream anew with each piece of it.
  static let detailsInterval: Int64 = 1_000_000
}

extension PlayerPublication {
  func waitsForBeginning(isNew: Bool, _ now: Int64) -> Bool {
    let until = beginning.waitsUntil(isLoading: isLoading, lacksPicture: isNew && cache.isWaiting, now)
    flushesAt = min(flushesAt, until ?? .max)
    return until != nil
  }

  /// Whether a wait, which began at the first call for it, still goes on.
  func wait(for end: inout Int64?, _ duration: Int64, _ now: Int64) -> Bool {
    let until = ItemBeginning.end(of: &end, duration, now)
    flushesAt = min(flushesAt, until ?? .max)
    return until != nil
  }
}

extension Session {
  /// The time from now on for which Stopped or no content is not shown.
  func gap(at now: Int64) -> Int64 {
    Clamp.difference(now, itemAsked) <= PlayerPublication.askedGap
      ? PlayerPublication.askedGap : PlayerPublication.gap
  }
}
