// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A kind of command that a desktop can give to a player. The raw values are those of the C header.
public enum CommandKind: Int32, CaseIterable, Sendable {
  case play = 1
  case pause, stop, togglePlayPause, next, previous
  case seekToPosition, skipForward, skipBackward, seekForward, seekBackward
  case changeRate, changeRepeatMode, changeShuffleMode, feedback

  /// Whether commands of this kind have a mode: one that is on at present, and perhaps several to choose from.
  public var hasMode: Bool {
    switch self {
    case .changeRepeatMode, .changeShuffleMode, .feedback: true
    default: false
    }
  }
}

public enum RepeatMode: Int32, Sendable {
  case off = 0
  case one, all
}

public enum ShuffleMode: Int32, Sendable {
  case off = 0
  case items, collections
}

public enum FeedbackStatus: Int32, Sendable {
  case neutral = 0
  case positive, negative
}

/// A command that a session offers to the desktop.
public struct CommandDescriptor: Equatable, Sendable {
  public let kind: CommandKind
  public var enabled: Bool
  /// A number of the host's own, which it gets back with the command.
  public let tag: UInt64
  /// Preferred intervals of a skip in microseconds, greater than 0; never empty for a skip.
  public let intervals: [Int64]
  /// The speeds that can be chosen, finite and not 0; where any is taken, those that are offered first.
  public let rates: [Double]
  /// The lowest and the highest of the speeds where any between them is taken; both 0 where there are `rates` only.
  public let rateMinimum: Double
  public let rateMaximum: Double
  /// The present mode, 0 to 2.
  public var current: Int32
  /// The modes that can be chosen: bit number `mode` for each.
  public let supported: UInt32
  public let title: String?
  public let shortTitle: String?

  /// The interval of a skip for which the host names none: ten seconds, in microseconds.
  public static let defaultInterval: Int64 = 10_000_000
  /// `supported` with the bits of all three modes.
  public static let allModes: UInt32 = 0b111

  /// Nil when a mode, an interval or a rate is not legal.
  public init?(
    kind: CommandKind, enabled: Bool = true, tag: UInt64 = 0, intervals: [Int64] = [], rates: [Double] = [],
    rateMinimum: Double = 0, rateMaximum: Double = 0, current: Int32 = 0, supported: UInt32 = 0, title: String? = nil,
    shortTitle: String? = nil
  ) {
    for interval in intervals where interval <= 0 { return nil }
    for rate in rates where !rate.isFinite || rate == 0 { return nil }
    guard rateMinimum == 0 && rateMaximum == 0 || Self.isRange(rateMinimum, rateMaximum) else { return nil }
    guard !kind.hasMode || (0...2).contains(current), supported & ~Self.allModes == 0 else { return nil }
    self.kind = kind
    self.enabled = enabled
    self.tag = tag
    let skips = kind == .skipForward || kind == .skipBackward
    self.intervals = skips && intervals.isEmpty ? [Self.defaultInterval] : intervals
    self.rates = rates
    self.rateMinimum = rateMinimum
    self.rateMaximum = rateMaximum
    self.current = current
    self.supported = supported == 0 ? Self.allModes : supported
    self.title = title
    self.shortTitle = shortTitle
  }

  public static func == (a: CommandDescriptor, b: CommandDescriptor) -> Bool {
    a.kind == b.kind && a.enabled == b.enabled && a.tag == b.tag && a.intervals == b.intervals && a.rates == b.rates
      && a.rateMinimum == b.rateMinimum && a.rateMaximum == b.rateMaximum && a.current == b.current
      && a.supported == b.supported && a.title?.exact == b.title?.exact && a.shortTitle?.exact == b.shortTitle?.exact
  }

  /// Whether any speed within the bounds is taken, and not `rates` alone.
  public var takesAnyRate: Bool { rateMaximum > 0 }

  /// The lowest and the highest speed that can be chosen; nil when there is none.
  public var rateBounds: (low: Double, high: Double)? {
    if takesAnyRate { return (rateMinimum, rateMaximum) }
    guard let first = rates.first else { return nil }
    var (low, high) = (first, first)
    for rate in rates { (low, high) = (min(low, rate), max(high, rate)) }
    return (low, high)
  }

  private static func isRange(_ low: Double, _ high: Double) -> Bool { low > 0 && low <= high && high.isFinite }

  /// The interval of a skip that is nearest to the one asked for; the first of two that are equally near.
  func interval(nearestTo wanted: Int64) -> Int64 {
    var nearest = intervals.first ?? Self.defaultInterval
    for interval in intervals where Clamp.distance(interval, wanted) < Clamp.distance(nearest, wanted) {
      nearest = interval
    }
    return nearest
  }

  public func supports(_ mode: Int32) -> Bool { (0...2).contains(mode) && supported & (1 << mode) != 0 }
}

extension [CommandDescriptor] {
  /// The command that counts where a kind is given twice: the first enabled one, else the first.
  ///
  /// By index, because this runs for each call of a client, and a loop over the commands would copy each.
  func index(of kind: CommandKind) -> Int? {
    var first: Int?
    for index in indices where self[index].kind == kind {
      if self[index].enabled { return index }
      if first == nil { first = index }
    }
    return first
  }
}

/// A command that a host is asked to carry out.
public struct CommandEvent: Equatable, Sendable {
  public enum Phase: Int32, Sendable {
    case begin = 0
    case end
  }

  public let kind: CommandKind
  public let tag: UInt64
  public var phase = Phase.begin
  /// Of a seek, the position to go to; of a skip, how far to go. In microseconds.
  public var time: Int64 = 0
  public var rate: Double = 0
  public var mode: Int32 = 0

  public init(_ descriptor: CommandDescriptor) {
    kind = descriptor.kind
    tag = descriptor.tag
  }
}
