// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingC
import Testing

@testable import NowPlayingCore
@testable import NowPlayingEngine

@Suite struct LimitsTests {
  /// The limits of the C header are those of the library. The tests in C try each limit; this test
  /// checks that none was forgotten.
  @Test func limitsAreThoseOfTheHeader() throws {
    let ours = [
      "TEXT_BYTES": Limits.text,
      "LYRICS_BYTES": Limits.lyrics,
      "ID_BYTES": Limits.identifier,
      "URI_BYTES": Limits.uri,
      "ARTWORK_BYTES": Limits.picture,
      "VIDEO_BYTES": Limits.video,
      "REMEMBERED_ARTWORKS": RememberedPictures.capacity,
      "KEPT_PICTURES": Limits.keptPictures,
      "TEXTS": Limits.list,
      "EXTRA": Limits.extra,
      "EXTRA_KEY_BYTES": Limits.extraKey,
      "URI_SCHEMES": Limits.schemes,
      "MIME_TYPES": Limits.mimeTypes,
      "COMMANDS": Limits.commands,
      "CHAPTERS": Limits.chapters,
      "CHAPTER_TITLE_BYTES": Limits.chapterTitle,
      "TRACKS": Limits.tracks,
      "INTERVALS": Limits.commands,
      "RATES": Limits.commands,
      "DEVICES": Limits.devices,
      "QUEUE_ENTRIES": Limits.queue,
      "SHOWN_QUEUE_ENTRIES": TrackList.size,
      "PLAYLISTS": Limits.playlists,
      "OPEN_REQUESTS": Limits.requests,
      "SESSIONS": Limits.sessions,
      "REQUEST_TIME_US": Int(Request.timeLimit),
      "PREVIEW_TIME_US": Int(PictureCalls.previewTime),
      "VIDEO_TIME_US": Int(PictureCalls.videoTime),
      "POSITION_TIME_US": Int(PositionAnswers.timeout),
      "VOLUME": Int(Limits.volume),
    ]
    let header = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../include/nowplaying")
    let text = try String(contentsOf: header.appending(path: "nowplaying.h"), encoding: .utf8)
    var promised = [String: Int]()
    for limit in text.matches(of: /(?m)^#define NOWPLAYING_MAX_(\w+) (\d+)$/) {
      promised[String(limit.1)] = Int(limit.2)
    }
    // This limit is the bus's own.
    #expect(promised.removeValue(forKey: "BUS_NAME_BYTES") == 255)
    #expect(ours == promised)
    #expect(PendingCommands.answerTimeout == Request.timeLimit)
  }

  /// A prefix that is too long is refused: shortened, it would be another path.
  @Test func aTrackPrefixIsAsLongAsAnID() {
    let longest = "/" + String(repeating: "a", count: Limits.identifier - 1)
    #expect(AppOptions.takes(trackPrefix: "") && AppOptions.takes(trackPrefix: longest))
    #expect(!AppOptions.takes(trackPrefix: longest + "a") && !AppOptions.takes(trackPrefix: "a"))
  }
}
