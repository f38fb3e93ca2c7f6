// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

@Suite struct ResolutionTests {
  private func resolve(
    _ call: PlayerCall, now: Int64 = 0, _ change: (inout SessionState) -> Void = { _ in }
  ) -> CommandResolution {
    CommandResolution(call, ordinaryState(change), now: now)
  }

  @Test func playPauseIsMadeOfPlayAndPause() {
    #expect(resolve(.playPause).kind == .pause)
    #expect(resolve(.playPause) { $0.snapshot = paused(at: 0) }.kind == .play)
    #expect(resolve(.playPause) { $0.commands = [command(.togglePlayPause)] }.kind == .togglePlayPause)
  }

  @Test func playAndPauseNeverToggleBack() {
    let toggle = { (state: inout SessionState) in state.commands = [command(.togglePlayPause)] }
    #expect(resolve(.play, toggle) == .nothing)
    #expect(resolve(.pause, toggle).kind == .togglePlayPause)
    let resting = { (state: inout SessionState) in
      toggle(&state)
      state.snapshot = paused(at: 0)
    }
    #expect(resolve(.play, resting).kind == .togglePlayPause)
    #expect(resolve(.pause, resting) == .nothing)
  }

  @Test func stopFallsBackToPause() {
    #expect(resolve(.stop).kind == .stop)
    #expect(resolve(.stop) { $0.commands = [command(.pause)] }.kind == .pause)
    #expect(resolve(.stop) { $0.commands = [command(.pause), command(.stop, enabled: false)] } == .nothing)
  }

  @Test func disabledCommandsDoNothing() {
    let disabled = { (state: inout SessionState) in
      for index in state.commands.indices { state.commands[index].enabled = false }
    }
    for call in [PlayerCall.play, .pause, .playPause, .stop, .next, .previous, .seek(by: 1)] {
      #expect(resolve(call, disabled) == .nothing)
      #expect(resolve(call) { $0.commands = [] } == .nothing)
      #expect(resolve(call) { $0.content = nil } == .nothing)
    }
  }

  @Test func seekIsRelativeToThePositionNow() {
    #expect(resolve(.seek(by: 5_000_000), now: 2_000_000).time == 17_000_000)
    #expect(resolve(.seek(by: -99_000_000)).time == 0)
    #expect(resolve(.seek(by: 109_000_000)).time == 119_000_000)
    #expect(resolve(.seek(by: 111_000_000)).kind == .next)
    #expect(resolve(.seek(by: .max)).kind == .next)
    #expect(resolve(.seek(by: .min)).time == 0)
  }

  @Test func seekUsesSkipCommands() {
    let skips = { (state: inout SessionState) in
      state.commands = [
        command(.skipForward, intervals: [30_000_000, 60_000_000]), command(.skipBackward),
      ]
    }
    #expect(resolve(.seek(by: 5_000_000), skips).kind == .skipForward)
    #expect(resolve(.seek(by: 5_000_000), skips).time == 30_000_000)
    #expect(resolve(.seek(by: -5_000_000), skips).kind == .skipBackward)
    #expect(resolve(.seek(by: -5_000_000), skips).time == 10_000_000)
    #expect(resolve(.seek(by: 0), skips) == .nothing)
  }

  @Test func staleAndImpossiblePositionsAreIgnored() {
    let track = Metadata.trackPath("song", scope: 0)
    #expect(resolve(.setPosition(track: track, position: 5)).time == 5)
    #expect(resolve(.setPosition(track: track, position: 120_000_000)).kind == .seekToPosition)
    #expect(resolve(.setPosition(track: track, position: 120_000_001)) == .nothing)
    #expect(resolve(.setPosition(track: track, position: -1)) == .nothing)
    #expect(resolve(.setPosition(track: Metadata.trackPath("other", scope: 0), position: 5)) == .nothing)
  }

  @Test func ratesSnapToTheNearest() {
    let rates = { (state: inout SessionState) in state.commands.append(command(.changeRate, rates: [0.5, 1, 1.5, 2])) }
    #expect(resolve(.setRate(1.6), rates).rate == 1.5)
    #expect(resolve(.setRate(100), rates).rate == 2)
    #expect(resolve(.setRate(-100), rates).rate == 0.5)
    #expect(resolve(.setRate(0), rates).kind == .pause)
    #expect(resolve(.setRate(.nan), rates) == .refused(.illegalNumber))
    #expect(resolve(.setRate(2)) == .nothing)
  }

  @Test func modesThatAreNotThereAreRefused() {
    let modes = { (state: inout SessionState) in
      state.commands = [command(.changeRepeatMode, supported: 0b101), command(.changeShuffleMode, supported: 0b101)]
    }
    #expect(resolve(.setLoop(.playlist), modes).mode == RepeatMode.all.rawValue)
    #expect(resolve(.setLoop(.track), modes) == .refused(.unsupportedMode))
    // Only collections can be shuffled.
    #expect(resolve(.setShuffle(true), modes).mode == ShuffleMode.collections.rawValue)
    #expect(resolve(.setShuffle(false), modes).mode == ShuffleMode.off.rawValue)
  }

  @Test func volumeIsClamped() {
    #expect(resolve(.setVolume(0.3)) == .volume(0.3))
    #expect(resolve(.setVolume(7)) == .volume(1))
    #expect(resolve(.setVolume(-7)) == .volume(0))
    #expect(resolve(.setVolume(.infinity)) == .refused(.illegalNumber))
    #expect(resolve(.setVolume(0.3)) { $0.volume = nil } == .nothing)
  }

  @Test func descriptorsAreChecked() {
    #expect(CommandDescriptor(kind: .skipForward, intervals: [0]) == nil)
    #expect(CommandDescriptor(kind: .changeRate, rates: [.nan]) == nil)
    #expect(CommandDescriptor(kind: .changeRate, rates: [0]) == nil)
    #expect(CommandDescriptor(kind: .changeRepeatMode, current: 3) == nil)
    #expect(CommandDescriptor(kind: .changeRepeatMode, supported: 8) == nil)
    #expect(CommandDescriptor(kind: .skipForward)?.intervals == [10_000_000])
  }
}
