// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The target of a seek that the host has accepted. Engines seek a while after they were asked, and tell their old
/// position until then: the target counts at once, and the old position is not taken for the result.
public struct SoughtPosition: Sendable {
  let target: MovingPosition
  let old: MovingPosition
  private let accepted: Int64
  /// The last snapshot that the host itself has set.
  public var hosts: PlaybackSnapshot
  /// Whether the host has set its old position again.
  public var isRepeated = false

  /// The time after the host's answer in which its old position is not taken, in µs.
  public static let reaction: Int64 = 300_000
  /// The time after the host's answer in which the target counts while the host says nothing, in µs: that in which the
  /// command counts (`PendingCommands.timeout`).
  static let patience: Int64 = 5_000_000
  /// The largest distance from the old position that counts as the old one, in µs: the positions of some engines stand
  /// still for a while, or are in whole seconds.
  static let tolerance: Int64 = 1_000_000

  /// - from: the position that the host had when it was given the command, and the time of that.
  /// - to: the position to which it was asked to seek.
  public init(from old: MovingPosition, to target: Int64, _ hosts: PlaybackSnapshot, now: Int64) {
    self.old = old
    self.target = MovingPosition(target, at: now, speed: hosts.speed)
    accepted = now
    self.hosts = hosts
  }

  /// Whether a position of the host is the one that it had before the seek.
  public func isOld(_ position: Int64, at now: Int64) -> Bool {
    let distance = Clamp.distance(position, old.position(at: now))
    return distance <= Self.tolerance && distance < Clamp.distance(position, target.position(at: now))
  }

  /// Whether the host may still tell its old position.
  public func isOn(_ now: Int64) -> Bool { now < Clamp.sum(accepted, Self.reaction) }

  /// The time at which the host's own position counts again: after the reaction time, or, while the host says nothing,
  /// when the command does not count any more (`PendingCommands`).
  public func ends(isAsked: Bool, _ now: Int64) -> Int64 {
    let isEarly = isOn(now) || isRepeated || isAsked
    return Clamp.sum(accepted, isEarly ? Self.reaction : Self.patience)
  }
}
