// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

@Suite struct CommandLookTests {
  @Test func eachPieceMakesALookAnother() {
    let looks = [
      CommandLook(), CommandLook(id: "A"), CommandLook(title: "A"), CommandLook(shortTitle: "A"),
      CommandLook(icon: "heart"), CommandLook(slot: .overflow), CommandLook(isActive: true), CommandLook(steps: 5),
    ]
    for (index, one) in looks.enumerated() {
      #expect(one != nil)
      for (other, two) in looks.enumerated() { #expect((one == two) == (index == other)) }
    }
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    #expect(CommandLook(id: composed) == CommandLook(id: composed))
    #expect(CommandLook(id: composed) != CommandLook(id: decomposed))
  }

  @Test func oneCommandGivesWayToItsLike() {
    func button(_ kind: CommandKind, _ tag: UInt64, id: String? = nil, _ modes: UInt32 = 0) -> CommandDescriptor {
      CommandDescriptor(kind: kind, tag: tag, supported: modes, look: id.flatMap { CommandLook(id: $0) })!
    }
    let (like, dislike) = (UInt32(0b010), UInt32(0b100))
    var commands = [button(.play, 0), button(.custom, 1, id: "a"), button(.feedback, 2, like), button(.play, 3)]
    func tags(_ command: CommandDescriptor) -> [UInt64] { commands.put(command) ? commands.map(\.tag) : [] }
    #expect(tags(button(.play, 10)) == [10, 1, 2, 3])
    #expect(tags(button(.custom, 11, id: "a")) == [10, 11, 2, 3])
    #expect(tags(button(.custom, 12, id: "A")) == [10, 11, 2, 3, 12])
    #expect(tags(button(.feedback, 13, like | 1)) == [10, 11, 13, 3, 12])
    #expect(tags(button(.feedback, 14, dislike)) == [10, 11, 13, 3, 12, 14])
    #expect(tags(button(.feedback, 15)) == [10, 11, 13, 3, 12, 14, 15])
    #expect(tags(button(.feedback, 16, like | dislike)) == [10, 11, 13, 3, 12, 14, 16])
  }

  @Test func anIconIsANameAndNeverAPath() {
    for icon in ["heart", "media-skip-forward", "org.example.App_2", "7"] {
      #expect(CommandLook.isIcon(icon) && CommandLook(icon: icon)?.icon == icon)
    }
    for icon in ["", "/usr/share/icon.png", "a b", "a/b", "caf\u{E9}", "a\n", "a\0"] {
      #expect(!CommandLook.isIcon(icon) && CommandLook(icon: icon) == nil)
    }
  }

  @Test func stepsOfARating() throws {
    for steps in [Int32.min, -1, 101, .max] { #expect(CommandLook(steps: steps) == nil) }
    let any = try #require(CommandLook(steps: 0))
    #expect(any.rating(nearestTo: 0.123) == 0.123)
    let stars = try #require(CommandLook(steps: 5))
    for (wanted, given) in [(0, 0), (0.09, 0), (0.1, 0.2), (0.49, 0.4), (0.5, 0.6), (1, 1)] as [(Double, Double)] {
      #expect(stars.rating(nearestTo: wanted) == given)
    }
    #expect(CommandLook(steps: 100)?.rating(nearestTo: 0.994) == 0.99)
  }

  @Test func switchingKeepsTheRest() throws {
    let look = try #require(
      CommandLook(id: "id", title: "Title", shortTitle: "T", icon: "heart", slot: .back, steps: 3))
    #expect(look.with(isActive: false) === look)
    let active = look.with(isActive: true)
    #expect(
      active
        == CommandLook(
          id: "id", title: "Title", shortTitle: "T", icon: "heart", slot: .back, isActive: true, steps: 3))
    #expect(active.with(isActive: false) == look)
  }

  /// During an advertisement every command that would skip it is disabled, and no other.
  @Test func anAdvertisementIsNotSkipped() {
    let skips: Set<CommandKind> = [
      .next, .seekToPosition, .skipForward, .seekForward, .changeRate, .nextChapter, .seekToLive,
    ]
    var state = SessionState()
    state.content = Content(kind: .music, id: "a")
    state.content?.integers[.advertisement] = 1
    state.commands = CommandKind.allCases.map { command($0, tag: UInt64($0.rawValue)) }
    let commands = state.commands
    state.disableCommands(now: 0)
    for (before, after) in zip(commands, state.commands) {
      #expect(after.kind == before.kind && after.tag == before.tag)
      #expect(after.enabled == !skips.contains(before.kind))
    }
    state.commands = [command(.play, enabled: false)]
    state.disableCommands(now: 0)
    #expect(state.commands == [command(.play, enabled: false)])
  }

  @Test func buttonsOfTheirOwnAreListedEachAndOthersOnce() {
    let look = ["a", "b"].map { CommandLook(id: $0, title: $0) }
    let commands = [
      command(.play), command(.play), command(.feedback), command(.feedback),
      CommandDescriptor(kind: .custom, look: look[0]), CommandDescriptor(kind: .custom, look: look[1]),
      command(.bookmark), command(.bookmark),
    ].compactMap { $0 }
    let words = SessionProperties.entries(commands).map { entries -> Value? in
      entries.first { $0.key.description == "command" }?.value
    }
    #expect(words == ["play", "feedback", "feedback", "custom", "custom", "bookmark"].map { .string($0) })
  }

  @Test func anEventHasTheIdOfTheButton() throws {
    let descriptor = try #require(CommandDescriptor(kind: .custom, tag: 7, look: CommandLook(id: "id", title: "T")))
    #expect(CommandEvent(descriptor).id == "id" && CommandEvent(descriptor).tag == 7)
    #expect(CommandEvent(command(.next)).id == nil)
    let other = try #require(CommandDescriptor(kind: .custom, tag: 7, look: CommandLook(id: "other", title: "T")))
    #expect(CommandEvent(descriptor) == CommandEvent(descriptor) && CommandEvent(descriptor) != CommandEvent(other))
  }
}
