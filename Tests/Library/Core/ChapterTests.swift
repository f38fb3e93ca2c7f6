// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

@Suite struct ChapterTests {
  private func chapters(_ starts: Microseconds...) -> Chapters? {
    Chapters(starts.map { Chapter(start: $0, title: "") })
  }

  @Test func chaptersFollowEachOther() {
    #expect(Chapters([]) == nil)
    #expect(chapters(-1) == nil)
    #expect(chapters(0, 5, 4) == nil)
    #expect(chapters(3)?.list.count == 1)
    #expect(chapters(0, 5, 5, .max)?.list.map(\.start) == [0, 5, 5, .max])
  }

  @Test func eachPieceMakesChaptersOthers() {
    let lists = [
      [Chapter(start: 0, title: "A")], [Chapter(start: 1, title: "A")], [Chapter(start: 0, title: "B")],
      [Chapter(start: 0, title: "A", artworkID: "P")], [Chapter(start: 0, title: "A"), Chapter(start: 0, title: "A")],
    ]
    for (index, one) in lists.enumerated() {
      for (other, two) in lists.enumerated() { #expect((Chapters(one) == Chapters(two)) == (index == other)) }
    }
    #expect(Chapter(start: 0, title: "\u{E9}") != Chapter(start: 0, title: "e\u{301}"))
  }

  @Test func sizeOfTheTexts() {
    let one = Chapters([Chapter(start: 0, title: "1234", artworkID: "12")])
    #expect(one?.size == 30)
  }

  @Test func chaptersMakeAContentAnother() {
    let plain = Content(kind: .podcast, id: "episode")
    var divided = plain
    divided.chapters = chapters(0, 5)
    #expect(divided != plain)
    var same = plain
    same.chapters = chapters(0, 5)
    #expect(divided == same && plain.chapters == nil)
  }

  @Test func aPictureIsFoundByTheIdThatSurfacesKnow() throws {
    let list = try #require(
      Chapters([Chapter(start: 0, title: ""), Chapter(start: 1, title: "", artworkID: "picture")]))
    #expect(list.artwork(ProtocolID.item("picture")) == "picture")
    #expect(list.artwork("") == nil && list.artwork("another") == nil)
  }
}
