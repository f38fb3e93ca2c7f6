// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The requests of clients that say whether a stop of a session's host is meant.
public struct AskedOfHost: Sendable {
  /// The time at which a client last asked for a stop or a pause of playback: a stop after that is no gap between two
  /// items. `.min` once a client has asked to play.
  fileprivate var stopAt = Instant.min
  /// The time at which a client last asked for another item.
  public var itemAt = Instant.min

  public init() {}

  /// Notes that a client asks the host to stop or to pause while it plays, or to play.
  public mutating func playback(goesOn: Bool, _ now: Instant) { stopAt = goesOn ? .min : now }
}

/// Decides whether a state is a short moment without an item or stopped, as players have between two items. Nobody is
/// shown it, because a client that reads would believe it for ever (rule 12 in Rules.md).
public struct ItemGap: Sendable {
  /// The facts of a state on which a gap depends.
  public struct Moment {
    /// The item's id; nil when there is nothing to show.
    let item: String?
    let status: PlaybackStatus
    /// A number that differs for each content that is set.
    let serial: UInt32

    public init(item: String?, _ status: PlaybackStatus, serial: UInt32) {
      (self.item, self.status, self.serial) = (item, status, serial)
    }
  }

  /// The time for which such a moment is not shown.
  public static let usual: Microseconds = .milliseconds(250)
  /// The same time after a client has asked for another item: some players start a process for each file. Also the time
  /// in which a host stops that was asked to: one that has not by then does not mean that stop any more.
  public static let afterAsking: Microseconds = .seconds(1)

  /// The item that is shown; nil for nothing.
  private var item: String?
  private var isStopped = true
  /// The serial of the last content before the gap. A content that came and went begins another gap.
  private var serial = UInt32.zero
  /// The last request to stop that was carried out, or was made before this session was shown.
  private var stopAt: Instant
  /// The end of the gap; nil while there is none.
  private var ends: Instant?

  public init(_ asked: AskedOfHost = AskedOfHost()) { stopAt = asked.stopAt }

  /// Whether a gap goes on.
  public var isOn: Bool { ends != nil }
  /// The time at which the gap ends; `.max` while there is none.
  public var nextTime: Instant { ends ?? .max }

  /// Begins to show another session. What was shown before may still be there.
  public mutating func change(to asked: AskedOfHost) { (ends, stopAt) = (nil, asked.stopAt) }

  /// Whether a state is not to be shown. Any other state counts as shown.
  public mutating func hides(_ newest: Moment, _ asked: AskedOfHost, _ now: Instant) -> Bool {
    let isEmpty = newest.item == nil
    let isStop = newest.status == .stopped && !isStopped
    let isMeant = asked.stopAt != stopAt && now - asked.stopAt <= Self.afterAsking
    if item != nil, !isMeant, isEmpty || isStop {
      if isEmpty, serial != newest.serial { (ends, serial) = (nil, newest.serial) }
      let wasAsked = now - asked.itemAt <= Self.afterAsking
      if Wait.end(of: &ends, wasAsked ? Self.afterAsking : Self.usual, now) != nil { return true }
    }
    ends = nil
    serial = newest.serial
    // Other changes may come before the stop that a client has asked for.
    if newest.status != .playing || newest.item?.exact != item?.exact { stopAt = asked.stopAt }
    (item, isStopped) = (newest.item, newest.status == .stopped)
    return false
  }
}
