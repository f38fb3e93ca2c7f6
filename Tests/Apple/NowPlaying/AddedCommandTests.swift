// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import NowPlayingExtras
import SwiftSupport
import Testing

extension AllTests {
  /// The commands that this library adds to Apple's framework, as surfaces of org.nowplaying see and give them.
  @Suite @MainActor struct AddedCommandTests {
    private func surface() throws -> Surface { try Surface(TestBus.shared.bus, TestBus.player) }

    @Test func chaptersLiveAndBookmarks() async throws {
      try await withPlayer { player in
        let surface = try surface()
        player.offered = { player in
          [
            .nextChapter { player.log.append("next") }, .previousChapter { player.log.append("previous") },
            .seekToLive { player.log.append("live") }.enabled(player.elapsed == 0),
            .bookmark(title: "Remember", shortTitle: "R", isActive: player.isPlaying) { player.isPlaying.toggle() },
          ]
        }
        let words = ["next-chapter", "previous-chapter", "seek-to-live", "bookmark"]
        try await eventually("they are offered") { try await surface.commands()[3]["command"].text == words[3] }
        for (index, word) in words.enumerated() {
          #expect(try await surface.commands()[index]["command"].text == word)
          #expect(try await surface.send(word).error == nil)
        }
        #expect(player.log == ["next", "previous", "live"])
        let bookmark = try await surface.commands()[3]
        #expect(bookmark["title"].text == "Remember" && bookmark["short-title"].text == "R")
        #expect(bookmark["active"].flag == true)
        player.elapsed = 1
        try await eventually("it is disabled") { try await surface.send("seek-to-live").error == "Disabled" }
      }
    }

    @Test(
      arguments: [(5, 5, 0.61, 0.6), (0, nil, 0.61, 0.61), (101, nil, 0.3, 0.3), (-1, nil, 0.3, 0.3)]
        as [(Int, Double?, Double, Double)])
    func aRating(_ steps: Int, _ shown: Double?, _ given: Double, _ rating: Double) async throws {
      try await withPlayer { player in
        let surface = try surface()
        let present = Place()
        present.seconds = .nan
        player.offered = { _ in [.setRating(current: present.seconds, steps: steps) { present.seconds = $0 }] }
        try await eventually("it is offered") { try await surface.commands()[0]["command"].text == "set-rating" }
        #expect(try await surface.commands()[0]["steps"].number == shown)
        #expect(try await surface.content()["user-rating"].isNull)
        #expect(try await surface.send("set-rating", "{'rating': <\(given)>}").error == nil)
        #expect(abs(present.seconds - rating) < 0.001)
        #expect(try await surface.content()["user-rating"].number == present.seconds)
        #expect(try await Client.metadata("xesam:userRating").number == present.seconds)
        present.seconds = 7
        try await eventually("it is clamped") { try await surface.content()["user-rating"].number == 1 }
        #expect(try await surface.send("set-rating", "{'rating': <1.1>}").error == "InvalidArgument")
      }
    }

    @Test func mute() async throws {
      try await withPlayer { player in
        let surface = try surface()
        let muted = { try await surface.ask("Session1").json["Playback"]["muted"].flag }
        player.offered = { player in [.mute(isMuted: player.isPlaying) { player.isPlaying = $0 }] }
        try await eventually("it is offered") { try await surface.commands()[0]["command"].text == "mute" }
        #expect(try await muted() == nil)
        #expect(try await surface.send("mute", "{'muted': <true>}").error == nil)
        #expect(try await muted() == true && player.isPlaying)
        player.offered = { player in [.mute(isMuted: true) { _ in }.enabled(false)] }
        try await eventually("it is disabled") {
          try await surface.send("mute", "{'muted': <false>}").error == "Disabled"
        }
        #expect(try await muted() == true)
        player.offered = { _ in [] }
        try await eventually("it is not muted") { try await muted() == nil }
      }
    }

    @Test func iconsAndPlaces() async throws {
      try await withPlayer { player in
        let surface = try surface()
        typealias Slot = MediaCommand.Slot
        let places: [(Slot, String?)] = [
          (.any, nil), (.central, "central"), (.back, "back"), (.forward, "forward"),
          (.backSecondary, "back-secondary"), (.forwardSecondary, "forward-secondary"), (.overflow, "overflow"),
        ]
        #expect(Set(places.map(\.0)) == Set(Slot.allCases))
        for (slot, word) in places {
          player.offered = { _ in
            [
              .feedback(title: "\(slot)") { _ in }.shown(as: "heart", in: slot),
              .custom(id: "a", title: "A", icon: "star", isActive: true) {}.shown(in: slot),
              .setRating(steps: 5) { _ in }.shown(as: "no/icon", in: slot).enabled(false),
              .skipForward(preferredIntervals: [30]) { _ in }.shown(as: "skip-forward"),
            ]
          }
          try await eventually("they are offered") { try await surface.commands()[0]["title"].text == "\(slot)" }
          let commands = try await surface.commands()
          for index in 0...2 { #expect(commands[index]["slot"].text == word) }
          #expect(["heart", "star", "star", "skip-forward"] == (0...3).map { commands[$0]["icon"].text })
          #expect(commands[1]["id"].text == "a" && commands[1]["active"].flag == true)
          #expect(commands[2]["steps"].number == 5 && commands[2]["enabled"].flag == false)
          #expect(commands[3]["intervals"][0].number == 30_000_000 && commands[3]["slot"].text == nil)
        }
      }
    }

    // MARK: Tracks

    private func tracks(_ surface: Surface) async throws -> JSON { try await surface.ask("Tracks1").json["Tracks"] }

    private func select(_ surface: Surface, _ kind: String, _ id: String) async throws -> Surface.Answer {
      try await surface.ask("Tracks1.SelectTrack ('\(kind)', '\(id)')")
    }

    /// Offers a choice of tracks; the selected ones are those whose id equals the player's title.
    private func offer(_ player: Player) {
      player.offered = { player in
        let selected = player.title
        func track(
          _ kind: MediaTrack.Kind, _ id: String, _ language: String?, _ nature: MediaTrack.Characteristics = []
        ) -> MediaTrack {
          MediaTrack(
            kind, id: id, languageTag: language, title: id + "!", characteristics: nature, isSelected: selected == id)
        }
        let tracks = [
          track(.audio, "1", "de", [.isDefault, .describesVideo, .init(rawValue: 1024)]), track(.audio, "1", "en"),
          track(.subtitles, "1", "", .isForced), track(.captions, "1", nil), track(.audio, "", "fr"),
          track(.audio, "2", "en", .isCommentary),
        ]
        return [
          .selectTrack(from: [track(.audio, "3", nil)]) { _, _ in player.log.append("disabled") }.enabled(false),
          .selectTrack(from: tracks) { kind, track in
            player.log.append("\(kind) \(track.map { $0.id + ($0.languageTag ?? "") } ?? "none")")
            player.title = track?.id ?? "none"
          },
        ]
      }
    }

    @Test func tracksAreShown() async throws {
      try await withPlayer(Player(title: "1")) { player in
        let surface = try surface()
        #expect(try await tracks(surface)[0].isNull)
        #expect(try await select(surface, "audio", "1").error == "NotOffered")
        offer(player)
        try await eventually("they are shown") { try await self.tracks(surface)[3]["id"].text == "2" }
        let shown = try await tracks(surface)
        let rows: [(String, String, String?, Bool, [String]?)] = [
          ("audio", "1", "de", true, ["default", "describes-video"]), ("subtitles", "1", nil, true, ["forced"]),
          ("captions", "1", nil, true, nil), ("audio", "2", "en", false, ["commentary"]),
        ]
        for (index, row) in rows.enumerated() {
          #expect(shown[index]["kind"].text == row.0 && shown[index]["id"].text == row.1)
          #expect(shown[index]["title"].text == row.1 + "!" && shown[index]["language"].text == row.2)
          #expect(shown[index]["selected"].flag == row.3 && shown[index]["characteristics"].texts == row.4)
        }
        #expect(shown[4].isNull)
        player.offered = { _ in [] }
        try await eventually("there are none") { try await self.tracks(surface)[0].isNull }
      }
    }

    @Test func tracksAreChosen() async throws {
      try await withPlayer(Player(title: "1")) { player in
        let surface = try surface()
        offer(player)
        try await eventually("they are shown") { try await self.tracks(surface)[3]["id"].text == "2" }
        #expect(try await select(surface, "audio", "2").error == nil)
        #expect(try await tracks(surface)[3]["selected"].flag == true)
        #expect(try await select(surface, "captions", "").error == nil)
        #expect(player.log == ["audio 2en", "captions none"])
        for (kind, id, error) in [("audio", "", "InvalidArgument"), ("audio", "3", "NotFound")] {
          #expect(try await select(surface, kind, id).error == error)
        }
        struct Refusal: LocalizedError { let errorDescription: String? = "The disc is scratched" }
        player.offered = { _ in [.selectTrack(from: [MediaTrack(.audio, id: "3")]) { _, _ in throw Refusal() }] }
        try await eventually("another is shown") { try await self.tracks(surface)[0]["id"].text == "3" }
        let answer = try await select(surface, "audio", "3")
        #expect(answer.error == "Failed" && answer.text == "The disc is scratched")
        #expect(player.log.count == 2)
      }
    }

    /// The closure's changes are emitted before its answer, also where the main actor has other work then.
    @Test func aChoiceIsEmittedBeforeItsAnswer() async throws {
      try await withPlayer(Player(title: "1")) { player in
        let (surface, isAnswered) = (try surface(), DispatchSemaphore(value: 0))
        player.offered = { player in
          let tracks = ["1", "2"].map { MediaTrack(.audio, id: $0, isSelected: player.title == $0) }
          return [
            .selectTrack(from: tracks) { _, track in
              DispatchQueue.main.async { _ = isAnswered.wait(timeout: .now() + 10) }
              player.title = track?.id
            }
          ]
        }
        try await eventually("they are shown") { try await self.tracks(surface)[1]["id"].text == "2" }
        let asked = Task.detached {
          defer { isAnswered.signal() }
          let error = try await surface.ask("Tracks1.SelectTrack ('audio', '2')").error
          return (error, try await surface.ask("Tracks1").json["Tracks"][1]["selected"].flag)
        }
        let (error, isSelected) = try await asked.value
        #expect(error == nil && isSelected == true)
      }
    }

    @Test func oneSelectedTrackOfAKindIsShown() async throws {
      try await withPlayer { player in
        let surface = try surface()
        player.offered = { _ in
          [.selectTrack(from: ["a", "b"].map { MediaTrack(.audio, id: $0, isSelected: true) }) { _, _ in }]
        }
        try await eventually("they are shown") { try await self.tracks(surface)[1]["id"].text == "b" }
        #expect(try await tracks(surface)[0]["selected"].flag == true)
        #expect(try await tracks(surface)[1]["selected"].flag == false)
      }
    }
  }
}
