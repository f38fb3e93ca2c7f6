// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The arguments of SendCommand that any command takes, as far as the call has them.
public struct CommandArguments: Sendable {
  public enum Argument<Value: Sendable>: Sendable {
    case absent
    case value(Value)
    case ofAnotherType
  }

  public var position = Argument<Int64>.absent
  public var interval = Argument<Int64>.absent
  public var phase = Argument<String>.absent
  public var rate = Argument<Double>.absent
  public var mode = Argument<String>.absent
  public var button = Argument<UInt32>.absent
  public var item = Argument<String>.absent
  public var id = Argument<String>.absent
  public var rating = Argument<Double>.absent
  public var muted = Argument<Bool>.absent

  public init() {}
}

/// The work of the host for a call of SendCommand: a function of the call and of the session's state. The checks come
/// in the order that the protocol names.
public struct SessionCall: Sendable {
  public let event: CommandEvent
  /// Whether it is held down or let go, so that who holds it must be known.
  public var isHold: Bool { event.kind.isHeld }

  public init(
    _ word: String, _ arguments: CommandArguments, _ state: SessionState, now: Int64
  ) throws(ProtocolRefusal) {
    guard let kind = CommandKind(word: word), state.commands.contains(where: { $0.kind == kind }) else {
      throw ProtocolRefusal(.notOffered, "This command is not offered")
    }
    let descriptor = try Self.descriptor(kind, arguments, state)
    var event = CommandEvent(descriptor)
    try Self.fill(&event, descriptor, arguments, state, now)
    try Self.checkItem(arguments, state)
    self.event = event
  }

  /// The command that is meant: the one that counts, or of several feedback buttons the one that is named.
  private static func descriptor(
    _ kind: CommandKind, _ arguments: CommandArguments, _ state: SessionState
  ) throws(ProtocolRefusal) -> CommandDescriptor {
    let disabled = ProtocolRefusal(.disabled, "This command is disabled now")
    guard let command = state.command(kind) else {
      throw ProtocolRefusal(.notOffered, "This command is not offered")
    }
    if kind == .custom { return try custom(arguments, state, command.enabled) }
    guard kind == .feedback else {
      if !command.enabled { throw disabled }
      return command
    }
    var named: CommandDescriptor?
    var count: UInt32 = 0
    if case .value(let button) = arguments.button {
      for index in state.commands.indices where state.commands[index].kind == .feedback {
        if count == button { named = state.commands[index] }
        count &+= 1
      }
      if let named, !named.enabled { throw disabled }
    }
    // None is enabled.
    if !command.enabled { throw disabled }
    switch arguments.button {
    case .absent: return command
    case .ofAnotherType: throw ProtocolRefusal(.invalidArgument, "\"button\" is a number, of type u")
    case .value:
      guard let named else { throw ProtocolRefusal(.invalidArgument, "There is no such feedback button") }
      return named
    }
  }

  /// The command of the player's own that is named.
  private static func custom(
    _ arguments: CommandArguments, _ state: SessionState, _ isAnyEnabled: Bool
  ) throws(ProtocolRefusal) -> CommandDescriptor {
    let disabled = ProtocolRefusal(.disabled, "This command is disabled now")
    if !isAnyEnabled { throw disabled }
    let id = try required(arguments.id, "\"id\" is required, of type s")
    // By index, because a loop over the commands themselves would copy each.
    for index in state.commands.indices where state.commands[index].kind == .custom {
      guard let own = state.commands[index].look?.id, ProtocolID.item(own).exact == id.exact else { continue }
      if !state.commands[index].enabled { throw disabled }
      return state.commands[index]
    }
    // An item of another type is refused before an id that is not there.
    try checkItem(arguments, state)
    throw ProtocolRefusal(.notFound, "There is no custom command of this id")
  }

  private static func fill(
    _ event: inout CommandEvent, _ command: CommandDescriptor, _ arguments: CommandArguments, _ state: SessionState,
    _ now: Int64
  ) throws(ProtocolRefusal) {
    switch command.kind {
    case .seekToPosition:
      let position = try required(arguments.position, "\"position\" is required, of type x")
      guard position >= 0, position <= state.content?.length ?? .max else {
        throw ProtocolRefusal(.invalidArgument, "\"position\" is before the start or after the end of the item")
      }
      event.time = state.seekable(at: now)?.nearest(to: position) ?? position
    case .skipForward, .skipBackward:
      let interval = try optional(arguments.interval, "\"interval\" is of type x")
      guard let first = command.intervals.first, (interval ?? first) > 0 else {
        throw ProtocolRefusal(.invalidArgument, "\"interval\" is not greater than 0")
      }
      // Hosts are promised one of those that they have named, as with MPRIS's Seek.
      event.time = command.interval(nearestTo: interval ?? first)
    case .seekForward, .seekBackward:
      switch try required(arguments.phase, "\"phase\" is required, of type s").exact {
      case "begin": event.phase = .begin
      case "end": event.phase = .end
      default: throw ProtocolRefusal(.invalidArgument, "\"phase\" is \"begin\" or \"end\"")
      }
    case .changeRate:
      event.rate = try rate(required(arguments.rate, "\"rate\" is required, of type d"), command)
    case .changeRepeatMode, .changeShuffleMode, .feedback:
      let word = try required(arguments.mode, "\"mode\" is required, of type s")
      guard let mode = command.kind.mode(word: word), command.supports(mode) else {
        throw ProtocolRefusal(.invalidArgument, "\"mode\" is none of the supported modes")
      }
      event.mode = mode
    case .setRating:
      let rating = try required(arguments.rating, "\"rating\" is required, of type d")
      guard rating >= 0, rating <= 1 else {
        throw ProtocolRefusal(.invalidArgument, "\"rating\" is a number from 0 to 1")
      }
      event.rate = command.look?.rating(nearestTo: rating) ?? rating
    case .mute: event.mode = try required(arguments.muted, "\"muted\" is required, of type b") ? 1 : 0
    default: break
    }
  }

  /// One of the command's rates; a number that was written down and read again is not the same to the last digit.
  private static func rate(_ wanted: Double, _ command: CommandDescriptor) throws(ProtocolRefusal) -> Double {
    for rate in command.offeredRates where (rate - wanted).magnitude <= 0.001 { return rate }
    if command.takesAnyRate, wanted >= command.rateMinimum, wanted <= command.rateMaximum { return wanted }
    var sentence = "\"rate\" is none of the command's rates"
    if command.takesAnyRate {
      sentence += ", nor from " + decimal(command.rateMinimum) + " to " + decimal(command.rateMaximum)
    }
    throw ProtocolRefusal(.invalidArgument, sentence)
  }

  /// A number that is not negative, with at most three digits behind the point.
  private static func decimal(_ value: Double) -> String {
    let thousandths = Clamp.microseconds(value * 1000 + 0.5)
    let whole = Escape.decimal(thousandths / 1000)
    let digits = Escape.decimal(1000 + thousandths % 1000)
    let count = digits.bytes.lastIndex { $0 != 48 } ?? 0
    return count == 0 ? whole : whole + "." + digits.part(from: 1, to: count + 1)
  }

  /// A command that arrives after the item has changed must not hit the next one.
  private static func checkItem(_ arguments: CommandArguments, _ state: SessionState) throws(ProtocolRefusal) {
    switch arguments.item {
    case .absent: break
    case .ofAnotherType: throw ProtocolRefusal(.invalidArgument, "\"item\" is an id, of type s")
    case .value(let id):
      guard let content = state.content, ProtocolID.item(content.id).exact == id.exact else {
        throw ProtocolRefusal(.notFound, "Another item is playing")
      }
    }
  }

  private static func required<Value>(
    _ argument: CommandArguments.Argument<Value>, _ sentence: String
  ) throws(ProtocolRefusal) -> Value {
    guard case .value(let value) = argument else { throw ProtocolRefusal(.invalidArgument, sentence) }
    return value
  }

  private static func optional<Value>(
    _ argument: CommandArguments.Argument<Value>, _ sentence: String
  ) throws(ProtocolRefusal) -> Value? {
    switch argument {
    case .absent: return nil
    case .value(let value): return value
    case .ofAnotherType: throw ProtocolRefusal(.invalidArgument, sentence)
    }
  }

  /// The change that a call of SelectTrack asks for.
  public static func choice(
    _ word: String, _ id: String, _ state: SessionState
  ) throws(ProtocolRefusal) -> SessionChange {
    let kind = TrackKind(word: word)
    var isOffered = false
    for track in state.tracks where track.kind == kind {
      isOffered = true
      if ProtocolID.item(track.id).exact == id.exact { return .select(track.kind, track.id) }
    }
    guard isOffered, let kind else { throw ProtocolRefusal(.notOffered, "The session has no tracks of this kind") }
    if !id.isEmpty { throw ProtocolRefusal(.notFound, "There is no such track") }
    if !kind.mayBeNone { throw ProtocolRefusal(.invalidArgument, "The id of a track is required") }
    return .select(kind, nil)
  }

  /// Whether a volume is one that a surface may set.
  public static func isVolume(_ volume: Double) -> Bool { volume >= 0 && volume <= 1 }
}

extension CommandKind {
  /// Whether it is given when a button is pressed, and again when it is let go.
  public var isHeld: Bool { self == .seekForward || self == .seekBackward }
}
