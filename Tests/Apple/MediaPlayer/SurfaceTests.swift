// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Testing

@testable import MediaPlayer

extension MediaPlayerTests {
  /// The commands that surfaces of org.nowplaying give, and for which MPRIS has no call.
  @MainActor @Suite(.serialized) final class SurfaceTests {
    private var seen: [String] = []

    init() async throws {
      try await Player.reset()
      Player.info.nowPlayingInfo = [MPMediaItemPropertyTitle: "Item"]
      try await eventually("the player appears") { try await Player.isShown() }
    }

    @Test(arguments: [[], .music, .podcast, .audioBook, .movie, .tvShow, .homeVideo] as [MPMediaType])
    func `chapters of any kind of content`(_ type: MPMediaType) async throws {
      let surface = try Player.surface()
      let show: (Any, Any) -> Void = { number, count in
        Player.info.nowPlayingInfo = [
          MPMediaItemPropertyTitle: "Item", MPMediaItemPropertyMediaType: type.rawValue,
          MPNowPlayingInfoPropertyChapterNumber: number, MPNowPlayingInfoPropertyChapterCount: count,
        ]
      }
      // Apple counts chapters from zero, the protocol from one.
      show(2, 9)
      try await eventually("the chapter is emitted") { try await surface.content()["chapter"].number == 3 }
      #expect(try await surface.content()["chapter-count"].number == 9)
      #expect(try await Player.metadata("xesam:trackNumber") as? Int == (type == .audioBook ? 3 : nil))
      // A negative number and no chapters mean that there are none.
      show(-1, 0)
      try await eventually("there is none") { try await surface.content()["chapter"].isNull }
      #expect(try await surface.content()["chapter-count"].isNull)
    }

    @Test func `the place in the queue and the entities reach both wires`() async throws {
      let surface = try Player.surface()
      let show: (Any, Any, Any) -> Void = { index, count, entities in
        Player.info.nowPlayingInfo = [
          MPMediaItemPropertyTitle: "Item", MPNowPlayingInfoPropertyPlaybackQueueIndex: index,
          MPNowPlayingInfoPropertyPlaybackQueueCount: count, MPNowPlayingInfoPropertyAppEntityIdentifiers: entities,
          "example:own": "kept",
        ]
      }
      show(0, UInt8(12), ["Song/1", "Album/2"])
      try await eventually("the place is sent") { try await surface.content()["extra"]["queue-index"].text == "0" }
      let extra = try await surface.content()["extra"]
      #expect(extra["queue-count"].text == "12" && extra["app-entities"].text == "Song/1\nAlbum/2")
      #expect(extra["example:own"].text == "kept")
      #expect(try await Player.metadata("queue-index") as? String == "0")
      // A wrong index, a wrong count and identifiers that are no list are left out.
      show(-1, 0, "Song/1")
      try await eventually("there is none") { try await surface.content()["extra"]["queue-index"].isNull }
      let rest = try await surface.content()["extra"]
      #expect(rest["queue-count"].isNull && rest["app-entities"].isNull && rest["example:own"].text == "kept")
    }

    @Test func `a bookmark is switched on and off`() async throws {
      let surface = try Player.surface()
      let bookmark = Player.commands.bookmarkCommand
      bookmark.localizedTitle = "Remember"
      bookmark.localizedShortTitle = "R"
      bookmark.addTarget { [self] event in
        seen.append((event as? MPFeedbackCommandEvent)?.isNegative == false ? "on" : "off")
        bookmark.isActive.toggle()
        return .success
      }
      for isActive in [false, true] {
        try await eventually("it is offered") { try await surface.commands()[0]["active"].flag == isActive }
        let command = try await surface.commands()[0]
        #expect(command["command"].text == "bookmark" && command["current"].text == nil)
        #expect(command["title"].text == "Remember" && command["short-title"].text == "R")
        #expect(try await surface.send("bookmark").error == nil)
      }
      #expect(seen == ["on", "off"])
      (bookmark.localizedTitle, bookmark.localizedShortTitle) = ("", "")
    }

    @Test(
      arguments: [
        (0, 1, nil, 0.25, 0.25), (1, 5, 5, 0.61, 3), (1, 5, 5, 0, 1), (0, 10, 10, 1, 10), (-1, 1, nil, 0.25, -0.5),
        (0, 2.5, nil, 0.5, 1.25),
      ] as [(Float, Float, Double?, Double, Float)])
    func `a rating`(_ low: Float, _ high: Float, _ steps: Double?, _ given: Double, _ rating: Float) async throws {
      let surface = try Player.surface()
      let command = Player.commands.ratingCommand
      (command.minimumRating, command.maximumRating) = (low, high)
      command.addTarget { [self] event in
        seen.append("\((event as? MPRatingCommandEvent)?.rating ?? -99)")
        return .success
      }
      try await eventually("it is offered") { try await surface.commands()[0]["command"].text == "set-rating" }
      #expect(try await surface.commands()[0]["steps"].number == steps)
      #expect(try await surface.send("set-rating", "{'rating': <\(given)>}").error == nil)
      #expect(seen == ["\(rating)"])
      for wrong in ["1.1", "-0.1", "'a'"] {
        #expect(try await surface.send("set-rating", "{'rating': <\(wrong)>}").error == "InvalidArgument")
      }
    }

    /// Like and dislike are two buttons, and a surface gives an opinion without knowing to which of them it belongs.
    @Test func `an opinion finds its button`() async throws {
      let surface = try Player.surface()
      let buttons = [("like", Player.commands.likeCommand), ("dislike", Player.commands.dislikeCommand)]
      for (word, button) in buttons {
        button.addTarget { [self] event in
          let isTakenBack = (event as? MPFeedbackCommandEvent)?.isNegative == true
          seen.append(isTakenBack ? "no " + word : word)
          for (_, other) in buttons { other.isActive = other === button && !isTakenBack }
          return .success
        }
      }
      try await eventually("both are offered") { try await surface.commands()[1]["command"].text == "feedback" }
      for mode in ["negative", "positive", "negative", "neutral"] {
        #expect(try await surface.send("feedback", "{'mode': <'\(mode)'>}").error == nil)
      }
      #expect(seen == ["dislike", "like", "dislike", "no dislike"])
    }

    @Test func `a rating between bounds that are none is not offered`() async throws {
      let surface = try Player.surface()
      let command = Player.commands.ratingCommand
      command.addTarget { _ in .success }
      try await eventually("it is offered") { try await surface.commands()[0]["command"].text == "set-rating" }
      for (low, high) in [(1, 1), (2, 1), (0, Float.nan), (0, .infinity)] as [(Float, Float)] {
        (command.minimumRating, command.maximumRating) = (low, high)
        try await eventually("it is not offered") {
          try await surface.send("set-rating", "{'rating': <1.0>}").error == "NotOffered"
        }
      }
    }

    // MARK: Languages

    private static func option(
      _ type: MPNowPlayingInfoLanguageOptionType, _ tag: String?, _ name: String?, _ identifier: String? = nil,
      _ characteristics: String...
    ) -> MPNowPlayingInfoLanguageOption {
      MPNowPlayingInfoLanguageOption(
        type: type, languageTag: tag, characteristics: characteristics, displayName: name, identifier: identifier)
    }

    private let german = option(.audible, "de", "German", "a1")
    private let english = option(.audible, "en", nil, "a2", MPLanguageOptionCharacteristicDescribesVideo)
    private let read = option(.legible, "en", "English", nil, MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles)
    private let spoken = option(.legible, "en", "CC", nil, MPLanguageOptionCharacteristicTranscribesSpokenDialog)

    /// Gives the item the language options, and has the commands record the options that they are called with.
    private func show(allowsNone: Bool = true) {
      typealias Group = MPNowPlayingInfoLanguageOptionGroup
      let off = Self.option(.legible, nil, nil)
      let groups = [
        Group(languageOptions: [german, english], defaultLanguageOption: german, allowEmptySelection: false),
        Group(languageOptions: [off, read, read, spoken], defaultLanguageOption: nil, allowEmptySelection: allowsNone),
      ]
      Player.info.nowPlayingInfo?[MPNowPlayingInfoPropertyAvailableLanguageOptions] = groups
      let commands = [
        ("on", Player.commands.enableLanguageOptionCommand), ("off", Player.commands.disableLanguageOptionCommand),
      ]
      for (word, command) in commands {
        command.addTarget { [self] event in
          guard let event = event as? MPChangeLanguageOptionCommandEvent else { return .commandFailed }
          #expect(event.command === command && event.setting == .nowPlayingItemOnly)
          let option = event.languageOption
          seen.append(word + " " + (option.displayName ?? option.identifier ?? ""))
          Player.info.nowPlayingInfo?[MPNowPlayingInfoPropertyCurrentLanguageOptions] = word == "on" ? [option] : []
          return .success
        }
      }
    }

    private func tracks(_ surface: Surface) async throws -> JSON { try await surface.ask("Tracks1").json["Tracks"] }

    private func select(_ surface: Surface, _ kind: String, _ id: String) async throws -> String? {
      try await surface.ask("Tracks1.SelectTrack ('\(kind)', '\(id)')").error
    }

    @Test func `languages are tracks`() async throws {
      let surface = try Player.surface()
      show()
      try await eventually("they are shown") { try await tracks(surface)[3]["kind"].text != nil }
      let shown = try await tracks(surface)
      let rows =
        [
          ("audio", "de", "German", true, ["default"]), ("audio", "en", nil, false, ["describes-video"]),
          ("subtitles", "en", "English", false, ["forced"]), ("captions", "en", "CC", false, []),
        ] as [(String, String, String?, Bool, [String])]
      for (index, row) in rows.enumerated() {
        #expect(shown[index]["kind"].text == row.0 && shown[index]["language"].text == row.1)
        #expect(shown[index]["title"].text == row.2 && shown[index]["selected"].flag == row.3)
        #expect((shown[index]["characteristics"].texts ?? []) == row.4)
      }
      #expect(shown[4]["kind"].text == nil)
      // Options that cannot be chosen are not shown.
      Player.commands.enableLanguageOptionCommand.removeTarget(nil)
      try await eventually("they are not shown") { try await tracks(surface)[0]["kind"].text == nil }
      #expect(try await select(surface, "audio", "a2") == "NotOffered")
    }

    @Test func `languages are chosen`() async throws {
      let surface = try Player.surface()
      show()
      try await eventually("they are shown") { try await tracks(surface)[3]["kind"].text != nil }
      #expect(try await select(surface, "audio", "a2") == nil)
      #expect(seen == ["on a2"])
      try await eventually("it is chosen") { try await tracks(surface)[1]["selected"].flag == true }
      let subtitles = try await tracks(surface)[2]["id"].text ?? ""
      // No subtitles are chosen: choosing none calls no handler.
      #expect(try await select(surface, "subtitles", "") == nil)
      #expect(try await select(surface, "subtitles", subtitles) == nil)
      try await eventually("it is chosen") { try await tracks(surface)[2]["selected"].flag == true }
      #expect(try await select(surface, "subtitles", "") == nil)
      #expect(seen == ["on a2", "on English", "off English"])
      #expect(try await select(surface, "audio", "") == "InvalidArgument")
      #expect(try await select(surface, "audio", "a3") == "NotFound")
    }

    @Test func `a group of which one is always on`() async throws {
      let surface = try Player.surface()
      show(allowsNone: false)
      Player.info.nowPlayingInfo?[MPNowPlayingInfoPropertyCurrentLanguageOptions] = [spoken]
      try await eventually("they are shown") { try await tracks(surface)[3]["selected"].flag == true }
      #expect(try await select(surface, "captions", "") == "Failed")
      #expect(seen == [])
    }
  }
}
