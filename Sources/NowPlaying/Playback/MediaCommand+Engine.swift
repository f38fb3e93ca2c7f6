// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore
internal import NowPlayingHost

extension MediaCommand {
  /// What the engine is told of the command. Closures cannot be compared, so this is by what commands are compared.
  ///
  /// - tag: the command's place among the session's commands, by which the newest closure is found.
  func descriptor(tag: Int) -> CommandDescriptor? {
    CommandDescriptor(
      kind: kind, enabled: isEnabled, tag: UInt64(tag),
      intervals: intervals.compactMap(microseconds).filter { $0 > 0 },
      rates: rates.filter { $0.isFinite && $0 != 0 }.map(decimal),
      current: current, supported: supported, title: Content.bounded(title), shortTitle: Content.bounded(shortTitle))
  }

  /// Calls the closure for what the desktop asks.
  @MainActor func perform(_ event: CommandEvent) async throws {
    switch action {
    case .plain(let action): try await action()
    case .time(let action): try await action(Double(event.time) / 1_000_000)
    case .press(let begin, let end): try await event.phase == .begin ? begin() : end()
    case .rate(let action): try await action(Float(event.rate))
    case .repeatMode(let action):
      if let mode = NowPlayingCore.RepeatMode(rawValue: event.mode) { try await action(RepeatMode(mode)) }
    case .shuffleMode(let action):
      if let mode = NowPlayingCore.ShuffleMode(rawValue: event.mode) { try await action(ShuffleMode(mode)) }
    case .feedback(let action):
      if let status = NowPlayingCore.FeedbackStatus(rawValue: event.mode) { try await action(FeedbackStatus(status)) }
    }
  }
}
