// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Decides how long to wait before clients are told of a new item, so that one signal has everything. Engines report
/// what they know step by step: much of it when the item starts to play, some of it just after.
public struct ItemBeginning: Sendable {
  /// The longest wait for an item that loads.
  public static let loading = PlayerAnnouncer.loading
  /// The additional wait once it has loaded: GStreamer and libmpv report tags up to 10 ms later.
  public static let settling: Microseconds = .milliseconds(20)
  /// The longest wait of a new item for its picture. Shown later, the picture would flicker.
  public static let picture: Microseconds = .milliseconds(40)

  private var loadEnds: Instant?
  private var settleEnds: Instant?
  private var pictureEnds: Instant?

  /// Returns the time until which to wait; nil when clients are to be told now, which ends the wait.
  mutating func waitsUntil(isLoading: Bool, lacksPicture: Bool, _ now: Instant) -> Instant? {
    if isLoading || loadEnds != nil, let loads = Wait.end(of: &loadEnds, Self.loading, now) {
      if isLoading {
        settleEnds = nil
        return loads
      }
      if let settles = Wait.end(of: &settleEnds, Self.settling, now) { return min(loads, settles) }
    }
    if lacksPicture, let until = Wait.end(of: &pictureEnds, Self.picture, now) { return until }
    self = ItemBeginning()
    return nil
  }
}

/// Waits that begin when they are first asked for.
enum Wait {
  /// The end of a wait that began at the first call; nil once it is over.
  static func end(of wait: inout Instant?, _ duration: Microseconds, _ now: Instant) -> Instant? {
    let end = wait ?? now + duration
    wait = end
    return now < end ? end : nil
  }
}
