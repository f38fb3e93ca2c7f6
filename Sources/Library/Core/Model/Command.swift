// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The value that a command sets where the caller names none: the effect of a press on a single button.
public enum NextValue {
  /// The next supported mode after the present one, by number. After the last comes the first.
  public static func mode(of supported: UInt32, behind current: Int32) -> Int32 {
    for step: Int32 in 1...3 {
      let mode = (current &+ step) % 3
      if supported & (1 << UInt32(truncatingIfNeeded: mode)) != 0 { return mode }
    }
    return current
  }

  /// The lowest speed above the present one; the lowest of all when no speed is above it.
  public static func rate(of rates: UnsafeBufferPointer<Double>, above present: Double) -> Double {
    var next: Double?
    for rate in rates where rate > present + 0.001 && rate < next ?? .infinity { next = rate }
    return next ?? rates.min() ?? 1
  }

  /// The opinion that a press of a like or dislike button sets: that of the button, or neutral, where the button's
  /// opinion is set already and can be taken back.
  static func opinion(_ pressed: Int32, of command: CommandDescriptor) -> Int32 {
    let neutral = FeedbackStatus.neutral.rawValue
    return pressed == command.current && command.supports(neutral) ? neutral : pressed
  }

  /// The rating that a press of a star sets: that of the star, or 0 for none, where the star's rating is set already.
  static func rating(_ pressed: Double, at present: Double) -> Double {
    (pressed - present).magnitude < 0.005 ? 0 : pressed
  }
}

/// The speeds that people are used to choose from.
public enum UsualSpeeds {
  private static let all = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

  /// The speeds to offer where any within a range can be chosen: the usual ones in it, and its ends where they lie
  /// among those; else the one end that is nearest to them. A player may take 0.01 to 100, which nobody wants to hear.
  ///
  /// - low: the lowest speed, not higher than the highest; neither is NaN.
  public static func within(_ low: Double, _ high: Double) -> [Double] {
    let (slowest, fastest) = (all[0], all[all.count - 1])
    var offered = all.filter { $0 >= low && $0 <= high }
    if (slowest...fastest).contains(low), offered.first != low { offered.insert(low, at: 0) }
    if (slowest...fastest).contains(high), offered.last != high { offered.append(high) }
    return offered.isEmpty ? [low > fastest ? low : high] : offered
  }

  /// Whether a list has nothing but the ends of a range and the normal speed, as publishers made it that knew no more.
  public static func areEnds(_ rates: [Double], _ low: Double, _ high: Double) -> Bool {
    rates == [low, high] || low < 1 && high > 1 && rates == [low, 1, high]
  }
}

/// The look of a command's button. Most commands have none; copies of a command share it.
public final class CommandLook: Equatable, Sendable {
  /// The id of a custom command; nil for any other kind.
  public let id: String?
  public let title: String?
  public let shortTitle: String?
  /// A word for an icon of org.nowplaying, or a name of freedesktop's icon naming specification.
  public let icon: String?
  public let slot: CommandSlot
  /// Whether the button is switched on.
  public let isActive: Bool
  /// The number of steps of a rating from 0 to 1; 0 where any value can be given.
  public let steps: Int32

  /// Returns nil for an icon that is no name, or for an illegal number of steps.
  public init?(
    id: String? = nil, title: String? = nil, shortTitle: String? = nil, icon: String? = nil, slot: CommandSlot = .any,
    isActive: Bool = false, steps: Int32 = 0
  ) {
    (self.id, self.title, self.shortTitle, self.icon) = (id, title, shortTitle, icon)
    (self.slot, self.isActive, self.steps) = (slot, isActive, steps)
    // Checked last: Embedded Swift leaks an object whose initialiser fails before every property has a value.
    if let icon, !Self.isIcon(icon) { return nil }
    guard steps >= 0, steps <= Limits.steps else { return nil }
  }

  private init(_ look: CommandLook, isActive: Bool) {
    (id, title, shortTitle, icon) = (look.id, look.title, look.shortTitle, look.icon)
    (slot, self.isActive, steps) = (look.slot, isActive, look.steps)
  }

  /// The same look, switched on or off.
  public func with(isActive: Bool) -> CommandLook {
    isActive == self.isActive ? self : CommandLook(self, isActive: isActive)
  }

  /// Whether a text is the name of an icon. A path is none.
  public static func isIcon(_ text: String) -> Bool {
    text.withBytes { bytes in
      for byte in bytes where !Escape.isAlphanumeric(byte) {
        guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") else { return false }
      }
      return !bytes.isEmpty
    }
  }

  /// The step of the rating that is nearest to a value.
  func rating(nearestTo wanted: Double) -> Double {
    guard steps > 0 else { return wanted }
    return Double(Clamp.int64(wanted * Double(steps) + 0.5)) / Double(steps)
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
  /// A number that the host chose, and is given back with the command.
  public let tag: UInt64
  /// The preferred intervals of a skip, greater than 0; at least one for a skip.
  public let intervals: [Microseconds]
  /// The speeds that can be chosen, finite and not 0; where any speed is allowed, those that are offered first.
  public let rates: [Double]
  /// The lowest and the highest speed where any speed between them is allowed; both 0 where only `rates` are.
  public let rateMinimum: Double
  public let rateMaximum: Double
  /// The present mode, 0 to 2.
  public var current: Int32
  /// The modes that can be chosen: bit number `mode` for each.
  public let supported: UInt32
  public var look: CommandLook?

  /// The interval of a skip where the host names none: ten seconds.
  public static let defaultInterval: Microseconds = .seconds(10)
  /// `supported` with the bits of all three modes.
  public static let allModes: UInt32 = 0b111

  /// Returns nil when a mode, an interval or a rate is not legal.
  public init?(
    kind: CommandKind, enabled: Bool = true, tag: UInt64 = 0, intervals: [Microseconds] = [], rates: [Double] = [],
    rateMinimum: Double = 0, rateMaximum: Double = 0, current: Int32 = 0, supported: UInt32 = 0,
    look: CommandLook? = nil
  ) {
    for interval in intervals where interval <= .zero { return nil }
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

  /// Whether another command, set by itself, replaces this one: it has the same kind, for custom commands the same id,
  /// and for feedback the same button.
  func givesWay(to other: CommandDescriptor) -> Bool {
    guard kind == other.kind else { return false }
    switch kind {
    case .custom: return look?.id?.exact == other.look?.id?.exact
    case .feedback: return buttonModes == other.buttonModes
    default: return true
    }
  }

  /// The modes that a feedback button sets, as bits. Neutral does not count: a button may lead back to it or not.
  private var buttonModes: UInt32 { supported & ~(1 << UInt32(truncatingIfNeeded: FeedbackStatus.neutral.rawValue)) }

  /// Whether any speed within the bounds is allowed, and not only `rates`.
  public var takesAnyRate: Bool { rateMaximum > 0 }

  /// The lowest and the highest speed that can be chosen.
  public var rateBounds: (low: Double, high: Double) {
    if takesAnyRate { return (rateMinimum, rateMaximum) }
    // A host that names no speed plays at the normal one only.
    let first = rates.first ?? 1
    var (low, high) = (first, first)
    for rate in rates { (low, high) = (min(low, rate), max(high, rate)) }
    return (low, high)
  }

  private static func isRange(_ low: Double, _ high: Double) -> Bool { low > 0 && low <= high && high.isFinite }

  /// The skip interval that is nearest to the one asked for; the first of two equally near ones.
  func interval(nearestTo wanted: Microseconds) -> Microseconds {
    var nearest = intervals.first ?? Self.defaultInterval
    for interval in intervals where Microseconds.distance(interval, wanted) < Microseconds.distance(nearest, wanted) {
      nearest = interval
    }
    return nearest
  }

  public func supports(_ mode: Int32) -> Bool { (0...2).contains(mode) && supported & (1 << mode) != 0 }
}

extension [CommandDescriptor] {
  /// The index of the effective command where a kind is given twice: the first enabled one, else the first.
  ///
  /// The loop is over indices, because this runs for each call of a client and a loop over commands copies each.
  func index(of kind: CommandKind) -> Int? {
    var first: Int?
    for index in indices where self[index].kind == kind {
      if self[index].enabled { return index }
      if first == nil { first = index }
    }
    return first
  }

  /// Puts a command in the place of the first one that it replaces, or at the end. Returns false when the list is full.
  public mutating func put(_ command: CommandDescriptor) -> Bool {
    for index in indices where self[index].givesWay(to: command) {
      self[index] = command
      return true
    }
    if count >= Limits.commands { return false }
    append(command)
    return true
  }

  /// The commands, with those of some kinds disabled.
  func disabled(where isMeant: (CommandKind) -> Bool) -> [CommandDescriptor] {
    var commands = self
    for index in commands.indices where isMeant(commands[index].kind) { commands[index].enabled = false }
    return commands
  }
}

/// A command that a host is asked to carry out.
public struct CommandEvent: Equatable, Sendable {
  public typealias Phase = CommandPhase

  public let kind: CommandKind
  public let tag: UInt64
  public var phase = Phase.begin
  /// The position of a seek, or the interval of a skip.
  public var time = Microseconds.zero
  /// Whether the position of a seek was computed from the expected one, so that it is about the item that is expected.
  public var isRelative = false
  /// The speed of change-rate, or the value of set-rating.
  public var rate: Double = 0
  public var mode: Int32 = 0
  private let look: CommandLook?
  /// The id of a custom command; nil for any other kind.
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
