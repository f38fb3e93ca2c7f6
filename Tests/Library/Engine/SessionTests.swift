// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingEngine

@Suite struct SessionTests {
  @Test func nothingIsVisibleBeforeTheCommit() throws {
    let session = try Session(lonelyApp(), id: "s", QuietHost())
    #expect(session.set(content: Content(kind: .music, id: "a")) == nil)
    #expect(session.committed.state.content == nil)
    #expect(session.commit() == nil)
    #expect(session.committed.state.content?.id == "a")
  }

  @Test func aCommitOfNothingIsNoChange() throws {
    let session = try Session(lonelyApp(), id: "s", QuietHost())
    let before = session.committed
    #expect(session.commit() == nil)
    #expect(session.committed === before)
  }

  /// Publishes in one step, as the Swift modules do.
  @Test func publishingSaysWhetherThereIsNews() throws {
    let session = try Session(lonelyApp(), id: "s", QuietHost())
    let content = Content(kind: .music, id: "a")
    let snapshot = PlaybackSnapshot(state: .playing, rate: 1, defaultRate: 1, elapsed: 0, timestamp: 0)
    let commands = [CommandDescriptor(kind: .next)!]
    #expect(!session.publish(content: nil, snapshot: nil, commands: []))
    #expect(session.publish(content: content, snapshot: nil, commands: nil))
    #expect(session.committed.state.content == content && session.committed.state.snapshot == nil)
    #expect(!session.publish(content: content, snapshot: nil, commands: nil))
    #expect(session.publish(content: content, snapshot: snapshot, commands: nil))
    #expect(session.publish(content: content, snapshot: snapshot, commands: commands))
    #expect(!session.publish(content: content, snapshot: snapshot, commands: commands))
    let before = session.committed
    #expect(!session.publish(content: content, snapshot: snapshot, commands: nil) && session.committed === before)
    #expect(before.state.snapshot == snapshot && before.state.commands == commands)
    // Values staged before are published with it.
    _ = session.change { $0.volume = 0.5 }
    #expect(session.publish(content: content, snapshot: snapshot, commands: nil))
    #expect(session.committed.state.settings.volume == 0.5 && session.committed.state.commands == commands)
    #expect(session.publish(content: nil, snapshot: snapshot, commands: nil))
    #expect(session.committed.state.content == nil)
    session.free()
    #expect(!session.publish(content: content, snapshot: nil, commands: nil))
  }

  /// Content without an id that equals the present one is the same item: a radio sets its station at each turn.
  @Test func anonymousItemsAreNewWhereTheySayAnythingElse() throws {
    let session = try Session(lonelyApp(), id: "s", QuietHost())
    func shown(_ title: String?, id: String = "") -> String? {
      var content = Content(kind: .music, id: id)
      content.texts[.title] = title
      _ = session.set(content: content)
      _ = session.commit()
      return session.committed.state.content?.id
    }
    let first = shown("A")
    let serial = session.committed.contentSerial
    #expect(first != nil && shown("A") == first && session.committed.contentSerial == serial)
    let second = shown("B")
    #expect(second != first && shown("A") != first && shown("A", id: "a") == "a" && shown("A") != "a")
    let third = shown("A")
    _ = session.set(content: nil)
    #expect(shown("A") != third)
  }

  @Test func wholeSecondsAreNoNewsWithinThem() throws {
    let session = try Session(lonelyApp(), id: "s", QuietHost())
    func said(_ elapsed: Microseconds, at timestamp: Instant, _ state: PlaybackState = .playing, rate: Double = 1)
      -> Microseconds?
    {
      _ = session.set(
        snapshot: PlaybackSnapshot(state: state, rate: rate, defaultRate: 1, elapsed: elapsed, timestamp: timestamp))
      _ = session.commit()
      return session.committed.state.position(at: timestamp)
    }
    _ = session.set(content: Content(kind: .music, id: "a"))
    #expect(said(5_900_000, at: 0) == 5_900_000)
    #expect(said(6_000_000, at: 500_000) == 6_400_000 && said(6_000_000, at: 1_000_000) == 6_900_000)
    // A player may report a whole second up to 0.1 s after the next second has begun.
    #expect(said(6_000_000, at: 1_199_000) == 7_099_000)
    #expect(said(6_000_000, at: 1_201_000) == 6_000_000)
    #expect(said(6_000_001, at: 1_202_000) == 6_000_001)
    #expect(said(8_000_000, at: 1_210_000) == 8_000_000)
    // Jumps, other speeds, other states and the start are reported exactly.
    #expect(said(6_000_000, at: 1_220_000) == 6_000_000 && said(7_000_000, at: 1_570_000, rate: 2) == 7_000_000)
    #expect(said(7_000_000, at: 1_870_000, .paused) == 7_000_000 && said(7_000_000, at: 1_970_000) == 7_000_000)
    #expect(said(0, at: 2_000_000) == 0 && said(0, at: 2_500_000) == 0)
    // For another item the positions of the former one do not count.
    _ = session.set(content: Content(kind: .music, id: "b"))
    #expect(said(3_000_000, at: 5_900_000) == 3_000_000)
    session.free()
  }

  @Test func commandsAreChangedInPlace() throws {
    let session = try Session(lonelyApp(), id: "s", QuietHost())
    #expect(session.change(.next) { $0.enabled = false } == .invalidState)
    _ = session.set(commands: [CommandDescriptor(kind: .next)!, CommandDescriptor(kind: .next)!])
    #expect(session.change(.next) { $0.enabled = false } == nil)
    _ = session.commit()
    #expect(session.committed.state.commands.allSatisfy { !$0.enabled })
  }

  @Test func oneCommandIsSetAlone() throws {
    let session = try Session(lonelyApp(), id: "s", QuietHost())
    #expect(session.set(command: CommandDescriptor(kind: .next, tag: 1)!) == nil)
    #expect(session.set(command: CommandDescriptor(kind: .next, tag: 2)!) == nil)
    _ = session.commit()
    #expect(session.committed.state.commands.map(\.tag) == [2])
    let full = (0..<Limits.commands).map { CommandDescriptor(kind: .custom, look: CommandLook(id: "\($0)"))! }
    _ = session.set(commands: full)
    #expect(session.set(command: CommandDescriptor(kind: .next)!) == .tooLarge)
    #expect(session.set(command: full[3]) == nil)
    session.free()
    #expect(session.set(command: full[3]) == .invalidState)
  }

  @Test func hostsAreLetGoOnce() throws {
    let (appHost, host) = (QuietHost(), QuietHost())
    let app = try lonelyApp(appHost)
    let session = try Session(app, id: "s", host)
    session.free()
    session.free()
    #expect(host.finished == 1)
    let other = QuietHost()
    let survivor = try Session(app, id: "t", other)
    app.close()
    #expect((other.finished, appHost.finished) == (1, 1))
    survivor.free()
    #expect(other.finished == 1)
    #expect(survivor.commit() == .invalidState)
    #expect(throws: Failure.invalidState) { try Session(app, id: "u", QuietHost()) }
  }

  @Test func withoutABusTheApplicationPrimaryIsStillOne() throws {
    let app = try lonelyApp()
    let session = try Session(app, id: "s", QuietHost())
    let other = try Session(app, id: "t", QuietHost())
    _ = session.requestApplicationPrimary()
    #expect(app.dispatch() == nil)
    #expect(session.currentPrimary == .application)
    _ = other.requestApplicationPrimary()
    #expect(app.dispatch() == nil)
    #expect((session.currentPrimary, other.currentPrimary) == ([], .application))
    other.free()
    #expect(other.currentPrimary == [])
    app.close()
  }

  @Test func requestsAreAnsweredOnce() throws {
    let app = try lonelyApp()
    let session = try Session(app, id: "s", QuietHost())
    let answers = Box(0)
    let request = Request(.command, app.core.requests, session, now: 0) { _ in answers.value += 1 }
    #expect(request.state == nil)
    #expect(request.complete(.done) == nil)
    #expect(request.complete(.done) == .alreadyAnswered)
    #expect(app.dispatch() == nil)
    #expect(app.dispatch() == nil)
    #expect(answers.value == 1)
  }

  @Test func requestsThatTakeTooLongHaveFailed() throws {
    let app = try lonelyApp()
    let session = try Session(app, id: "s", QuietHost())
    let said = Box("")
    // The request was made long ago.
    let request = Request(.command, app.core.requests, session, now: Instant(-Limits.requestTime)) { answer in
      if case .failed(.timedOut, let text) = answer { said.value = text }
    }
    #expect(app.dispatch() == nil)
    #expect(request.state == .timedOut && said.value == "The player did not answer in time")
    #expect(request.complete(.done) == .timedOut)
  }

  @Test func commandsOutliveTheirSessionAndPicturesDoNot() throws {
    let app = try lonelyApp()
    let session = try Session(app, id: "s", QuietHost())
    let command = Request(.command, app.core.requests, session, now: Instant(1 << 60)) { _ in }
    let said = Box("")
    let artwork = Request(.artwork("a"), app.core.requests, session, now: Instant(1 << 60)) { answer in
      if case .failed(.cancelled, let text) = answer { said.value = text }
    }
    session.free()
    #expect(artwork.complete(.failed(.io, "late")) == .cancelled)
    #expect(command.complete(.done) == nil)
    #expect(app.dispatch() == nil)
    #expect(said.value == "The item is gone")
  }

  @Test func whoEndsWasAskedToQuit() throws {
    let app = try lonelyApp()
    let answers = Box([String]())
    for kind in [Request.Kind.quit, .other("raise")] {
      _ = Request(kind, app.core.requests, nil, now: Instant(1 << 60)) { answer in
        if case .done = answer { answers.value.append("done") } else { answers.value.append("failed") }
      }
    }
    app.close()
    #expect(answers.value == ["done", "failed"])
  }

  @Test func whatIsSetAgainIsNoChange() throws {
    let session = try Session(lonelyApp(), id: "s", QuietHost())
    let nothing = session.committed
    #expect(session.commit() == nil && session.committed === nothing)
    func content() -> Content {
      var content = Content(kind: .music, id: "a")
      content.texts[.title] = "Title"
      content.lists[.artists] = ["Artist"]
      return content
    }
    _ = session.set(content: content())
    _ = session.set(commands: [CommandDescriptor(kind: .next)!])
    _ = session.commit()
    let before = session.committed
    _ = session.set(content: content())
    _ = session.change(.next) { $0.enabled = true }
    _ = session.commit()
    #expect(session.committed === before)
    var other = content()
    other.lists[.artists] = ["Artiste"]
    _ = session.set(content: other)
    _ = session.commit()
    #expect(session.committed !== before)
  }

  @Test func linesThatAreLostAreCounted() throws {
    let app = try lonelyApp()
    let log = app.core.log
    for lost in 0...3 {
      for _ in 0..<Log.maxLines + lost { log(.warning, "line") }
      let lines = app.core.locked { log.drain($0) }
      #expect(lines.count == Log.maxLines + (lost > 0 ? 1 : 0))
      let said = "\(lost) log lines were left out, because the loop did not turn"
      #expect(lines.last?.1 == (lost > 0 ? said : "line"))
      #expect(app.core.locked { !log.isWaiting($0) && log.drain($0).isEmpty })
    }
    app.close()
  }

  /// The check for content that no session shows is made only once, because it wakes the loop.
  @Test func contentThatNobodySeesIsLookedAfterOnce() throws {
    let app = try lonelyApp()
    #expect(app.core.locked { app.core.hasContent($0) })
    #expect(!app.core.locked { app.core.hasContent($0) })
    // The check ends once a session has asked to be shown.
    let session = try Session(app, id: "s", QuietHost())
    _ = session.requestApplicationPrimary()
    #expect(app.dispatch() == nil)
    #expect(app.core.locked { app.core.unshownUntil[$0] } == .max)
    #expect(!app.core.locked { app.core.hasContent($0) })
    app.close()
  }
}

final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
