// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import SwiftSupport
import Synchronization
import Testing

extension AllTests {
  /// Tests how a model is observed: section 6 of the inventory.
  @Suite @MainActor struct ObservationTests {
    @Test func aThousandChangesInOneTurnPublishOnce() async throws {
      try await withPlayer { player in
        let signals = try SignalLog()
        let before = player.reads
        for index in 1...1000 { player.title = "Change \(index)" }
        try await eventually("the last one is published") {
          signals.changes.contains { $0.changedTitle == "Change 1000" }
        }
        #expect(signals.changes.count == 1)
        #expect(player.reads.content == before.content + 1)
      }
    }

    @Test func eachPropertyIsReadExactlyOncePerPass() async throws {
      try await withPlayer { player in
        for round in 1...3 {
          let before = player.reads
          player.title = "Round \(round)"
          player.isPlaying.toggle()
          try await eventually("it is read") { player.reads != before }
          // The next turns of the main actor must not read the model again.
          for _ in 1...20 { await Task.yield() }
          #expect(
            player.reads
              == .init(
                id: before.id + 1, content: before.content + 1, snapshot: before.snapshot + 1,
                commands: before.commands + 1))
        }
      }
    }

    @Test func nestedObservablesAreFollowedAlsoWhenTheyAreReplaced() async throws {
      let model = Nested()
      let session = MediaSession(model)
      _ = TestBus.shared
      try await session.requestToBecomeApplicationPrimary()
      try await eventually("it is there") { try await Client.title() == "first" }
      model.source.name = "second"
      try await eventually("a change inside is seen") { try await Client.title() == "second" }
      let old = model.source
      model.source = Nested.Source("third")
      try await eventually("another object is seen") { try await Client.title() == "third" }
      old.name = "not this"
      model.source.name = "fourth"
      try await eventually("a change inside of it is seen") { try await Client.title() == "fourth" }
    }

    @Test func aModelThatIsNotObservableIsNoted() {
      _ = TestBus.shared
      let noted = { (model: String) in
        TestBus.shared.log.all.contains { $0.hasPrefix("debug: \(model) is not @Observable") }
      }
      let session = MediaSession(Unobserved())
      #expect(noted("Unobserved") && session.id == "unobserved")
      _ = MediaSession(Nested())
      _ = MediaSession(Still())
      #expect(!noted("Nested") && !noted("Still"))
    }

    @Test func aGetterThatMutatesTheModelDoesNotLoop() async throws {
      try await withPlayer { player in
        let counter = Counter()
        player.offered = { _ in
          counter.value += 1
          return [.play {}]
        }
        try await eventually("it is read") { counter.value > 0 }
        let before = player.reads.commands
        for _ in 1...50 { await Task.yield() }
        #expect(player.reads.commands - before <= 1)
      }
    }

    @Test func aGetterThatMutatesTheModelLaterIsSlowedDown() async throws {
      try await withPlayer { player in
        let counter = Counter()
        player.offered = { _ in
          let value = counter.value
          Task { counter.value = value + 1 }
          return [.play {}]
        }
        try await eventually("it goes on and on") { counter.value > 250 }
        let (before, start) = (counter.value, ContinuousClock.now)
        // sleeps: the turns within it are counted
        try await Task.sleep(for: .seconds(1))
        let perSecond = Double(counter.value - before) / ((ContinuousClock.now - start) / .seconds(1))
        // Without a limit there would be more than ten thousand in a second.
        #expect(perSecond < 4000)
        player.title = "And still it is heard"
        try await eventually("a change is published") { try await Client.title() == "And still it is heard" }
        player.offered = nil
      }
    }

    @Test func changesOnOtherThreadsAreSeen() async throws {
      let model = Free()
      let session = MediaSession(model)
      _ = TestBus.shared
      try await session.requestToBecomeApplicationPrimary()
      for round in 1...5 {
        await Task.detached { for step in 1...200 { model.set("\(round).\(step)") } }.value
        try await eventually("the last is seen") { try await Client.title() == "\(round).200" }
      }
    }

    @Test func theEndOfASessionRemovesThePlayerAndObservesNoMore() async throws {
      let player = Player()
      _ = TestBus.shared
      try await player.show()
      try await player.hide()
      let before = player.reads
      player.title = "Nobody reads this"
      for _ in 1...20 { await Task.yield() }
      #expect(player.reads == before)
    }

    @Test func neitherSessionNorModelIsKeptByTheObservation() async throws {
      let before = Player.living
      _ = TestBus.shared
      var player: Player? = Player()
      try await player?.show()
      weak let session = player?.session
      player?.title = "A change, so that observation is armed anew"
      player?.session = nil
      #expect(session == nil)
      player = nil
      #expect(Player.living == before)
      try await eventually("the player has gone") { try await Client.players() == [] }
    }

    @Test func aModelThatForgetsItsSessionIsReleasedWithTheSessionAlone() async throws {
      let before = Player.living
      var session: MediaSession<Player>? = MediaSession(Player())
      #expect(Player.living == before + 1)
      #expect(session?.id == "player")
      session = nil
      #expect(Player.living == before)
    }

    @Test func aStructMayBeTheModel() async throws {
      _ = TestBus.shared
      let session = MediaSession(Still())
      try await session.requestToBecomeApplicationPrimary()
      try await eventually("it is there") { try await Client.title() == "Still" }
    }

    @Test func noContentAndNoCommandsAreNormalWhileIdle() async throws {
      _ = TestBus.shared
      let player = Player(title: nil)
      player.offered = { _ in [] }
      let session = MediaSession(player)
      try await session.requestToBecomeApplicationPrimary()
      #expect(session.isApplicationPrimary)
      // An earlier session's content may still be shown for the short time that a pause between two items may last.
      try await eventually("nothing is shown") { try await Client.players() == [] }
      player.title = "Something"
      try await eventually("it appears") { try await Client.title() == "Something" }
      player.title = nil
      try await eventually("it goes") { try await Client.players() == [] }
    }
  }
}

@Observable @MainActor final class Counter {
  var value = 0
}

@Observable @MainActor final class Nested: @MainActor MediaSessionRepresentable {
  @Observable @MainActor final class Source {
    var name: String
    init(_ name: String) { self.name = name }
  }

  var source = Source("first")
  let id = "nested"
  var content: (any MediaContentRepresentable)? {
    GenericContent(id: "item", title: source.name, type: .audio, duration: nil, artwork: nil)
  }
  var playbackSnapshot: MediaPlaybackSnapshot? { nil }
  var commands: [MediaCommand] { [] }
}

final class Unobserved: MediaSessionRepresentable {
  nonisolated let id = "unobserved"
  var content: (any MediaContentRepresentable)? { nil }
  var playbackSnapshot: MediaPlaybackSnapshot? { nil }
  var commands: [MediaCommand] { [] }
}

struct Still: MediaSessionRepresentable {
  nonisolated let id = "still"
  var content: (any MediaContentRepresentable)? {
    GenericContent(id: "item", title: "Still", type: .audio, duration: nil, artwork: nil)
  }
  var playbackSnapshot: MediaPlaybackSnapshot? { MediaPlaybackSnapshot(state: .paused) }
  var commands: [MediaCommand] { [] }
}

/// A model that any thread may change.
@Observable final class Free: @unchecked Sendable {
  @ObservationIgnored private let lock = Mutex("0")

  func set(_ title: String) {
    withMutation(keyPath: \.title) { lock.withLock { $0 = title } }
  }

  var title: String {
    access(keyPath: \.title)
    return lock.withLock { $0 }
  }
}

extension Free: MediaSessionRepresentable {
  nonisolated var id: String { "free" }
  var content: (any MediaContentRepresentable)? {
    GenericContent(id: "item", title: title, type: .audio, duration: nil, artwork: nil)
  }
  var playbackSnapshot: MediaPlaybackSnapshot? { nil }
  var commands: [MediaCommand] { [] }
}
