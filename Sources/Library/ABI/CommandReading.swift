// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary
import NowPlayingC
import NowPlayingCore
import NowPlayingEngine

extension CommandDescriptor {
  /// Checks the command of a C program, and copies it.
  static func read(
    _ pointer: UnsafePointer<nowplaying_command>, _ stride: Int
  ) throws(WrongArgument) -> CommandDescriptor {
    guard let given = Argument.sized(pointer, defaults: nowplaying_command(), smallest: NP_FIRST_COMMAND),
      given.struct_size == stride
    else { throw WrongArgument(details: "impossible struct_size; use NOWPLAYING_COMMAND_INIT") }
    guard let kind = CommandKind(rawValue: given.kind) else { throw WrongArgument(details: "unknown command") }
    if kind == .feedback, given.supported == Self.neutralAlone {
      throw WrongArgument(
        details: "supported of FEEDBACK has only NEUTRAL; its bits are 1u << NOWPLAYING_FEEDBACK_…")
    }
    // A size_t is imported as Int, so that a value beyond Int.max is negative here.
    guard (0...Limits.intervals).contains(given.interval_count), (0...Limits.rates).contains(given.rate_count) else {
      throw WrongArgument(failure: .tooLarge, details: "more than NOWPLAYING_MAX_INTERVALS or NOWPLAYING_MAX_RATES")
    }
    // A length of time is laid out as its number.
    let lengths = UnsafeRawPointer(given.intervals_us)?.assumingMemoryBound(to: Microseconds.self)
    let intervals = list(lengths, given.interval_count)
    let rates = list(given.rates, given.rate_count)
    guard let intervals, let rates else {
      throw WrongArgument(details: "intervals_us or rates is misaligned, or NULL with a count")
    }
    guard
      let descriptor = CommandDescriptor(
        kind: kind, enabled: given.enabled != 0, tag: given.tag, intervals: intervals, rates: rates,
        rateMinimum: given.rate_minimum, rateMaximum: given.rate_maximum, current: given.current,
        supported: given.supported, look: try look(given, kind))
    else { throw WrongArgument(details: "a mode, an interval or a rate of a command is not legal") }
    return descriptor
  }

  /// Returns the title, icon and place of the button; nil when the program gives none of them.
  private static func look(
    _ given: nowplaying_command, _ kind: CommandKind
  ) throws(WrongArgument) -> CommandLook? {
    guard given.reserved == 0 else { throw WrongArgument(details: "reserved of a command is not 0") }
    guard let slot = CommandSlot(rawValue: given.slot) else { throw WrongArgument(details: "unknown slot") }
    let id = kind == .custom ? Argument.identifier(given.id) : nil
    let (title, icon) = (Argument.text(given.title), Argument.text(given.icon, limit: Limits.identifier))
    if kind == .custom, id == nil || title == nil { throw WrongArgument(details: "a CUSTOM has no id or no title") }
    let shortTitle = Argument.text(given.short_title)
    if title == nil, shortTitle == nil, icon == nil, slot == .any, given.active == 0, given.steps == 0 { return nil }
    if let icon, !CommandLook.isIcon(icon) {
      throw WrongArgument(
        details: "icon must be a word such as \"timer\", of letters, digits, \"-\", \"_\" and \".\", and not a path")
    }
    guard
      let look = CommandLook(
        id: id, title: title, shortTitle: shortTitle, icon: icon, slot: slot, isActive: given.active != 0,
        steps: given.steps)
    else { throw WrongArgument(details: "steps is negative, or more than the header allows") }
    return look
  }

  /// The bit of the neutral status alone. It stands for a mistake: the host has given a status where a set of bits is
  /// wanted.
  private static let neutralAlone: UInt32 = 1 << NOWPLAYING_FEEDBACK_NEUTRAL

  private static func list<Value>(_ pointer: UnsafePointer<Value>?, _ count: Int) -> [Value]? {
    guard let pointer else { return count == 0 ? [] : nil }
    guard count == 0 || Argument.isAligned(pointer) else { return nil }
    return Array(UnsafeBufferPointer(start: pointer, count: count))
  }
}
