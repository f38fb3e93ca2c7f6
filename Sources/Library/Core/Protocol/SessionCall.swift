// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The arguments of a SendCommand call that any command may have.
public struct CommandArguments: Sendable {
  private struct Argument: Sendable {
    let key: String
    /// The value; nil when it has a wrong type.
    var value: Value?
  }

  private var given: [Argument] = []

  public init() {}

  /// Adds an argument, with nil for a value of a wrong type. A second one with the same key replaces the first.
  public mutating func set(_ key: String, _ value: Value?) {
    for index in given.indices where given[index].key.exact == key.exact {
      given[index].value = value
      return
    }
    given.append(Argument(key: key, value: value))
  }

  /// The value of an optional argument; nil when it is missing.
  func optional(_ key: StaticString) throws(ProtocolRefusal) -> Value? {
    for argument in given where argument.key.exact == ExactText(key) {
      if let value = argument.value { return value }
      throw Self.refusal(key, "")
    }
    return nil
  }

  /// The value of the argument that a kind of command requires.
  func required(_ row: CommandKindRow) throws(ProtocolRefusal) -> Value {
    for argument in given where argument.key.exact == ExactText(row.key) {
      if let value = argument.value { return value }
    }
    throw Self.refusal(row.key, "required, ")
  }

  private static func refusal(_ key: StaticString, _ what: StaticString) -> ProtocolRefusal {
    let type = CommandKindRow.type(ofArgument: key.string) ?? ""
    return ProtocolRefusal(
      .invalidArgument, "\"" + key.string + "\" is " + what.string + "of type " + type.string)
  }
}

/// Resolves a SendCommand call to the event for the host, from the call and the session's state. The checks are in the
/// order of the protocol.
public struct SessionCall: Sendable {
  public let event: CommandEvent
  /// Whether a button is held or released: the caller must be remembered then.
  public var isHold: Bool { event.kind.isHeld }

  /// - from: the position of the host, or that to which it was asked to go; nil for none. Relative seeks begin there.
  public init(
    _ word: String, _ arguments: CommandArguments, _ state: SessionState, from: Microseconds? = nil, now: Instant
  ) throws(ProtocolRefusal) {
    guard let kind = CommandKind(word: word), state.commands.contains(where: { $0.kind == kind }) else {
      throw ProtocolRefusal(.notOffered, "This command is not offered")
    }
    let descriptor = try Self.descriptor(kind, arguments, state)
    var event = CommandEvent(descriptor)
    try Self.fill(&event, descriptor, arguments, state, from, now)
    try Self.checkItem(arguments, state)
    self.event = event
  }

  /// The command that the call means: the effective one of its kind, or the feedback button that it names.
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
    let button = Result { () throws(ProtocolRefusal) in try arguments.optional(CommandKindRow.Further.button.key) }
    let meant = feedbackIndex(button, arguments, state)
    if case .success(.uint32) = button, let meant, !state.commands[meant].enabled { throw disabled }
    // No feedback button is enabled.
    if !command.enabled { throw disabled }
    let isNamed = try button.get() != nil
    if let meant { return state.commands[meant] }
    if isNamed { throw ProtocolRefusal(.invalidArgument, "There is no such feedback button") }
    return command
  }

  /// The index of the feedback button that a call means: the button whose number it names. For a call without a number,
  /// the first enabled button that can set the wanted opinion and shows another at present; or, where there is none,
  /// the first enabled button that can set it. So like and dislike may be two buttons, each taken back by itself.
  private static func feedbackIndex(
    _ button: Result<Value?, ProtocolRefusal>, _ arguments: CommandArguments, _ state: SessionState
  ) -> Int? {
    let word = Result { () throws(ProtocolRefusal) in try arguments.optional(CommandKind.feedback.row.key) }
    var number: UInt32?
    var mode: Int32 = -1
    if case .success(.uint32(let value)?) = button { number = value }
    if case .success(.string(let value)?) = word { mode = CommandKind.feedback.mode(word: value) ?? -1 }
    var meant: Int?
    var count: UInt32 = 0
    // A loop over the commands themselves would copy each.
    for index in state.commands.indices where state.commands[index].kind == .feedback {
      if let number {
        if count == number { meant = index }
        count &+= 1
      } else if state.commands[index].enabled, state.commands[index].supports(mode) {
        let isSo = meant.map { state.commands[$0].current == mode } ?? true
        if meant == nil || isSo && state.commands[index].current != mode { meant = index }
      }
    }
    return meant
  }

  /// The custom command that the call names.
  private static func custom(
    _ arguments: CommandArguments, _ state: SessionState, _ isAnyEnabled: Bool
  ) throws(ProtocolRefusal) -> CommandDescriptor {
    let disabled = ProtocolRefusal(.disabled, "This command is disabled now")
    if !isAnyEnabled { throw disabled }
    guard case .string(let id) = try arguments.required(CommandKind.custom.row) else { throw disabled }
    // A loop over the commands themselves would copy each.
    for index in state.commands.indices where state.commands[index].kind == .custom {
      guard let own = state.commands[index].look?.id, ProtocolID.item(own).exact == id.exact else { continue }
      if !state.commands[index].enabled { throw disabled }
      return state.commands[index]
    }
    // A wrong item is refused before an unknown id.
    try checkItem(arguments, state)
    throw ProtocolRefusal(.notFound, "There is no custom command of this id")
  }

  private static func fill(
    _ event: inout CommandEvent, _ command: CommandDescriptor, _ arguments: CommandArguments, _ state: SessionState,
    _ from: Microseconds?, _ now: Instant
  ) throws(ProtocolRefusal) {
    let row = command.kind.row
    func wrong(_ what: StaticString) -> ProtocolRefusal {
      ProtocolRefusal(.invalidArgument, "\"" + row.key.string + "\" is " + what.string)
    }
    let toggle = command.kind.isTakenBack ? try arguments.optional(CommandKindRow.Further.toggle.key) : nil
    let takesBack = toggle == .bool(true)
    switch row.takes {
    case .none, .id: break
    case .position:
      guard case .int64(let wanted) = try arguments.required(row), case let position = Microseconds(wanted),
        position >= .zero, position <= state.content?.length ?? .max
      else { throw wrong("before the start or after the end of the item") }
      event.time = position
      if case .int64(let offset)? = try arguments.optional(CommandKindRow.Further.offset.key) {
        event.isRelative = true
        if let from { event.time = from + Microseconds(offset) }
      }
      event.time = state.seekable(at: now)?.nearest(to: event.time) ?? position
    case .interval:
      var interval = command.intervals.first ?? .zero
      if case .int64(let wanted)? = try arguments.optional(row.key) { interval = Microseconds(wanted) }
      guard interval > .zero else { throw wrong("not greater than 0") }
      // The protocol promises hosts one of their own intervals, as for MPRIS's Seek.
      event.time = command.interval(nearestTo: interval)
    case .phase:
      guard case .string(let word) = try arguments.required(row), let phase = CommandEvent.Phase(word: word) else {
        throw wrong("\"begin\" or \"end\"")
      }
      event.phase = phase
    case .rate:
      if case .double(let wanted)? = try arguments.optional(row.key) {
        event.rate = try rate(wanted, command)
      } else {
        let present = state.snapshot?.defaultRate ?? 1
        event.rate = command.offeredRates.withUnsafeBufferPointer { NextValue.rate(of: $0, above: present) }
      }
    case .mode:
      event.mode = NextValue.mode(of: command.supported, behind: command.current)
      guard case .string(let word)? = try arguments.optional(row.key) else { break }
      guard let mode = command.kind.mode(word: word), command.supports(mode) else {
        throw wrong("not one of the supported modes")
      }
      event.mode = takesBack ? NextValue.opinion(mode, of: command) : mode
    case .fraction:
      guard case .double(let number) = try arguments.required(row), number >= 0, number <= 1 else {
        throw wrong("a number from 0 to 1")
      }
      func nearest(_ rating: Double) -> Double { command.look?.rating(nearestTo: rating) ?? rating }
      event.rate = nearest(number)
      if takesBack {
        event.rate = NextValue.rating(event.rate, at: nearest(state.content?.numbers[.userRating] ?? 0))
      }
    case .truth:
      event.mode = try arguments.optional(row.key) ?? .bool(!state.settings.isMuted) == .bool(true) ? 1 : 0
    }
  }

  /// The offered speed that is equal up to rounding, because a number that was printed and parsed may differ in its
  /// last digits; or any speed within the bounds.
  private static func rate(_ wanted: Double, _ command: CommandDescriptor) throws(ProtocolRefusal) -> Double {
    for rate in command.offeredRates where (rate - wanted).magnitude <= 0.001 { return rate }
    if command.takesAnyRate, wanted >= command.rateMinimum, wanted <= command.rateMaximum { return wanted }
    var sentence = "\"rate\" is not one of the command's rates"
    if command.takesAnyRate {
      sentence += ", nor from " + decimal(command.rateMinimum) + " to " + decimal(command.rateMaximum)
    }
    throw ProtocolRefusal(.invalidArgument, sentence)
  }

  /// A number as text with at most three decimals. It is not negative.
  private static func decimal(_ value: Double) -> String {
    let thousandths = Clamp.int64(value * 1000 + 0.5)
    let whole = Escape.decimal(thousandths / 1000)
    let digits = Escape.decimal(1000 + thousandths % 1000)
    let count = digits.bytes.lastIndex { $0 != UInt8(ascii: "0") } ?? 0
    return count == 0 ? whole : whole + "." + digits.part(from: 1, to: count + 1)
  }

  /// Refuses a command that was meant for the previous item: it arrived after the item had changed.
  private static func checkItem(_ arguments: CommandArguments, _ state: SessionState) throws(ProtocolRefusal) {
    guard case .string(let id)? = try arguments.optional(CommandKindRow.Further.item.key) else { return }
    guard let content = state.content, ProtocolID.item(content.id).exact == id.exact else {
      throw ProtocolRefusal(.notFound, "Another item is playing")
    }
  }

  /// Resolves a SelectTrack call.
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

  /// Whether a surface may set this volume.
  public static func isVolume(_ volume: Double) -> Bool { volume >= 0 && volume <= 1 }
}
