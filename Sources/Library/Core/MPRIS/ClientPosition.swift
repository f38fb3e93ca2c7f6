// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The position as a client believes it to be that only listens to signals. PropertiesChanged never has a Position:
/// such a client extrapolates from the last one that it got. `Seeked` must be sent exactly when its belief and the
/// session's position differ.
public struct ClientPosition: Equatable, Sendable {
  private var line = MovingPosition(0, at: .min, speed: 0)

  /// The most by which a client's belief may be wrong without a `Seeked`, in microseconds. Even snapshots of
  /// undisturbed playback differ by the time between two readings of a clock, and by a host's own rounding.
  public static let tolerance: Int64 = 500_000
  /// The same where the host can be asked for the position, which then is exact.
  public static let askedTolerance: Int64 = 250_000
  /// The same while that position stands still: clients count on from whatever they are told, so that one `Seeked` when
  /// it moves tells more than several before.
  public static let standingTolerance: Int64 = 2_000_000
  /// The one of them that counts for the session.
  public var tolerance = ClientPosition.tolerance

  public init() {}

  func believed(at now: Int64) -> Int64 { line.unbounded(at: now) }

  /// Updates the belief for a change that is announced to clients now. Returns whether `Seeked` must follow.
  ///
  /// - newItem: the track id changes; clients begin at 0 by themselves.
  /// - sameItemDescribed: the metadata changes within an item; BlueZ then begins at 0, so it needs a `Seeked`.
  /// - playsOn: PlaybackStatus is Playing although it loads; so clients believe that it moves on.
  public mutating func advance(
    to state: SessionState, now: Int64, newItem: Bool, sameItemDescribed: Bool, playsOn: Bool = false
  ) -> Bool {
    let newSpeed =
      !playsOn ? state.snapshot?.speed ?? 0 : line.speed == 0 ? state.snapshot?.defaultRate ?? 1 : line.speed
    // playerctl ignores Rate, so it needs a `Seeked`; playback that begins is no change of rate.
    let rateChanged = newSpeed != line.speed && newSpeed != 0 && line.speed != 0
    let belief = newItem ? 0 : believed(at: now)
    let truth = state.position(at: now)
    if (state.snapshot?.state ?? .stopped) == .stopped {
      // Every client takes stopped for position 0 by itself.
      reset(to: state, now: now)
      return false
    }
    var seeked = false
    if let truth, state.content?.hasPositions ?? false {
      let off = Clamp.difference(truth, belief)
      seeked = off > tolerance || off < -tolerance
      // A host that counts whole seconds says no other position than the one that clients believe.
      if seeked, off < 0, let whole = state.snapshot?.elapsed {
        seeked = !PlaybackSnapshot.isWithin(Clamp.difference(whole, off), second: whole)
      }
      if !newItem, rateChanged || sameItemDescribed { seeked = true }
    }
    line = MovingPosition(seeked ? truth ?? belief : belief, at: now, speed: newSpeed)
    return seeked
  }

  /// Whether `Seeked` must be sent although nothing else changes.
  public func isBroken(by state: SessionState, now: Int64, playsOn: Bool = false) -> Bool {
    var copy = self
    return copy.advance(to: state, now: now, newItem: false, sameItemDescribed: false, playsOn: playsOn)
  }

  /// Sets the belief to the truth, because clients read everything anew: the player has just appeared, for instance.
  public mutating func reset(to state: SessionState, now: Int64) {
    line = MovingPosition(state.position(at: now) ?? 0, at: now, speed: state.snapshot?.speed ?? 0)
  }
}
