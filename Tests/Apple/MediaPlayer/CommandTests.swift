// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Testing

@testable import MediaPlayer

extension MediaPlayerTests {
  @MainActor @Suite(.serialized) final class CommandTests {
    /// The calls that handlers have seen. They are formed on the main actor: a call from elsewhere would trap.
    private var seen: [String] = []

    init() async throws {
      try await Player.reset()
      Player.info.nowPlayingInfo = [
        MPMediaItemPropertyTitle: "Item", MPMediaItemPropertyPlaybackDuration: 600,
        MPNowPlayingInfoPropertyElapsedPlaybackTime: 100, MPNowPlayingInfoPropertyPlaybackRate: 0,
      ]
      try await eventually("the player appears") { try await Player.isShown() }
    }

    @discardableResult
    private func record(
      _ command: MPRemoteCommand, _ text: String, _ status: MPRemoteCommandHandlerStatus = .success
    ) -> Any {
      command.addTarget { [self] event in
        MainActor.preconditionIsolated()
        #expect(event.command === command)
        #expect(abs(event.timestamp - ProcessInfo.processInfo.systemUptime) < 20)
        seen.append(text)
        return status
      }
    }

    @Test func `every button reaches its command`() async throws {
      let commands = Player.commands
      let table = [
        (commands.playCommand, "play"), (commands.pauseCommand, "pause"), (commands.stopCommand, "stop"),
        (commands.togglePlayPauseCommand, "play-pause"), (commands.nextTrackCommand, "next"),
        (commands.previousTrackCommand, "previous"),
      ]
      for (command, name) in table { record(command, name) }
      try await Player.expect("CanGoPrevious", true)
      for (_, name) in table { try await Player.playerctl(name) }
      #expect(seen == table.map(\.1))
    }

    @Test func `two targets are called in order and the first failure is the answer`() async throws {
      record(Player.commands.nextTrackCommand, "first")
      record(Player.commands.nextTrackCommand, "second", .noSuchContent)
      record(Player.commands.nextTrackCommand, "third", .commandFailed)
      try await Player.expect("CanGoNext", true)
      let error = try await Player.call("Next")
      #expect(error.contains("does not have this content"))
      #expect(seen == ["first", "second", "third"])
    }

    @Test func `a target that is added twice is called twice`() async throws {
      let handler: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus = { [self] _ in
        seen.append("twice")
        return .success
      }
      Player.commands.nextTrackCommand.addTarget(handler: handler)
      Player.commands.nextTrackCommand.addTarget(handler: handler)
      try await Player.expect("CanGoNext", true)
      #expect(try await Player.call("Next") == "")
      #expect(seen == ["twice", "twice"])
    }

    @Test(arguments: [
      (MPRemoteCommandHandlerStatus.success, ""), (.noSuchContent, "does not have this content"),
      (.noActionableNowPlayingItem, "Nothing is playing"), (.deviceNotFound, "The device"),
      (.commandFailed, "could not do it"),
    ])
    func `every status is an answer`(_ status: MPRemoteCommandHandlerStatus, _ text: String) async throws {
      record(Player.commands.playCommand, "play", status)
      try await Player.expect("CanPlay", true)
      let error = try await Player.call("Play")
      #expect(text.isEmpty ? error.isEmpty : error.contains(text))
      #expect(seen == ["play"])
    }

    @Test func `isEnabled false is not offered and not called`() async throws {
      let command = Player.commands.nextTrackCommand
      record(command, "next")
      try await Player.expect("CanGoNext", true)
      command.isEnabled = false
      try await Player.expect("CanGoNext", false)
      #expect(try await Player.call("Next") == "")
      #expect(seen == [])
      command.isEnabled = true
      try await Player.expect("CanGoNext", true)
      #expect(try await Player.call("Next") == "")
      #expect(seen == ["next"])
    }

    @Test func `removeTarget by its token, and all by nil`() async throws {
      let command = Player.commands.nextTrackCommand
      let first = record(command, "first")
      record(command, "second")
      record(command, "third")
      try await Player.expect("CanGoNext", true)
      command.removeTarget(first)
      let logged = Player.lines.all.count
      Player.commands.playCommand.removeTarget(first)
      #expect(Player.lines.all.count == logged)
      command.removeTarget(self)
      command.removeTarget("not a token")
      #expect(
        Player.lines.all.dropFirst(logged).map { $0.prefix { $0 != "," } } == [
          "removeTarget(_:) was given a CommandTests"
        ])
      try await Player.call("Next")
      #expect(seen == ["second", "third"])
      command.removeTarget(nil)
      try await Player.expect("CanGoNext", false)
      try await Player.call("Next")
      #expect(seen == ["second", "third"])
    }

    @Test func `adding and removing while an event is handled take effect afterwards`() async throws {
      let command = Player.commands.nextTrackCommand
      command.addTarget { [self] _ in
        seen.append("first")
        command.removeTarget(nil)
        record(command, "added")
        return .success
      }
      record(command, "removed")
      try await Player.expect("CanGoNext", true)
      try await Player.call("Next")
      #expect(seen == ["first", "removed"])
      try await Player.call("Next")
      #expect(seen == ["first", "removed", "added"])
    }

    @Test func `position`() async throws {
      Player.commands.changePlaybackPositionCommand.addTarget { [self] event in
        let event = event as? MPChangePlaybackPositionCommandEvent
        seen.append("\(event?.positionTime ?? -1)")
        Player.info.nowPlayingInfo?[MPNowPlayingInfoPropertyElapsedPlaybackTime] = event?.positionTime
        return .success
      }
      try await Player.expect("CanSeek", true)
      try await Player.playerctl("position", "30.5")
      try await Player.playerctl("position", "15+")
      try await Player.playerctl("position", "200-")
      #expect(seen == ["30.5", "45.5", "0.0"])
    }

    @Test func `skip intervals`() async throws {
      func record(_ command: MPSkipIntervalCommand, _ text: String) {
        command.addTarget { [self] event in
          seen.append("\(text) \((event as? MPSkipIntervalCommandEvent)?.interval ?? -1)")
          return .success
        }
      }
      record(Player.commands.skipForwardCommand, "forward")
      record(Player.commands.skipBackwardCommand, "backward")
      try await Player.expect("CanSeek", true)
      try await Player.playerctl("position", "1+")
      Player.commands.skipForwardCommand.preferredIntervals = [45, 15]
      Player.commands.skipBackwardCommand.preferredIntervals = [NSNumber(value: 7.5)]
      for seconds in ["40+", "1+", "100+", "1-"] { try await Player.playerctl("position", seconds) }
      // The interval is used that is nearest to the requested one.
      #expect(seen == ["forward 10.0", "forward 45.0", "forward 15.0", "forward 45.0", "backward 7.5"])
    }

    @Test func `rates`() async throws {
      let command = Player.commands.changePlaybackRateCommand
      command.addTarget { [self] event in
        seen.append("\((event as? MPChangePlaybackRateCommandEvent)?.playbackRate ?? -1)")
        return .success
      }
      command.supportedPlaybackRates = [0.5, 1, 1.1, NSNumber(value: Float(1.7)), -1, 0]
      try await Player.expect("MaximumRate", 1.7)
      #expect(try await Player.property("MinimumRate") == 0.5)
      let name = "org.mpris.MediaPlayer2." + Player.name
      for rate in ["1.12", "9", "0.1"] {
        let set = ["set-property", name, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", "Rate", "d", rate]
        #expect(try await Player.bus.busctl(set).status == 0)
      }
      #expect(seen == ["1.1", "1.7", "0.5"])
      command.supportedPlaybackRates = [1, 3]
      try await Player.expect("MaximumRate", 3.0)
    }

    @Test func `repeat`() async throws {
      let command = Player.commands.changeRepeatModeCommand
      command.addTarget { [self] event in
        guard let event = event as? MPChangeRepeatModeCommandEvent else { return .commandFailed }
        seen.append("\(event.repeatType)")
        command.currentRepeatType = event.repeatType
        return event.preservesRepeatMode ? .commandFailed : .success
      }
      for (word, name) in [("Track", "one"), ("Playlist", "all"), ("None", "off")] {
        try await Player.playerctl("loop", word)
        try await Player.expect("LoopStatus", word)
        #expect(seen.last == name)
      }
      command.currentRepeatType = .all
      try await Player.expect("LoopStatus", "Playlist")
    }

    @Test func `shuffle`() async throws {
      let command = Player.commands.changeShuffleModeCommand
      command.addTarget { [self] event in
        guard let event = event as? MPChangeShuffleModeCommandEvent else { return .commandFailed }
        seen.append("\(event.shuffleType)")
        command.currentShuffleType = event.shuffleType
        return event.preservesShuffleMode ? .commandFailed : .success
      }
      try await Player.playerctl("shuffle", "On")
      try await Player.expect("Shuffle", true)
      try await Player.playerctl("shuffle", "Off")
      try await Player.expect("Shuffle", false)
      command.currentShuffleType = .collections
      try await Player.expect("Shuffle", true)
      #expect(seen == ["items", "off"])
    }

    @Test func `modes are shown also while nobody can change them`() async throws {
      Player.commands.changeShuffleModeCommand.currentShuffleType = .items
      Player.commands.changeRepeatModeCommand.currentRepeatType = .all
      try await Player.expect("Shuffle", true)
      try await Player.expect("LoopStatus", "Playlist")
      try await Player.playerctl("shuffle", "Off")
      #expect(try await Player.property("Shuffle") == true)
      Player.commands.changeShuffleModeCommand.currentShuffleType = .off
      try await Player.expect("Shuffle", false)
    }

    @Test func `like and dislike are buttons of a surface`() async throws {
      let surface = try Player.surface()
      let (like, dislike) = (Player.commands.likeCommand, Player.commands.dislikeCommand)
      for (command, name) in [(like, "like"), (dislike, "dislike")] {
        command.localizedTitle = name
        command.addTarget { [self] event in
          MainActor.preconditionIsolated()
          seen.append((event as? MPFeedbackCommandEvent)?.isNegative == false ? name : "not " + name)
          return .success
        }
      }
      dislike.isActive = true
      try await eventually("they are offered") { try await surface.commands()[1]["current"].text == "negative" }
      let commands = try await surface.commands()
      let buttons = [("like", "positive", "neutral"), ("dislike", "negative", "negative")]
      for (index, (name, mode, current)) in buttons.enumerated() {
        #expect(commands[index]["title"].text == name && commands[index]["current"].text == current)
        #expect(commands[index]["supported"].texts == ["neutral", mode])
        for pressed in [mode, "neutral"] {
          let answer = try await surface.send("feedback", "{'mode': <'\(pressed)'>, 'button': <uint32 \(index)>}")
          #expect(answer.error == nil)
        }
        #expect(seen == [name, "not " + name])
        seen = []
      }
      let other = try await surface.send("feedback", "{'mode': <'negative'>, 'button': <uint32 0>}")
      #expect(other.error == "InvalidArgument")
      for command in [like, dislike] { command.localizedTitle = "" }
    }

    @Test func `ratings and feedback`() async throws {
      let key = "xesam:userRating"
      Player.info.nowPlayingInfo?[MPMediaItemPropertyRating] = CGFloat(3)
      try await Player.expect(metadata: key, 0.6)
      Player.info.nowPlayingInfo?[MPMediaItemPropertyRating] = nil
      try await eventually("there is no rating") { try await Player.metadata(key) == nil }
      let (like, dislike, bookmark) = (
        Player.commands.likeCommand, Player.commands.dislikeCommand, Player.commands.bookmarkCommand
      )
      bookmark.isActive = true
      for command in [bookmark, like, dislike] { record(command, "feedback") }
      dislike.isActive = true
      try await Player.expect(metadata: key, 0.0)
      dislike.isActive = false
      try await eventually("there is no rating") { try await Player.metadata(key) == nil }
      like.isActive = true
      try await Player.expect(metadata: key, 1.0)
      // A like without a target is no rating, and neither is an active bookmark.
      like.removeTarget(nil)
      dislike.removeTarget(nil)
      try await eventually("there is no rating") { try await Player.metadata(key) == nil }
    }
  }
}
