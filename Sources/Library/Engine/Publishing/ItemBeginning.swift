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
    if isLoading || loadEnds != nil {
      let loads = loadEnds ?? Clamp.sum(now, Self.loading)
      loadEnds = loads
      settleEnds = isLoading ? nil : settleEnds ?? min(loads, Clamp.sum(now, Self.settling))
      let until = settleEnds ?? loads
      if now < until { return until }
    }
    if lacksPicture {
      let until = pictureEnds ?? Clamp.sum(now, Self.picture)
      pictureEnds = until
      if now < until { return until }
    }
    self = ItemBeginning()
    return nil
  }
}
