// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import NowPlayingExtras
import SwiftSupport
import Testing

extension AllTests {
  /// The calls of clients and the answers to them: section 1.6 of the inventory.
  @Suite @MainActor struct CommandTests {
    @Test func closuresRunOnTheMainActorAndTheReplyComesAfterThem() async throws {
      try await withPlayer { player in
        player.offered = { player in
          [
            .play {
              MainActor.preconditionIsolated()
              player.log.append("play")
            }
          ]
        }
        await Task.yield()
        let result = try await Client.call("Play")
        #expect(result.status == 0)
        #expect(player.log == ["play"])
      }
    }

    @Test func theReplyWaitsForAnAsyncClosure() async throws {
      try await withPlayer { player in
        let gate = Gate()
        player.offered = { player in
          [
            .next {
              player.log.append("begin")
              await gate.wait()
              player.log.append("end")
            }
          ]
        }
        async let result = Client.call("Next")
        try await eventually("it has begun") { player.log == ["begin"] }
        // A call meanwhile is served, and the first call still waits.
        #expect(try await Client.title() == "Title")
        #expect(player.log == ["begin"])
        gate.open()
        #expect(try await result.status == 0)
        #expect(player.log == ["begin", "end"])
      }
    }

    @Test func aThrownErrorIsTheTextOfTheReply() async throws {
      struct Refusal: Error, LocalizedError {
        var errorDescription: String? { "The disc is scratched" }
      }
      try await withPlayer { player in
        player.offered = { _ in [.next { throw Refusal() }, .previous { throw MediaSessionError.internalFailure }] }
        await Task.yield()
        let next = try await Client.call("Next")
        #expect(next.status != 0)
        #expect(next.errors.contains("The disc is scratched"))
        let previous = try await Client.call("Previous")
        #expect(previous.errors.contains("The system did not make the session primary"))
        let wire = NSError(domain: "Wire", code: 7, userInfo: [NSLocalizedDescriptionKey: "The wire is cut"])
        enum Fault: Error { case noDisc }
        player.offered = { _ in [.next { throw wire }, .previous { throw Fault.noDisc }] }
        #expect(try await Client.call("Next").errors.hasSuffix("The wire is cut"))
        #expect(try await Client.call("Previous").errors.hasSuffix("noDisc"))
      }
    }

    @Test func theNewestClosuresAreCalled() async throws {
      try await withPlayer { player in
        for generation in 1...3 {
          // The offered commands stay the same, and only the closure is new.
          player.offered = { player in [.next { player.log.append("next \(generation)") }] }
          try await Client.call("Next")
          #expect(player.log.last == "next \(generation)")
        }
      }
    }

    /// A call that is waiting for the main actor when the model changes calls the new closure, not that of the last
    /// reading.
    @Test func theNewestClosureIsCalledAlsoWhenTheCallCameFirst() async throws {
      try await withPlayer { player in
        let signals = try SignalLog()
        let call = Task.detached { try await Client.call("Next") }
        try Client.holdUntilDelivered { signals.calls.contains("Next") }
        // Another command is now in the old one's place in the list.
        player.offered = { player in
          [
            .play {}, .pause {}, .previous { player.log.append("another") }, .seekToPosition { _ in },
            .next { player.log.append("new") },
          ]
        }
        #expect(try await call.value.status == 0)
        #expect(player.log == ["new"])
      }
    }

    @Test func commandsThatChangePlacesAreNotConfused() async throws {
      try await withPlayer { player in
        player.offered = { player in [.next { player.log.append("next") }, .previous { player.log.append("previous") }]
        }
        try await eventually("previous is offered") { try await Client.flag("CanGoPrevious") == true }
        player.offered = { player in [.previous { player.log.append("previous") }, .next { player.log.append("next") }]
        }
        try await Client.call("Next")
        try await Client.call("Previous")
        #expect(player.log == ["next", "previous"])
      }
    }

    @Test func aDisabledCommandIsShownAsSuchAndNotCalled() async throws {
      try await withPlayer { player in
        player.offered = { player in
          [.next { player.log.append("next") }.enabled(false), .play { player.log.append("play") }]
        }
        try await eventually("it cannot go on") { try await Client.flag("CanGoNext") == false }
        #expect(try await Client.call("Next").status == 0)
        try await Client.call("Play")
        #expect(player.log == ["play"])
        player.offered = { player in [.next { player.log.append("next") }.enabled(false).enabled(true)] }
        try await eventually("it can") { try await Client.flag("CanGoNext") == true }
      }
    }

    @Test func ofTwoCommandsOfAKindTheFirstEnabledOneIsCalled() async throws {
      try await withPlayer { player in
        player.offered = { player in
          [
            .next { player.log.append("a") }.enabled(false), .next { player.log.append("b") },
            .next { player.log.append("c") },
          ]
        }
        try await Client.call("Next")
        #expect(player.log == ["b"])
      }
    }

    @Test func twoFeedbackCommandsAreNormal() async throws {
      try await withPlayer { player in
        player.offered = { _ in
          [
            .feedback(title: "Like", status: .positive) { _ in },
            .feedback(title: "Dislike", shortTitle: "No") { _ in },
          ]
        }
        try await eventually("it is liked") { try await Client.metadata("xesam:userRating").number == 1 }
        player.offered = { _ in [.feedback(status: .negative) { _ in }, .feedback { _ in }] }
        try await eventually("it is not liked") { try await Client.metadata("xesam:userRating").number == 0 }
      }
    }

    @Test func aSurfaceGivesFeedbackByOneOfSeveralButtons() async throws {
      try await withPlayer { player in
        let surface = try Surface(TestBus.shared.bus, TestBus.player)
        player.offered = { player in
          [
            .feedback(title: "Like", status: .positive) { player.log.append("like \($0)") },
            .feedback(title: "Dislike", shortTitle: "No") { player.log.append("dislike \($0)") },
          ]
        }
        try await eventually("they are offered") { try await surface.commands()[1]["title"].text == "Dislike" }
        let commands = try await surface.commands()
        for (index, current) in ["positive", "neutral"].enumerated() {
          #expect(commands[index]["command"].text == "feedback" && commands[index]["current"].text == current)
          #expect(commands[index]["supported"].texts == ["neutral", "positive", "negative"])
        }
        #expect(commands[1]["short-title"].text == "No")
        for (mode, button) in [("neutral", 0), ("negative", 1)] {
          let answer = try await surface.send("feedback", "{'mode': <'\(mode)'>, 'button': <uint32 \(button)>}")
          #expect(answer.error == nil)
        }
        #expect(player.log == ["like neutral", "dislike negative"])
      }
    }

    @Test func aSurfaceShowsAndPressesButtonsOfTheAppsOwn() async throws {
      try await withPlayer { player in
        let surface = try Surface(TestBus.shared.bus, TestBus.player)
        let offer: (String...) -> Void = { ids in
          player.offered = { player in
            ids.map { id in
              .custom(id: id, title: "Title " + id, shortTitle: "T", icon: id + "-icon", isActive: id == "b") {
                player.log.append(id)
              }
            } + [.custom(id: "a", title: "Again") { player.log.append("again") }, .custom(id: "", title: "None") {}]
          }
        }
        offer("a", "b", "no/icon")
        try await eventually("they are offered") { try await surface.commands()[2]["id"].text != nil }
        let commands = try await surface.commands()
        for (index, id) in ["a", "b"].enumerated() {
          #expect(commands[index]["command"].text == "custom" && commands[index]["id"].text == id)
          #expect(commands[index]["title"].text == "Title " + id && commands[index]["short-title"].text == "T")
          #expect(commands[index]["icon"].text == id + "-icon" && commands[index]["active"].flag == (id == "b"))
        }
        #expect(commands[2]["icon"].text == nil && commands[3]["command"].text == nil)
        #expect(try await surface.send("custom", "{'id': <'b'>}").error == nil)
        // Commands that change places keep their identity, and a removed one cannot be sent.
        offer("b", "a")
        #expect(try await surface.send("custom", "{'id': <'b'>}").error == nil)
        #expect(player.log == ["b", "b"])
        offer("a")
        try await eventually("it has gone") { try await surface.send("custom", "{'id': <'b'>}").error == "NotFound" }
        #expect(player.log == ["b", "b"])
      }
    }

    @Test func aSurfacePressesAndLetsGo() async throws {
      try await withPlayer { player in
        let surface = try Surface(TestBus.shared.bus, TestBus.player)
        player.offered = { player in
          [.seekForward(beginAction: { player.log.append("begin") }, endAction: { player.log.append("end") })]
        }
        try await eventually("it is offered") { try await surface.commands()[0]["command"].text == "seek-forward" }
        for phase in ["begin", "end"] {
          #expect(try await surface.send("seek-forward", "{'phase': <'\(phase)'>}").error == nil)
        }
        #expect(player.log == ["begin", "end"])
      }
    }

    @Test func positionsAreSeconds() async throws {
      try await withPlayer { player in
        player.offered = { player in
          [
            .seekToPosition {
              player.elapsed = $0
              player.log.append("seek \($0)")
            }
          ]
        }
        _ = try await Client.playerctl("position", "12.5")
        #expect(player.log == ["seek 12.5"])
        try await Client.call("Seek", "x", "--", "-5000000")
        try await Client.call("Seek", "x", "--", "-15000000")
        #expect(player.log == ["seek 12.5", "seek 7.5", "seek 0.0"])
      }
    }

    @Test func skippingHasItsFirstIntervalAndTenSecondsWithout() async throws {
      try await withPlayer { player in
        player.offered = { player in
          [
            .skipForward(preferredIntervals: [30, 60]) { player.log.append("forward \($0)") },
            .skipBackward { player.log.append("backward \($0)") },
          ]
        }
        try await eventually("it can") { try await Client.flag("CanSeek") == true }
        try await Client.call("Seek", "x", "5000000")
        try await Client.call("Seek", "x", "--", "-5000000")
        #expect(player.log == ["forward 30.0", "backward 10.0"])
        // Invalid intervals are left out.
        player.offered = { player in
          [.skipForward(preferredIntervals: [-1, .nan, 0, .infinity]) { player.log.append("forward \($0)") }]
        }
        try await Client.call("Seek", "x", "5000000")
        #expect(player.log.last == "forward 10.0")
      }
    }

    @Test func theNearestRateIsChosen() async throws {
      try await withPlayer { player in
        player.offered = { player in
          [.changePlaybackRate(supported: [0.5, 1, 1.5, 2, .nan]) { player.log.append("rate \($0)") }]
        }
        try await eventually("it can") { try await Client.number("MaximumRate") == 2 }
        #expect(try await Client.number("MinimumRate") == 0.5)
        try await Client.set("Rate", "d", "1.4")
        #expect(player.log == ["rate 1.5"])
      }
    }

    @Test func repeatAndShuffleAreEmittedAndChanged() async throws {
      try await withPlayer { player in
        player.offered = { player in
          [
            .changeRepeatMode(current: .one, supported: [.off, .one]) { player.log.append("repeat \($0)") },
            .changeShuffleMode(current: .collections) { player.log.append("shuffle \($0)") },
          ]
        }
        try await eventually("it repeats") { try await Client.text("LoopStatus") == "Track" }
        #expect(try await Client.flag("Shuffle") == true)
        try await Client.set("LoopStatus", "s", "None")
        // It shuffles albums, which a client sees as true, and which it keeps.
        try await Client.set("Shuffle", "b", "true")
        try await Client.set("Shuffle", "b", "false")
        #expect(player.log == ["repeat off", "shuffle collections", "shuffle off"])
        #expect(try await Client.set("LoopStatus", "s", "Playlist").status != 0)
        #expect(player.log.count == 3)
      }
    }

    @Test func aCommandIsCancelledWhenItsSessionGoes() async throws {
      let player = Player()
      _ = TestBus.shared
      try await player.show()
      let log = Log()
      player.offered = { _ in
        [
          .next {
            log.lines.append("begin")
            // sleeps: a handler that does not end by itself
            do { try await Task.sleep(for: .seconds(60)) } catch { log.lines.append("cancelled") }
          }
        ]
      }
      async let result = Client.call("Next")
      try await eventually("it has begun") { log.lines == ["begin"] }
      player.session = nil
      try await eventually("it is cancelled") { log.lines == ["begin", "cancelled"] }
      #expect(try await result.status != 0)
      try await eventually("the player has gone") { try await Client.players() == [] }
    }

    @Test func aCommandIsCancelledWhenItsTimeIsOver() async throws {
      try await withPlayer { player in
        player.offered = { player in
          [
            .next {
              // sleeps: a handler that does not end by itself
              do { try await Task.sleep(for: .seconds(60)) } catch { player.log.append("cancelled") }
            }
          ]
        }
        let start = ContinuousClock.now
        let result = try await Client.call("Next")
        #expect(result.errors.contains("The player did not answer in time"))
        #expect(ContinuousClock.now - start < .seconds(15))
        try await eventually("it is cancelled") { player.log == ["cancelled"] }
        let lines = TestBus.shared.log.all.filter { $0.contains("within ten seconds") }
        #expect(lines.count == 1 && lines.first?.hasPrefix("warning: A command was not done") == true, "\(lines)")
      }
    }

    @Test func moreCommandsThanAreTakenDoNoHarm() async throws {
      try await withPlayer { player in
        player.offered = { player in
          [.previous { player.log.append("previous") }]
            + (0..<1000).map { index in .next { player.log.append("\(index)") } }
        }
        try await eventually("it can") { try await Client.flag("CanGoPrevious") == true }
        try await Client.call("Next")
        #expect(player.log == ["0"])
      }
    }
  }
}

/// A place where work waits until a test lets it go on.
@MainActor final class Gate {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isOpen = false

  func wait() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
