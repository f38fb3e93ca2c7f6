// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

@Suite struct TrackTests {
  @Test func wordsOfTracks() {
    #expect(TrackKind.allCases.map(\.word.string) == ["audio", "subtitles", "captions"])
    for kind in TrackKind.allCases {
      #expect(TrackKind(word: kind.word.string) == kind)
      #expect(kind.mayBeNone == (kind != .audio))
    }
    for word in ["", "Audio", "video"] { #expect(TrackKind(word: word) == nil) }
    #expect(TrackCharacteristics.allWords.count == TrackCharacteristics.known.rawValue.nonzeroBitCount)
    let named: [(TrackCharacteristics, String)] = [
      (.isDefault, "default"), (.isForced, "forced"), (.describesVideo, "describes-video"),
      (.isCommentary, "commentary"),
    ]
    for (characteristic, word) in named { #expect(characteristic.words == [word]) }
  }

  @Test func eachPieceMakesATrackAnother() {
    let tracks = [
      Track(.audio, id: "1"), Track(.subtitles, id: "1"), Track(.audio, id: "2"),
      Track(.audio, id: "1", language: "de"), Track(.audio, id: "1", title: "German"),
      Track(.audio, id: "1", characteristics: .known), Track(.audio, id: "1", isSelected: true),
    ]
    for (index, one) in tracks.enumerated() {
      for (other, two) in tracks.enumerated() { #expect((one == two) == (index == other)) }
    }
    #expect(tracks[0] == Track(.audio, id: "1"))
  }

  @Test func tracksThatCannotBeInOneList() {
    let one = Track(.audio, id: "1", isSelected: true)
    #expect(one.excludes(Track(.audio, id: "1")) && one.excludes(Track(.audio, id: "2", isSelected: true)))
    #expect(!one.excludes(Track(.audio, id: "2")) && !one.excludes(Track(.subtitles, id: "1", isSelected: true)))
  }

  @Test func aChoiceIsOfATrackThatIsThere() throws {
    let state = ordinaryState { $0.tracks = [Track(.audio, id: "de"), Track(.subtitles, id: "en")] }
    #expect(try SessionCall.choice("audio", "de", state) == .select(.audio, "de"))
    #expect(try SessionCall.choice("subtitles", "", state) == .select(.subtitles, nil))
    for (word, id, error) in [
      ("captions", "", .notOffered), ("video", "de", .notOffered), ("audio", "en", .notFound),
      ("audio", "", .invalidArgument),
    ] as [(String, String, ProtocolError)] {
      #expect {
        _ = try SessionCall.choice(word, id, state)
      } throws: {
        ($0 as? ProtocolRefusal)?.error == error
      }
    }
  }
}
