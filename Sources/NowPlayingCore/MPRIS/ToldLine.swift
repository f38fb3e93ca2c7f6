// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Where a client that only listens believes the position to be. MPRIS sends no positions: a client extrapolates from
/// what it was told, so a jump must be announced by `Seeked` exactly when this line and the truth part.
public struct ToldLine: Equatable, Sendable {
  private var position: Int64 = 0
  private var at: Int64 = 0
  private var speed = 0.0

  /// How far a client may be off before it is told, in microseconds. Snapshots that describe the same line differ by
  /// the time between two readings of a clock, and by a host's own rounding.
  public static let tolerance: Int64 = 500_000

  public init() {}

  func believed(at now: Int64) -> Int64 {
    Clamp.sum(position, Clamp.microseconds(speed * Double(Clamp.difference(now, at))))
  }

  /// Advances the line over a change that clients are told of now. Returns whether `Seeked` must follow.
  ///
  /// - newItem: the track id changed; clients start it at 0 by themselves.
  /// - sameItemDescribed: metadata changed within an item; BlueZ then starts at 0, so it must be told.
  public mutating func advance(
    to state: SessionState, now: Int64, newItem: Bool, sameItemDescribed: Bool
  ) -> Bool {
    let newSpeed = state.snapshot?.speed ?? 0
    // playerctl ignores Rate and needs to be told; going from rest to movement is no change of rate.
    let rateChanged = newSpeed != speed && newSpeed != 0 && speed != 0
    let belief = newItem ? 0 : believed(at: now)
    let truth = state.position(at: now)
    if (state.snapshot?.state ?? .stopped) == .stopped {
      // For every client that is the start, without being told.
      reset(to: state, now: now)
      return false
    }
    var seeked = false
    if let truth, state.content?.hasPositions ?? false {
      let off = Clamp.difference(truth, belief)
      seeked = off > Self.tolerance || off < -Self.tolerance
      if !newItem, rateChanged || sameItemDescribed { seeked = true }
    }
    position = seeked ? truth ?? belief : belief
    at = now
    speed = newSpeed
    return seeked
  }

  /// Whether a jump has to be announced, without any other change.
  public func isBroken(by state: SessionState, now: Int64) -> Bool {
    var copy = self
    return copy.advance(to: state, now: now, newItem: false, sameItemDescribed: false)
  }

  /// Clients read everything anew, for instance because the player has just appeared.
  public mutating func reset(to state: SessionState, now: Int64) {
    position = state.position(at: now) ?? 0
    at = now
    speed = state.snapshot?.speed ?? 0
  }
}
