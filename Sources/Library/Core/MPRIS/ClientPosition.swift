// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The position as a client that only listens to signals computes it. PropertiesChanged never has a Position, so the
/// client counts on from the last position that it was sent. `Seeked` must be sent exactly when the client's position
/// differs from that of the session.
public struct ClientPosition: Equatable, Sendable {
  private var line = MovingPosition(.zero, at: .min, speed: 0)

  /// The largest error of a client's position that needs no `Seeked`. The snapshots of undisturbed
  /// playback differ by the time between two readings of a clock, and by a host's rounding.
  public static let tolerance: Microseconds = .milliseconds(500)
  /// The largest error where the host can be asked for the position, which is exact then.
  public static let askedTolerance: Microseconds = .milliseconds(250)
  /// The largest error while the host's position stands still, as before sound comes. Clients count on after each
  /// `Seeked`: one `Seeked` when the position moves again is better than several before.
  public static let standingTolerance: Microseconds = .seconds(2)
  /// The tolerance that applies to the session.
  public var tolerance = ClientPosition.tolerance

  public init() {}

  public func believed(at now: Instant) -> Microseconds { line.unbounded(at: now) }

  /// Updates the position of clients for a change that is announced to them now. Returns whether `Seeked` must follow.
  ///
  /// - newItem: whether the track id changes: clients then begin at 0 by themselves.
  /// - sameItemDescribed: whether the metadata of the same item changes: BlueZ then begins at 0 and needs a `Seeked`.
  /// - playsOn: whether PlaybackStatus is Playing although the player loads: clients count on then.
  /// - holdsSeek: whether `Seeked` must wait.
  public mutating func advance(
    to state: SessionState, now: Instant, newItem: Bool, sameItemDescribed: Bool, playsOn: Bool = false,
    holdsSeek: Bool = false
  ) -> Bool {
    if (state.snapshot?.state ?? .stopped) == .stopped {
      // Every client takes a stopped player to be at 0, also one that was asked to seek.
      line = MovingPosition(.zero, at: now, speed: 0)
      return false
    }
    let newSpeed =
      !playsOn ? state.snapshot?.speed ?? line.speed : line.speed == 0 ? state.snapshot?.defaultRate ?? 1 : line.speed
    // playerctl ignores Rate, so a change of rate needs a `Seeked`. A start or stop of playback is no change of rate.
    let rateChanged = newSpeed != line.speed && newSpeed != 0 && line.speed != 0
    let belief = newItem ? .zero : believed(at: now)
    let truth = state.position(at: now)
    var seeked = false
    if !holdsSeek, let truth, state.content?.hasPositions ?? false {
      let off = truth - belief
      seeked = off > tolerance || off < -tolerance
      // Not needed where the host counts whole seconds, and clients compute a position within the second of the host.
      if seeked, off < .zero, let whole = state.snapshot?.elapsed {
        seeked = !PlaybackSnapshot.isWithin(whole - off, second: whole)
      }
      if !newItem, rateChanged || sameItemDescribed { seeked = true }
    }
    line = MovingPosition(seeked ? truth ?? belief : belief, at: now, speed: newSpeed)
    return seeked
  }

  /// Whether `Seeked` must be sent although nothing else changes.
  public func isBroken(by state: SessionState, now: Instant, playsOn: Bool = false) -> Bool {
    var copy = self
    return copy.advance(to: state, now: now, newItem: false, sameItemDescribed: false, playsOn: playsOn)
  }

  /// Takes over the session's position, because clients read everything again: the player has just appeared, for
  /// instance.
  public mutating func reset(to state: SessionState, now: Instant) {
    line = MovingPosition(state.position(at: now) ?? .zero, at: now, speed: state.snapshot?.speed ?? 0)
  }
}
