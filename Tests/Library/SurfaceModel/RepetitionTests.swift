// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingSurface

/// Tests which states show that an item was played to its end and begins again: a seek to its start does not.
@Suite struct RepetitionTests {
  /// A state of a session, at a time in seconds.
  private struct State {
    let model: SessionModel

    init(
      _ position: Double, at time: Double, _ playback: PlaybackState = .playing, _ title: String? = "One",
      length: Microseconds = 200
    ) {
      var model = SessionModel(info: SessionModel.Info(key: Text("key")))
      model.item = title.flatMap {
        Item.published([
          Decoded.Entry("id", .string($0)), Decoded.Entry("title", .string($0)),
          Decoded.Entry("duration-kind", .string("finite")),
          Decoded.Entry("duration", .int64(length.count * 1_000_000)),
        ])
      }
      (model.playback.state, model.playback.speed) = (playback, playback == .playing ? 1 : 0)
      model.playback.anchor = PlaybackLine.Anchor(
        elapsed: Microseconds(clamping: position * 1_000_000),
        timestamp: Instant(Microseconds(clamping: time * 1_000_000)))
      self.model = model
    }
  }

  private func count(_ states: [State]) -> Int {
    var (repetition, count) = (Repetition(), 0)
    for (before, now) in zip(states, states.dropFirst())
    where repetition.update(from: before.model, to: now.model) { count += 1 }
    return count
  }

  @Test func anItemAtItsEndBeginsAgain() {
    let end = State(199.5, at: 0)
    #expect(count([State(198, at: 0), State(0, at: 0)]) == 1)
    #expect(count([State(199.9, at: 0), State(1.5, at: 0)]) == 1)
    #expect(count([end, State(0, at: 0, .stopped), State(0, at: 1)]) == 1)
    #expect(count([State(199.9, at: 0), State(199.9, at: 0, .paused), State(0, at: 1, .paused), State(0, at: 2)]) == 1)
    #expect(count([end, State(0, at: 1, .stopped, nil), State(0, at: 2)]) == 1)
    #expect(count([State(20, at: 0), State(199, at: 0), State(0, at: 1)]) == 1)
    // The report comes late: it has played on since.
    #expect(count([State(0, at: 0), State(30, at: 230)]) == 1)
    #expect(count([State(199, at: 0), State(0, at: 0, .buffering), State(0, at: 1)]) == 1)
    #expect(count([State(0, at: 0, length: 1), State(0.95, at: 0.95, length: 1), State(0, at: 1, length: 1)]) == 1)
    #expect(count([end, State(0, at: 1), State(50, at: 1), State(199, at: 1), State(0, at: 2)]) == 2)
  }

  @Test func whatElseGoesToTheStart() {
    let end = State(199.5, at: 0)
    #expect(count([State(100, at: 0), State(0, at: 0)]) == 0 && count([State(197, at: 0), State(0, at: 0)]) == 0)
    #expect(count([end, State(20, at: 0)]) == 0 && count([end, State(20, at: 0), State(0, at: 1)]) == 0)
    #expect(count([State(100, at: 0), State(0, at: 0, .stopped), State(0, at: 1)]) == 0)
    #expect(count([end, State(199.5, at: 0, .paused), State(199.5, at: 9)]) == 0)
    #expect(count([end, State(0, at: 0, .paused)]) == 0)
    #expect(count([end, State(0, at: 0, .playing, "Two")]) == 0)
    #expect(count([end, State(0, at: 0, .playing, "Two"), State(0, at: 0)]) == 0)
    // A length of 0 is none.
    #expect(count([State(0, at: 0, length: 0), State(0, at: 99, length: 0)]) == 0)
  }
}
