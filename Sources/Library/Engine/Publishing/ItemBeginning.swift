// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// How long clients are not told of an item, so that it comes in one signal: engines say what they know of it one by
/// one, much of it with the moment from which it plays, and some just behind that.
struct ItemBeginning {
  /// The longest for an item that loads, in µs: as for one that plays on.
  static let loading = PlayerPublication.loading
  /// How much longer for what comes when it has loaded, in µs: GStreamer and libmpv tell the tags up to 10 ms later.
  static let settling: Int64 = 20_000
  /// How long a new item waits for its picture, in µs, so that it appears with it and not with a flicker.
  static let picture: Int64 = 40_000

  private var loadEnds: Int64?
  private var settleEnds: Int64?
  private var pictureEnds: Int64?

  /// Returns until when to wait; nil where clients are to be told now, which ends it.
  mutating func waitsUntil(isLoading: Bool, lacksPicture: Bool, _ now: Int64) -> Int64? {
    if isLoading || loadEnds != nil, let loads = Self.end(of: &loadEnds, Self.loading, now) {
      if isLoading {
        settleEnds = nil
        return loads
      }
      if let settles = Self.end(of: &settleEnds, Self.settling, now) { return min(loads, settles) }
    }
    if lacksPicture, let until = Self.end(of: &pictureEnds, Self.picture, now) { return until }
    self = ItemBeginning()
    return nil
  }

  /// The end of a wait that lasts so long from the first time it is asked for; nil from then on.
  static func end(of wait: inout Int64?, _ duration: Int64, _ now: Int64) -> Int64? {
    let end = wait ?? Clamp.sum(now, duration)
    wait = end
    return now < end ? end : nil
  }
}
