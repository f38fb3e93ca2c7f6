// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
package import NowPlayingCore

extension MediaCommand {
  /// Returns the engine's form of the command. Commands are also compared by it, because closures cannot be compared.
  ///
  /// - tag: the command's index among the session's commands, which finds the newest closure.
  func descriptor(tag: Int) -> CommandDescriptor? {
    guard let kind else { return nil }
    guard let options else { return CommandDescriptor(kind: kind, enabled: isEnabled, tag: UInt64(tag)) }
    return CommandDescriptor(
      kind: kind, enabled: isEnabled, tag: UInt64(tag),
      intervals: options.intervals.compactMap(Microseconds.init(seconds:)).filter { $0 > .zero },
      rates: options.rates.filter { $0.isFinite && $0 != 0 }.map(decimal), current: options.current,
      supported: options.supported, look: options.shownLook)
  }

  /// Whether an event is for this command, at whatever index the command is now.
  func isMeant(by event: CommandEvent) -> Bool {
    kind == event.kind && isEnabled && (kind != .custom || options?.look?.id?.exact == event.id?.exact)
  }

  /// The commands in the form that the engine takes; the tag of each is its index.
  static func descriptors(of commands: [MediaCommand]) -> [CommandDescriptor] {
    var descriptors: [CommandDescriptor] = []
    for (place, command) in commands.prefix(Limits.commands).enumerated() {
      guard let descriptor = command.descriptor(tag: place) else { continue }
      if descriptor.kind == .custom {
        guard let id = descriptor.look?.id, !id.isEmpty else { continue }
        if descriptors.contains(where: { $0.kind == .custom && $0.look?.id?.exact == id.exact }) { continue }
      }
      descriptors.append(descriptor)
    }
    return descriptors
  }

  /// Whether the engine's forms of two lists of commands would be equal, as they usually are. The commands are
  /// compared, and no forms are made.
  static func lookAlike(_ a: [MediaCommand], _ b: [MediaCommand]) -> Bool {
    guard a.count == b.count else { return false }
    for i in a.indices {
      // Uses indices, because using a whole command would copy it.
      guard a[i].kind == b[i].kind, a[i].isEnabled == b[i].isEnabled, a[i].options.looksLike(b[i].options) else {
        return false
      }
    }
    return true
  }

  /// Calls the closure of the command with the values of an event.
  @MainActor func perform(_ event: CommandEvent) async throws {
    switch action {
    case .plain(let action): try await action()
    case .time(let action): try await action(event.time.seconds)
    case .press(let begin, let end): try await event.phase == .begin ? begin() : end()
    case .rate(let action): try await action(Float(event.rate))
    case .repeatMode(let action):
      if let mode = NowPlayingCore.RepeatMode(rawValue: event.mode) { try await action(RepeatMode(mode)) }
    case .shuffleMode(let action):
      if let mode = NowPlayingCore.ShuffleMode(rawValue: event.mode) { try await action(ShuffleMode(mode)) }
    case .feedback(let action):
      if let status = NowPlayingCore.FeedbackStatus(rawValue: event.mode) { try await action(FeedbackStatus(status)) }
    case .rating(let action): try await action(event.rate)
    case .isOn(let action): try await action(event.mode != 0)
    // Does not occur: the engine passes a change of the session by another call.
    case .change: break
    }
  }
}

extension MediaCommand.Options {
  /// The title, icon and place of the button; nil when none of them is given.
  package var shownLook: CommandLook? {
    if let look { return look }
    if title == nil, shortTitle == nil { return nil }
    return CommandLook(title: Content.bounded(title), shortTitle: Content.bounded(shortTitle))
  }

  /// Returns these options with another look of the button.
  package func with(_ look: CommandLook?) -> MediaCommand.Options {
    MediaCommand.Options(
      intervals: intervals, rates: rates, current: current, supported: supported, title: title, shortTitle: shortTitle,
      look: look, rating: rating, isOn: isOn, value: value)
  }
}

extension MediaCommand.Options? {
  fileprivate func looksLike(_ other: Self) -> Bool {
    guard let self, let other else { return (self == nil) == (other == nil) }
    return self.intervals == other.intervals && self.rates == other.rates && self.current == other.current
      && self.supported == other.supported && self.title?.exact == other.title?.exact
      && self.shortTitle?.exact == other.shortTitle?.exact
      && self.look == other.look
  }
}
