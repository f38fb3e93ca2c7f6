// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

@Suite struct ResolutionTests {
  private func resolve(
    _ call: PlayerCall, now: Instant = 0, _ change: (inout SessionState) -> Void = { _ in }
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

  /// A host that plays is not asked to play, at which it might start the song anew.
  @Test(arguments: [PlaybackState.playing, .paused, .stopped, .buffering, .interrupted])
  func playAndPauseAreIdempotent(_ state: PlaybackState) {
    let resting = { (shown: inout SessionState) in
      shown.snapshot = PlaybackSnapshot(state: state, rate: 1, defaultRate: 1, elapsed: 0, timestamp: 0)
    }
    #expect(resolve(.play, resting).kind == (state == .playing ? nil : .play))
    #expect(resolve(.pause, resting).kind == (state == .paused ? nil : .pause))
  }

  @Test func stopFallsBackToPause() {
    #expect(resolve(.stop).kind == .stop)
    #expect(resolve(.stop) { $0.commands = [command(.pause)] }.kind == .pause)
    #expect(resolve(.stop) { $0.commands = [command(.pause), command(.stop, enabled: false)] } == .nothing)
  }

  @Test func anItemWithoutALengthIsStoppedWhereItCannotBePaused() {
    let live = { (state: inout SessionState) in
      state.content?.duration = .live
      state.commands = [command(.play), command(.stop)]
    }
    for call in [PlayerCall.pause, .playPause, .stop, .setRate(0)] { #expect(resolve(call, live).kind == .stop) }
    let resting = { (state: inout SessionState) in
      live(&state)
      state.snapshot = nil
    }
    #expect(resolve(.pause, resting) == .nothing)
    #expect(resolve(.playPause, resting).kind == .play)
    // A stream that cannot be resumed is not stopped; neither is one that can be paused in another way, now or later.
    #expect(resolve(.pause) { $0.commands = [command(.play), command(.stop)] } == .nothing)
    for other in [command(.pause, enabled: false), command(.togglePlayPause, enabled: false)] {
      let forbidden = { (state: inout SessionState) in
        live(&state)
        state.commands.append(other)
      }
      #expect(resolve(.pause, forbidden) == .nothing)
    }
    #expect(PlayerProperties(ordinaryState(live), artworkURL: nil).canPause)
    #expect(PlayerProperties(ordinaryState(resting), artworkURL: nil).canPause)
  }

  @Test func whyACallAsksForNothing() {
    let state = ordinaryState { $0.commands = [command(.next, enabled: false), command(.togglePlayPause)] }
    #expect(PlayerCall.previous.reasonForNothing(state).description == "the session offers no command for it")
    #expect(PlayerCall.next.reasonForNothing(state).description == "its command is disabled")
    #expect(PlayerCall.play.reasonForNothing(state).description.hasPrefix("it means nothing in this state"))
    #expect(PlayerCall.play.reasonForNothing(SessionState()).description == "there is no item")
    #expect(PlayerCall.change(.volume(1)).reasonForNothing(state).description.contains("does not take"))
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
    #expect(resolve(.seek(by: 110_000_000)).time == 120_000_000)
    #expect(resolve(.seek(by: 110_000_001)).kind == .next)
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

  @Test func seekNeedsPositions() {
    let track = Metadata.trackPath("song", session: 0)
    let without: [(inout SessionState) -> Void] = [
      { $0.content?.duration = .live }, { $0.snapshot = playing(at: nil) }, { $0.snapshot = nil },
      { $0.commands = [command(.seekToPosition, enabled: false)] }, { $0.commands = [command(.next)] },
      { $0.content = nil },
    ]
    for change in without {
      #expect(resolve(.seek(by: 5), change) == .nothing)
      #expect(resolve(.setPosition(track: track, position: 5), change) == .nothing)
      #expect(!CommandResolution.canSeek(ordinaryState(change)))
    }
    #expect(CommandResolution.canSeek(ordinaryState()))
    // Without a length there is no end.
    let endless = { (state: inout SessionState) -> Void in state.content?.duration = .unknown }
    #expect(resolve(.seek(by: 500_000_000), endless).time == 510_000_000)
    #expect(resolve(.setPosition(track: track, position: .max), endless).time == .max)
  }

  @Test(arguments: [CommandKind.skipForward, .skipBackward]) func eitherSkipIsEnoughToSeek(_ kind: CommandKind) {
    let one = { (state: inout SessionState) in state.commands = [command(kind)] }
    #expect(CommandResolution.canSeek(ordinaryState(one)))
    #expect(resolve(.seek(by: 5), one).kind == (kind == .skipForward ? kind : nil))
    #expect(resolve(.seek(by: -5), one).kind == (kind == .skipBackward ? kind : nil))
    let disabled = { (state: inout SessionState) in state.commands = [command(kind, enabled: false)] }
    #expect(!CommandResolution.canSeek(ordinaryState(disabled)))
    #expect(resolve(.seek(by: 5), disabled) == .nothing)
    #expect(resolve(.seek(by: -5), disabled) == .nothing)
  }

  @Test func staleAndImpossiblePositionsAreIgnored() {
    let track = Metadata.trackPath("song", session: 0)
    #expect(resolve(.setPosition(track: track, position: 5)).time == 5)
    #expect(resolve(.setPosition(track: track, position: 0)).time == 0)
    #expect(resolve(.setPosition(track: track, position: 120_000_000)).kind == .seekToPosition)
    #expect(resolve(.setPosition(track: track, position: 120_000_001)) == .nothing)
    #expect(resolve(.setPosition(track: track, position: -1)) == .nothing)
    #expect(resolve(.setPosition(track: Metadata.trackPath("other", session: 0), position: 5)) == .nothing)
  }

  @Test func ratesSnapToTheNearest() {
    let rates = { (state: inout SessionState) in state.commands.append(command(.changeRate, rates: [0.5, 1, 1.5, 2])) }
    #expect(resolve(.setRate(1.6), rates).rate == 1.5)
    #expect(resolve(.setRate(100), rates).rate == 2)
    #expect(resolve(.setRate(-100), rates).rate == 0.5)
    #expect(resolve(.setRate(0), rates).kind == .pause)
    #expect(resolve(.setRate(.nan), rates) == .refused(.illegalNumber))
    #expect(resolve(.setRate(2)) == .nothing)
    // Of two rates that are equally near, the one that the host named first is chosen.
    #expect(resolve(.setRate(1.25), rates).rate == 1)
    let unordered = { (state: inout SessionState) in state.commands = [command(.changeRate, rates: [1, 3, 2])] }
    #expect(resolve(.setRate(.greatestFiniteMagnitude), unordered).rate == 3)
    #expect(resolve(.setRate(2)) { $0.commands = [command(.changeRate, enabled: false, rates: [1, 2])] } == .nothing)
    // Without rates only the normal one can be chosen.
    #expect(resolve(.setRate(2)) { $0.commands = [command(.changeRate)] }.rate == 1)
  }

  @Test func ratesOfARangeAreTakenAsTheyAre() {
    let range = CommandDescriptor(kind: .changeRate, rates: [1, 2], rateMinimum: 0.25, rateMaximum: 4)!
    let ranged = { (state: inout SessionState) in state.commands.append(range) }
    #expect(resolve(.setRate(1.1), ranged).rate == 1.1)
    #expect(resolve(.setRate(0.1), ranged).rate == 0.25)
    #expect(resolve(.setRate(-1), ranged).rate == 0.25)
    #expect(resolve(.setRate(.greatestFiniteMagnitude), ranged).rate == 4)
    #expect(resolve(.setRate(0), ranged).kind == .pause)
    let alone = CommandDescriptor(kind: .changeRate, rateMinimum: 2, rateMaximum: 2)!
    let single = { (state: inout SessionState) in state.commands = [alone] }
    #expect(resolve(.setRate(1), single).rate == 2)
    let said = PlayerProperties(ordinaryState(ranged), artworkURL: nil)
    #expect(said.minimumRate == 0.25 && said.maximumRate == 4)
  }

  /// A player may take any speed from 0.01 to 100: what a button offers is what people listen at.
  @Test(arguments: [
    (0.01, 100, [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]), (0.5, 1, [0.5, 0.75, 1]), (1.5, 2, [1.5, 1.75, 2]),
    (0.6, 1.6, [0.6, 0.75, 1, 1.25, 1.5, 1.6]), (1, 3, [1, 1.25, 1.5, 1.75, 2]), (1, 1, [1]), (1.1, 1.2, [1.1, 1.2]),
    (3, 4, [3]), (0.1, 0.2, [0.2]), (0.1, 0.5, [0.5]), (2, 8, [2]),
  ])
  func speedsOfARange(_ low: Double, _ high: Double, _ offered: [Double]) {
    #expect(CommandDescriptor(kind: .changeRate, rateMinimum: low, rateMaximum: high)!.offeredRates == offered)
    #expect(
      CommandDescriptor(kind: .changeRate, rates: [3], rateMinimum: low, rateMaximum: high)!.offeredRates == [3])
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
    let both = { (state: inout SessionState) in state.commands = [command(.changeShuffleMode, supported: 0b111)] }
    #expect(resolve(.setShuffle(true), both).mode == ShuffleMode.items.rawValue)
    let albums = { (state: inout SessionState) in
      state.commands = [command(.changeShuffleMode, current: ShuffleMode.collections.rawValue, supported: 0b111)]
    }
    #expect(resolve(.setShuffle(true), albums).mode == ShuffleMode.collections.rawValue)
    #expect(resolve(.setShuffle(false), albums).mode == ShuffleMode.off.rawValue)
    // The present mode cannot be chosen.
    let gone = { (state: inout SessionState) in
      state.commands = [command(.changeShuffleMode, current: ShuffleMode.collections.rawValue, supported: 0b11)]
    }
    #expect(resolve(.setShuffle(true), gone).mode == ShuffleMode.items.rawValue)
    let disabled = { (state: inout SessionState) in
      state.commands = [command(.changeRepeatMode, enabled: false), command(.changeShuffleMode, enabled: false)]
    }
    #expect(resolve(.setLoop(.track), disabled) == .nothing)
    #expect(resolve(.setShuffle(true), disabled) == .nothing)
    #expect(resolve(.setLoop(.track)) == .nothing)
    #expect(resolve(.setShuffle(true)) == .nothing)
  }

  @Test func volumeIsClamped() {
    #expect(resolve(.change(.volume(0.3))) == .change(.volume(0.3)))
    #expect(resolve(.change(.volume(7))) == .change(.volume(1)))
    #expect(resolve(.change(.volume(-7))) == .change(.volume(0)))
    #expect(resolve(.change(.volume(.infinity))) == .refused(.illegalNumber))
    #expect(resolve(.change(.volume(0.3))) { $0.settings.volume = nil } == .nothing)
    let amplified = { (state: inout SessionState) in state.settings.volumeMaximum = 1.3 }
    #expect(resolve(.change(.volume(7)), amplified) == .change(.volume(1.3)))
    #expect(resolve(.change(.volume(1.2)), amplified) == .change(.volume(1.2)))
  }

  @Test func descriptorsAreChecked() {
    #expect(CommandDescriptor(kind: .skipForward, intervals: [0]) == nil)
    #expect(CommandDescriptor(kind: .changeRate, rates: [.nan]) == nil)
    #expect(CommandDescriptor(kind: .changeRate, rates: [0]) == nil)
    for (low, high) in [(0, 1), (1, 0), (2, 1), (-1, 1), (1, .infinity), (.nan, 1), (1, .nan)] as [(Double, Double)] {
      #expect(CommandDescriptor(kind: .changeRate, rateMinimum: low, rateMaximum: high) == nil)
    }
    let ranges = [(0, 0), (1, 2), (1, 3)].map { CommandDescriptor(kind: .play, rateMinimum: $0.0, rateMaximum: $0.1) }
    #expect(ranges.allSatisfy { $0 != nil } && ranges[0] != ranges[1] && ranges[1] != ranges[2])
    #expect(CommandDescriptor(kind: .play, rateMinimum: 2, rateMaximum: 3) != ranges[2])
    #expect(CommandDescriptor(kind: .changeRepeatMode, current: 3) == nil)
    #expect(CommandDescriptor(kind: .changeRepeatMode, supported: 8) == nil)
    #expect(CommandDescriptor(kind: .skipForward)?.intervals == [10_000_000])
  }

  /// Pause and Stop are disabled for the present item. After Next or Previous the host may play another item, which can
  /// be paused or stopped, so Pause or Stop is passed to the host once.
  @Test(arguments: [PlayerCall.next, .previous], [PlaybackState.stopped, .paused])
  func whatIsDisabledIsGivenWhereAnotherItemMayPlay(_ call: PlayerCall, _ before: PlaybackState) {
    var host = RelativeHost {
      $0.snapshot = PlaybackSnapshot(state: before, rate: 1, defaultRate: 1, elapsed: 0, timestamp: 0)
      $0.commands = [
        command(.play), command(.pause, enabled: false), command(.stop, enabled: false), command(.next),
        command(.previous),
      ]
    }
    #expect(host.call(.pause) == .nothing && host.call(.stop) == .nothing)
    host.call(call)
    #expect(host.call(.pause).kind == .pause)
    #expect(host.call(.pause) == .nothing)
    host.call(call)
    #expect(host.call(.stop).kind == .stop)
    #expect(host.call(.stop) == .nothing)
  }

  /// Pause is disabled while the host plays, so its item cannot be paused. The same is assumed of the next item.
  @Test func whatIsDisabledWhileItPlaysIsNotGivenForTheNextItem() {
    var host = RelativeHost { $0.commands = [command(.play), command(.pause, enabled: false), command(.next)] }
    host.call(.next)
    #expect(host.call(.pause) == .nothing)
  }

  /// Tests the Can… properties, by the commands and the state of the host.
  @Test(
    arguments: [
      ("", .playing, ""), ("play", .playing, "play"), ("pause", .playing, "play pause"),
      ("togglePlayPause", .stopped, "play pause"), ("play! pause", .playing, "play pause"),
      ("play pause!", .paused, "play pause"), ("play pause!", .playing, "play"),
      ("play! pause! togglePlayPause!", .playing, ""), ("stop", .playing, ""), ("next previous!", .playing, "next"),
      ("next! previous", .playing, "previous"), ("seekToPosition", .paused, "seek"), ("seekToPosition!", .paused, ""),
      ("seekForward seekBackward feedback", .paused, ""), ("next! next", .paused, "next"),
    ] as [(String, PlaybackState, String)])
  func whatIsOffered(_ commands: String, _ state: PlaybackState, _ offered: String) {
    let said = PlayerProperties(
      ordinaryState {
        $0.snapshot = PlaybackSnapshot(state: state, rate: 1, defaultRate: 1, elapsed: 1, timestamp: 0)
        $0.commands = commands.split(separator: " ").compactMap { word in
          let kind = CommandKind.allCases.first { String(describing: $0) == word.prefix { $0 != "!" } }
          return kind.map { command($0, enabled: !word.hasSuffix("!")) }
        }
      }, artworkURL: nil)
    let all = [
      ("play", said.canPlay), ("pause", said.canPause), ("next", said.canGoNext), ("previous", said.canGoPrevious),
      ("seek", said.canSeek),
    ]
    #expect(all.filter { $0.1 }.map { $0.0 }.joined(separator: " ") == offered)
  }
}
