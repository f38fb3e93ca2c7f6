// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The target of a seek that the host has accepted. Engines seek a while after they were asked, and tell their old
/// position until then: the target counts at once, and the old position is not taken for the result.
public struct SoughtPosition: Sendable {
  let target: MovingPosition
  let old: MovingPosition
  private let accepted: Instant
  /// The last snapshot that the host itself has set.
  public var hosts: PlaybackSnapshot
  /// Whether the host has set its old position again.
  public var isRepeated = false

  /// The time after the host's answer in which its old position is not taken.
  public static let reaction: Microseconds = .milliseconds(300)
  /// The time after the host's answer in which the target counts while the host says nothing: that in which the
  /// command counts (`PendingCommands.timeout`).
  static let patience: Microseconds = .seconds(5)
  /// The largest distance from the old position that counts as the old one: the positions of some engines stand
  /// still for a while, or are in whole seconds.
  static let tolerance: Microseconds = .seconds(1)

  /// - from: the position that the host had when it was given the command, and the time of that.
  /// - to: the position to which it was asked to seek.
  public init(from old: MovingPosition, to target: Microseconds, _ hosts: PlaybackSnapshot, now: Instant) {
    self.old = old
    self.target = MovingPosition(target, at: now, speed: hosts.speed)
    accepted = now
    self.hosts = hosts
  }

  /// Whether a position of the host is the one that it had before the seek.
  public func isOld(_ position: Microseconds, at now: Instant) -> Bool {
    let distance = Microseconds.distance(position, old.position(at: now))
    return distance <= Self.tolerance && distance < Microseconds.distance(position, target.position(at: now))
  }

  /// Whether the host may still tell its old position.
  public func isOn(_ now: Instant) -> Bool { now < accepted + Self.reaction }

  /// The time at which the host's own position counts again: after the reaction time, or, while the host says nothing,
  /// when the command does not count any more (`PendingCommands`).
  public func ends(isAsked: Bool, _ now: Instant) -> Instant {
    let isEarly = isOn(now) || isRepeated || isAsked
    return accepted + (isEarly ? Self.reaction : Self.patience)
  }
}
