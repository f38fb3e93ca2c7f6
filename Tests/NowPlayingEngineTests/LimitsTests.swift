// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import Testing

@testable import NowPlayingCore
@testable import NowPlayingEngine

@Suite struct LimitsTests {
  /// What the C header promises is what the library does. The tests in C try each limit; here none is forgotten.
  @Test func limitsAreThoseOfTheHeader() {
    #expect(Limits.text == NOWPLAYING_MAX_TEXT_BYTES)
    #expect(Limits.lyrics == NOWPLAYING_MAX_LYRICS_BYTES)
    #expect(Limits.identifier == NOWPLAYING_MAX_ID_BYTES)
    #expect(Limits.uri == NOWPLAYING_MAX_URI_BYTES)
    #expect(Limits.picture == NOWPLAYING_MAX_ARTWORK_BYTES)
    #expect(Limits.list == NOWPLAYING_MAX_TEXTS)
    #expect(Limits.schemes == NOWPLAYING_MAX_URI_SCHEMES)
    #expect(Limits.mimeTypes == NOWPLAYING_MAX_MIME_TYPES)
    #expect(Limits.commands == NOWPLAYING_MAX_COMMANDS)
    #expect(Limits.commands == NOWPLAYING_MAX_INTERVALS)
    #expect(Limits.commands == NOWPLAYING_MAX_RATES)
    #expect(Limits.requests == NOWPLAYING_MAX_OPEN_REQUESTS)
    #expect(Request.timeLimit == NOWPLAYING_MAX_REQUEST_TIME_US)
    #expect(Anticipation.answerPatience == NOWPLAYING_MAX_REQUEST_TIME_US)
    #expect(Limits.volume == Double(NOWPLAYING_MAX_VOLUME))
  }

  @Test func flagsAreThoseOfTheHeader() {
    #expect(AppFlags.interruptions.rawValue == NOWPLAYING_APP_INTERRUPTIONS)
  }
}
