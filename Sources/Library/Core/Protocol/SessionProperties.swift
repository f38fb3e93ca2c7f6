// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The properties of `org.nowplaying.Session1` for a session.
public struct SessionProperties: Sendable {
  public let id: String
  public var isApplicationPrimary = false
  public var isSystemPrimary = false
  /// The description of the item; empty when there is none.
  public private(set) var content: [Value.Entry] = []
  public private(set) var playback = Playback()
  public private(set) var commands: [[Value.Entry]] = []
  public private(set) var volume = -1.0
  public private(set) var canSetVolume = false
  /// The length of the whole queue, of which MPRIS shows a part.
  public private(set) var queueLength = UInt32.zero

  /// Abilities of a host, beside playing.
  public struct Abilities: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let animatedArtwork = Abilities(rawValue: 1)
    public static let volume = Abilities(rawValue: 2)
  }

  /// The properties before the first commit.
  public init(id: String) { self.id = ProtocolID.session(id) }

  /// Takes over a committed state. Values that did not change are not made again.
  ///
  /// - from: the state that the properties were made of; nil at the first time.
  /// - sent: the playback that surfaces were sent. It stays where surfaces would see no difference.
  /// - now: the time at which positions are compared.
  public mutating func update(
    from before: SessionState?, to state: SessionState, _ abilities: Abilities, sent: Playback, now: Instant
  ) {
    if before.map({ $0.content != state.content }) ?? true {
      content = state.content.map { Self.entries($0, abilities) } ?? []
    }
    let playback = Playback(state, now: now)
    self.playback = playback.isSame(as: sent, now: now) ? sent : playback
    if before.map({ $0.commands != state.commands }) ?? true { commands = Self.entries(state.commands) }
    volume = state.shownVolume ?? -1
    canSetVolume = volume >= 0 && abilities.contains(.volume)
    queueLength = UInt32(clamping: state.queue?.entries.count ?? 0)
  }

  public static let table = PropertyTable<SessionProperties, Never>(
    "org.nowplaying.Session1",
    [
      PropertyRow("Id", "s", .never) { .string($0.id) },
      PropertyRow("ApplicationPrimary", "b", .byValue) { .bool($0.isApplicationPrimary) },
      PropertyRow("SystemPrimary", "b", .byValue) { .bool($0.isSystemPrimary) },
      PropertyRow("Content", "a{sv}", .byValue) { .map($0.content) },
      PropertyRow("Playback", "a{sv}", .byValue) { .map($0.playback.entries) },
      PropertyRow("Commands", "aa{sv}", .byValue) { .maps($0.commands) },
      PropertyRow("Volume", "d", .byValue) { .double($0.volume) },
      PropertyRow("CanSetVolume", "b", .byValue) { .bool($0.canSetVolume) },
      PropertyRow("QueueLength", "u", .byValue) { .uint32($0.queueLength) },
    ], shortcut: differenceInItem)

  /// The item and its playback, when nothing else differs: usually that is all that is new.
  private static func differenceInItem(_ before: SessionProperties, _ now: SessionProperties) -> PropertySet? {
    guard before.isApplicationPrimary == now.isApplicationPrimary, before.isSystemPrimary == now.isSystemPrimary,
      before.commands == now.commands, before.volume == now.volume, before.canSetVolume == now.canSetVolume,
      before.queueLength == now.queueLength
    else { return nil }
    return (before.content == now.content ? [] : contentAlone)
      .union(before.playback == now.playback ? [] : playbackAlone)
  }

  /// Whether changes are only those of what may change many times while an item plays: its length, once surfaces know
  /// one, and the texts under keys of the player's own.
  public func differsInDetails(from sent: SessionProperties, _ changes: PropertySet) -> Bool {
    changes == Self.contentAlone
      && content.isSame(as: sent.content) { $0.hasKey("extra") || $0.hasKey("duration") }
  }

  private static let contentAlone = table.set("Content")
  private static let playbackAlone = table.set("Playback")

  /// The value of `Playback`.
  public struct Playback: Equatable, Sendable {
    var state = PlaybackState.stopped
    /// The speed at this moment; 0 unless playing.
    var rate = 0.0
    var defaultRate = 1.0
    /// A position, and the time of the monotonic clock that it belongs to; nil when the position is unknown.
    var anchor: Anchor?
    var detail: PlaybackDetail?
    /// Whether the end of the range that can be sought moves with the clock.
    var isLive = false
    var isMuted = false

    struct Anchor: Equatable, Sendable {
      let elapsed: Microseconds
      let timestamp: Instant
    }

    init() {}

    init(_ state: SessionState, now: Instant) {
      isMuted = state.settings.isMuted
      guard let snapshot = state.snapshot else { return }
      self.state = snapshot.state
      rate = snapshot.speed
      defaultRate = snapshot.defaultRate
      if let detail = state.detail {
        self.detail = detail
        isLive = state.content?.duration == .live
        // The range of a snapshot of a time to come does not apply yet.
        if snapshot.timestamp > now { self.detail = detail.withoutRange }
      }
      guard let elapsed = snapshot.elapsed else { return }
      // A host may give a snapshot of a time to come; surfaces are only sent the present.
      if snapshot.timestamp > now, let position = state.position(at: now) {
        anchor = Anchor(elapsed: position, timestamp: now)
      } else {
        anchor = Anchor(elapsed: elapsed, timestamp: snapshot.timestamp)
      }
    }

    /// Whether surfaces would see no difference, so that a player which repeats its position sends no signal. Positions
    /// may differ by less than can be heard, because a host reads two clocks one after the other.
    func isSame(as other: Playback, now: Instant) -> Bool {
      guard state == other.state, rate == other.rate, defaultRate == other.defaultRate, isMuted == other.isMuted else {
        return false
      }
      guard hasSameDetail(as: other) else { return false }
      guard let anchor, let before = other.anchor else { return (self.anchor == nil) == (other.anchor == nil) }
      return Microseconds.distance(position(anchor, now), position(before, now)) <= Self.tolerance
    }

    /// Whether the errors are equal, and the ranges that can be sought and are loaded are nearly equal.
    private func hasSameDetail(as other: Playback) -> Bool {
      guard let detail, let before = other.detail else { return (self.detail == nil) == (other.detail == nil) }
      if detail === before { return isLive == other.isLive }
      guard detail.isAtLiveEdge == before.isAtLiveEdge, detail.errorKind == before.errorKind, isLive == other.isLive,
        detail.error?.exact == before.error?.exact
      else { return false }
      var passed = Microseconds.zero
      if isLive, let anchor, let old = other.anchor { passed = anchor.timestamp - old.timestamp }
      return Self.isNear(detail.buffered, before.buffered)
        && Self.isNear(detail.seekable?.start, before.seekable?.start)
        && Self.isNear(detail.seekable?.end, before.seekable.map { $0.end + passed })
    }

    private static func isNear(_ a: Microseconds?, _ b: Microseconds?) -> Bool {
      guard let a, let b else { return (a == nil) == (b == nil) }
      return Microseconds.distance(a, b) <= rangeTolerance
    }

    private func position(_ anchor: Anchor, _ now: Instant) -> Microseconds {
      MovingPosition(anchor.elapsed, at: anchor.timestamp, speed: rate).unbounded(at: now)
    }

    /// The largest difference of positions that is not sent. The protocol allows 10 to 100 ms.
    static let tolerance: Microseconds = .milliseconds(50)
    /// The largest difference of ranges that is not sent: a second, says the protocol.
    static let rangeTolerance: Microseconds = .seconds(1)

    var entries: [Value.Entry] {
      var entries = [
        Value.Entry("state", .string(state.word.string)), Value.Entry("rate", .double(rate)),
        Value.Entry("default-rate", .double(defaultRate)),
      ]
      if let anchor {
        entries.add("elapsed", .int64(anchor.elapsed.count))
        entries.add("timestamp", .int64(anchor.timestamp.count))
      }
      if isMuted { entries.add("muted", .bool(true)) }
      if let detail { add(detail, to: &entries) }
      // The kind is sent also where the host gave no details of the error.
      if state == .error {
        entries.add("error-kind", .string((detail?.errorKind ?? .other).word.string))
      }
      return entries
    }

    private func add(_ detail: PlaybackDetail, to entries: inout [Value.Entry]) {
      if let range = detail.seekable, anchor != nil {
        entries.add("seekable", .span(range.start.count, range.end.count))
      }
      if detail.isAtLiveEdge { entries.add("live-edge", .bool(true)) }
      if let buffered = detail.buffered { entries.add("buffered", .int64(buffered.count)) }
      if state == .error, let error = detail.error, !error.isEmpty {
        entries.add("error", .string(error))
      }
    }
  }
}
