// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

@Suite struct PlaybackDetailTests {
  private typealias Range = PlaybackDetail.Range

  @Test func rangesAreRepairedOrRefused() {
    #expect(Range(5, 4) == nil && Range(0, -1) == nil)
    #expect(Range(-5, -4) == Range(0, 0) && Range(-5, 3) == Range(0, 3))
    #expect(Range(4, 4)?.nearest(to: 9) == 4)
    let range = Range(10, 20)
    for (wanted, nearest) in [(.min, 10), (10, 10), (15, 15), (20, 20), (.max, 20)] as [(Microseconds, Microseconds)] {
      #expect(range?.nearest(to: wanted) == nearest)
    }
  }

  @Test func theEndOfABroadcastMovesOn() {
    #expect(Range(10, 20)?.after(5) == Range(10, 25))
    #expect(Range(10, 20)?.after(-5) == Range(10, 20))
    #expect(Range(10, .max - 1)?.after(5) == Range(10, .max))
  }

  @Test func eachPieceMakesADetailAnother() {
    let details = [
      PlaybackDetail(), PlaybackDetail(seekable: Range(0, 1)), PlaybackDetail(seekable: Range(0, 2)),
      PlaybackDetail(buffered: 0), PlaybackDetail(isAtLiveEdge: true), PlaybackDetail(error: ""),
      PlaybackDetail(error: "No network"), PlaybackDetail(errorKind: .network),
    ]
    for (index, one) in details.enumerated() {
      for (other, two) in details.enumerated() { #expect((one == two) == (index == other)) }
    }
    #expect(PlaybackDetail(buffered: -7) == PlaybackDetail(buffered: 0))
    #expect(PlaybackDetail(error: "\u{E9}") != PlaybackDetail(error: "e\u{301}"))
  }

  @Test func whereCanBeSought() {
    var state = ordinaryState()
    #expect(state.seekable(at: 0) == Range(0, 120_000_000))
    state.detail = PlaybackDetail(seekable: Range(30, 60))
    #expect(state.seekable(at: 1_000_000) == Range(30, 60))
    state.content?.duration = .live
    #expect(state.seekable(at: 1_000_000) == Range(30, 1_000_060))
    state.detail = nil
    #expect(state.seekable(at: 0) == nil)
    state.content = nil
    #expect(state.seekable(at: 0) == nil)
  }

  /// MPRIS's calls seek within the seekable window of a broadcast.
  @Test func aBroadcastIsSoughtWithinItsWindow() {
    let state = ordinaryState {
      $0.content?.duration = .live
      $0.detail = PlaybackDetail(seekable: Range(5_000_000, 20_000_000))
    }
    let seeks: [(Microseconds, Microseconds)] = [(.max, 20_000_000), (1_000_000, 11_000_000), (.min, 5_000_000)]
    for (offset, target) in seeks {
      #expect(CommandResolution(.seek(by: offset), state, now: 0).time == target)
    }
  }

  /// Surfaces are sent each difference that they would show. Times that differ by a second or less look
  /// the same.
  @Test func surfacesAreSentWhatTheySee() {
    func playback(_ detail: PlaybackDetail?, isLive: Bool = false) -> SessionProperties.Playback {
      let state = ordinaryState {
        $0.detail = detail
        if isLive { $0.content?.duration = .live }
      }
      return SessionProperties.Playback(state, now: 0)
    }
    func detail(
      _ start: Microseconds = 0, _ end: Microseconds = 60_000_000, buffered: Microseconds? = 5_000_000,
      isAtEdge: Bool = true,
      error: String? = "No network", _ kind: ErrorKind = .network
    ) -> PlaybackDetail {
      PlaybackDetail(
        seekable: Range(start, end), buffered: buffered, isAtLiveEdge: isAtEdge, error: error, errorKind: kind)
    }
    let before = detail()
    for same in [before, detail(), detail(1_000_000, 61_000_000, buffered: 6_000_000), detail(0, 59_000_000)] {
      #expect(playback(same).isSame(as: playback(before), now: 0))
    }
    for other in [
      detail(1_000_001), detail(0, 61_000_001), detail(0, 58_999_999), detail(buffered: 6_000_001),
      detail(buffered: nil), detail(isAtEdge: false), detail(error: "Another"), detail(error: nil),
      detail(0, 60_000_000, .region),
      nil, PlaybackDetail(),
    ] {
      #expect(!playback(other).isSame(as: playback(before), now: 0))
      #expect(!playback(before).isSame(as: playback(other), now: 0))
    }
    // The seekable window of a live item moves with the clock, and that of other items does not.
    #expect(!playback(before, isLive: true).isSame(as: playback(before), now: 0))
  }

  @Test func surfacesAreToldWhereThePositionIsOff() {
    func playback(_ snapshot: PlaybackSnapshot?) -> SessionProperties.Playback {
      SessionProperties.Playback(ordinaryState { $0.snapshot = snapshot }, now: 0)
    }
    let before = playback(playing(at: 50_000_000))
    for (off, isSame) in [(0, true), (50_000, true), (-50_000, true), (50_001, false), (-9_000_000, false)] {
      #expect(playback(playing(at: 50_000_000 + Microseconds(Int64(off)))).isSame(as: before, now: 0) == isSame)
    }
    #expect(playback(playing(at: 51_000_000, since: 1_000_000)).isSame(as: before, now: 0))
    for other in [paused(at: 50_000_000), playing(at: 50_000_000, rate: 2), playing(at: nil), nil] {
      #expect(!playback(other).isSame(as: before, now: 0))
    }
  }

  @Test func anErrorHasAKindAndOtherStatesHaveNone() {
    func keys(_ state: PlaybackState, _ detail: PlaybackDetail?) -> [String] {
      let shown = ordinaryState {
        $0.snapshot = PlaybackSnapshot(state: state, rate: 1, defaultRate: 1, elapsed: 0, timestamp: 0)
        $0.detail = detail
      }
      let entries = SessionProperties.Playback(shown, now: 0).entries
      return entries.filter { $0.key.string.hasPrefix("error") }.map { "\($0.key.string) \($0.value)" }
    }
    let detail = PlaybackDetail(error: "Not yet", errorKind: .network)
    #expect(keys(.paused, detail).isEmpty && keys(.error, nil).count == 1 && keys(.error, PlaybackDetail()).count == 1)
    #expect(keys(.error, detail).count == 2 && keys(.error, nil)[0].contains("other"))
  }

  @Test func wordsOfErrors() {
    let words = ["other", "network", "sign-in", "region", "format", "not-available"]
    #expect(ErrorKind.allCases.map(\.word.string) == words)
    #expect(words.map { ErrorKind(word: $0) } == ErrorKind.allCases)
    #expect(PlaybackState.error.word.string == "error")
  }
}
