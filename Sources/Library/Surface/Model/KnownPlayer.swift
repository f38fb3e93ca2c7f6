// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The properties of `org.mpris.MediaPlayer2.Player` of a player with MPRIS alone. A value of a wrong type is ignored.
struct KnownPlayer {
  private(set) var item: Item?
  private(set) var playback = PlaybackLine()
  private(set) var volume = -1.0
  private var rate = 1.0
  private var lowestRate = 1.0
  private var highestRate = 1.0
  private var loop: LoopStatus?
  private var shuffle: Bool?
  private var can = Abilities()
  /// The newest Metadata, which is read at most once in a turn.
  private var unread: [Decoded.Entry]?

  private struct Abilities {
    var control = true
    var play = false
    var pause = false
    var next = false
    var previous = false
    var seek = false
  }

  /// Takes over changed properties. Metadata is only kept, in `unread`, until `settle`.
  mutating func apply(_ properties: [Decoded.Entry], now: Instant) {
    let before = playback
    for property in properties { apply(property) }
    if playback.state == .stopped, before.state != .stopped {
      playback.anchor = PlaybackLine.Anchor(elapsed: .zero, timestamp: now)
    }
    let speed = playback.state == .playing ? rate : 0
    if speed == before.speed { return }
    let position = before.position(at: now, length: item?.length)
    if playback.anchor == before.anchor, let position {
      playback.anchor = PlaybackLine.Anchor(elapsed: position, timestamp: now)
    }
    playback.speed = speed
  }

  /// Reads the Metadata that `apply` has kept. Another item begins at its start.
  mutating func settle(now: Instant) {
    guard let entries = unread else { return }
    let before = item
    let new = Item.mpris(entries)
    unread = nil
    // Players often send the same item again.
    if new == item { return }
    item = new
    if let new, let before, new.isSame(as: before) { return }
    playback.anchor = PlaybackLine.Anchor(elapsed: .zero, timestamp: now)
  }

  private mutating func apply(_ property: Decoded.Entry) {
    switch (property.key.exact, property.value) {
    // As for playerctl, the case of letters does not matter.
    case ("PlaybackStatus", .string(let word)):
      let word = Escape.lowercased(word)
      playback.state = word.exact == "playing" ? .playing : word.exact == "paused" ? .paused : .stopped
    // Old players send all values as texts.
    case ("Metadata", .map(let entries)), ("Metadata", .words(let entries)):
      unread = entries
    case ("LoopStatus", .string(let word)):
      let word = Escape.lowercased(word)
      loop = LoopStatus.none
      for status in LoopStatus.allCases where Escape.lowercased(status.name).exact == word.exact { loop = status }
    case ("Shuffle", .bool(let truth)): shuffle = truth
    case ("CanControl", .bool(let truth)): can.control = truth
    case ("CanPlay", .bool(let truth)): can.play = truth
    case ("CanPause", .bool(let truth)): can.pause = truth
    case ("CanGoNext", .bool(let truth)): can.next = truth
    case ("CanGoPrevious", .bool(let truth)): can.previous = truth
    case ("CanSeek", .bool(let truth)): can.seek = truth
    default: takeNumber(property)
    }
  }

  private mutating func takeNumber(_ property: Decoded.Entry) {
    guard let number = property.value.anyNumber else { return }
    switch property.key.exact {
    case "Rate":
      if number != 0 { rate = number }
      if number > 0 { playback.defaultRate = number }
    case "MinimumRate": lowestRate = number
    case "MaximumRate": highestRate = number
    case "Volume": if number >= 0, number <= Limits.volume { volume = number }
    default: break
    }
  }

  /// Takes over a position that the player has reported, when asked or in Seeked. Returns false for an inexact position
  /// that agrees with the expected one, which then stays.
  mutating func move(to position: Microseconds, now: Instant, isExact: Bool) -> Bool {
    let position = max(.zero, position)
    if !isExact, let expected = playback.position(at: now, length: item?.length),
      MovingPosition.agrees(position, with: expected)
    {
      return false
    }
    playback.anchor = PlaybackLine.Anchor(elapsed: position, timestamp: now)
    return true
  }

  /// Notes that the position is unknown: the player was there before, and does not tell it.
  mutating func losePosition() {
    if playback.state != .stopped { playback.anchor = nil }
  }

  /// The time one second after the end of the item, if nothing changes before; `.max` where it has no end.
  var endTime: Instant {
    guard let length = item?.length, let line = playback.line, line.speed > 0, line.elapsed < length else {
      return .max
    }
    let left = Microseconds(clamping: Double((length - line.elapsed).count) / line.speed)
    return line.timestamp + left + .seconds(1)
  }

  var setsVolume: Bool { can.control && volume >= 0 }

  /// The commands that can be sent by MPRIS.
  var commands: [OfferedCommand] {
    guard can.control else { return [] }
    var commands: [OfferedCommand] = []
    func offer(_ kind: CommandKind, _ enabled: Bool = true, _ describe: (inout OfferedCommand) -> Void = { _ in }) {
      var command = OfferedCommand(kind, enabled: enabled)
      describe(&command)
      command.takeUsualIcon(isActive: playback.isActive)
      commands.append(command)
    }
    offer(.play, can.play)
    offer(.pause, can.pause)
    offer(.togglePlayPause, can.play || can.pause)
    offer(.stop)
    offer(.next, can.next)
    offer(.previous, can.previous)
    if let item, can.seek {
      if item.length != nil { offer(.seekToPosition) }
      for kind in [CommandKind.skipForward, .skipBackward] {
        offer(kind) { ($0.intervals, $0.isDerived) = (OfferedCommand.usualIntervals, true) }
      }
    }
    if lowestRate < highestRate {
      offer(.changeRate) { speeds in
        speeds.rates = Block(UsualSpeeds.within(lowestRate, highestRate), most: .max) { $0 > 0 }
        if lowestRate > 0 { (speeds.lowestRate, speeds.highestRate) = (lowestRate, highestRate) }
      }
    }
    if let loop {
      offer(.changeRepeatMode) { ($0.supported, $0.current) = (CommandDescriptor.allModes, loop.mode.rawValue) }
    }
    if let shuffle { offer(.changeShuffleMode) { ($0.supported, $0.current) = (0b11, shuffle ? 1 : 0) } }
    return commands
  }
}
