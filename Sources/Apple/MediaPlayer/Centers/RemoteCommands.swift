// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
import Foundation
internal import NowPlayingCore

/// A command to go forward or back by an interval.
open class MPSkipIntervalCommand: MPRemoteCommand {
  private var intervals: [NSNumber] = []

  /// The intervals to choose from in seconds, the most preferred first. An empty list, the default, means ten seconds.
  open var preferredIntervals: [NSNumber] {
    get { CenterSession.shared.read { intervals } }
    set { CenterSession.shared.changeCommands { intervals = newValue } }
  }

  override func descriptor(_ kind: CommandKind, enabled: Bool, tag: UInt64) -> CommandDescriptor? {
    let times = intervals.compactMap { Microseconds(seconds: $0.doubleValue) }.filter { $0 > .zero }
    return CommandDescriptor(
      kind: kind, enabled: enabled, tag: tag, intervals: Array(times.prefix(Limits.commands)))
  }

  override func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    let skip = MPSkipIntervalCommandEvent()
    skip.interval = event.time.seconds
    return skip
  }
}

/// A command to go to a position.
open class MPChangePlaybackPositionCommand: MPRemoteCommand {
  override func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    let change = MPChangePlaybackPositionCommandEvent()
    change.positionTime = event.time.seconds
    return change
  }
}

/// A command to play faster or slower.
open class MPChangePlaybackRateCommand: MPRemoteCommand {
  private var rates: [NSNumber] = []

  /// The speeds to choose from, greater than 0. While the list is empty, the speed cannot be changed.
  open var supportedPlaybackRates: [NSNumber] {
    get { CenterSession.shared.read { rates } }
    set { CenterSession.shared.changeCommands { rates = newValue } }
  }

  override func descriptor(_ kind: CommandKind, enabled: Bool, tag: UInt64) -> CommandDescriptor? {
    let values = rates.map { decimal($0.floatValue) }.filter { $0.isFinite && $0 > 0 }
    return CommandDescriptor(kind: kind, enabled: enabled, tag: tag, rates: Array(values.prefix(Limits.commands)))
  }

  override func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    let change = MPChangePlaybackRateCommandEvent()
    change.playbackRate = Float(event.rate)
    return change
  }
}

/// A command to set whether the item or the queue is repeated.
open class MPChangeRepeatModeCommand: MPRemoteCommand {
  private var current = MPRepeatType.off

  /// The repeat mode at present. Set it whenever it changes: the desktop shows it.
  open var currentRepeatType: MPRepeatType {
    get { CenterSession.shared.read { current } }
    set { CenterSession.shared.changeCommands { current = newValue } }
  }

  override var isSentWithoutTargets: Bool { current != .off }

  override func descriptor(_ kind: CommandKind, enabled: Bool, tag: UInt64) -> CommandDescriptor? {
    CommandDescriptor(kind: kind, enabled: enabled, tag: tag, current: Int32(current.rawValue))
  }

  override func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    let change = MPChangeRepeatModeCommandEvent()
    change.repeatType = MPRepeatType(rawValue: Int(event.mode)) ?? .off
    return change
  }
}

/// A command to set whether items are played in a random order.
open class MPChangeShuffleModeCommand: MPRemoteCommand {
  private var current = MPShuffleType.off

  /// The shuffle mode at present. Set it whenever it changes: the desktop shows it.
  open var currentShuffleType: MPShuffleType {
    get { CenterSession.shared.read { current } }
    set { CenterSession.shared.changeCommands { current = newValue } }
  }

  override var isSentWithoutTargets: Bool { current != .off }

  override func descriptor(_ kind: CommandKind, enabled: Bool, tag: UInt64) -> CommandDescriptor? {
    CommandDescriptor(kind: kind, enabled: enabled, tag: tag, current: Int32(current.rawValue))
  }

  override func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    let change = MPChangeShuffleModeCommandEvent()
    change.shuffleType = MPShuffleType(rawValue: Int(event.mode)) ?? .off
    return change
  }
}
