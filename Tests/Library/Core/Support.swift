// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport

@testable import NowPlayingCore

/// A playing song of two minutes with the commands of an ordinary player, for tests to change.
func ordinaryState(_ change: (inout SessionState) -> Void = { _ in }) -> SessionState {
  var state = SessionState()
  var content = Content(kind: .music, id: "song")
  content.texts[.title] = "Title"
  content.duration = .finite(120_000_000)
  state.content = content
  state.snapshot = playing(at: 10_000_000)
  state.commands = [
    command(.play), command(.pause), command(.stop), command(.next), command(.previous), command(.seekToPosition),
  ]
  state.settings.volume = 0.5
  change(&state)
  return state
}

func playing(at elapsed: Microseconds?, since timestamp: Instant = 0, rate: Double = 1) -> PlaybackSnapshot? {
  PlaybackSnapshot(state: .playing, rate: rate, defaultRate: 1, elapsed: elapsed, timestamp: timestamp)
}

func paused(at elapsed: Microseconds?) -> PlaybackSnapshot? {
  PlaybackSnapshot(state: .paused, rate: 1, defaultRate: 1, elapsed: elapsed, timestamp: 0)
}

func command(
  _ kind: CommandKind, enabled: Bool = true, rates: [Double] = [], intervals: [Microseconds] = [], current: Int32 = 0,
  supported: UInt32 = 0, tag: UInt64 = 0
) -> CommandDescriptor {
  CommandDescriptor(
    kind: kind, enabled: enabled, tag: tag, intervals: intervals, rates: rates, current: current,
    supported: supported)!
}

/// The parts of the command that a resolution has for the host.
extension CommandResolution {
  var kind: CommandKind? {
    if case .command(let event) = self { return event.kind }
    return nil
  }

  var time: Microseconds? {
    if case .command(let event) = self { return event.time }
    return nil
  }

  var rate: Double? {
    if case .command(let event) = self { return event.rate }
    return nil
  }

  var mode: Int32? {
    if case .command(let event) = self { return event.mode }
    return nil
  }
}
