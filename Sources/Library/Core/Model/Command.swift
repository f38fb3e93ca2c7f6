// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public enum RepeatMode: Int32, Sendable {
  case off = 0
  case one, all
}

public enum ShuffleMode: Int32, Sendable {
  case off = 0
  case items, collections
}

/// The value that a command sets where none is named: what the press of its one button means.
public enum NextValue {
  /// The mode behind the present one of those that can be chosen, in the order of their numbers; behind the last the
  /// first.
  public static func mode(of supported: UInt32, behind current: Int32) -> Int32 {
    for step: Int32 in 1...3 {
      let mode = (current &+ step) % 3
      if supported & (1 << UInt32(truncatingIfNeeded: mode)) != 0 { return mode }
    }
    return current
  }

  /// The lowest of the speeds above the present one; where there is none, the lowest.
  public static func rate(of rates: UnsafeBufferPointer<Double>, above present: Double) -> Double {
    var next: Double?
    for rate in rates where rate > present + 0.001 && rate < next ?? .infinity { next = rate }
    return next ?? rates.min() ?? 1
  }
}

public enum FeedbackStatus: Int32, Sendable {
  case neutral = 0
  case positive, negative
}

/// Where a surface that has few places shows a command. The raw values are those of the C header.
public enum CommandSlot: Int32, CaseIterable, Sendable {
  case any = 0
  case central, back, forward, backSecondary, forwardSecondary, overflow
}

/// The looks of a button, beyond those of its kind. Most commands have none of it; of those that have, copies share it.
public final class CommandLook: Equatable, Sendable {
  /// Names a command of the player's own; nil for any other.
  public let id: String?
  public let title: String?
  public let shortTitle: String?
  /// A word of the protocol's list, or a name of freedesktop's icon naming.
  public let icon: String?
  public let slot: CommandSlot
  /// Whether it is switched on.
  public let isActive: Bool
  /// The steps of a rating from 0 to 1; 0 where any can be given.
  public let steps: Int32

  /// Nil for an icon that is no name, and a number of steps that is none.
  public init?(
    id: String? = nil, title: String? = nil, shortTitle: String? = nil, icon: String? = nil, slot: CommandSlot = .any,
    isActive: Bool = false, steps: Int32 = 0
  ) {
    (self.id, self.title, self.shortTitle, self.icon) = (id, title, shortTitle, icon)
    (self.slot, self.isActive, self.steps) = (slot, isActive, steps)
    // Checked last: Embedded Swift leaks an object whose initializer fails before each property has a value.
    if let icon, !Self.isIcon(icon) { return nil }
    guard (0...Self.maxSteps).contains(steps) else { return nil }
  }

  private init(_ look: CommandLook, isActive: Bool) {
    (id, title, shortTitle, icon) = (look.id, look.title, look.shortTitle, look.icon)
    (slot, self.isActive, steps) = (look.slot, isActive, look.steps)
  }

  /// The same, switched on or off.
  public func with(isActive: Bool) -> CommandLook {
    isActive == self.isActive ? self : CommandLook(self, isActive: isActive)
  }

  /// The most steps of a rating.
  static let maxSteps: Int32 = 100

  /// Whether a text is a name of an icon: never a path.
  public static func isIcon(_ text: String) -> Bool {
    text.withBytes { bytes in
      for byte in bytes where !Escape.isAlphanumeric(byte) {
        guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") else { return false }
      }
      return !bytes.isEmpty
    }
  }

  /// The rating that is nearest to one that was asked for.
  func rating(nearestTo wanted: Double) -> Double {
    guard steps > 0 else { return wanted }
    return Double(Clamp.microseconds(wanted * Double(steps) + 0.5)) / Double(steps)
  }

  public static func == (a: CommandLook, b: CommandLook) -> Bool {
    a === b
      || a.id?.exact == b.id?.exact && a.title?.exact == b.title?.exact
        && a.shortTitle?.exact == b.shortTitle?.exact && a.icon?.exact == b.icon?.exact && a.slot == b.slot
        && a.isActive == b.isActive && a.steps == b.steps
  }
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
  public var look: CommandLook?

  /// The interval of a skip for which the host names none: ten seconds, in microseconds.
  public static let defaultInterval: Int64 = 10_000_000
  /// `supported` with the bits of all three modes.
  public static let allModes: UInt32 = 0b111

  /// Nil when a mode, an interval or a rate is not legal.
  public init?(
    kind: CommandKind, enabled: Bool = true, tag: UInt64 = 0, intervals: [Int64] = [], rates: [Double] = [],
    rateMinimum: Double = 0, rateMaximum: Double = 0, current: Int32 = 0, supported: UInt32 = 0,
    look: CommandLook? = nil
  ) {
    for interval in intervals where interval <= 0 { return nil }
    for rate in rates where !rate.isFinite || rate == 0 { return nil }
    guard rateMinimum == 0 && rateMaximum == 0 || Self.isRange(rateMinimum, rateMaximum) else { return nil }
    guard !kind.hasMode || (0...2).contains(current), supported & ~Self.allModes == 0 else { return nil }
    self.kind = kind
    self.enabled = enabled
    self.tag = tag
    self.intervals = kind.takes == .interval && intervals.isEmpty ? [Self.defaultInterval] : intervals
    self.rates = rates
    self.rateMinimum = rateMinimum
    self.rateMaximum = rateMaximum
    self.current = current
    self.supported = supported == 0 ? Self.allModes : supported
    self.look = look
  }

  public static func == (a: CommandDescriptor, b: CommandDescriptor) -> Bool {
    a.kind == b.kind && a.enabled == b.enabled && a.tag == b.tag && a.intervals == b.intervals && a.rates == b.rates
      && a.rateMinimum == b.rateMinimum && a.rateMaximum == b.rateMaximum && a.current == b.current
      && a.supported == b.supported && a.look == b.look
  }

  /// Whether another one, set alone, takes its place: of the same kind, of the same id where it is the player's own,
  /// and of the same button where it is feedback.
  func givesWay(to other: CommandDescriptor) -> Bool {
    guard kind == other.kind else { return false }
    switch kind {
    case .custom: return look?.id?.exact == other.look?.id?.exact
    case .feedback: return buttonModes == other.buttonModes
    default: return true
    }
  }

  /// The modes that a button of feedback sets, as bits: each can go back from them or not.
  private var buttonModes: UInt32 { supported & ~(1 << UInt32(truncatingIfNeeded: FeedbackStatus.neutral.rawValue)) }

  /// Whether any speed within the bounds is taken, and not `rates` alone.
  public var takesAnyRate: Bool { rateMaximum > 0 }

  /// The lowest and the highest speed that can be chosen.
  public var rateBounds: (low: Double, high: Double) {
    if takesAnyRate { return (rateMinimum, rateMaximum) }
    // A host that names none plays at the normal one alone.
    let first = rates.first ?? 1
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

  /// Puts a command in the place of the first that gives way to it, or behind the others. Returns false where there are
  /// as many as there may be.
  public mutating func put(_ command: CommandDescriptor) -> Bool {
    for index in indices where self[index].givesWay(to: command) {
      self[index] = command
      return true
    }
    if count >= Limits.commands { return false }
    append(command)
    return true
  }

  /// The commands of which those are disabled for which this is true.
  func disabled(where isMeant: (CommandKind) -> Bool) -> [CommandDescriptor] {
    var commands = self
    for index in commands.indices where isMeant(commands[index].kind) { commands[index].enabled = false }
    return commands
  }
}

/// A command that a host is asked to carry out.
public struct CommandEvent: Equatable, Sendable {
  public enum Phase: Int32, CaseIterable, Sendable {
    case begin = 0
    case end
  }

  public let kind: CommandKind
  public let tag: UInt64
  public var phase = Phase.begin
  /// Of a seek, the position to go to; of a skip, how far to go. In microseconds.
  public var time: Int64 = 0
  /// The speed, or the rating.
  public var rate: Double = 0
  public var mode: Int32 = 0
  private let look: CommandLook?
  /// Of a command of the player's own; else nil.
  public var id: String? { look?.id }

  public init(_ descriptor: CommandDescriptor) {
    kind = descriptor.kind
    tag = descriptor.tag
    look = descriptor.look
  }

  public static func == (a: CommandEvent, b: CommandEvent) -> Bool {
    a.kind == b.kind && a.tag == b.tag && a.phase == b.phase && a.time == b.time && a.rate == b.rate
      && a.mode == b.mode && a.id?.exact == b.id?.exact
  }
}
