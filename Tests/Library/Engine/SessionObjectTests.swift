// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingEngine

/// Tests the cost of a session's long texts for surfaces, without a bus.
@Suite struct SessionObjectTests {
  private let session: Session
  private let object: SessionObject

  init() throws {
    session = try Session(lonelyApp(), id: "s", QuietHost())
    object = SessionObject(session)
  }

  private func content(_ change: (inout Content) -> Void = { _ in }) -> Content {
    var content = Content(kind: .podcast, id: "episode")
    content.texts[.title] = "Title"
    change(&content)
    return content
  }

  /// Commits, and has the object take it over.
  private func show(_ content: Content, room: Int = .max) {
    #expect(session.set(content: content) == nil && session.commit() == nil)
    #expect(object.refresh(session.committed, [], now: 0, room: room))
  }

  @Test func longTextsAreCounted() {
    show(content())
    #expect(object.lyrics == 0)
    show(content { $0.texts[.lyrics] = "lala" })
    #expect(object.lyrics == 4)
    show(
      content {
        $0.texts[.lyrics] = "la"
        let isSet = $0.extra.set("a:b", to: "12")
        #expect(isSet)
        $0.chapters = Chapters([Chapter(start: 0, title: "One", artworkID: "1")])
      })
    #expect(object.lyrics == 2 + 3 + 2 + 24 + 4)
  }

  @Test func whatHasNoRoomIsLeftOut() {
    let long = content { $0.texts[.lyrics] = String(repeating: "la", count: 50) }
    show(content(), room: 0)
    let plain = object.size
    show(long, room: 100)
    #expect(object.lyrics == 100 && object.size >= plain + 100)
    show(content())
    show(long, room: 99)
    #expect(object.lyrics == 0 && object.size == plain)
  }

  /// A reply for all sessions that would be too large is refused; each session may make up most of it.
  @Test func allThatIsLongMakesAnAnswerLonger() throws {
    let long = String(repeating: "x", count: 1000)
    show(content())
    let plain = object.size
    show(content { $0.texts[.title] = long })
    #expect(object.size >= plain + 990)
    #expect(session.set(tracks: [Track(.audio, id: "1", title: long)]) == nil)
    show(content())
    #expect(object.size >= plain + 1000)
    #expect(session.set(tracks: []) == nil)
    let button = try #require(CommandDescriptor(kind: .custom, look: CommandLook(id: "1", title: long)))
    #expect(session.set(commands: [button]) == nil)
    show(content())
    #expect(object.size >= plain + 1000)
  }
}
